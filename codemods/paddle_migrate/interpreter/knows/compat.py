"""compat's own modules: what a legacy name stands for, to be run."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

from paddle_migrate.interpreter.control import Leave, OutOfSteps
from paddle_migrate.interpreter.knows.words import Result, results, word
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import UNKNOWN, External, Scope
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule

# The base of all layers is today's; what compat adds to it works at run time only.
_SAME = {f"{PACKAGE}.fluid.dygraph.layers.Layer": "paddle.nn.Layer"}


class Module:
    """One module of compat, whose definitions are run when they are asked for."""

    def __init__(self, module: RuleModule) -> None:
        self.module, self.name = module, module.name
        self.scope = Scope(home=self)
        self._open: set[str] = set()

    def find(self, machine: Machine, name: str) -> Any:
        """What the module's name stands for; None: it has no such name."""
        same = _SAME.get(f"{self.name}.{name}")
        if same is not None:
            return External(same)
        definition = self.module.definitions.get(name)
        if definition is not None and name not in self._open:
            self._define(machine, name, definition)
            return self.scope.names.get(name, UNKNOWN)
        full = self.module.dotted(ast.Name(id=name)) if definition is None else ""
        return resolved(machine, External(full)) if full else None

    def _define(self, machine: Machine, name: str, definition: ast.stmt) -> None:
        self._open.add(name)
        machine.enter(None, self.scope, None)
        try:
            with machine.by_itself():
                machine.execute([definition])
        finally:
            machine.leave()
            self._open.discard(name)

    def absolute(self, node: ast.ImportFrom) -> str:
        """The full name of the module that is imported from."""
        return self.module.absolute(node)

    def results(self, node: ast.FunctionDef | ast.ClassDef) -> list[Result]:
        """What the decorators do with a result."""
        return results(self.module.marks(node))


@cache
def _module(module: RuleModule) -> Module:
    return Module(module)


def resolved(machine: Machine, external: External) -> Any:
    """What a full name of compat or of the old library stands for; the name itself where that is unknown."""
    name = external.name
    if name.startswith(f"{PACKAGE}."):
        found: Rule | RuleModule | None = library().lookup(name)
        known = word(name)
        if known is not None:
            return known
    elif name.startswith("paddle."):
        found, beyond = library().legacy(name)
        found = None if beyond else found
    else:
        return external
    value = value_of(machine, found) if isinstance(found, Rule) else None
    return external if value is None else value


def value_of(machine: Machine, rule: Rule) -> Any:
    """The function or class that a rule is; None where there is none."""
    if rule.kind == "gone":
        return UNKNOWN
    if rule.node is None and rule.target:
        return External(rule.target)
    module = _module(rule.module)
    names = module.scope.names
    if rule.short in names:
        return names[rule.short]
    return module.find(machine, rule.short)


def run(machine: Machine, function: Any, args: list[Any], keywords: dict[str, Any], site: ast.Call | None) -> Any:
    """What calling compat's function or class gives; where it raises or goes on for long, nothing is known."""
    if machine.frame.home is not None:
        return machine.call(function, args, keywords, site)
    with machine.in_library():
        try:
            return machine.call(function, args, keywords, site)
        except (Leave, OutOfSteps):
            return UNKNOWN
