"""Which lines of two texts are the same, in time that does not grow with how alike all lines are."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher

_LARGEST = 250_000  # old times new lines that difflib may compare: it is quadratic


def equal_lines(old: list[str], new: list[str]) -> Iterator[tuple[int, int]]:
    """Pairs of equal lines, rising on both sides: lines that occur once on each side, then what lies between."""
    i = j = 0
    for a, b in [*_once(old, new), (len(old), len(new))]:
        yield from _between(old, new, (i, a), (j, b))
        if a < len(old):
            yield a, b
        i, j = a + 1, b + 1


def _once(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """The longest rising run of lines that occur exactly once in each text."""
    counts, places = Counter(old), {line: j for j, line in enumerate(new)}
    counts_new = Counter(new)
    pairs = [(i, places[x]) for i, x in enumerate(old) if x and counts[x] == 1 and counts_new[x] == 1]
    ends: list[int] = []  # of the best run of each length, the new line it ends with
    best: list[int] = []  # and the pair that is
    before: list[int] = []
    for n, (_, j) in enumerate(pairs):
        length = bisect.bisect_left(ends, j)
        before.append(best[length - 1] if length else -1)
        ends[length : length + 1] = [j]
        best[length : length + 1] = [n]
    run: list[tuple[int, int]] = []
    n = best[-1] if best else -1
    while n >= 0:
        run.append(pairs[n])
        n = before[n]
    return run[::-1]


def _between(old: list[str], new: list[str], i: tuple[int, int], j: tuple[int, int]) -> Iterator[tuple[int, int]]:
    (i1, i2), (j1, j2) = i, j
    while i1 < i2 and j1 < j2 and old[i1] == new[j1]:
        yield i1, j1
        i1, j1 = i1 + 1, j1 + 1
    tail = 0
    while i1 < i2 - tail and j1 < j2 - tail and old[i2 - tail - 1] == new[j2 - tail - 1]:
        tail += 1
    if 0 < (i2 - tail - i1) * (j2 - tail - j1) <= _LARGEST:
        matcher = SequenceMatcher(None, old[i1 : i2 - tail], new[j1 : j2 - tail], autojunk=False)
        for a, b, size in matcher.get_matching_blocks():
            yield from ((i1 + a + k, j1 + b + k) for k in range(size))
    yield from ((i2 - k, j2 - k) for k in range(tail, 0, -1))
