"""A rule's `lambda` around what the user wrote: it has to mean what that meant where the call stood, and then."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.expressions import copied
from paddle_migrate.changes.parts import in_order
from paddle_migrate.rules.expansion import Expansion, Given

if TYPE_CHECKING:
    from paddle_migrate.script import Script


def with_own_names(script: Script, call: cst.Call, expansion: Expansion, parts: list[cst.BaseExpression]) -> Expansion:
    """The expansion with the parameters of each lambda named so that they hide nothing of the user's, and with a
    default for each variable that may be another one when the lambda runs."""
    if not any(isinstance(node, ast.Lambda) for node in in_order(expansion.value)):
        return expansion
    value = copied(expansion.value)
    for node in in_order(value):
        if isinstance(node, ast.Lambda):
            given = [parts[each.number] for each in in_order(node.body) if isinstance(each, Given)]
            used = [n for part in given for n in script.source.inside(part, cst.Name) if script.scopes.find(n)]
            _rename(node, {name.value for name in used})
            _keep(node, list(dict.fromkeys(n.value for n in used if _may_change(script, call, n))))
    return replace(expansion, value=value)


def _rename(function: ast.Lambda, taken: set[str]) -> None:
    for parameter in function.args.args:
        old = parameter.arg
        while parameter.arg in taken:
            parameter.arg += "_"
        for node in in_order(function.body):
            if isinstance(node, ast.Name) and not isinstance(node, Given) and node.id == old:
                node.id = parameter.arg


def _keep(function: ast.Lambda, names: list[str]) -> None:
    """`lambda count, epochs=epochs: …`"""
    function.args.args += [ast.arg(arg=name) for name in names]
    function.args.defaults += [ast.Name(id=name, ctx=ast.Load()) for name in names]


def _may_change(script: Script, call: cst.Call, name: cst.Name) -> bool:
    """Whether the name is a variable that is set behind the call, or again where the call runs again."""
    bindings = [b for b in script.scopes.find(name) if name in b.uses]
    loop = script.source.parent(call, cst.For, cst.While, cst.FunctionDef, cst.CompFor)
    around = loop if isinstance(loop, (cst.For, cst.While)) else None
    here = script.scopes.of(call)
    for binding in bindings:
        behind = script.source.order(binding.node) > script.source.order(call)
        if behind or (around is not None and script.source.lies_in(binding.node, around)):
            return True
        if binding.scope is not here and len(bindings) > 1:
            return True
    return False
