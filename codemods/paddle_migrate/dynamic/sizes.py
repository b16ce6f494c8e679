"""The sizes that layers take from a variable's shape, `nn.Linear(math.prod(x.shape[1:]), 10)(x)`, found by a run on
shapes: today's layers are made before they have seen any input."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType
from typing import Any

import libcst as cst

from paddle_migrate.dynamic.declared import declared
from paddle_migrate.dynamic.reading import Home, Reading, Unsized
from paddle_migrate.dynamic.row_shapes import of_rows
from paddle_migrate.dynamic.stand_ins import Runs, said, stand_ins, terms
from paddle_migrate.interpreter.control import Leave, OutOfSteps
from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.recording import views
from paddle_migrate.interpreter.records import Place, View, place
from paddle_migrate.interpreter.values import UNKNOWN, Closure, External, Symbol, tensor
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.unsized.loops import Loops
from paddle_migrate.unsized.plan import Entry, NotSaid, Plan

_HINTS = {"in_features": "in_features", "in_channels": "in_channels", "num_channels": "num_channels"}
UNSIZED = "the size of a layer here is not known before the program runs ({}); write it as a number"


_GIVEN = (ast.Name, ast.Attribute, ast.Subscript)
_DATA = "paddle.static.data"
_BEHIND = 1_000_000  # lines of another file are counted from there on


class _Machine(Interpreter):
    """Notes what the expressions at some places give, each time that they run."""

    def __init__(
        self, wanted: set[Place], chosen: dict[Place, tuple[str, ...]], home: str, given: Mapping[str, int]
    ) -> None:
        """`chosen`: calls of one of several functions, which are all tried. `home`: the function that builds; `given`:
        numbers for what is not known there."""
        super().__init__(Stars([]))
        self.given = given
        self.wanted, self.chosen, self.home = wanted, chosen, home
        self.seen: dict[Place, list[Entry | None]] = {}
        self._noting = False
        self._own: dict[str, Closure] = {}  # functions by the names under which another file imports them

    def run(self, tree: ast.Module) -> None:
        """The module, and the function that builds the program if nothing in the file calls that."""
        with suppress(OutOfSteps, Leave, RecursionError):
            self.execute(tree.body)
        home = self.module.names.get(self.home)
        with suppress(OutOfSteps, Leave, RecursionError):
            if isinstance(home, Closure) and home.node not in self.entered:
                self.call(home, [], {}, None)

    def run_beside(self, tree: ast.Module, other: ast.Module, module: str) -> None:
        """The module, and then a file that imports it under this name."""
        with suppress(OutOfSteps, Leave, RecursionError):
            self.execute(tree.body)
        self._own = {f"{module}.{name}": each for name, each in self.module.names.items() if isinstance(each, Closure)}
        self.run(ast.increment_lineno(other, _BEHIND))

    def bind(self, name: str, value: Any) -> None:
        own = self._own.get(_short(value.name)) if isinstance(value, External) else None
        is_given = value is UNKNOWN and name in self.given and self._is_at_home()
        super().bind(name, self.given[name] if is_given else own or value)

    def expression(self, node: ast.expr) -> Any:
        value = super().expression(node)
        if value is UNKNOWN and self.given and isinstance(node, _GIVEN) and self._is_at_home():
            value = self.given.get(ast.unparse(node), value)
        if not self._noting and self.frame.home is None and place(node) in self.wanted:
            self._noting = True
            known = _is_size(value) or (isinstance(value, tuple) and all(map(_is_size, value)))
            known &= not any(carried if frame is not self.frame else carried & {
                each.id for each in ast.walk(node) if isinstance(each, ast.Name)} for frame, carried in self.repeating)
            entry = Entry(list(map(_told, views(self, None))), value) if known else None
            self.seen.setdefault(place(node), []).append(entry)
            self._noting = False
        return value

    def _is_at_home(self) -> bool:
        function = self.frame.function
        return self.frame.home is None and (function.name if function is not None else "") == self.home

    def call(self, function: Any, args: list[Any], keywords: dict[str, Any], site: ast.Call | None) -> Any:
        if isinstance(function, External) and _is_data(function.name):
            shape = keywords.get("shape", args[1] if len(args) > 1 else None)
            given = getattr(shape, "values", shape) if getattr(shape, "exact", True) else None  # it has others, too
            batches = ".layers." in function.name and keywords.get("append_batch_size", True) is True
            sizes = [*[None] * batches, *given] if isinstance(given, (list, tuple)) else []
            dims = tuple(each if isinstance(each, int) and each >= 0 else Symbol() for each in sizes)
            dtype = keywords.get("dtype", args[2] if len(args) > 2 else "")
            return tensor(dims if sizes else None, dtype if isinstance(dtype, str) else "")
        if isinstance(function, External):
            function = self._own.get(_short(function.name), function)
        if isinstance(function, Closure) and (rows := of_rows(function, args, keywords)) is not None:
            return rows
        for name in self.chosen.get(place(site), ()) if site is not None and self.frame.home is None else ():
            other = self.module.names.get(name)
            if other is not function:
                super().call(other, args, keywords, site)
        return super().call(function, args, keywords, site)


def _is_size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_data(name: str) -> bool:
    """Whether it declares what a program is fed, today or in 1.8, in which another file may still be written."""
    return name == _DATA or (is_legacy(name) and name.endswith(".data"))


def _short(name: str) -> str:
    """`net.resnet` of `models.net.resnet`."""
    return ".".join(name.rsplit(".", 2)[-2:])


def _told(view: View) -> View:
    """What the function was told: where layers are made, no tensor is there whose shape could be asked."""
    return View(view.site, view.function, view.run, {n: v for n, v in view.values.items() if ".shape[" not in n})


def run_on_shapes(
    reading: Reading, home: str, wanted: list[cst.BaseExpression],
    chosen: dict[cst.Call, tuple[str, ...]] | None = None, given: Mapping[str, int] = MappingProxyType({}),
) -> tuple[Places, dict[Place, list[Entry | None]]]:
    """What the expressions give whenever they run, None for what is no number. `home`: the function that builds;
    `given`: numbers for what is not known there."""
    places = Places(reading.source)
    sites = {places.of(call): names for call, names in (chosen or {}).items()}
    machine = _Machine({places.of(node) for node in wanted}, sites, home, given)
    tree = python_tree(reading.source.text)
    if tree is not None:
        machine.run(tree)
    return places, machine.seen


def run_by(reading: Reading, text: str, module: str, wanted: list[cst.BaseExpression]) -> list[list[Entry | None]]:
    """What the expressions give when another file runs, which imports this one under the name `module`."""
    places = Places(reading.source)
    trees = python_tree(reading.source.text), python_tree(text)
    if trees[0] is None or trees[1] is None:
        return [[None] for _ in wanted]
    machine = _Machine({places.of(node) for node in wanted}, {}, _home(trees[1]), {})
    machine.run_beside(trees[0], trees[1], module)
    return [machine.seen.get(places.of(node), []) for node in wanted]


def _home(tree: ast.Module) -> str:
    """The function of a file that trains."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
                isinstance(each, ast.Attribute) and each.attr == "minimize" for each in ast.walk(node)):
            return node.name
    return ""


