"""Commented-out code that uses fluid: rewritten where it is a statement that can be read alone, else reported."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

import libcst as cst

from paddle_migrate.changes.arguments import put_in
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.owners import is_optimizer, lacks_parameters
from paddle_migrate.facts.scopes import BUILTINS
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.script import Script
from paddle_migrate.text.lines import Comment
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.text.source import Source

IN_PROGRAMS = False  # program_comments.py
_STAND_INS = {
    "optimizer": "paddle.fluid.optimizer.SGD(0.1)",
    "layer": "paddle.fluid.dygraph.Layer()",
    "parallel": "paddle.fluid.dygraph.DataParallel(None, None)",
}
_DERIVED = re.compile(r"class \w+\((paddle[\w.]*)\):")


def rewrite(script: Script) -> None:
    roots = _legacy_roots(script)
    if not roots:
        return
    pattern = re.compile(r"(?<![\w.])(?:" + "|".join(map(re.escape, roots)) + r")\s*[.(]", re.ASCII)
    found = [c for c in script.source.comments if pattern.search(c.value)]
    found = [c for c in found if script.source.line_at(c.start) not in script.facts.left_lines]
    codes = [(comment, code) for comment in found if (code := _code(comment))]
    for comment in found:
        if not _code(comment) and re.search(r"\bfluid\.\w", comment.value, re.ASCII):
            _left(script, comment)
    if codes:
        _rewrite_all(script, codes)


def _legacy_roots(script: Script) -> list[str]:
    """Names of the script that lead to fluid: `fluid`, `Conv2D`, …"""
    names = {
        b.name
        for scope in script.scopes.everywhere()
        for bindings in scope.bindings.values()
        for b in bindings
        if b.kind == "import" and is_legacy(b.target)
    }
    return sorted(names | {"paddle.fluid"} if script.references or names else names)


def _code(comment: Comment) -> str | None:
    """The one statement that the comment holds, if it holds one."""
    text = comment.value.lstrip("#").strip()
    tree = python_tree(text)
    body = tree.body if tree is not None else []
    if len(body) != 1 or not isinstance(body[0], (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Delete)):
        return None
    if isinstance(body[0], ast.Expr) and not isinstance(body[0].value, ast.Call):
        return None
    return text


def _rewrite_all(script: Script, codes: list[tuple[Comment, str]]) -> None:
    aside = _read_aside(script, codes)
    if aside is None:
        return
    statements = aside.source.module.body[-len(codes) :]
    left = [r.node for r in aside.references if not aside.is_settled(r)]
    strangers = _strangers(aside)
    for (comment, code), statement in zip(codes, statements, strict=False):
        scope = script.scopes.of(script.source.near(comment))
        unclear = [*left, *(name for name in strangers if not scope.find(name.value))]
        new = None
        if not any(aside.source.lies_in(node, statement) for node in unclear):
            new = _new_code(script, aside, statement, code)
        if new != code:
            _write(script, comment, code, new)
    aside.close()


def _read_aside(script: Script, codes: list[tuple[Comment, str]]) -> Script | None:
    """Read the commented statements behind the script's own imports, as a small script of their own."""
    from paddle_migrate.rewrites import rewrites, run

    names = {n for _, code in codes for n in re.findall(r"(?<![\w.])[A-Za-z_]\w*", code)}
    imports = [n for n in script.source.all(cst.Import, cst.ImportFrom) if _at_top(script, n)]
    head = [code for code in map(script.source.code, imports) if "paddle" in code and _may_bind(code, names)]
    stand_ins = _stand_ins(script, names)
    lines = [*stand_ins, *(code for _, code in codes)]
    if any("paddle.fluid" in line for line in lines):
        head.append("import paddle.fluid")
    try:
        source = Source("\n".join([*head, *lines]) + "\n")
    except SourceError:
        return None
    mode = script.mode.of_comments([comment for comment, _ in codes])
    aside = Script(Facts.of_fragment(source, mode), script.options)
    aside.imports = script.imports.for_comments(aside, aside.beside)
    _pass_over(aside, source.module.body[len(source.module.body) - len(lines) :][: len(stand_ins)])
    _tell_again(aside, script.record.told)
    run(aside, (rewrite for rewrite in rewrites() if rewrite.in_comments))
    return aside


