"""Where an import stands that only functions and branches need: before what needs it first, wherever that runs."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.text.source import Source

Block = cst.Module | cst.IndentedBlock | cst.SimpleStatementSuite


def first_needs(source: Source, uses: list[cst.Name]) -> list[cst.CSTNode]:
    """The statements before which a name is to be bound so that each of its uses finds it; none where the module itself
    uses it whatever happens."""
    found: dict[int, cst.CSTNode] = {}  # by the blocks that they stand in
    for use in sorted(uses, key=source.order):
        blocks = list(_blocks(source, _outside_of_classes(source, use)))
        if not blocks or isinstance(blocks[0][0], cst.Module):
            return []
        if not any(id(block) in found for block, _ in blocks):
            block, statement = blocks[0]
            found[id(block)] = statement
    return list(found.values())


def _outside_of_classes(source: Source, use: cst.Name) -> cst.CSTNode:
    """The use, or the outermost class whose body it stands in: an import there would be an attribute."""
    node: cst.CSTNode = use
    while isinstance(above := source.parent(node, cst.FunctionDef, cst.ClassDef), cst.ClassDef):
        node = above
    return node


def _blocks(source: Source, use: cst.CSTNode) -> Iterator[tuple[Block, cst.CSTNode]]:
    """The branches that run the use, inside out, to the body of its function or the module's own lines, each with the
    statement of it that the use stands in. What is tried, and what a loop or a class holds, is no branch: an import
    there would be hidden, made again and again, or an attribute."""
    statement: cst.CSTNode = use
    node: cst.CSTNode | None = use
    while node is not None:
        above = source.parents.get(node)
        if isinstance(node, (cst.BaseSmallStatement, cst.BaseCompoundStatement)):
            statement = node
        if isinstance(above, cst.Module):
            yield above, statement
        elif isinstance(node, (cst.IndentedBlock, cst.SimpleStatementSuite)) and isinstance(
            above, (cst.FunctionDef, cst.If, cst.Else)
        ):
            if isinstance(above, cst.Else) and not isinstance(source.parents.get(above), cst.If):
                node = above
                continue
            yield node, statement
            if isinstance(above, cst.FunctionDef):
                return
        node = above
