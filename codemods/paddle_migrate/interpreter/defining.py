"""Functions and classes, and what their decorators make of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paddle_migrate.interpreter.classes import find
from paddle_migrate.interpreter.knows.compat import resolved
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import UNKNOWN, Closure, External, Instance, Method, Native, OwnClass, Scope
from paddle_migrate.text.pytree import dotted

_CHANGED = ("contextmanager", "lru_cache", "jit")  # decorators behind which nothing is known of a function


def run_function(machine: Machine, node: Any) -> None:
    function = Closure(node, machine.frame.scope)
    arguments = node.args
    function.defaults = [machine.value(d) for d in arguments.defaults]
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    function.keyword_defaults = {a.arg: machine.value(d) for a, d in pairs if d is not None}
    if function.home is not None:
        function.after = function.home.results(node)
    names = {dotted(getattr(d, "func", d)) for d in node.decorator_list}
    changes = [n for n in names if n.rpartition(".")[2] in _CHANGED]
    machine.bind(node.name, UNKNOWN if changes else function)
    _hand(machine, node, function)


def _hand(machine: Machine, node: Any, made: Closure | OwnClass) -> None:
    """Have decorators of the script's own do what they do beside their results, such as put it into a table."""
    for decorator in reversed(node.decorator_list if made.home is None else ()):
        value = machine.value(decorator)
        own = value.of if isinstance(value, Instance) else value.function if isinstance(value, Method) else value
        if isinstance(own, (Closure, OwnClass)) and own is not made and own.home is None:
            machine.call(value, [made], {}, None)


def run_class(machine: Machine, node: Any) -> None:
    bases = [_base(machine, machine.value(b)) for b in node.bases]
    outer = machine.frame.scope
    made = OwnClass(node, bases, Scope(outer=outer))
    frame, machine.frame = machine.frame, replace(machine.frame, scope=made.scope)
    try:
        machine.execute(node.body)
    finally:
        machine.frame = frame
    for value in made.scope.names.values():
        if isinstance(value, Closure) and value.owner is None:
            value.owner = made
            value.scope = outer
    if made.home is not None and (after := made.home.results(node)):
        made.scope.names["__call__"] = Native(_called(after))
    machine.bind(node.name, made)
    _hand(machine, node, made)


def _base(machine: Machine, base: Any) -> Any:
    found = resolved(machine, base) if isinstance(base, External) else base
    return found if isinstance(found, (OwnClass, External)) else base


def _called(after: list[Any]) -> Any:
    """The call of a class's objects, whose results a decorator of the class changes."""

    def call(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
        forward = find(args[0].line(), "forward")
        if not isinstance(forward, (Native, Closure)):
            return UNKNOWN
        result = machine.call(forward, args, keywords, site)
        if not machine.today:
            for change in after:
                result = change(args[1:], result)
        return result

    return call
