"""What the interpreter knows of a value: constants are themselves, everything else is one of these."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol


class Unknown:
    """A value of which nothing is known. Whatever is done with it gives it again."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()
TEXT: Final = Unknown()  # a string of which no more is known
FLOATS: Final = Unknown()  # the name of one of the dtypes of floats


class Symbol:
    """A whole number that is not known, such as the batch size; the same object is the same number. `declared`: what
    the script says of it where what is fed may be another."""

    def __init__(self, declared: int | None = None) -> None:
        self.declared = declared

    def __repr__(self) -> str:
        return "?"


# what calling something gives: machine, arguments, keywords, and where in the script
Calling = Callable[[Any, list[Any], dict[str, Any], Any], Any]
Dim = int | Symbol
Shape = tuple[Dim, ...]


@dataclass(eq=False)
class Array:
    """A NumPy array or a tensor; `shape` is None when even the number of dimensions is not known.

    `dtype` is a name such as "int64", "float" for one of the floating ones, "" when nothing is known; `kind` is
    "tensor", "numpy", or "" for either.
    """

    shape: Shape | None = None
    dtype: str = ""
    kind: str = ""


@dataclass(eq=False)
class Parameter(Array):
    """A tensor that a layer holds; not `sure`: it may have none."""

    sure: bool = True


def tensor(shape: Shape | None = None, dtype: str = "") -> Array:
    return Array(shape, dtype, "tensor")


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


@dataclass(frozen=True)
class Thing:
    """An object of a library's class, by the class's full name, of which no more is known."""

    name: str


@dataclass(eq=False)
class Scope:
    """The names of a function, a class or a module; `home` is set in the modules of compat, which are read there."""

    names: dict[str, Any] = field(default_factory=dict)
    outer: Scope | None = None
    shared: dict[str, Scope] = field(default_factory=dict)  # names declared global or nonlocal
    home: Home | None = None


class Home(Protocol):
    """A module of compat."""

    name: str

    def find(self, machine: Any, name: str) -> Any:
        """What the module's name stands for; None: it has no such name."""
        ...

    def absolute(self, node: ast.ImportFrom) -> str:
        """The full name of the module that is imported from."""
        ...

    def results(self, node: ast.FunctionDef | ast.ClassDef) -> list[Callable[[list[Any], Any], Any]]:
        """What the decorators do with a result, given the arguments too."""
        ...


@dataclass(eq=False)
class Closure:
    """A function of the script, or of compat: then `after` holds what its decorators do with a result."""

    node: ast.FunctionDef | ast.Lambda
    scope: Scope
    owner: OwnClass | None = None
    defaults: list[Any] = field(default_factory=list)
    keyword_defaults: dict[str, Any] = field(default_factory=dict)
    after: list[Callable[[list[Any], Any], Any]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return getattr(self.node, "name", "<lambda>")

    @property
    def home(self) -> Home | None:
        return home_of(self.scope)


def home_of(scope: Scope | None) -> Home | None:
    while scope is not None and scope.outer is not None:
        scope = scope.outer
    return None if scope is None else scope.home


@dataclass(eq=False)
class OwnClass:
    """A class of the script, or of compat."""

    node: ast.ClassDef
    bases: list[Any]
    scope: Scope


    @property
    def home(self) -> Home | None:
        return home_of(self.scope)

    def line(self) -> list[OwnClass | External]:
        """The class and its bases in the order in which attributes are looked for; the library's `Layer` comes last."""
        found: list[OwnClass | External] = [self]
        for base in self.bases:
            for one in base.line() if isinstance(base, OwnClass) else [base] if isinstance(base, External) else []:
                if one in found:
                    found.remove(one)
                found.append(one)
        return found

    def library_bases(self) -> list[str]:
        return [b.name for b in self.line() if isinstance(b, External)]


@dataclass(eq=False)
class Instance:
    """An object of a class of the script, of compat or of today's library.

    Of the library's layers, `args` holds the constructor's arguments by name, `items` the layers of a container,
    `after` what hooks do with a result.
    """

    of: OwnClass | External
    attributes: dict[str, Any] = field(default_factory=dict)
    args: dict[str, Any] = field(default_factory=dict)
    items: Items | None = None
    after: list[Any] = field(default_factory=list)

    @property
    def short(self) -> str:
        """The name of its class."""
        return self.of.node.name if isinstance(self.of, OwnClass) else self.of.name.rpartition(".")[2]

    @property
    def is_own(self) -> bool:
        """Whether its class is one of the script's."""
        return isinstance(self.of, OwnClass) and self.of.home is None

    @property
    def is_layer(self) -> bool:
        """Whether its class is one of layers."""
        return isinstance(self, Waiting) or any(
            isinstance(one, External) and one.name.startswith("paddle.nn.") for one in self.line()
        )

    def line(self) -> list[OwnClass | External]:
        return self.of.line() if isinstance(self.of, OwnClass) else [self.of]


@dataclass(eq=False)
class Waiting(Instance):
    """A layer in its old form, whose 1.8 form is made at the first call."""

    scope: Any = None  # the name scope that it was given
    call: Any = None  # what calling it gives
    form: Any = None  # the 1.8 form, made for tensors of which nothing is known


@dataclass(eq=False)
class Native:
    """Something that can be called, and what calling it gives."""

    call: Calling
    name: str = ""  # of a built-in function


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
class Choice:
    """One of several objects: which, is known only at run time."""

    options: list[Any]
