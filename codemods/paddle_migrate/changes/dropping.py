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
    for statement in {id(each): each for each in statements}.values():
        branch = _emptied_around(script, statement, gone)
        if branch is not None:
            emptied[id(branch)] = branch
        else:
            script.beside.delete(statement, with_comments)
    for branch in emptied.values():
        last = script.source.line_at(script.source.outer(_suites(branch)[-1])[1] - 1)
        lines.delete(script, script.source.line(branch), last)
    settle_inside(script, *statements, *emptied.values())


def _emptied_around(script: Script, statement: cst.CSTNode, gone: set[int]) -> cst.If | None:
    """The outermost `if` of which nothing is left, and in whose place nothing need stand."""
    found: cst.If | None = None
    branch = _branch_around(script, script.source.parents.get(statement))
    while branch is not None and _is_emptied(script, branch, gone):
        around = script.source.parents.get(branch)
        if isinstance(around, (cst.IndentedBlock, cst.Module)) and len(around.body) > 1:
            found = branch
        branch = _branch_around(script, branch)
    return found


def _branch_around(script: Script, line: cst.CSTNode | None) -> cst.If | None:
    """The `if` in one of whose branches the line stands."""
    block = script.source.parents.get(line)
    branch = script.source.parents.get(block) if isinstance(block, cst.IndentedBlock) else None
    while isinstance(outer := script.source.parents.get(branch), cst.If) and outer.orelse is branch:
        branch = outer
    return branch if isinstance(branch, cst.If) else None


def _suites(branch: cst.If) -> list[cst.BaseSuite]:
    """Of the `if`, its `elif`s and `else`."""
    if branch.orelse is None:
        return [branch.body]
    return [branch.body, *(_suites(branch.orelse) if isinstance(branch.orelse, cst.If) else [branch.orelse.body])]


def _is_emptied(script: Script, branch: cst.If, gone: set[int]) -> bool:
    """Whether an `if` has statements that go, and nothing else; its tests do nothing either."""
    chain = [branch]
    while isinstance(chain[-1].orelse, cst.If):
        chain.append(chain[-1].orelse)
    inside = [line for suite in _suites(branch) for line in suite.body]
    return not any(script.source.has_effects(each.test) for each in chain) and all(
        _is_emptied(script, line, gone) if isinstance(line, cst.If)
        else isinstance(line, cst.SimpleStatementLine) and all(id(part) in gone for part in line.body)
        for line in inside)
