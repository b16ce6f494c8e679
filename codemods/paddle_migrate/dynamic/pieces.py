"""Statements as pieces of text that stand elsewhere: without their indentation, with the comments that are theirs."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.source import Source


def is_in(source: Source, node: cst.CSTNode, other: cst.CSTNode) -> bool:
    """Whether a node is another one, or stands in it."""
    at: cst.CSTNode | None = node
    while at is not None:
        if at is other:
            return True
        at = source.parents.get(at)
    return False


def lines_of(reading: Reading, statement: cst.CSTNode) -> tuple[int, int]:
    """The first line of a statement, with the comments right above it, and the line behind it."""
    source = reading.source
    first, last = source.line(statement), source.line_at(source.core(statement)[1] - 1)
    while first > 1 and _text(source, first - 1).lstrip().startswith("#") and (
        indentation(source, first - 1) == indentation(source, source.line(statement))
    ):
        first -= 1
    return first, last + 1


def take_out(edits: Edits, reading: Reading, statement: cst.CSTNode, with_comments: bool = True) -> None:
    """A statement, with the comments right above it, and the blank lines behind it."""
    source = reading.source
    first, behind = lines_of(reading, statement)
    while not source.line_text(behind).strip() and source.line_start(behind) < len(source.text):
        behind += 1
    edits.replace(source.line_start(first if with_comments else source.line(statement)), source.line_start(behind), "")


def above(reading: Reading, statement: cst.CSTNode) -> bool:
    """Whether a blank line parts a statement from what stands above it."""
    first, _ = lines_of(reading, statement)
    return first > 1 and not _text(reading.source, first - 1).strip()


def piece(reading: Reading, statement: cst.CSTNode, edits: Edits | None = None, parted: bool = False) -> str:
    """Its text, comments above and behind it included."""
    source = reading.source
    first, behind = lines_of(reading, statement)
    start, end = source.line_start(first), source.line_start(behind)
    text = (edits or Edits(source.text)).render(start, end, closed=False).rstrip().replace(source.newline, "\n")
    indent = indentation(source, source.line(statement))
    return ("\n" if parted else "") + "\n".join(line.removeprefix(indent) for line in text.split("\n"))


def _text(source: Source, line: int) -> str:
    return source.text[source.line_start(line) : source.line_start(line + 1)]


def indentation(source: Source, line: int) -> str:
    """White space at the beginning of a line."""
    text = _text(source, line)
    return text[: len(text) - len(text.lstrip())]


def flat(text: str) -> str:
    """An expression on one line."""
    if "#" in text or '"""' in text or "'''" in text:
        return text
    return re.sub(r"\s*\n\s*", " ", re.sub(r"([(\[{])\s*\n\s*", r"\1", text))
