"""Paddle 2.6.2 crashes when Python first loads zlib after Paddle: gzip and the like are imported before it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.scopes import dotted
from paddle_migrate.script import Script

_LOAD_ZLIB = {"gzip", "zlib", "zipfile", "tarfile"}


def rewrite(script: Script) -> None:
    if script.options.target != "2.6" or not script.edits:
        return
    paddle = None
    for statement in script.source.module.body:
        if not isinstance(statement, cst.SimpleStatementLine):
            continue
        imported = _imported(statement)
        if paddle is None and any(m.partition(".")[0] == "paddle" for m in imported):
            paddle = statement
        elif paddle is not None and imported and set(imported) <= _LOAD_ZLIB and len(statement.body) == 1:
            _move(script, statement, paddle)
            return


def _imported(line: cst.SimpleStatementLine) -> list[str]:
    names = []
    for statement in line.body:
        if isinstance(statement, cst.Import):
            names += [dotted(a.name) for a in statement.names]
        elif isinstance(statement, cst.ImportFrom) and not statement.relative:
            names.append(dotted(statement.module))
    return names


def _move(script: Script, statement: cst.SimpleStatementLine, before: cst.SimpleStatementLine) -> None:
    source = script.source
    first = source.line(statement)
    last = source.line_at(source.core(statement.body[0])[1])
    start, end = source.line_start(first), source.line_start(last + 1)
    text = source.text[start:end]
    if not text.endswith(("\n", "\r")):
        text += source.newline
    script.edits.delete(start, end)
    script.edits.replace(source.line_start(source.line(before)), source.line_start(source.line(before)), text, rank=-2)
    name = _imported(statement)[0]
    why = f"moved before paddle: Paddle 2.6.2 crashes when {name} is loaded after it"
    script.say(statement, "PM206", f"import {name}", why)
