"""Functions and classes of the compat layer that are written into the migrated script."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from paddle_migrate.rules.library import Library, Rule, RuleModule

if TYPE_CHECKING:
    from paddle_migrate.script import Script

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign


def write_helper(script: Script, rule: Rule) -> str:
    """Have the helper's own source, without its marks, written into the script; returns its name there."""
    assert rule.node is not None
    return _write(script, rule.module, rule.short, rule.node)


def _write(script: Script, module: RuleModule, name: str, node: Definition) -> str:
    """The definition as it stands in compat, behind what it needs, with today's names spelled as the script does."""
    template = _template(module, name, node)
    text = template.text
    for needed, (home, definition) in template.needs.items():
        text = _renamed(text, needed, _write(script, home, needed, definition))
    for written, dotted in template.todays:
        text = _renamed(text, written, script.imports.spell_in_helper(dotted))
    for standard in template.standard:
        script.imports.add_standard(standard)
    return script.helper(name, text)


def _renamed(text: str, old: str, new: str) -> str:
    return re.sub(rf"(?<![\w.]){re.escape(old)}(?!\w)", new, text)


@dataclass(frozen=True)
class _Template:
    """A definition's text with {name} for its own name; today's names in it as (written, dotted); the modules of the
    standard library and the other definitions of compat that it uses."""

    text: str
    todays: tuple[tuple[str, str], ...]
    standard: tuple[str, ...]
    needs: dict[str, tuple[RuleModule, Definition]]


@cache
def _template(module: RuleModule, name: str, node: Definition) -> _Template:
    text = _without_annotations(module.source.splitlines(), node).replace("{", "{{").replace("}", "}}") + "\n"
    text = re.sub(rf"^(def |class |){name}\b", r"\1{name}", text, count=1)
    todays: dict[str, str] = {}
    standard: dict[str, None] = {}
    needs: dict[str, tuple[RuleModule, Definition]] = {}
    for inner in _used(node):
        root = inner.id if isinstance(inner, ast.Name) else inner.value.id  # type: ignore[attr-defined]
        dotted = module.dotted(inner)
        if root in module.imports and dotted.startswith(("paddle.", "numpy.")):
            todays[ast.unparse(inner)] = dotted
        elif isinstance(inner, ast.Name) and root != name and dotted.startswith(Library.PACKAGE):
            today, needed = _need(module, dotted)
            todays.update({root: today} if today else {})
            needs.update({root: needed} if needed else {})
        elif isinstance(inner, ast.Attribute) and root in module.imports:
            standard[module.imports[root]] = None
    return _Template(text, tuple(todays.items()), tuple(standard), needs)


def _used(node: Definition) -> list[ast.expr]:
    """The names that the definition reads when it runs, and the attributes of names."""
    of_types = {id(n) for a in ast.walk(node) for n in _annotation(a)}
    marks = {id(n) for d in getattr(node, "decorator_list", ()) for n in ast.walk(d)}
    own = {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
    own |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    found: dict[int, ast.expr] = {}
    for inner in ast.walk(node):
        if id(inner) in of_types or id(inner) in marks:
            continue
        root = inner.value if isinstance(inner, ast.Attribute) else inner
        if isinstance(root, ast.Name) and root.id not in own:
            found.setdefault(id(root), inner)  # type: ignore[arg-type]  # an attribute comes before its own name
    return list(found.values())


def _annotation(node: ast.AST) -> list[ast.AST]:
    annotation = getattr(node, "returns" if isinstance(node, ast.FunctionDef) else "annotation", None)
    return list(ast.walk(annotation)) if isinstance(annotation, ast.AST) else []


def _need(module: RuleModule, dotted: str) -> tuple[str, tuple[RuleModule, Definition] | None]:
    """What a name of compat stands for in a script: today's class, or a definition to write into it as well."""
    home_name, _, short = dotted.rpartition(".")
    home = module.library.module(home_name)
    if home is None or short not in home.definitions:
        found = module.library.lookup(dotted)
        if not isinstance(found, Rule) or found.node is None:
            return "", None
        home, short = found.module, found.short
    node = home.definitions[short]
    if isinstance(node, ast.ClassDef) and node.bases and not _is_helper(node):
        return home.dotted(node.bases[0]), None
    return ("", (home, node)) if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Assign)) else ("", None)


def _is_helper(node: ast.ClassDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "helper" for mark in node.decorator_list)


def _without_annotations(lines: list[str], definition: Definition) -> str:
    """The definition's text; scripts of this kind annotate nothing. Rule sources are ASCII: columns are characters."""
    lines = list(lines)
    cuts: list[tuple[int, int, int, str]] = []  # line, from, to, what stands there instead
    for node in ast.walk(definition):
        if isinstance(node, ast.arg) and node.annotation and node.annotation.end_lineno == node.lineno:
            end = node.annotation.end_col_offset or 0
            default = lines[node.lineno - 1][end : end + 3] == " = "
            cuts.append((node.lineno, node.col_offset + len(node.arg), end + 3 * default, "=" * default))
        elif isinstance(node, ast.AnnAssign) and node.target.end_col_offset and node.annotation.end_col_offset:
            cuts.append((node.lineno, node.target.end_col_offset, node.annotation.end_col_offset, ""))
        elif isinstance(node, ast.FunctionDef) and node.returns and node.returns.end_lineno == node.returns.lineno:
            arrow = lines[node.returns.lineno - 1].rindex(" ->", 0, node.returns.col_offset)
            cuts.append((node.returns.lineno, arrow, node.returns.end_col_offset or 0, ""))
    for number, start, end, instead in sorted(cuts, reverse=True):
        lines[number - 1] = lines[number - 1][:start] + instead + lines[number - 1][end:]
    text = "\n".join(lines[definition.lineno - 1 : definition.end_lineno])
    return re.sub(r" *# type: ignore\[[\w-]+\]", "", text)
