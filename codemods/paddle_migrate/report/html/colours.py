"""Python code as HTML: escaped, with a class around each keyword, string, number and comment."""

from __future__ import annotations

import bisect
import builtins
import html
import keyword
import re
from collections.abc import Iterator
from itertools import pairwise

Span = tuple[int, int, str]  # start, end, class

_LONGEST = 600  # of a longer line (a picture in a notebook's output) only the start is shown
_TOKEN = re.compile(
    r"""(?P<c>\#[^\r\n]*)
      | (?P<s>(?<![\w])(?i:[rbfu]|br|rb|fr|rf)?
          (?: \"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z) | '''(?:[^\\]|\\.)*?(?:'''|\Z)
            | "(?:[^"\\\r\n]|\\.)*"? | '(?:[^'\\\r\n]|\\.)*'? ))
      | (?P<n>(?<![\w.])(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?j?))
      | (?P<d>^[ \t]*@[\w.]+)
      | (?P<w>[^\W\d]\w*)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_KEYWORDS = frozenset(keyword.kwlist)
_BUILTINS = frozenset(name for name in dir(builtins) if name.islower() and not name.startswith("_"))
# what would not show, or would turn the order of the characters around it
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def spans(lines: list[str]) -> list[list[Span]]:
    """For each line the spans to colour, in order, none overlapping; a string may go over several lines."""
    text = "\n".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    found: list[list[Span]] = [[] for _ in lines]
    for start, end, kind in _tokens(text):
        row = bisect.bisect_right(starts, start) - 1
        while row < len(lines) and starts[row] < end:
            first, last = max(start - starts[row], 0), min(end - starts[row], len(lines[row]))
            if first < last:
                found[row].append((first, last, kind))
            row += 1
    return found


def _tokens(text: str) -> Iterator[Span]:
    after = ""
    for match in _TOKEN.finditer(text):
        kind, word = match.lastgroup or "", match[0]
        if kind == "w":
            kind = _kind(word, after, text[max(match.start() - 1, 0) : match.start()])
            after = word
        if kind:
            yield match.start(), match.end(), kind


def _kind(word: str, after: str, before: str) -> str:
    if before == ".":
        return ""
    if word in _KEYWORDS:
        return "k"
    if after in ("def", "class"):
        return "f"
    return "b" if word in _BUILTINS else ""


def to_html(line: str, colours: list[Span], marks: list[tuple[int, int]] | None = None) -> str:
    """One line, escaped; `marks` are the spans that changed."""
    length = min(len(line), _LONGEST)
    parts: list[str] = []
    for start, end, kind, marked in _pieces(length, colours, marks or []):
        part = _escape(line[start:end])
        part = f"<i class={kind}>{part}</i>" if kind else part
        parts.append(f"<mark>{part}</mark>" if marked else part)
    if len(line) > length:
        parts.append(f"<em>… {len(line) - length} more characters</em>")
    return "".join(parts)


def _pieces(length: int, colours: list[Span], marks: list[tuple[int, int]]) -> Iterator[tuple[int, int, str, bool]]:
    """The line cut wherever a colour or a mark starts or ends."""
    edges = {0, length}
    for first, last, _ in colours:
        edges.update((min(first, length), min(last, length)))
    for first, last in marks:
        edges.update((min(first, length), min(last, length)))
    colour = mark = 0
    for start, end in pairwise(sorted(edges)):
        while colour < len(colours) and colours[colour][1] <= start:
            colour += 1
        while mark < len(marks) and marks[mark][1] <= start:
            mark += 1
        kind = colours[colour][2] if colour < len(colours) and colours[colour][0] <= start else ""
        yield start, end, kind, mark < len(marks) and marks[mark][0] <= start


def _escape(text: str) -> str:
    return html.escape(_HIDDEN.sub(lambda m: f"⟨U+{ord(m[0]):04X}⟩", text))
