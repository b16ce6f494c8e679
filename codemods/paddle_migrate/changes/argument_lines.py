"""Arguments of a call that is written anew, each in a line of its own where those of the old call are."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

import libcst as cst

from paddle_migrate.changes.changes import Changes
from paddle_migrate.rules.targets import targets
from paddle_migrate.text.pytree import segment

_FEWEST = 2  # arguments


def in_lines(
    changes: Changes, call: cst.Call, name: str, text: str, around: tuple[str, str], fill: Callable[[str], str]
) -> Callable[[], str] | None:
    """How the text reads with its arguments in lines; None where the call has them in none. ``text``: the new call, of
    today's layer ``name`` if it is one, which stands ``around``, and in which ``fill`` puts what the user wrote."""
    columns = _columns(changes, call)
    made = ast.parse(text, mode="eval").body
    arguments = [segment(text, each) for each in (*made.args, *made.keywords)] if isinstance(made, ast.Call) else []
    if columns is None or not isinstance(made, ast.Call) or len(arguments) < _FEWEST:
        return None
    signature = targets().get(name)
    if signature and made.args and all(arg.keyword is not None for arg in call.args):
        arguments[0] = f"{signature[0][0]}={arguments[0]}"
    before, behind = f"{around[0]}{segment(text, made.func)}(", f"){around[1]}"
    start = changes.source.core(call)[0]

    def written() -> str:
        out = len(changes.source.indentation(call)) - len(changes.indentation(call))
        hangs = _line(changes, call.args[0]) > _line(changes, call)
        column = columns[0] - out if hangs else _column(changes, start) - out + len(before)
        between = changes.source.newline + " " * column
        filled = [_shifted(fill(each), column - (columns[-1] - out)) for each in arguments]
        return fill(before) + between * hangs + ("," + between).join(filled) + fill(behind)

    return written


def _columns(changes: Changes, call: cst.Call) -> Sequence[int] | None:
    """Where the arguments stand, if each is the first in a line, but for the first one, and none is a long text."""
    source = changes.source
    parent = source.parents.get(call)
    starts = [source.span(arg)[0] for arg in call.args]
    lines = [source.line_at(at) for at in starts]
    first = [source.line_text(n)[: _column(changes, at)] for n, at in zip(lines, starts, strict=True)]
    behind = lines[:1] == [_line(changes, call)]
    whole = isinstance(parent, (cst.Assign, cst.Return, cst.Lambda))
    if len(starts) < _FEWEST or (behind and not whole) or any(each.strip(" ") for each in first[behind:]):
        return None
    texts = source.inside(call, cst.SimpleString, cst.FormattedString)
    return None if any("\n" in source.code(each) for each in texts) else [len(each) for each in first]


def _line(changes: Changes, node: cst.CSTNode) -> int:
    return changes.source.line_at(changes.source.span(node)[0])


def _column(changes: Changes, at: int) -> int:
    return at - changes.source.line_start(changes.source.line_at(at))


def _shifted(text: str, by: int) -> str:
    """With the lines behind the first one moved."""
    first, *others = text.split("\n")
    return "\n".join([first, *(_moved(line, by) for line in others)])


def _moved(line: str, by: int) -> str:
    blank = len(line) - len(line.lstrip(" "))
    return " " * max(0, blank + by) + line[blank:] if line.strip() else line
