"""An expansion as text: today's names as the script spells them, its quotation marks, defaults left out."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import libcst as cst

from paddle_migrate.changes.helpers import write_helper
from paddle_migrate.changes.parentheses import in_parentheses
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.rules.expansion import Default, Expansion, Given, helper_mark
from paddle_migrate.rules.targets import is_default, targets
from paddle_migrate.text.edits import Edit
from paddle_migrate.text.pytree import dotted

if TYPE_CHECKING:
    from paddle_migrate.script import Script

MARK = "__marked__()"
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


@dataclass
class Template:
    """An expression's text with `__today_0__` … for names of Paddle, which each script spells in its own way."""

    text: str = ""
    todays: list[str] = field(default_factory=list[str])
    standard: list[str] = field(default_factory=list[str])  # modules of the standard library that it uses


def template_of(node: ast.expr | ast.FunctionDef) -> Template:
    """The node's template, made once: scripts share expansions."""
    template: Template | None = vars(node).get("template")
    if template is None:
        template = vars(node)["template"] = Template()
        template.text = ast.unparse(ast.fix_missing_locations(_Spelled(template).visit(copied(node))))
    return template


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


class _Spelled(ast.NodeTransformer):
    """Puts marks in place of Paddle's names and of what the user wrote, and leaves out what is a default."""

    def __init__(self, template: Template) -> None:
        self.template = template

    def visit_Given(self, node: Given) -> ast.expr:
        return ast.Name(id=f"__given_{node.number}__", ctx=ast.Load())

    def visit_Default(self, node: Default) -> ast.expr:
        return ast.Constant(value=node.value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        name = dotted(node)
        if name.startswith("paddle."):
            self.template.todays.append(name)
            return ast.Name(id=f"__today_{len(self.template.todays) - 1}__", ctx=ast.Load())
        if name.partition(".")[0] in sys.stdlib_module_names:
            self.template.standard.append(name.partition(".")[0])
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = dotted(node.func)
        signature = targets().get(name)
        keywords = [k for k in node.keywords if not (k.arg and is_default(name, k.arg, k.value))]
        positional: list[ast.expr] = list(node.args)
        if signature and not positional:
            names = [p[0] for p in signature]
            while keywords and len(positional) < 2 and len(names) > len(positional):
                first = keywords[0]
                if first.arg != names[len(positional)] or not _reads_well_alone(first.value):
                    break
                positional.append(first.value)
                keywords = keywords[1:]
        call = ast.Call(func=node.func, args=positional, keywords=keywords)
        self.generic_visit(call)
        return call


def _reads_well_alone(node: ast.expr) -> bool:
    """A leading argument that the user wrote without its name, or that is itself made here, needs no name."""
    return node.positional if isinstance(node, Given) else isinstance(node, (ast.Call, ast.BinOp))


def copied(node: Any, marking: ast.expr | None = None) -> Any:
    """A copy that shares nothing that a transformer changes, and keeps our own node types; marked in one place."""
    if marking is not None and node is marking:
        return ast.Call(func=ast.Name(id=MARK[:-2], ctx=ast.Load()), args=[], keywords=[])
    if isinstance(node, (Given, Default)):
        return node
    if isinstance(node, ast.AST):
        return type(node)(**{name: copied(value, marking) for name, value in ast.iter_fields(node)})
    if isinstance(node, list):
        return [copied(e, marking) for e in node]
    return node
