"""Layers of today's functions that count and name as 1.8.5 did: told their names where Paddle 3 would count on."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.expressions import copied
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.named_layers import keeps_names
from paddle_migrate.facts.dimensions import keeps_one
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.unnamed_layers import are_counted, with_layers
from paddle_migrate.rules.expansion import Expansion, Given
from paddle_migrate.rules.parameters import BEGINS_NAMES_ANEW, MAKE_OTHERS
from paddle_migrate.text.pytree import dotted

if TYPE_CHECKING:
    from paddle_migrate.script import Script

MADE_TEXTS = (cst.BinaryOperation, cst.FormattedString, cst.ConcatenatedString)
_LAYER, _KIND = "paddle.static.nn.fc", "fc"


def with_name(script: Script, expansion: Expansion, parts: Sequence[cst.BaseExpression]) -> Expansion:
    """``name=counted("fc")`` in the call; `parts`: what the user wrote, by the numbers of `Given`."""
    if not any(_is_layer(node) for node in ast.walk(expansion.value)) or not _counts_otherwise(script):
        return expansion
    value = copied(expansion.value)
    for made in filter(_is_layer, ast.walk(value)):
        assert isinstance(made, ast.Call)
        given = next((k.value for k in made.keywords if k.arg == "name"), None)
        written = parts[given.number] if isinstance(given, Given) else None
        if isinstance(written, (cst.SimpleString, *MADE_TEXTS)):
            continue
        function = ast.Name(write_written(script, "counted"), ast.Load())
        name: ast.expr = ast.Call(function, [ast.Constant(_KIND)], [])
        if given is not None and written is not None and script.source.code(written) != "None":
            name = ast.BoolOp(ast.Or(), [given, name])
        made.keywords = [*(k for k in made.keywords if k.arg != "name"), ast.keyword("name", name)]
    return replace(expansion, value=value)


def _is_layer(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func) == _LAYER


def _counts_otherwise(script: Script) -> bool:
    """Whether names begin anew, which a program that becomes a loop does not tell the function, or layers of another
    form are counted, too."""
    if not are_counted(script.facts, _KIND):
        return False
    begins = script.options.dygraph and script.facts.says(BEGINS_NAMES_ANEW)
    return begins or (keeps_names(script) and script.facts.once(_has_others))


def _has_others(facts: Facts) -> bool:
    return any(_is_other(each) for code in with_layers(facts) for each in code.references)


def _is_other(reference: Reference) -> bool:
    """Whether what 1.8.5 counted as such a layer is one of another form today."""
    short = reference.name.rpartition(".")[2]
    return short in MAKE_OTHERS if short != _KIND else not keeps_one(reference)
