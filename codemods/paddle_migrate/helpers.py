"""Functions of the compat layer that are written into the migrated script."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

from paddle_migrate.rules import Rule
from paddle_migrate.scopes import Binding

if TYPE_CHECKING:
    from paddle_migrate.script import Script


def write_helper(script: Script, rule: Rule, binding: Binding | None) -> str:
    """Have the helper's own source, without its marks, written into the script; returns its name there."""
    return script.helper(rule.short, _source(script, rule, binding))


def _source(script: Script, rule: Rule, binding: Binding | None) -> str:
    """The function as it stands in compat, with {name} for its name and today's names spelled as the script does."""
    text, todays, standard = _template(rule)
    for written, dotted in todays:
        text = text.replace(written, script.imports.spell(dotted, binding))
    for module in standard:
        script.imports.add_standard(module)
    return text


@cache
def _template(rule: Rule) -> tuple[str, tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The function's text, today's names in it as (written, dotted), the modules of the standard library it uses."""
    node = rule.node
    assert isinstance(node, ast.FunctionDef)
    text = _without_annotations(rule.module.source.splitlines(), node).replace("{", "{{").replace("}", "}}") + "\n"
    text = text.replace(f"def {rule.short}(", "def {name}(", 1)
    todays: list[tuple[str, str]] = []
    standard: list[str] = []
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
            dotted = rule.module.dotted(inner)
            if dotted.startswith("paddle."):
                todays.append((ast.unparse(inner), dotted))
            elif inner.value.id in rule.module.imports:
                standard.append(rule.module.imports[inner.value.id])
    return text, tuple(todays), tuple(standard)


def _without_annotations(lines: list[str], function: ast.FunctionDef) -> str:
    """The function's text; scripts of this kind annotate nothing. Rule sources are ASCII, so columns are characters."""
    lines = list(lines)
    cuts: list[tuple[int, int, int, str]] = []  # line, from, to, what stands there instead
    for node in ast.walk(function):
        if isinstance(node, ast.arg) and node.annotation and node.annotation.end_lineno == node.lineno:
            end = node.annotation.end_col_offset or 0
            default = lines[node.lineno - 1][end : end + 3] == " = "
            cuts.append((node.lineno, node.col_offset + len(node.arg), end + 3 * default, "=" * default))
        elif isinstance(node, ast.FunctionDef) and node.returns and node.returns.end_lineno == node.returns.lineno:
            arrow = lines[node.returns.lineno - 1].rindex(" ->", 0, node.returns.col_offset)
            cuts.append((node.returns.lineno, arrow, node.returns.end_col_offset or 0, ""))
    for number, start, end, instead in sorted(cuts, reverse=True):
        lines[number - 1] = lines[number - 1][:start] + instead + lines[number - 1][end:]
    return "\n".join(lines[function.lineno - 1 : function.end_lineno])
