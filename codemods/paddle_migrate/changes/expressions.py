"""Expressions of today's as text with marks, in which each script spells the names in its own way."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, field
from typing import Any

from paddle_migrate.rules.expansion import Default, Given
from paddle_migrate.rules.targets import is_default, targets
from paddle_migrate.text.pytree import dotted

MARK = "__marked__()"


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


class _Spelled(ast.NodeTransformer):
    """Puts marks in place of Paddle's and NumPy's names and of what the user wrote, and leaves out defaults."""

    def __init__(self, template: Template) -> None:
        self.template = template

    def visit_Given(self, node: Given) -> ast.expr:
        return ast.Name(id=f"__given_{node.number}__", ctx=ast.Load())

    def visit_Default(self, node: Default) -> ast.expr:
        return ast.Constant(value=node.value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        name = dotted(node)
        if name.startswith(("paddle.", "numpy.")):
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
