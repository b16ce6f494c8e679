"""A plan's parameters, arguments and variables, written into the script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.commas import arguments_of, parameters_of
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.records import Place
from paddle_migrate.unsized.name_scope import Scopes
from paddle_migrate.unsized.plan import Plan, Variable

if TYPE_CHECKING:
    from paddle_migrate.script import Script


def write_plan(script: Script, places: Places, plan: Plan, scopes: Scopes) -> None:
    by_function: dict[Place, list[str]] = {}
    for parameter in plan.parameters:
        by_function.setdefault(parameter.function, []).append(parameter.name)
    for function, names in by_function.items():
        node = places.function(function)
        if node is not None:
            _parameters(script, node, names, scopes)
            _say(script, node, names)
    by_call: dict[Place, list[tuple[str, str]]] = {}
    for (site, name), text in plan.arguments.items():
        by_call.setdefault(site, []).append((name, text))
    for site, given in by_call.items():
        _arguments(script, places.calls[site], given, scopes)
    for variable in plan.variables:
        _variable(script, plan, variable)
    scopes.remove_rest(script)


def _say(script: Script, node: cst.FunctionDef, names: list[str]) -> None:
    owner = script.source.parent(node, cst.ClassDef)
    what = owner.name.value if owner and node.name.value == "__init__" else node.name.value
    listed = ", ".join(names)
    script.say(node, "PM116", what, f"takes {listed} now, and so must every call in other files pass it")


def _parameters(script: Script, node: cst.FunctionDef, names: list[str], scopes: Scopes) -> None:
    """Behind `self` and a name scope that stays, or in the place of one that goes."""
    parameters, text = parameters_of(script, node), ", ".join(names)
    gone = scopes.parameter_of(node)
    if gone is not None:
        scopes.take(gone)
        parameters.put_instead(gone, text)
        return
    behind = _leading(script, node, scopes)
    parameters.put_in(text, before=next(iter(parameters.things[behind:]), None))


def _leading(script: Script, node: cst.FunctionDef, scopes: Scopes) -> int:
    """How many parameters stand before a new one: `self`, and a name scope that stays."""
    is_method = bool(node.params.params) and script.source.parent(node, cst.ClassDef) is not None
    return is_method + scopes.stays_at(node)


def _arguments(script: Script, call: cst.Call, given: list[tuple[str, str]], scopes: Scopes) -> None:
    arguments = arguments_of(script, call)
    gone = scopes.argument_of(call)
    rest = [a for a in call.args if a is not gone]
    lead = 0 if gone is not None or not scopes.stays_in(call) else 1
    by_name = len(rest) > lead and rest[lead].keyword is not None
    text = ", ".join(f"{name}={value}" if by_name else value for name, value in given)
    if gone is not None:
        scopes.take(gone)
        arguments.put_instead(gone, text)
    else:
        arguments.put_in(text, before=next(iter(rest[lead:]), None))


def _variable(script: Script, plan: Plan, variable: Variable) -> None:
    """`name = first` before the loop, `name = then` behind the last statement that reads it."""
    source = script.source
    lines = [line for site in variable.sites if (line := plan.loops.line(site)) is not None]
    last = max(lines, key=source.order)
    loop = plan.loops.outermost(variable.sites[0])
    assert loop is not None
    if variable.first:
        script.beside.before(loop, f"{variable.name} = {variable.first}")
    script.beside.under(last, last, lambda: [f"{variable.name} = {variable.then}"])
