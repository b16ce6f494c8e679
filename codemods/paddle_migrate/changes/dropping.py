"""Parts of a script that go together with the legacy names in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes import lines

if TYPE_CHECKING:
    from paddle_migrate.script import Script


def settle_inside(script: Script, *nodes: cst.CSTNode) -> None:
    """Note that the legacy names in what goes need no rewrite."""
    for reference in script.references:
        if any(script.source.lies_in(reference.node, node) for node in nodes):
            script.settle(reference)


def drop_statements(script: Script, statements: list[cst.CSTNode], with_comments: bool = False) -> None:
    """Take small statements out; an `if` of which nothing else is left goes as a whole. ``with_comments``: those of
    their lines, too."""
    gone = {id(statement) for statement in statements}
    emptied: dict[int, cst.If] = {}
    for statement in statements:
        branch = _branch_around(script, statement)
        if branch is not None and _is_emptied(script, branch, gone):
            emptied[id(branch)] = branch
        else:
            script.beside.delete(statement, with_comments)
    for branch in emptied.values():
        last = script.source.line_at(script.source.outer(branch.body)[1] - 1)
        lines.delete(script, script.source.line(branch), last)
    settle_inside(script, *statements, *(branch.test for branch in emptied.values()))


def _branch_around(script: Script, statement: cst.CSTNode) -> cst.If | None:
    block = script.source.parents.get(script.source.parents.get(statement))
    branch = script.source.parents.get(block) if isinstance(block, cst.IndentedBlock) else None
    return branch if isinstance(branch, cst.If) else None


def _is_emptied(script: Script, branch: cst.If, gone: set[int]) -> bool:
    """Whether a plain `if` has statements that go, and nothing else; its test does nothing either."""
    around = script.source.parents.get(branch)
    plain = branch.orelse is None and isinstance(around, (cst.IndentedBlock, cst.Module))
    only = plain and isinstance(around, (cst.IndentedBlock, cst.Module)) and len(around.body) > 1
    body = branch.body.body
    inside = [part for line in body if isinstance(line, cst.SimpleStatementLine) for part in line.body]
    all_small = all(isinstance(line, cst.SimpleStatementLine) for line in body)
    all_gone = all_small and all(id(part) in gone for part in inside)
    return only and all_gone and not script.source.has_effects(branch.test)
