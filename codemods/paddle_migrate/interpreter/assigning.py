"""Giving names, attributes and items their values."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.iteration import elements, one_of
from paddle_migrate.interpreter.joining import join
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import Instance, Items, OwnClass, Table


def assign(machine: Machine, target: ast.expr, value: Any) -> None:
    """Give the target its value; in code that may not run, the old value stays possible."""
    if isinstance(target, ast.Name):
        machine.bind(target.id, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(machine, target.elts, value)
    elif isinstance(target, ast.Starred):
        assign(machine, target.value, Items([value], False))
    elif isinstance(target, ast.Attribute):
        _set_attribute(machine, machine.value(target.value), target.attr, value)
    elif isinstance(target, ast.Subscript):
        _set_item(machine, machine.value(target.value), machine.value(target.slice), value)


def _unpack(machine: Machine, targets: list[ast.expr], value: Any) -> None:
    found = elements(value)
    star = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
    if found is not None and star is not None and len(found) >= len(targets) - 1:
        behind = star + 1 - len(targets) + len(found)
        taken = targets[star]
        assert isinstance(taken, ast.Starred)
        assign(machine, taken.value, Items(found[star:behind]))
        targets, found = targets[:star] + targets[star + 1 :], found[:star] + found[behind:]
        star = None
    if found is not None and star is None and len(found) == len(targets):
        for target, element in zip(targets, found, strict=True):
            assign(machine, target, element)
    else:
        for target in targets:
            assign(machine, target, one_of(value))


def _set_attribute(machine: Machine, owner: Any, name: str, value: Any) -> None:
    names = owner.attributes if isinstance(owner, Instance) else None
    names = owner.scope.names if isinstance(owner, OwnClass) else names
    if names is not None:
        names[name] = join(names[name], value) if machine.uncertain and name in names else value


def _set_item(machine: Machine, owner: Any, key: Any, value: Any) -> None:
    if isinstance(owner, Table):
        if _is_key(key):
            owner.values[key] = value
        else:
            owner.exact = False
    elif isinstance(owner, Items):
        if isinstance(key, int) and owner.exact and -len(owner.values) <= key < len(owner.values):
            owner.values[key] = join(owner.values[key], value) if machine.uncertain else value
        else:
            owner.values, owner.exact = [*owner.values, value], False


def _is_key(key: Any) -> bool:
    return isinstance(key, (str, int, float, bool, type(None))) or (
        isinstance(key, tuple) and all(_is_key(k) for k in key)
    )
