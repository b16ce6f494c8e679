"""The state of a building: names, what is written, and how values are written."""

from __future__ import annotations

import ast
import builtins
import copy
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.unfolded.said import Said
from paddle_migrate.unfolded.values import (
    PLAIN,
    Beside,
    Choice,
    Class,
    Code,
    Elsewhere,
    Function,
    Library,
    Object,
    Returned,
    Scope,
    Stuck,
)

_MARK = re.compile(r"\bv__(\d+)__")
_MOST = 60_000  # statements and expressions
_ATOM = re.compile(r"[\w.]+")
RETURNED = "returned"  # how a value is called that has no other name


@dataclass(eq=False)
class Row:
    """A statement that is written: `name = text`. `is_given`: the script itself gives it a name."""

    text: str
    mark: int = -1
    marks: tuple[int, ...] = ()  # of its parts, where it is taken apart
    is_given: bool = False
    is_pure: bool = False  # it may be worked out later as well
    is_asked: bool = False  # it only asks variables what they say of themselves: it may go where nothing has it
    is_copy: bool = False  # it only gives a value the name that it has behind a block
    comments: tuple[str, ...] = ()


@dataclass(eq=False)
class Block:
    """`with …:`, `if …:`, `for …:` and what stands in it. `marks`: of what a loop gives names."""

    head: str
    rows: list[Row | Block | Kept] = field(default_factory=list[Any])
    marks: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()


@dataclass(eq=False)
class Kept:
    """A statement of the script's own. `names`: what it binds; `is_idle`: it may go where nothing has these."""

    text: str
    node: ast.stmt
    names: list[str]
    is_idle: bool
    comments: tuple[str, ...] = ()


Find = Callable[[str], str | None]


