"""A call written anew, on as many lines as it needs."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.changes import Changes

_WIDTH = 100


def laid_out(changes: Changes, call: cst.Call, function: str, arguments: list[str]) -> str:
    """The call on one line where it fits, else with each argument on a line of its own."""
    text = f"{function}({', '.join(arguments)})"
    indent = changes.indentation(call)
    if "\n" not in text and len(indent) + len(text) <= _WIDTH:
        return text
    between = changes.source.newline + indent + changes.source.indent
    return f"{function}({between}{(',' + between).join(arguments)})"
