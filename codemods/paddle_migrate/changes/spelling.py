"""An expansion as text: today's names as the script spells them, its quotation marks, defaults left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.expressions import copied, template_of
from paddle_migrate.changes.helpers import write_helper
from paddle_migrate.changes.parentheses import in_parentheses
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.rules.expansion import Expansion, helper_mark
from paddle_migrate.text.edits import Edit
from paddle_migrate.text.pytree import dotted

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_OPENING, _CLOSING = ("", "(", ",", "=", "["), ("", ")", ",", "]")
_ATOMS = (
    cst.Name,
    cst.Attribute,
    cst.Call,
    cst.Subscript,
    cst.Integer,
    cst.Float,
    cst.SimpleString,
    cst.List,
    cst.Dict,
)


class Named(cst.Name):
    """The name that something the user wrote was given in a statement of its own."""


def spell(script: Script, binding: Binding | None, expansion: Expansion, node: ast.expr) -> str:
    """The text of `node`, a part of the expansion; what the user wrote stands in it as a placeholder."""
    template = template_of(node)
    text = template.text
    if script.quote == '"' and '"' not in text:
        text = re.sub(r"'([^'\\]*)'", r'"\1"', text)
    for number, name in enumerate(template.todays):
        text = text.replace(f"__today_{number}__", script.imports.spell(name, binding))
    for module in template.standard:
        script.imports.add_standard(module)
    for helper in expansion.helpers:
        mark = helper_mark(helper.short)
        if mark in text:
            text = text.replace(mark, write_helper(script, helper))
    return text


def marked(node: ast.expr, part: ast.expr) -> ast.expr:
    """A copy of an expression with :data:`MARK` in the place of a part."""
    found: ast.expr = copied(node, part)
    return found


def fill(script: Script, text: str, parts: Sequence[cst.BaseExpression], without: Sequence[Edit] = ()) -> str:
    """The text with what the user wrote in place of the placeholders, in parentheses where it needs them.

    `without` are the edits that ask, where they stand in place of the very things that they show.
    """

    def part(match: re.Match[str]) -> str:
        value = parts[int(match[1])]
        before, behind = text[: match.start()].rstrip(), text[match.end() :].lstrip()
        if isinstance(value, Named):
            return value.value
        rendered = script.edits.render(*script.source.span(value), without)
        if before[-1:] in _OPENING and behind[:1] in _CLOSING:
            return rendered
        if isinstance(value, cst.Integer) and behind[:1] == ".":
            return f"({rendered})"
        is_plain = is_atom(value) and not isinstance(value, cst.Call)
        return rendered if is_plain else in_parentheses(rendered, before, behind)

    return re.sub(r"__given_(\d+)__", part, text)


def callee(call: ast.Call) -> str:
    """What an expansion calls, as text."""
    return dotted(call.func) or ast.unparse(call.func)


def is_atom(node: cst.BaseExpression) -> bool:
    """Whether the expression holds together whatever stands beside it; of a whole number, anything but a dot."""
    return isinstance(node, _ATOMS) or bool(node.lpar)
