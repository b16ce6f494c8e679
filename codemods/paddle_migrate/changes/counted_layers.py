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
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.expansion import Default, Expansion, Given
from paddle_migrate.rules.parameters import ATTRIBUTE, BEGINS_NAMES_ANEW, MADE, MAKE_OTHERS
from paddle_migrate.text.pytree import dotted

if TYPE_CHECKING:
    from paddle_migrate.script import Script

MADE_TEXTS = (cst.BinaryOperation, cst.FormattedString, cst.ConcatenatedString)
_LAYER, _KIND = "paddle.static.nn.fc", "fc"
_PARAMETER = "paddle.static.create_parameter"
_PLAIN = 2  # a shape and a dtype


def with_name(script: Script, expansion: Expansion, parts: Sequence[cst.BaseExpression]) -> Expansion:
    """``name=counted("fc")`` in the call; `parts`: what the user wrote, by the numbers of `Given`."""
    if isinstance(expansion.value, ast.Call) and dotted(expansion.value.func) == _PARAMETER:
        return _of_parameter(script, expansion, expansion.value, parts)
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


def _of_parameter(
    script: Script, expansion: Expansion, made: ast.Call, parts: Sequence[cst.BaseExpression]
) -> Expansion:
    """``name=counted("create_parameter") + ".w_0"``, where names begin anew, of a parameter that is told no name;
    today's function puts that end to it by itself where it is given attributes."""
    given = {each.arg: each for each in made.keywords if not isinstance(each.value, Default)}
    told = "name" in given or len(made.args) > _PLAIN
    if told or not keeps_names(script) or not script.facts.says(BEGINS_NAMES_ANEW):
        return expansion
    name: ast.expr = ast.Call(ast.Name(write_written(script, "counted"), ast.Load()), [ast.Constant(MADE)], [])
    attr = given.get("attr")
    if attr is None:
        name = ast.BinOp(name, ast.Add(), _ending(script, given.get("is_bias"), parts))
    elif not (isinstance(attr.value, Given) and _are_attributes(script.facts, parts[attr.value.number])):
        plain = ast.parse(f"paddle.{ATTRIBUTE}()", mode="eval").body
        given["attr"] = ast.keyword("attr", ast.BoolOp(ast.Or(), [attr.value, plain]))
    return replace(expansion, value=ast.Call(made.func, made.args, [*given.values(), ast.keyword("name", name)]))


def _are_attributes(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is a `ParamAttr` wherever the script has it from."""
    ends = values_of(facts).ends(Spot(facts, node))
    made = [end.facts.by_call.get(end.node) if isinstance(end.node, cst.Call) else None for end in ends]
    return bool(made) and all(each is not None and each.name.rpartition(".")[2] == ATTRIBUTE for each in made)


def _ending(script: Script, is_bias: ast.keyword | None, parts: Sequence[cst.BaseExpression]) -> ast.expr:
    value = is_bias.value if is_bias is not None else None
    written = script.source.code(parts[value.number]) if isinstance(value, Given) else "False"
    bias, weight = ast.Constant(".b_0"), ast.Constant(".w_0")
    if value is None or written in ("True", "False"):
        return bias if written == "True" else weight
    return ast.IfExp(value, bias, weight)


def _is_layer(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func) == _LAYER


def _counts_otherwise(script: Script) -> bool:
    """Whether names begin anew, which Paddle 3's function does not see, or layers of another form are counted, too."""
    if not are_counted(script.facts, _KIND):
        return False
    return script.facts.says(BEGINS_NAMES_ANEW) or (keeps_names(script) and script.facts.once(_has_others))


def _has_others(facts: Facts) -> bool:
    return any(_is_other(each) for code in with_layers(facts) for each in code.references)


def _is_other(reference: Reference) -> bool:
    """Whether what 1.8.5 counted as such a layer is one of another form today."""
    short = reference.name.rpartition(".")[2]
    return short in MAKE_OTHERS if short != _KIND else not keeps_one(reference)
