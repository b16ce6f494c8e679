"""Runs a script on shapes instead of numbers: what it makes, and with which shapes it calls what it made."""

from __future__ import annotations

import ast
from contextlib import suppress
from typing import Any

from paddle_migrate.interpreter.attributes import attribute
from paddle_migrate.interpreter.calling import call_value, instantiate
from paddle_migrate.interpreter.control import Leave, OutOfSteps
from paddle_migrate.interpreter.expressions import EXPRESSIONS
from paddle_migrate.interpreter.knows.builtins import BUILTINS
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.statements import STATEMENTS
from paddle_migrate.interpreter.values import UNKNOWN, Array, Closure, External, Instance, Native, OwnClass

MOST_BRANCHES = 8


class Interpreter(Machine):
    def statement(self, node: ast.stmt) -> None:
        handler = STATEMENTS.get(type(node))
        if handler is not None:
            handler(self, node)

    def expression(self, node: ast.expr) -> Any:
        handler = EXPRESSIONS.get(type(node))
        return UNKNOWN if handler is None else handler(self, node)

    def call(self, function: Any, args: list[Any], keywords: dict[str, Any], site: ast.Call | None) -> Any:
        return call_value(self, function, args, keywords, site)

    def attribute(self, owner: Any, name: str) -> Any:
        return attribute(self, owner, name)

    def builtin(self, name: str) -> Any:
        if name in BUILTINS:
            return Native(BUILTINS[name], name)
        if name == "__name__":
            return "__main__"
        found = self.dialect.star(name)
        return External(found) if found else UNKNOWN

    def run(self, tree: ast.Module) -> None:
        """The module from top to bottom, then every function, layer and method that it did not come to."""
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
                    self.call(value, [], {}, None)
        for value in found:
            with suppress(Leave, RecursionError):
                if isinstance(value, OwnClass) and value not in self.instantiated and _is_layer(value):
                    self.explored = f"{value.node.name} alone"
                    self._use(value)
        self.explored = ""
        for value in reversed(found):  # a class before its bases, whose methods may call its own
            if isinstance(value, OwnClass) and not _is_layer(value):
                self._use_methods(value)

    def _use_methods(self, owner: OwnClass) -> None:
        """Of one object, in the order in which they stand."""
        own = (each for each in reversed(owner.line()) if isinstance(each, OwnClass))
        methods = [(name, value.node) for each in own for name, value in each.scope.names.items()
                   if isinstance(value, Closure) and value.node not in self.entered]
        made: Any = UNKNOWN
        with suppress(Leave, RecursionError):
            made = instantiate(self, owner, *self.instantiated.get(owner, ([], {})), None) if methods else UNKNOWN
        for name, node in methods if isinstance(made, Instance) else ():
            with suppress(Leave, RecursionError):
                if node not in self.entered:
                    self.call(self.attribute(made, name), [], {}, None)

    def _other_branches(self) -> None:
        """Models once more for each constant that their __init__ compares an argument with: `if layers == 101`."""
        for made_from, (args, keywords) in list(self.instantiated.items()):
            for name, constant in _compared_with(made_from)[:MOST_BRANCHES]:
                self.explored = f"{name}={constant!r}"
                with suppress(Leave, RecursionError):
                    made = instantiate(self, made_from, args, {**keywords, name: constant}, None)
                    self.call(made, self.called.get(made_from, [Array()]), {}, None)
        self.explored = ""

    def _use(self, value: OwnClass) -> None:
        made = instantiate(self, value, [], {}, None)
        if isinstance(made, Instance):
            self.call(made, [Array()], {}, None)


def _is_layer(value: OwnClass) -> bool:
    return any(name.rpartition(".")[2] == "Layer" for name in value.library_bases())


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
