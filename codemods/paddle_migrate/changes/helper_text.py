"""The text of a definition that scripts are given: its tree, and its header, in as few lines as it has room in."""

from __future__ import annotations

import ast
import re
import textwrap
from functools import lru_cache

_WIDTH, _LONGEST = 80, 120
_HEADER = re.compile(r"(?P<start>def (?P<name>\w+)\()(?P<inside>(?:[^()]|\([^()]*\))*)\):\n")


@lru_cache(maxsize=512)
def tree_of(text: str) -> ast.Module:
    """The text of a helper: many files are given the same one, so nobody may change its tree."""
    return ast.parse(text)


def definition(text: str) -> ast.stmt:
    """What the text of a helper defines."""
    return tree_of(text).body[-1]


@lru_cache(maxsize=512)
def joined_headers(text: str) -> str:
    """The text with each header of a function in one line, where that is not too long."""

    def joined(found: re.Match[str]) -> str:
        start, inside = found["start"], found["inside"]
        column = found.start() - (text.rfind("\n", 0, found.start()) + 1)
        line = " ".join(inside.split()).rstrip(",")
        fits = "#" not in inside and column + len(start) + len(line) + len("):") <= _LONGEST
        return f"{start}{line}):\n" if fits else found[0]

    return _HEADER.sub(joined, text)


def header(start: str, params: list[str], column: int) -> str:
    """`def name(params):`, in one line where that is not too long."""
    if column + len(start) + len(", ".join(params)) + len("):") <= _LONGEST:
        return f"{start}{', '.join(params)}):\n"
    indent = " " * (column + len(start))
    lines = textwrap.wrap(", ".join(params), _WIDTH - len(indent), break_long_words=False, break_on_hyphens=False)
    return start + f"\n{indent}".join(lines) + "):\n"
