"""Every call of a legacy name that a rule describes: the rule inlined, or its helper written into the script."""

from __future__ import annotations

import ast

from paddle_migrate.expand import Refused
from paddle_migrate.inline import Inliner
from paddle_migrate.names import Reference
from paddle_migrate.rules import Rule
from paddle_migrate.script import Script

_INLINED = ("function", "class", "wrapper", "move")


def rewrite(script: Script) -> None:
    for reference in script.open():
        rule = reference.rule
        if not isinstance(rule, Rule) or reference.beyond:
            continue
        if rule.kind == "gone":
            script.say(reference.node, "person", reference.short, f"gone: {rule.why}. {rule.do}")
        elif reference.call is None:
            continue
        elif rule.kind == "helper":
            _copy_helper(script, reference, rule)
        elif rule.kind in _INLINED:
            _inline(script, reference)


def _inline(script: Script, reference: Reference) -> None:
    try:
        inliner = Inliner(script, reference)
        if inliner.expansion.activation is not None:
            raise Refused("act= is given where this tool cannot follow the layer to its calls")
        new = inliner.write()
    except Refused as refused:
        script.say(reference.node, "person", reference.short, str(refused))
        return
    reference.done = True
    script.say(reference.node, "rewritten", reference.short, f"→ {new}")


def _copy_helper(script: Script, reference: Reference, rule: Rule) -> None:
    """The helper's own source, without its marks, goes into the script; the call stays a call of it."""
    assert isinstance(rule.node, ast.FunctionDef)
    text = helper_source(script, reference, rule)
    name = script.helper(rule.short, text)
    start, end = script.source.span(reference.node)
    script.edits.replace(start, end, name)
    reference.done = True
    script.say(reference.node, "rewritten", reference.short, f"→ {name}(), written into the script")


def helper_source(script: Script, reference: Reference, rule: Rule) -> str:
    """The function as it stands in compat, with {name} for its name and today's names spelled as the script does."""
    node = rule.node
    assert isinstance(node, ast.FunctionDef)
    text = _without_annotations(rule.module.source.splitlines(), node).replace("{", "{{").replace("}", "}}") + "\n"
    text = text.replace(f"def {rule.short}(", "def {name}(", 1)
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
            dotted = rule.module.dotted(inner)
            if dotted.startswith("paddle."):
                text = text.replace(ast.unparse(inner), script.imports.spell(dotted, reference.binding))
            elif inner.value.id in rule.module.imports:
                script.imports.add(f"import {rule.module.imports[inner.value.id]}", reference.binding)
    return text


def _without_annotations(lines: list[str], function: ast.FunctionDef) -> str:
    """The function's text; scripts of this kind annotate nothing. Rule sources are ASCII, so columns are characters."""
    lines = list(lines)
    cuts: list[tuple[int, int, int]] = []
    for node in ast.walk(function):
        if isinstance(node, ast.arg) and node.annotation and node.annotation.end_lineno == node.lineno:
            cuts.append((node.lineno, node.col_offset + len(node.arg), node.annotation.end_col_offset or 0))
        elif isinstance(node, ast.FunctionDef) and node.returns and node.returns.end_lineno == node.returns.lineno:
            line = lines[node.returns.lineno - 1]
            cuts.append((node.returns.lineno, line.rindex(" ->", 0, node.returns.col_offset), node.returns.end_col_offset or 0))
    for number, start, end in sorted(cuts, reverse=True):
        lines[number - 1] = lines[number - 1][:start] + lines[number - 1][end:]
    return "\n".join(lines[function.lineno - 1 : function.end_lineno])