class Machine(ABC):
    """Of one file. `find`: the text of the project's module of a name."""

    def __init__(self, text: str, find: Find = lambda _: None) -> None:
        self.text, self.find = text, find
        self.beside: dict[str, Beside | None] = {}  # other files, by the names of their modules
        self.changed: set[str] = set()  # names that may be set in other files than their own
        self.given_away: set[str] = set()  # modules that may be changed by whoever has them
        self.imports: dict[str, str] = {}  # what is to be imported for these, by the names
        self.module = Scope()
        self.scope = self.home = self.module
        self.rows: list[Row | Block | Kept] = []
        self.said = Said(text)
        self.comments: list[str] = []  # that are told with what is written next
        self.hints: dict[int, str] = {}
        self.made: dict[int, Code] = {}  # by marks
        self.given: set[int] = set()  # parts that have names
        self.events = 0  # things of programs that were made or changed
        self.inlined = 0  # functions of the script that were run
        self.resolved = 0  # functions of libraries that were found by a value
        self.touches = 0
        self.chosen = 0  # uses of what is one of several functions, classes or objects
        self.opened = 0  # blocks of which it is only known later whether, or how often, they are run
        self.is_open = False  # it is not known whether what runs is run
        self.callers: list[Scope] = []  # of functions that wait for the one that runs
        self.times: dict[tuple[int, str], int] = {}  # how often each name of a scope was bound
        self.before: dict[int, tuple[Any, Any]] = {}  # what they held before
        self.written: list[Row | Block | Kept] = []  # by what was tried last
        self.touched: dict[int, Any] = {}  # containers and objects that were changed by a statement
        self.dirty: dict[int, Any] = {}  # those of which the text that is written does not show it
        self.is_later = False  # what is written runs when others call it
        self.is_reading = self.is_within = False  # nothing is written then, or what is stands within something
        self.depth = self.steps = self.rounds = self._tries = 0
        self.entered: set[ast.AST] = set()
        self.rates: list[tuple[Code, Code]] = []  # that optimizers train with
        self.shapes = Interpreter(Stars([]))
        self.on_yield: list[Any] = []
        self.line = 0  # of the call that is run
        self.frames = [("<module>", 0)]  # functions that run, the innermost last, and by which line each was called

    def step(self) -> None:
        self.steps += 1
        if self.steps > _MOST:
            raise Stuck

    @contextmanager
    def frame(self, name: str) -> Iterator[None]:
        self.frames.append((name, self.line))
        try:
            yield
        finally:
            self.line = self.frames.pop()[1]

    @contextmanager
    def tried(self) -> Iterator[None]:
        """Nothing of what is done stays done where that gets stuck."""
        scopes = [(each, dict(each.names), set(each.spelled)) for each in {
            id(each): each for each in (self.module, self.home)}.values()]
        rows, rates, counts = self.rows, list(self.rates), (self.events, self.inlined, self.rounds, self.resolved)
        outer = (self.before, self.touched) if self._tries else ({}, {})
        self.rows, self.before, self.touched = [], {}, {}
        self._tries += 1
        try:
            yield
        except (Stuck, Returned):
            self.rates, (self.events, self.inlined, self.rounds, self.resolved) = rates, counts
            for scope, names, spelled in scopes:
                scope.names, scope.spelled = names, spelled
            for value, before in self.before.values():
                _restore(value.attributes if isinstance(value, Object) else value, before)
            self.touched = {}
            raise
        finally:
            self.written, self.rows = self.rows, rows
            self.before, self.touched = {**self.before, **outer[0]}, {**outer[1], **self.touched}
            self._tries -= 1

    # -- names ---------------------------------------------------------------------------------------------------

    def scopes(self) -> Iterator[Scope]:
        at: Scope | None = self.scope
        while at is not None:
            yield at
            at = at.outer

    def holder(self, name: str) -> Scope | None:
        if name in self.scope.shared:
            return self.module
        return next((each for each in self.scopes() if name in each.names), None)

    def bind(self, name: str, value: Any, is_spelled: bool = False) -> None:
        scope = self.module if name in self.scope.shared else self.scope
        scope.names[name] = value
        key = id(scope), name
        self.times[key] = self.times.get(key, 0) + 1
        (scope.spelled.add if is_spelled else scope.spelled.discard)(name)

    def is_spelled(self, name: str) -> bool:
        """Whether the name means in the text that is written what it means here."""
        holder = self.holder(name)
        if holder is None:
            return hasattr(builtins, name)
        is_seen = holder is self.home or (holder is self.module and name not in self.home.names)
        return is_seen and name in holder.spelled and not self.is_dirty(holder.names[name])

    def means_the_same_here(self, node: ast.stmt) -> bool:
        """Whether all that a statement reads is there in the text that is written."""
        inner = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(
            each.ctx, ast.Load)}
        return all(self.is_spelled(name) or (name in inner and self.holder(name) is None) for name in free_names(node))

    def spelled(self, value: Library) -> Library:
        """What another file has imported, as this one says it."""
        for name, own in self.module.names.items():
            if isinstance(own, Library) and name in self.module.spelled and (
                    own.name == value.name or value.name.startswith(f"{own.name}.")):
                return Library(value.name, own.text + value.name[len(own.name) :])
        if value.text in self.module.names or value.name.startswith("."):
            raise Stuck
        module, _, last = value.name.rpartition(".")
        self.imports[value.text] = f"import {value.name}" if value.text == value.name else (
            f"from {module} import {last}" + (f" as {value.text}" if value.text != last else "") if module else
            f"import {last} as {value.text}")
        return value

    def elsewhere(self, value: Elsewhere) -> Code:
        """The name of another file, read there."""
        first = value.module.partition(".")[0]
        own = self.home.names.get(first, self.module.names.get(first))
        is_free = own is None or (own is self.beside.get(value.module) and first == value.module)
        if not first.isidentifier() or not is_free:
            raise Stuck
        if own is None:
            self.imports[value.module] = f"import {value.module}"
        return Code(f"{value.module}.{value.name}")

    def is_dirty(self, value: Any, seen: frozenset[int] = frozenset()) -> bool:
        if not self.dirty or isinstance(value, (*PLAIN, Code, Library)) or id(value) in seen:
            return False
        return id(value) in self.dirty or any(self.is_dirty(each, seen | {id(value)}) for each in parts(value))

    def touch(self, value: Any) -> None:
        if self.is_reading:
            raise Stuck
        self.touches += 1
        self.touched[id(value)] = value
        self.before.setdefault(id(value), (value, copy.copy(value.attributes if isinstance(value, Object) else value)))

    # -- how things are run, which `Building` knows ---------------------------------------------------------------

    @abstractmethod
    def value(self, node: ast.expr) -> Any: ...

    @abstractmethod
    def attribute(self, owner: Any, name: str) -> Any: ...

    @abstractmethod
    def call(self, function: Any, args: list[Any], words: dict[str, Any]) -> Any: ...

    @abstractmethod
    def assign(self, target: ast.expr, value: Any, is_inner: bool = False) -> None: ...

    @abstractmethod
    def execute(self, body: list[ast.stmt]) -> None: ...

    @abstractmethod
    def choose(self, node: ast.If, run: Callable[[list[Any]], None]) -> None: ...

    @abstractmethod
    def bring(self, node: ast.Import | ast.ImportFrom) -> None: ...

    # -- what is written -----------------------------------------------------------------------------------------

    def write(
        self, text: str, of_graph: bool, shape: Any = None, made: str = "", hint: str = "",
        is_event: bool | None = None
    ) -> Code:
        """A statement that gives a value."""
        if self.is_within and not is_event and not (of_graph and is_event is None):
            return Code(text, of_graph, shape, made)
        if self.is_reading or self.is_within:
            raise Stuck
        mark = len(self.made)
        self.events += of_graph if is_event is None else is_event
        self.rows.append(Row(text, mark, comments=tuple(self.comments)))
        self.comments = []
        self.hints[mark] = hint or re.sub(r"\W", "", made.rpartition(".")[2]).lower() or "value"
        self.made[mark] = Code(f"v__{mark}__", of_graph, shape, made)
        return self.made[mark]

    def name(self, value: Any, name: str) -> Any:
        """A value that is assigned to a name: what is to be worked out has to be, once."""
        key = mark_of(value.key.text) if isinstance(value, Choice) else None
        if key is not None and self.hints[key] == RETURNED:
            self.hints[key] = name
        if not isinstance(value, Code):
            return value
        mark = mark_of(value.text)
        if mark is None and not re.fullmatch(r"[A-Za-z_]\w*", value.text):
            made = self.write(value.text, value.of_graph, value.shape, value.made, name, value.is_variable)
            row: Any = self.rows[-1]
            row.is_pure, row.is_asked, made.is_about = not value.of_graph, value.is_about, value.is_about
            value, mark = made, mark_of(made.text)
        if mark is not None:
            if self.hints[mark] == RETURNED:
                self.hints[mark] = name
            row = next((each for each in reversed(self.rows) if isinstance(each, Row) and mark in (
                each.mark, *each.marks)), None)
            if row is not None and mark in row.marks and mark not in self.given:
                self.hints[mark] = name
                self.given.add(mark)
            if row is not None and row.mark == mark and not row.is_given:
                row.is_given, self.hints[mark] = True, name
        return value

    def take_apart(self, value: Code, count: int) -> list[Code] | None:
        """`a, b = …` of what is written last, and has no other name."""
        mark = mark_of(value.text)
        row = self.rows[-1] if self.rows else None
        if mark is None or not isinstance(row, Row) or row.mark != mark or row.is_given or row.marks:
            return None
        inside = value.shape if isinstance(value.shape, tuple) and len(value.shape) == count else (None,) * count
        for each in inside:
            part = len(self.made)
            self.made[part] = Code(f"v__{part}__", value.of_graph, each)
            self.hints[part] = self.hints[mark]
            row.marks = (*row.marks, part)
        return [self.made[part] for part in row.marks]

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        if self.is_reading:
            raise Stuck
        made, outer = Block(head, comments=tuple(self.comments)), self.rows
        self.comments = []
        outer.append(made)
        self.events += 1
        self.rows = made.rows
        try:
            yield
        finally:
            self.rows = outer

    # -- values as text ------------------------------------------------------------------------------------------

    def lift(self, value: Any) -> str:
        """The text that gives the value."""
        if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
            raise Stuck
        if isinstance(value, str):
            return quoted(value)
        if isinstance(value, PLAIN):
            return "..." if value is ... else repr(value)
        if isinstance(value, (Code, Library)):
            return value.text
        if isinstance(value, (list, tuple, set)):
            inside = ", ".join(map(self.lift, value))
            if isinstance(value, tuple):
                return f"({inside},)" if len(value) == 1 else f"({inside})"
            return f"[{inside}]" if isinstance(value, list) else f"{{{inside}}}" if value else "set()"
        if isinstance(value, dict):
            return f"{{{', '.join(f'{self.lift(k)}: {self.lift(v)}' for k, v in value.items())}}}"
        if isinstance(value, range):
            return f"range({value.start}, {value.stop}, {value.step})"
        if isinstance(value, Choice) and value.plain is not None:
            return value.plain.text
        return self._own(value)

    def _own(self, value: Any) -> str:
        """A function, a class or an object of the script, by the name that it has."""
        for scope in (self.home, self.module):
            for name, each in scope.names.items():
                if each is value and self.is_spelled(name):
                    return name
        if isinstance(value, Function) and isinstance(value.node, ast.Lambda) and not hasattr(
                value.node, "is_foreign") and self.means_the_same(value.node):
            return self.said.of(value.node)
        return self._theirs(value)

    def _theirs(self, value: Any) -> str:
        """A function or a class of another file, as that file has it."""
        name = getattr(value.node, "name", "") if isinstance(value, (Function, Class)) else ""
        scope = value.scope if isinstance(value, Function) else value.scope.outer if isinstance(value, Class) else None
        if not name or scope is None or not scope.module or scope.names.get(name) is not value:
            raise Stuck
        return self.elsewhere(Elsewhere(scope.module, name)).text

    def render(self, node: ast.expr, value: Any) -> str:
        """The text of an expression: its own, where that means the same in what is written."""
        if isinstance(value, (Code, Library)) and not isinstance(node, ast.Name):
            return value.text
        if not isinstance(node, ast.Constant) and not hasattr(node, "is_foreign") and not any(isinstance(each, (
                ast.Call, ast.Lambda, ast.ListComp, ast.Subscript, ast.Attribute)) for each in ast.walk(node)) and (
                self.means_the_same(node)):
            text = self.said.of(node)
            return self.lift(value) if "\n" in text or "#" in text else text
        return self.lift(value)

    def means_the_same(self, node: ast.expr) -> bool:
        return all(self.is_spelled(name) for name in free_names(node))


