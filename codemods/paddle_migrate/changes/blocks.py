"""A `with` whose item goes: out of several, with its block one level out, or turned into a function; so of a `try`; and
one that is put above a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes.commas import items_of

if TYPE_CHECKING:
    from paddle_migrate.script import Script


def take_item(script: Script, statement: cst.With, item: cst.WithItem) -> None:
    """Take one of several items out of a `with`."""
    items_of(script, statement).take_out(item)


def into_function(script: Script, statement: cst.With, lines: list[str]) -> None:
    """`with guard(place):` → `def train():`; the block stays where it is."""
    source = script.source
    colon = source.outer(statement.body)[0]
    name = script.record.wrapped[statement]
    script.edits.replace(source.start(statement), colon, f"def {name}():")
    script.say(statement, "PM110", "distributed.launch", f"→ def {name}(), started by dist.spawn({name})")
    if lines:
        script.beside.first_in(statement.body, lines[0])


def under_guard(script: Script, line: cst.SimpleStatementLine, guard: Callable[[], str]) -> None:
    """Have `with guard:` stand above a line, nearer to it than what is put before it."""
    indent = script.source.indentation(line)
    script.edits.insert(script.source.core(line)[0], lambda: f"with {guard()}:\n{indent}    ", 1)


def unwrap(script: Script, statement: cst.With | cst.Try, lines: list[str]) -> None:
    """Put the block's lines one level out; the `with` line becomes `lines`, or goes."""
    source, body = script.source, statement.body
    start = source.start(statement)
    colon = source.outer(body)[0]
    if not isinstance(body, cst.IndentedBlock):
        first = source.core(body.body[0])[0]
        script.beside.unwrap(body)
        text = "".join(line + source.newline for line in lines)
        script.edits.replace(start, first, lambda: text + (script.indentation(statement) if lines else ""))
        return
    line = source.line_at(colon)
    last = source.line_at(source.outer(body)[1] - 1)
    script.dedents.add(line + 1, last, body.indent or source.indent, script.edits.origin)
    comment = body.header.comment
    if lines:
        script.edits.replace(start, colon, lines[0])
    elif comment:
        script.edits.delete(start, source.comment_behind(colon))
    else:
        first = source.line(statement)
        blank_before = first == 1 or not source.line_text(first - 1).strip()
        behind = 1 if blank_before and not source.line_text(line + 1).strip() else 0
        script.edits.delete(source.line_start(first), source.line_start(line + 1 + behind))
