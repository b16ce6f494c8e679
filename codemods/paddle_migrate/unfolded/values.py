"""What is known of a value when a program is built: plain values are themselves, containers hold such."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

PLAIN = (int, float, str, bool, bytes, complex, type(None), type(...))


class Stuck(Exception):
    """What a statement does is not known before the program runs."""


class Returned(Exception):
    """`return value`."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class Raised(Exception):
    """`raise`, in a branch of which it is not known whether it is taken."""


class Left(Exception):
    """`break`, `continue`."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Gone:
    """What is something else in each branch, with no text that gives it: nothing is known of it."""


GONE = Gone()


@dataclass(eq=False)
class Code:
    """What is known when the program runs, and the text that gives it. `of_graph`: something of a program; `shape`:
    the interpreter's value for it; `made`: the full name of what made it; `rate`: what an optimizer was given."""

    text: str
    of_graph: bool = False
    shape: Any = None
    made: str = ""
    rate: Code | None = None
    owner: Code | None = None  # of an attribute
    is_about: bool = False  # something that a variable or a program says of itself, and none by itself
    is_mixed: bool = False  # it may be a variable or something else, or is a container that goes on being filled

    @property
    def is_variable(self) -> bool:
        return self.of_graph and not self.is_about


@dataclass(frozen=True)
class Library:
    """A module, or something of one, by its full name and as the script spells it."""

    name: str
    text: str = field(compare=False)


@dataclass(frozen=True)
class Elsewhere:
    """What a name of another file is, which that file finds out when it is imported."""

    module: str
    name: str


@dataclass(eq=False)
class Scope:
    """The names of a function or of the file. `spelled`: those that mean the same in the text that is written."""

    names: dict[str, Any] = field(default_factory=dict[str, Any])
    outer: Scope | None = None
    spelled: set[str] = field(default_factory=set[str])
    shared: set[str] = field(default_factory=set[str])  # declared global
    owner: Class | None = None  # of a method
    is_foreign: bool = False  # those of another file
    module: str = ""  # its name


@dataclass(eq=False)
class Function:
    """One of the script's own. `owner`: the class that it is a method of."""

    node: ast.FunctionDef | ast.Lambda
    scope: Scope
    owner: Class | None = None
    defaults: list[Any] = field(default_factory=list[Any])
    words: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(eq=False)
class Bound:
    """A method with its object, or what `functools.partial` gives."""

    function: Any
    args: list[Any]
    words: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(eq=False)
class Class:
    node: ast.ClassDef
    bases: list[Any]
    scope: Scope

    def find(self, name: str, after: Class | None = None) -> Any:
        """What it or one of its bases calls so; None where none does."""
        line = self.line()
        for each in line[line.index(after) + 1 :] if after in line else line:
            if name in each.scope.names:
                return each.scope.names[name]
        return None

    def line(self) -> list[Class]:
        """It and all that it is derived from, in the order in which they are asked. Raises Stuck where none is."""
        own = [each for each in self.bases if isinstance(each, Class)]
        lines = [*(each.line() for each in own), own]
        found = [self]
        while any(lines):
            lines = [each for each in lines if each]
            first = next((each[0] for each in lines if not any(each[0] in other[1:] for other in lines)), None)
            if first is None:
                raise Stuck
            found.append(first)
            lines = [[each for each in line if each is not first] for line in lines]
        return found


@dataclass(eq=False)
class Object:
    of: Class
    attributes: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(eq=False)
class Choice:
    """One of several functions, classes or objects. `key`: which, when the program runs: one of the texts of `ways`;
    `plain`: the name that has it, where it can be had by one; `is_whole`: whether it can be none but these."""

    key: Code
    ways: dict[str, Any]
    plain: Code | None = None
    is_whole: bool = True


@dataclass(eq=False)
class Beside:
    """Another file of the project. `is_plain`: nothing is done when it is imported but what is known; `is_whole`: all
    names that it has are."""

    scope: Scope
    is_plain: bool = True
    is_whole: bool = True


@dataclass(eq=False)
class Super:
    of: Class
    receiver: Object