def _restore(value: Any, before: Any) -> None:
    if isinstance(value, list):
        value[:] = before
    else:
        value.clear()
        value.update(before)


def parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple, set)):
        return list(value)
    if isinstance(value, Class):
        return list(value.scope.names.values())
    if isinstance(value, Function):
        inner = value.scope.names.values() if value.scope.outer is not None else ()
        return [*value.defaults, *value.words.values(), *inner]
    if isinstance(value, Choice):
        return [value.key, *value.ways.values()]
    return [value.of, *value.attributes.values()] if isinstance(value, Object) else []


def mark_of(text: str) -> int | None:
    found = _MARK.fullmatch(text)
    return int(found[1]) if found else None


def marks_in(text: str) -> list[int]:
    return [int(each) for each in _MARK.findall(text)]


def named(text: str, names: dict[int, str]) -> str:
    if not names.keys() >= set(marks_in(text)):
        raise Stuck  # a definition asks for what is nowhere written
    return _MARK.sub(lambda found: names[int(found[1])], text)


def quoted(value: str) -> str:
    text = repr(value)
    return f'"{text[1:-1]}"' if text[0] == "'" and '"' not in text and "\\'" not in text else text


def atom(text: str, sign: str = "") -> str:
    """The text, in parentheses where more could stand beside it. `sign`: of an operator that stands behind it."""
    if _ATOM.fullmatch(text) and not text[0].isdigit():
        return text
    node = ast.parse(text, mode="eval").body
    is_one = isinstance(node, (ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Dict, ast.Tuple, ast.Name)) or (
        isinstance(node, ast.Constant) and not text.startswith("-"))
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Div))
    if sign in ("+", "-") and is_sum:
        return text
    return text if is_one else f"({text})"


def free_names(node: ast.AST) -> set[str]:
    """Names that it reads and does not bind."""
    loaded = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    params = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    return loaded - params - (stored_names(node) if isinstance(node, ast.expr) else set())


def stored_names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
