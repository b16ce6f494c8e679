"""A layer in its old form while the script is run on shapes: its first call tells what the 1.8 form is."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.knows.compat import resolved, run
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.recording import called_with, record
from paddle_migrate.interpreter.values import UNKNOWN, Array, External, Instance, Items, Waiting
from paddle_migrate.rules.definitions import Param
from paddle_migrate.unsized.old_form import SCOPE, UNSIZED, OldRule


def wait(
    machine: Machine, rule: OldRule, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
) -> Waiting:
    """The layer that a call of the old form makes, recorded where it has a place in the script."""
    first = args[0] if args else keywords.get(SCOPE)
    given = args if SCOPE in keywords else args[1:]
    bound = {p.name: _default(p) for p in rule.params[1:]}
    bound.update(zip(list(bound), given, strict=False))
    bound.update({k: v for k, v in keywords.items() if k != SCOPE})
    layer = Waiting(External(f"{UNSIZED}.{rule.short}"), args=bound, scope=first)
    made = record(machine, rule.short, site) if site is not None else None
    if made is not None:
        made.args = bound

    def call(machine: Machine, args: list[Any], keywords: dict[str, Any]) -> Any:
        inputs = args or [keywords.get("input", next(iter(keywords.values()), UNKNOWN))]
        if made is not None:
            called_with(machine, made, inputs)
        return _result(machine, rule, layer, inputs)

    layer.call = call
    layer.form = lambda: _form(machine, rule, layer, [])
    return layer


def _default(param: Param) -> Any:
    try:
        return UNKNOWN if param.default is None else ast.literal_eval(param.default)
    except ValueError:
        return UNKNOWN


def _form(machine: Machine, rule: OldRule, layer: Waiting, inputs: list[Any]) -> Instance | None:
    """The 1.8 form for these inputs of the first call."""
    tensors = [_first(value) for value in inputs[: len(rule.tensors)]]
    tensors += [Array(kind="tensor")] * (len(rule.tensors) - len(tensors))
    return rule.made(machine, layer.args, tensors)


def _result(machine: Machine, rule: OldRule, layer: Waiting, inputs: list[Any]) -> Any:
    form = _form(machine, rule, layer, inputs)
    if form is None:
        return Array(kind="tensor")
    first = _first(inputs[0]) if isinstance(inputs[0], (Items, tuple)) else inputs[0]  # what is added up has one shape
    return machine.call(form, [_prepared(machine, rule, layer, first), *inputs[1:]], {}, None)


def _first(value: Any) -> Any:
    values = value.values if isinstance(value, Items) else value if isinstance(value, tuple) else [value]
    return values[0] if values and isinstance(values[0], Array) else Array(kind="tensor")


def _prepared(machine: Machine, rule: OldRule, layer: Waiting, value: Any) -> Any:
    """What goes through first: the function that `@called_with` names."""
    if rule.prepare is None:
        return value
    asked = {p.name: layer.args[p.name] for p in rule.prepare.params[1:] if p.name in layer.args}
    return run(machine, resolved(machine, External(f"{UNSIZED}.{rule.prepare.short}")), [value], asked, None)
