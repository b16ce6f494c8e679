"""Runs a script on shapes instead of numbers: what it makes, and with which shapes it calls what it made."""

from __future__ import annotations

import ast
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from paddle_migrate.interpreter import expressions, statements
from paddle_migrate.interpreter.calling import call_value, instantiate
from paddle_migrate.interpreter.control import Leave, OutOfSteps
from paddle_migrate.interpreter.records import Made, Place, View, place
from paddle_migrate.interpreter.values import UNKNOWN, Array, Closure, Instance, Items, OwnClass, Scope, join, same

MOST_STEPS = 100_000  # statements and expressions: some seconds
MOST_CANDIDATES = 20
MOST_BRANCHES = 8
_WHOLE = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)


class Dialect(Protocol):
    """What the interpreter has to be told of the library that the script is written for."""

    def star(self, name: str) -> str:
        """The full name that an import of everything gives to `name`; empty when none does."""

    def is_old(self, short: str, site: Place) -> bool:
        """Whether the call at `site` makes the layer `short` in its old form."""

    def params(self, short: str, old: bool) -> list[tuple[str, Any]]:
        """A layer's parameters behind `name_scope` with their defaults; empty when there is no such layer."""


@dataclass(eq=False)
class Frame:
    """A function that is running, or the module."""

    scope: Scope
    function: Closure | None
    caller: Frame | None
    site: ast.Call | None
    run: int
    depth: int = 0
    returned: list[Any] = field(default_factory=list)
    yielded: list[Any] = field(default_factory=list)