class Sizes:
    """Answers for one script."""

    def __init__(
        self, reading: Reading, home: Home, wanted: list[cst.BaseExpression], chosen: dict[cst.Call, tuple[str, ...]],
        makers: Sequence[cst.Call] = (),
    ) -> None:
        """`makers`: what makes the layers that are made at the home itself."""
        self.reading, self.home, self.wanted, self.makers = reading, home, wanted, makers
        self.declared: set[str] = set()  # names that sizes are declared by
        name = home.name.value if isinstance(home, cst.FunctionDef) else ""
        self.places, self._seen = run_on_shapes(reading, name, wanted, chosen)
        self.plan = Plan(Loops(reading.source, self.places), self._names_of, self._calls_of)

    def text(self, node: cst.BaseExpression, keyword: str) -> str:
        """The number, or a name that has it whenever it is asked for. Raises Stays."""
        entries = self._seen.get(self.places.of(node), [])
        known = [each for each in entries if each is not None]
        if not known or len(known) < len(entries):
            text = declared(self.reading, node) or self._stood_in_for(node)
            if text:
                self.declared |= {each.id for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Name)}
                return text
            raise Unsized(node, UNSIZED.format(self.reading.code(node)))
        several: Any = known[0].size
        if isinstance(several, tuple):
            if len({str(each.size) for each in known}) > 1:
                raise Unsized(node, UNSIZED.format(self.reading.code(node)))
            return f"[{', '.join(map(str, several))}]"
        before = len(self.plan.variables)
        try:
            found = self.plan.text(known, _HINTS.get(keyword, "size"))
        except NotSaid as why:
            raise Unsized(node, UNSIZED.format(why)) from None
        if len(self.plan.variables) > before:
            raise Unsized(node, UNSIZED.format(self.reading.code(node)))
        return found

    @cached_property
    def _trials(self) -> tuple[Runs, list[dict[Place, list[Entry | None]]]]:
        """Numbers for what is not known before the script runs, and what the sizes are with these."""
        numbers = stand_ins(self.reading, self.home, self.makers)
        name = self.home.name.value if isinstance(self.home, cst.FunctionDef) else ""
        runs = numbers if numbers[0] else ()
        known = terms(self.reading, self.makers, numbers)
        return known, [run_on_shapes(self.reading, name, self.wanted, given=each)[1] for each in runs]

    def _stood_in_for(self, node: cst.BaseExpression) -> str:
        numbers, trials = self._trials
        entries = [each.get(self.places.of(node), []) for each in trials]
        sizes = [each[0].size for each in entries if len(each) == 1 and each[0] is not None and _is_size(each[0].size)]
        return said(sizes, numbers) if sizes and len(sizes) == len(numbers) else ""

    def parameters(self, function: cst.FunctionDef) -> list[str]:
        """The sizes that callers of a function have to give."""
        line = self.reading.source.line(function.name)
        return [each.name for each in self.plan.parameters if each.function is not None and each.function[0] == line]

    def arguments(self, call: cst.Call) -> dict[str, str]:
        """What a call gives for these."""
        here = self.places.of(call)
        return {name: text for (site, name), text in self.plan.arguments.items() if site == here}

    def _names_of(self, function: Place | None) -> set[str]:
        node = self.places.function(function) if function is not None else None
        return set(self.reading.scopes.scope(node).bindings) if node is not None else set()

    def _calls_of(self, function: Place) -> set[Place] | None:
        node = self.places.function(function)
        if node is None:
            return None
        uses = self.reading.uses(self.reading.scopes.of(node), node.name.value)
        calls = [(use, self.reading.source.parents.get(use)) for use in uses]
        direct = [call for use, call in calls if isinstance(call, cst.Call) and call.func is use]
        return {self.places.of(each) for each in direct} if len(direct) == len(uses) else None
