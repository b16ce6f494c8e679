"""What the interpreter knows of a value: constants are themselves, everything else is one of these."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final


class Unknown:
    """A value of which nothing is known. Whatever is done with it gives it again."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()
TEXT: Final = Unknown()  # a string of which no more is known


class Symbol:
    """A whole number that is not known, such as the batch size; the same object is the same number."""

    def __repr__(self) -> str:
        return "?"


Dim = int | Symbol
Shape = tuple[Dim, ...]


@dataclass(frozen=True, eq=False)
class Array:
    """A NumPy array or a tensor; `shape` is None when even the number of dimensions is not known."""

    shape: Shape | None = None


@dataclass(eq=False)
class Items:
    """A list; `exact` says whether it holds these items and no others, or any number of things like them."""

    values: list[Any]
    exact: bool = True


@dataclass(eq=False)
class Table:
    """A dict with constant keys; not `exact`: there may be other keys."""

    values: dict[Any, Any]
    exact: bool = True


@dataclass(eq=False)
class Stream:
    """Something to iterate over, of unknown length; a loader's element is set by its methods."""

    element: Any


@dataclass(frozen=True)
class External:
    """A module, or something of a module, by its full name: `numpy.reshape`."""

    name: str


@dataclass(eq=False)
class Scope:
    """The names of a function, a class or the module."""

    names: dict[str, Any] = field(default_factory=dict)
    outer: Scope | None = None
    shared: dict[str, Scope] = field(default_factory=dict)  # names declared global or nonlocal


@dataclass(eq=False)
class Closure:
    """A function of the script."""

    node: ast.FunctionDef | ast.Lambda
    scope: Scope
    owner: OwnClass | None = None
    defaults: list[Any] = field(default_factory=list)
    keyword_defaults: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return getattr(self.node, "name", "<lambda>")


@dataclass(eq=False)
class OwnClass:
    """A class of the script."""

    node: ast.ClassDef
    bases: list[Any]
    scope: Scope

    def find(self, name: str, after: OwnClass | None = None) -> Any:
        """The class attribute of that name, in the order of the bases; `after`: behind that class only. None: none."""
        line = self.line()
        if after is not None and after in line:
            line = line[line.index(after) + 1 :]
        return next((c.scope.names[name] for c in line if name in c.scope.names), None)

    def line(self) -> list[OwnClass]:
        found: list[OwnClass] = [self]
        for base in self.bases:
            if isinstance(base, OwnClass):
                found += [c for c in base.line() if c not in found]
        return found

    def library_bases(self) -> list[str]:
        return [b.name for c in self.line() for b in c.bases if isinstance(b, External)]


@dataclass(eq=False)
class Instance:
    """An object of one of the script's classes."""

    of: OwnClass
    attributes: dict[str, Any] = field(default_factory=dict)


@dataclass(eq=False)
class Native:
    """Something that can be called, and what calling it gives."""

    call: Callable[..., Any]


@dataclass(eq=False)
class Method:
    """A method of one of the script's objects, or of a value of the library."""

    function: Closure
    receiver: Any


@dataclass(eq=False)
class Parent:
    """What `super()` gives: the methods behind class `of`, for `receiver`."""

    of: OwnClass
    receiver: Any


@dataclass(eq=False)
class BuiltLayer:
    """A layer of the library: `short` is its legacy name, `args` its arguments by parameter name."""

    short: str
    args: dict[str, Any]
    made: Any = None  # the record of an old-form layer
    scope: Any = None  # the name scope that an old-form layer was given


@dataclass(eq=False)
class Choice:
    """One of several objects: which, is known only at run time."""

    options: list[Any]


def same(left: Any, right: Any) -> bool:
    """Whether two values are known to be alike; unknown dimensions count as alike."""
    if left is right:
        return True
    if isinstance(left, Array) and isinstance(right, Array):
        if left.shape is None or right.shape is None:
            return left.shape is right.shape
        return len(left.shape) == len(right.shape) and all(
            a == b or (isinstance(a, Symbol) and isinstance(b, Symbol))
            for a, b in zip(left.shape, right.shape, strict=True)
        )
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        return True
    if isinstance(left, Items) and isinstance(right, Items) and left.exact == right.exact:
        return same(tuple(left.values), tuple(right.values))
    if isinstance(left, (Closure, OwnClass, Instance, BuiltLayer, Scope, Native, Method, Table)):
        return False
    try:
        return type(left) is type(right) and bool(left == right)
    except (TypeError, ValueError):
        return False


def join(left: Any, right: Any) -> Any:
    """What is known when a value is one of two."""
    if left is right:
        return left
    if isinstance(left, Array) and isinstance(right, Array):
        return Array(_join_shapes(left.shape, right.shape))
    if isinstance(left, tuple) and isinstance(right, tuple) and len(left) == len(right):
        return tuple(join(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Items) and isinstance(right, Items):
        return Items([*left.values, *(v for v in right.values if not any(v is w for w in left.values))], False)
    if isinstance(left, (BuiltLayer, Instance, Choice)) and isinstance(right, (BuiltLayer, Instance, Choice)):
        return Choice(_options(left) + [o for o in _options(right) if not any(o is p for p in _options(left))])
    if isinstance(left, Stream) and isinstance(right, Stream):
        return Stream(join(left.element, right.element))
    return left if same(left, right) else UNKNOWN


def either(left: Any, right: Any) -> Any:
    """As `join`, of things that stand for the same thing: what one of them does not tell, the other may."""
    if left is UNKNOWN or (isinstance(left, Array) and left.shape is None):
        return right
    if right is UNKNOWN or (isinstance(right, Array) and right.shape is None):
        return left
    if isinstance(left, tuple) and isinstance(right, tuple) and len(left) == len(right):
        return tuple(either(a, b) for a, b in zip(left, right, strict=True))
    return join(left, right)


def _options(value: Any) -> list[Any]:
    return value.options if isinstance(value, Choice) else [value]


def _join_shapes(left: Shape | None, right: Shape | None) -> Shape | None:
    if left is None or right is None or len(left) != len(right):
        return None
    return tuple(a if a == b else Symbol() for a, b in zip(left, right, strict=True))
