"""A comment above every line that is left to a person: --annotate."""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.changes import lines
from paddle_migrate.text.ignoring import heard

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_STATEMENTS = (
    cst.SimpleStatementLine, cst.FunctionDef, cst.ClassDef, cst.If, cst.For, cst.While, cst.With, cst.Try,
)


def write_todos(script: Script) -> None:
    """Each once. A comment must not stand inside a string or behind a backslash: above the statement there is room."""
    source = script.source
    script.edits.keep_blocks([])  # nothing else is written any more: a comment may stand in what is left
    starts = sorted({source.line(s) for s in source.all(*_STATEMENTS)})
    for finding in sorted(f for f in heard(source.text, script.findings) if f.level == "person"):
        line = starts[max(bisect.bisect_right(starts, finding.line) - 1, 0)] if starts else finding.line
        todo = f"# TODO(paddle-migrate): {finding.name}: {finding.message}"
        above = source.line_text(line - 1) if line > 1 else ""
        if "TODO(paddle-migrate)" not in above:
            lines.above(script, line, [todo], rank=lines.REMARK)
