"""A statement's text on lines that are not too long: broken in its brackets, where there are some."""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass

from paddle_migrate.text.continuations import Continuation, continuations

WIDTH = 120
_FSTRINGS = {getattr(tokenize, "FSTRING_START", -1): 1, getattr(tokenize, "FSTRING_END", -1): -1}
_MOST = 50  # breaks of one statement


@dataclass
class _Pair:
    """Brackets, where they stand, and the commas right inside of them; `close` of the last line where it is none."""

    open: tuple[int, int]
    close: tuple[int, int] = (1 << 30, 0)
    commas: tuple[tuple[int, int], ...] = ()
    depth: int = 0


def wrapped(text: str, column: int, indent: str, width: int = WIDTH) -> str:
    """The statement, which begins at that column, with its lines broken where they are longer than `width`."""
    given_up: set[str] = set()
    for _ in range(_MOST):
        lines = text.split("\n")
        long = (n for n, line in enumerate(lines) if len(line) + column * (n == 0) > width and line not in given_up)
        row = next(long, None)
        if row is None:
            break
        broken = _broken(text, lines, row, column, indent, width)
        if broken is None:
            given_up.add(lines[row])
        else:
            text = hung(text, "\n".join([*lines[:row], *broken, *lines[row + 1 :]]), column)
    return text


def _broken(text: str, lines: list[str], row: int, column: int, indent: str, width: int) -> list[str] | None:
    """The lines that the one becomes; None where no bracket of it helps."""
    pair = _best(_pairs(text), row, width - column * (row == 0))
    if pair is None:
        return None
    line = lines[row]
    ends = len(line) if pair.close[0] > row else pair.close[1]
    before, inside, behind = line[: pair.open[1] + 1], line[pair.open[1] + 1 : ends], line[ends:]
    if not inside.strip():
        return None
    pad = (" " * column if row == 0 else "") + line[: len(line) - len(line.lstrip())] + indent
    if len(pad) + len(inside.strip()) + len(behind) <= width:
        return [before, pad + inside.strip() + behind]
    cuts = [c + 1 for r, c in pair.commas if r == row and c < ends]
    parts = [line[a:b].strip() for a, b in zip([pair.open[1] + 1, *cuts], [*cuts, ends], strict=True)]
    kept = [part for part in parts if part]
    if len(kept) == 1 and not any(bracket in kept[0] for bracket in "([{"):
        return None  # a long text, most often
    return [before, *(pad + part for part in kept[:-1]), pad + kept[-1] + behind]


def _best(pairs: list[_Pair], row: int, room: int) -> _Pair | None:
    """Of the brackets of a line those that stand in no others of it: the last before which there is room, else those
    that hold most; where all are empty, such as close later."""
    here = [pair for pair in pairs if pair.open[0] == row]
    least = min((pair.depth for pair in here), default=0)
    outer = [pair for pair in here if pair.depth == least]
    whole = [pair for pair in outer if pair.close[0] == row and pair.close[1] - pair.open[1] > 1]
    last = next((pair for pair in reversed(whole) if pair.open[1] < room), None)
    longest = max(whole, key=lambda pair: pair.close[1] - pair.open[1], default=None)
    return last or longest or next((pair for pair in outer if pair.close[0] > row), None)


def _pairs(text: str) -> list[_Pair]:
    found: list[_Pair] = []
    stack: list[_Pair] = []
    literal = 0
    try:
        for kind, string, (row, at), _, _ in tokenize.generate_tokens(io.StringIO(text).readline):
            literal += _FSTRINGS.get(kind, 0)
            if kind != tokenize.OP or literal:
                continue
            if string in "([{":
                stack.append(_Pair((row - 1, at), depth=len(stack)))
                found.append(stack[-1])
            elif string in ")]}" and stack:
                stack.pop().close = row - 1, at
            elif string == "," and stack:
                stack[-1].commas += ((row - 1, at),)
    except (tokenize.TokenError, IndentationError):
        pass  # the end of a text that goes on elsewhere
    return found


def hung(old: str, new: str, column: int) -> str:
    """The new text of a statement at that column, of other line breaks alone: lines of the old one stand under the same
    as there, and what hangs below them is moved along."""
    old, new = " " * column + old, " " * column + new
    moved: dict[int, int] = {}  # by how much each line of the old text, by its start
    for line in continuations(old) if _dense(old) == _dense(new) else ():
        new, moved[line.start] = _moved(old, line, new, moved.get(line.row, 0))
    return new[column:]


def _moved(old: str, line: Continuation, new: str, row_by: int) -> tuple[str, int]:
    places = [at for at, character in enumerate(new) if not character.isspace()]
    at, bracket = (places[_number(old, each)] for each in (line.at, line.bracket))
    start = new.rfind("\n", 0, at) + 1
    by = row_by
    if line.behind is not None and line.column >= line.bracket - line.row:
        behind = places[_number(old, line.bracket) + 1]
        by = _column(new, behind) - (line.behind - line.row)
        if "\n" in new[bracket:behind]:  # that begins a line now
            by += max(0, line.behind - line.row - line.column)
    if not by or new[start:at].strip(" "):
        return new, 0
    return new[:start] + " " * max(0, line.column + by) + new[at:], by


def _column(text: str, at: int) -> int:
    return at - (text.rfind("\n", 0, at) + 1)


def _dense(text: str) -> str:
    return "".join(text.split())


def _number(text: str, at: int) -> int:
    """The how manieth character it is, spaces not counted."""
    return len(_dense(text[:at]))
