"""Which line of the file a line was, before programs were written and before they became layers."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from paddle_migrate.reasons import By, Origins


def lines_before(old: str, new: str) -> dict[int, int]:
    """The old text's line for each of the new one; of lines that were written anew, one beside them."""
    found: dict[int, int] = {}
    for equal, i, i_end, j, j_end in _blocks(old, new):
        for number in range(j, j_end):
            found[number + 1] = 1 + (i + number - j if equal else min(i + number - j, max(i, i_end - 1)))
    return found


def origins_before(program: str, new: str, origins: Origins) -> Origins:
    """Who wrote the lines of the new text: those of the program as before, all others by `dynamic`."""
    found = Origins(old=origins.old, otherwise=By("dynamic"))
    for equal, i, _, j, j_end in _blocks(program, new):
        for number in range(j, j_end):
            known = origins.new.get(i + number - j + 1, []) if equal else [By("dynamic")]
            if known:
                found.new[number + 1] = known
    return found


def origins_through(texts: tuple[str, str, str], first: Origins, second: Origins) -> Origins:
    """Who wrote the lines of the last text in two steps: those that the second let stand are the first one's."""
    old, middle, new = texts
    found = Origins(old={n: list(by) for n, by in first.old.items()}, units=first.units, met=first.met)
    for equal, i, _, j, j_end in _blocks(middle, new):
        for number in range(j, j_end):
            known = first.new.get(i + number - j + 1, []) if equal else second.new.get(number + 1, [])
            if known:
                found.new[number + 1] = known
    before = lines_before(old, middle)
    for line, by in second.old.items():
        found.old.setdefault(before.get(line, line), []).extend(by)
    return found


def _blocks(old: str, new: str) -> Iterator[tuple[bool, int, int, int, int]]:
    matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    for tag, *places in matcher.get_opcodes():
        yield (tag == "equal", *places)  # type: ignore[misc]
