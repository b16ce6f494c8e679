"""Which line of the file a line was, before programs were written and before they became layers."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator

from paddle_migrate.reasons import By, Origins
from paddle_migrate.text.pytree import python_tree

_MOST = 40_000  # pairs of lines that are compared by their words
_WORD = re.compile(r"(?!(?:paddle|fluid|static|layers|nn|F)\b)[A-Za-z_]\w*")


def lines_before(old: str, new: str) -> dict[int, int]:
    """The old text's line for each of the new one; of lines that were written anew, the one that they come of, or one
    beside them."""
    found: dict[int, int] = {}
    before, after = old.splitlines(), new.splitlines()
    for equal, i, i_end, j, j_end in _blocks(old, new):
        places = range(j_end - j) if equal else _come_of(before[i:i_end], after[j:j_end])
        found |= {j + number + 1: i + place + 1 for number, place in enumerate(places)}
    return found


def first_line(text: str, line: int) -> int:
    """Where the statement begins that the line is of."""
    tree, found = python_tree(text) if line else None, line
    nodes: list[ast.AST] = [tree] if tree is not None else []
    while nodes:
        node = nodes.pop()
        for each in ast.iter_child_nodes(node):
            start, end = getattr(each, "lineno", 0), getattr(each, "end_lineno", None) or 0
            if not start or start <= line <= end:
                nodes.append(each)
                found = start if isinstance(each, ast.stmt) and start else found
    return found


def _come_of(old: list[str], new: list[str]) -> list[int]:
    """For each of the new lines the old one that it shares most words with, in their order."""
    if len(old) < 2 or len(old) * len(new) > _MOST:
        return [min(number, max(0, len(old) - 1)) for number in range(len(new))]
    words = [set(_WORD.findall(line)) for line in old]
    ways: list[tuple[float, list[int]]] = [(0.0, []) for _ in old]  # the best one that ends at each of the old lines
    for line in new:
        own = set(_WORD.findall(line))
        alike = [2 * len(own & each) / (len(own) + len(each) or 1) for each in words]
        best, further = ways[0], list[tuple[float, list[int]]]()
        for place, way in enumerate(ways):
            best = way if way[0] > best[0] else best
            further.append((best[0] + alike[place], [*best[1], place]))
        ways = further
    return max(ways, key=lambda way: way[0])[1]


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