def _pass_over(aside: Script, statements: Sequence[cst.CSTNode]) -> None:
    """What only says of which kind an object is stands in no comment."""
    for reference in aside.references:
        if any(aside.source.lies_in(reference.node, statement) for statement in statements):
            aside.settle(reference)


def _new_code(script: Script, aside: Script, statement: cst.CSTNode, code: str) -> str | None:
    """None where it needs lines of its own, or would call a function that the script itself has no use for; for a class
    of that kind its base stands."""
    assert isinstance(statement, cst.SimpleStatementLine)
    start = aside.source.core(statement)[0]
    tail = aside.source.text[aside.source.core(statement.body[0])[1] : start + len(code)]
    new = _in_one_line(aside.edits.render(start, start + len(code)), aside.source.newline, tail)
    own = [name for name in aside.helpers if name not in script.helpers]
    for name in own:
        if new is not None and (of_class := _DERIVED.match(aside.helpers[name])):
            new = re.sub(rf"(?<![\w.]){name}\(", f"{of_class[1]}(", new)
    return None if new is None or any(re.search(rf"(?<![\w.]){name}\(", new) for name in own) else new


def _write(script: Script, comment: Comment, code: str, new: str | None) -> None:
    at = script.source.text.find(code, comment.start, comment.end)
    if new is None or at < 0:  # a form feed in it, which the parser takes for a space
        _left(script, comment)
        return
    script.edits.replace(at, at + len(code), new)
    script.say(script.source.line_at(comment.start), "PM109", "comment", f"→ {new}")


def _tell_again(aside: Script, told: dict[str, str]) -> None:
    """Tell the optimizers of commented-out code what the one of the same name was told."""
    for reference in aside.open():
        name = aside.assigned_name(reference.call) if reference.call is not None else None
        if reference.call is None or name is None or name.value not in told or not is_optimizer(reference):
            continue
        if lacks_parameters(reference.call, reference.rule):
            put_in(aside, reference.call, f"parameters={told[name.value]}")


def _in_one_line(text: str, newline: str, tail: str) -> str | None:
    """Small statements in the place of one, beside each other; None where they need lines of their own."""
    text = text.strip()
    if newline not in text:
        return text
    tree = python_tree(text)
    texts = [ast.get_source_segment(text, node) or "" for node in tree.body] if tree is not None else []
    small = tree is not None and not any(hasattr(node, "body") for node in tree.body)
    return "; ".join(texts) + tail if small and not any(newline in part for part in texts) else None


def _may_bind(statement: str, names: set[str]) -> bool:
    """Whether the import may give one of the names its meaning: every line of the small script costs."""
    return statement.endswith("*") or not names.isdisjoint(re.findall(r"\w+", statement))


def _at_top(script: Script, node: cst.CSTNode) -> bool:
    return script.scopes.of(node) is script.scopes.module


def _stand_ins(script: Script, names: set[str]) -> list[str]:
    """Lines that make what the commented code mentions the kind of object that it is in the script."""
    kinds: dict[str, str] = {}
    for scope in script.scopes.everywhere():
        for name in names & set(scope.bindings):
            kind = script.kinds.of_bindings(scope.bindings[name])
            if kind is not None and kind.what in _STAND_INS:
                kinds[name] = kind.what
    return [f"{name} = {_STAND_INS[what]}" for name, what in sorted(kinds.items())]


def _strangers(aside: Script) -> list[cst.Name]:
    """Names that commented code calls and nothing binds: their legacy import may have gone in an earlier run."""
    legacy = {aside.source.core(r.node)[0] for r in aside.references}
    unbound = (name for name in aside.scopes.unbound if name.value not in BUILTINS)
    return [name for name in unbound if aside.source.core(name)[0] not in legacy and _is_called(aside, name)]


def _is_called(aside: Script, name: cst.Name) -> bool:
    """Whether the name or what is reached through it is called: `f(x)`, `module.f(x)`."""
    at: cst.CSTNode = name
    parent = aside.source.parents.get(at)
    while isinstance(parent, cst.Attribute) and parent.value is at:
        at, parent = parent, aside.source.parents.get(parent)
    return isinstance(parent, cst.Call) and parent.func is at


def _left(script: Script, comment: Comment) -> None:
    name = re.search(r"[\w.]*fluid[\w.]*", comment.value, re.ASCII)
    line = script.source.line_at(comment.start)
    script.say(line, "PM125", name[0] if name else "", "a comment mentions it; left as it was")
