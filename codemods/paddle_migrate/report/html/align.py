"""Which old line stands beside which new one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from paddle_migrate.text.equal_lines import equal_lines

# "indent": only white space at the ends differs; "similar": the words that differ are worth marking; "other": the two
# lines have nothing to do with each other, or one of them is missing
Kind = Literal["same", "indent", "similar", "other"]
_LARGEST_PAIRING = 2_500
_ALIKE = 0.35


@dataclass(frozen=True)
class Row:
    """Indexes of an old and a new line; None where there is no such line."""

    old: int | None
    new: int | None
    kind: Kind


def align(old: list[str], new: list[str]) -> list[Row]:
    """Every line of both texts, once, in order.

    Lines count as equal when they differ in indentation only: a block that came out of a `with` is not all new.
    """
    rows: list[Row] = []
    i = j = 0
    for a, b in [*equal_lines([x.strip() for x in old], [y.strip() for y in new]), (len(old), len(new))]:
        rows += _changed(old, new, (i, a), (j, b))
        if a < len(old) and b < len(new):
            rows.append(Row(a, b, "same" if old[a] == new[b] else "indent"))
        i, j = a + 1, b + 1
    return rows


def _changed(old: list[str], new: list[str], i: tuple[int, int], j: tuple[int, int]) -> Iterator[Row]:
    """Lines without an equal on the other side: like beside like, the rest side by side as they come."""
    at_i, at_j = i[0], j[0]
    for a, b in [*_alike(old[slice(*i)], new[slice(*j)]), (i[1] - i[0], j[1] - j[0])]:
        while at_i < i[0] + a or at_j < j[0] + b:
            left, right = at_i < i[0] + a, at_j < j[0] + b
            yield Row(at_i if left else None, at_j if right else None, "other")
            at_i, at_j = at_i + left, at_j + right
        if i[0] + a < i[1] and j[0] + b < j[1]:
            yield Row(at_i, at_j, "similar")
            at_i, at_j = at_i + 1, at_j + 1


def _alike(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """The pairs of lines, rising on both sides, that have most words in common."""
    if not old or not new or len(old) * len(new) > _LARGEST_PAIRING:
        return []
    a, b = [Counter(_words(x)) for x in old], [Counter(_words(y)) for y in new]
    score = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]
    alike = [[_share(x, y) for y in b] for x in a]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            score[i][j] = max(score[i + 1][j], score[i][j + 1], score[i + 1][j + 1] + alike[i][j])
    pairs: list[tuple[int, int]] = []
    i, j = 0, 0
    while i < len(a) and j < len(b):
        if alike[i][j] and score[i][j] == score[i + 1][j + 1] + alike[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif score[i][j] == score[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _words(line: str) -> list[str]:
    return re.findall(r"\w+", line[:1000])


def _share(a: Counter[str], b: Counter[str]) -> float:
    """The share of words that two lines have in common; 0 when it is too small to mean anything."""
    total = a.total() + b.total()
    share = 2 * (a & b).total() / total if total else 0.0
    return share if share >= _ALIKE else 0.0


def marks(old: str, new: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The spans in which two similar lines differ, words and white space taken whole."""
    a, b = re.findall(r"\w+|\s+|.", old), re.findall(r"\w+|\s+|.", new)
    if len(a) * len(b) > 40_000:
        return [], []
    left: list[tuple[int, int]] = []
    right: list[tuple[int, int]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            _mark(left, a, i1, i2)
            _mark(right, b, j1, j2)
    return left, right


def _mark(spans: list[tuple[int, int]], parts: list[str], first: int, last: int) -> None:
    start = sum(map(len, parts[:first]))
    end = start + sum(map(len, parts[first:last]))
    if start < end:
        spans.append((start, end))
