"""Lines of a statement that stood under something, or hung below a line: there again, once it is broken elsewhere."""

from __future__ import annotations

from paddle_migrate.text.continuations import Continuation, continuations


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
