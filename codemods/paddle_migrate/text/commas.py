"""Things that commas part, as arguments, parameters and names of an import are: what to delete so that some go."""

from __future__ import annotations

import re
from collections.abc import Sequence

Span = tuple[int, int]

_COMMA = re.compile(r"(?:[^\S\r\n]|\\?(?:\r\n|\r|\n)|#[^\r\n]*)*,")  # the next one, behind comments and line ends


def without(text: str, spans: Sequence[Span], gone: Sequence[int]) -> list[Span]:
    """What to delete so that these go, each with the comma behind it, and those at the end with the comma before them.

    Comments between them stay, and with them the comma that they stand behind.
    """
    last_kept = max((n for n in range(len(spans)) if n not in gone), default=-1)
    cuts: list[tuple[int, int]] = []
    if 0 <= last_kept < len(spans) - 1 and "#" not in _between(text, spans, last_kept):
        cuts.append((spans[last_kept][1], spans[-1][1]))
        gone = [n for n in gone if n < last_kept]
    for number in gone:
        start, end = spans[number]
        behind = spans[number + 1][0] if number + 1 < len(spans) else end
        comma = _COMMA.match(text, end)
        if behind > end and "#" not in text[end:behind]:
            cuts.append((start, behind))
        elif comma is not None and "#" in comma[0]:
            cuts += [_whole_lines(text, start, end), _whole_lines(text, comma.end() - 1, comma.end())]
        else:
            cuts.append(_whole_lines(text, start, comma.end() if comma is not None else end))
    return _joined(cuts)


def _between(text: str, spans: Sequence[Span], first: int) -> str:
    """What stands between the things from there on."""
    return "".join(text[a[1] : b[0]] for a, b in zip(spans[first:], spans[first + 1 :], strict=False))


def _whole_lines(text: str, start: int, end: int) -> Span:
    """[start, end), or the lines that it stands on when nothing else stands there; a comment behind it stays."""
    first = max(text.rfind(newline, 0, start) for newline in "\r\n") + 1
    ends = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)").match(text, end)
    last = ends.end() if ends is not None else end
    before, behind = text[first:start].strip(), text[end:last].lstrip(" \t")
    if not before and not behind.strip():
        return first, last
    return (start, last - len(behind)) if not before and behind.startswith("#") else (start, end)


def _joined(spans: list[Span]) -> list[Span]:
    """The same without overlaps."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
