"""Checks of what a program's variables say of themselves when it is built: `assert x.shape == (-1, 1)`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.reading import Reading, small
from paddle_migrate.text.edits import Edits


def without_checks(text: str) -> str:
    """The text without those of open sizes, which are what they are when a layer runs; their comments stay."""
    if "assert " not in text or ".shape" not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    source = reading.source
    for node in source.all(cst.Assert):
        line = source.parents[node]
        if not _asks_open_size(reading, node.test) or small(line) is not node:
            continue
        start, last = source.line_start(source.line(line)), source.line_at(source.core(line)[1] - 1)
        end = source.line_start(last + 1)
        block = source.parents.get(line)
        rows = [each.value for each in source.comments if start <= each.start < end]
        rows += ["pass"] if isinstance(block, cst.IndentedBlock) and len(block.body) == 1 else []
        indent = source.indentation(line)
        edits.replace(start, end, "".join(f"{indent}{row}{source.newline}" for row in rows))
    return edits.result()


def _asks_open_size(reading: Reading, test: cst.BaseExpression) -> bool:
    inside = reading.inside(test)
    asks = any(isinstance(each, cst.Attribute) and each.attr.value == "shape" for each in inside)
    return asks and any((isinstance(each, cst.UnaryOperation) and isinstance(each.operator, cst.Minus)) or (
        isinstance(each, cst.Name) and each.value == "None") for each in inside)