class Machine:
    """Afterwards `made` holds every old-form layer in the order of their making."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.made: list[Made] = []
        self.indexed: dict[Place, set[int]] = {}  # how many dimensions `value[index]` had; -1 where that is not known
        self.news = 0  # counts what was learnt: layers, shapes
        self.uncertain = 0  # how many conditions and loops of unknown outcome are open
        self.entered: set[ast.AST] = set()  # functions that have run
        self.generators: dict[ast.AST, bool] = {}  # of functions that have returned: whether there is a yield in them
        self.instantiated: dict[OwnClass, tuple[list[Any], dict[str, Any]]] = {}  # with the arguments
        self.called: dict[OwnClass, list[Any]] = {}  # what objects of a class were called with
        self.explored = ""  # what makes what runs one of the script's other possibilities: "layers=101"
        self._arithmetic: dict[ast.AST | None, list[tuple[str, ast.expr]]] = {}
        self._steps = 0
        self._runs = 0
        self.module = Scope()
        self.frame = Frame(self.module, None, None, None, 0)

    def run(self, tree: ast.Module) -> None:
        """The module from top to bottom, then every function and layer that it did not come to."""
        with suppress(OutOfSteps):
            with suppress(Leave, RecursionError):
                self.execute(tree.body)
            self._leftovers()
            self._other_branches()

    def _leftovers(self) -> None:
        found = list(self.module.names.values())
        for value in found:
            with suppress(Leave, RecursionError):
                if isinstance(value, Closure) and value.node not in self.entered:
                    call_value(self, value, [], {}, None)
        for value in found:
            with suppress(Leave, RecursionError):
                if isinstance(value, OwnClass) and value not in self.instantiated and self._is_layer(value):
                    self.explored = f"{value.node.name} alone"
                    self._use(value)

    def _other_branches(self) -> None:
        """Models once more for each constant that their __init__ compares an argument with: `if layers == 101`."""
        for made_from, (args, keywords) in list(self.instantiated.items()):
            for name, constant in _compared_with(made_from)[:MOST_BRANCHES]:
                self.explored = f"{name}={constant!r}"
                with suppress(Leave, RecursionError):
                    made = instantiate(self, made_from, args, {**keywords, name: constant}, None)
                    call_value(self, made, self.called.get(made_from, [Array()]), {}, None)
        self.explored = ""

    def _use(self, value: OwnClass) -> None:
        made = instantiate(self, value, [], {}, None)
        if isinstance(made, Instance):
            call_value(self, made, [Array()], {}, None)

    @staticmethod
    def _is_layer(value: OwnClass) -> bool:
        return any(name.rpartition(".")[2] == "Layer" for name in value.library_bases())

    # -- what statements, expressions and calls ask of it ---------------------------------------------------------

    def step(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise OutOfSteps

    def execute(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.step()
            statements.execute(self, statement)

    def value(self, node: ast.expr) -> Any:
        self.step()
        return expressions.evaluate(self, node)

    def call(self, function: Any, args: list[Any], keywords: dict[str, Any], site: ast.Call | None) -> Any:
        return call_value(self, function, args, keywords, site)

    def enter(self, function: Closure | None, scope: Scope, site: ast.Call | None) -> Frame:
        """A new frame on top."""
        self._runs += 1
        self.frame = Frame(scope, function, self.frame, site, self._runs, self.frame.depth + 1)
        return self.frame

    def leave(self) -> None:
        assert self.frame.caller is not None
        self.frame = self.frame.caller

    def record(self, short: str, site: ast.Call) -> Made:
        """Note that an old-form layer is made at `site`."""
        made = Made(short, self._views(site), explored=self.explored)
        self.made.append(made)
        self.news += 1
        return made

    def _views(self, site: ast.Call | None) -> list[View]:
        views: list[View] = []
        frame: Frame | None = self.frame
        while frame is not None:
            function = (frame.function.node.lineno, 0, 0, 0) if frame.function else None
            views.append(View(place(site) if site else None, function, frame.run, self._numbers(frame, site)))
            site, frame = frame.site, frame.caller
        return views

    def _numbers(self, frame: Frame, site: ast.Call | None) -> dict[str, int]:
        """The whole numbers that can be written down in this frame: names, and arguments of the call."""
        found = {n: v for n, v in frame.scope.names.items() if _is_number(v)}
        mine = frame.scope.names.get("self")
        if isinstance(mine, Instance):
            found.update({f"self.{n}": v for n, v in mine.attributes.items() if _is_number(v)})
        before, self.frame = self.frame, frame
        try:
            for text, node in self._candidates(frame, site):
                value = self.value(node)
                if _is_number(value):
                    found[text] = value
        finally:
            self.frame = before
        return found

    def _candidates(self, frame: Frame, site: ast.Call | None) -> list[tuple[str, ast.expr]]:
        """Expressions that can be written at the call: the call's own arguments, and the function's arithmetic."""
        own = [*site.args, *(k.value for k in site.keywords)] if site is not None else []
        found = [n for n in own if not isinstance(n, (ast.Constant, ast.Name))]
        function = frame.function.node if frame.function is not None else None
        if function not in self._arithmetic:
            inside = [n for n in ast.walk(function) if _is_arithmetic(n)] if function is not None else []
            by_text = {ast.unparse(n): n for n in inside if isinstance(n, ast.expr) and not _does_something(n)}
            self._arithmetic[function] = list(by_text.items())[:MOST_CANDIDATES]
        written = [(ast.unparse(n), n) for n in found if not _does_something(n)]
        return [*written, *self._arithmetic[function]]

    def called_with(self, made: Made, args: list[Any]) -> None:
        if args and isinstance(args[0], (Items, tuple)):
            made.listed = True
            args = list(args[0].values if isinstance(args[0], Items) else args[0])
        shapes = tuple(a.shape if isinstance(a, Array) else None for a in args)
        if not any(same(shapes, known) for known in made.inputs):
            made.inputs.append(shapes)
            self.news += 1

    # -- names ------------------------------------------------------------------------------------------------------

    def read(self, name: str) -> Any:
        scope: Scope | None = self.frame.scope
        while scope is not None:
            if name in scope.shared:
                return scope.shared[name].names.get(name, UNKNOWN)
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return expressions.builtin(self, name)

    def bind(self, name: str, value: Any) -> None:
        scope = self.frame.scope
        scope = scope.shared.get(name, scope)
        scope.names[name] = value

    def returns(self, frame: Frame) -> Any:
        if not frame.returned:
            return None
        result = frame.returned[0]
        for value in frame.returned[1:]:
            result = join(result, value)
        return result


def _compared_with(made_from: OwnClass) -> list[tuple[str, Any]]:
    """(parameter, constant) of every `parameter == constant` in the class's own __init__."""
    init = made_from.scope.names.get("__init__")
    if not isinstance(init, Closure):
        return []
    names = {a.arg for a in init.node.args.args}
    found = []
    for node in ast.walk(init.node):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and isinstance(node.ops[0], ast.Eq):
            constant = node.comparators[0]
            if node.left.id in names and isinstance(constant, ast.Constant):
                found.append((node.left.id, constant.value))
    return list(dict.fromkeys(found))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_arithmetic(node: ast.AST) -> bool:
    """Sums and products of whole numbers, and elements of lists."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, (ast.Constant, ast.Name, ast.UnaryOp))
    return isinstance(node, ast.BinOp) and isinstance(node.op, _WHOLE)


def _does_something(node: ast.expr) -> bool:
    kinds = (ast.Call, ast.Lambda, ast.ListComp, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.GeneratorExp)
    return any(isinstance(n, kinds) for n in ast.walk(node))
