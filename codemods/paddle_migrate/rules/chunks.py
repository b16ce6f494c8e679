"""A source file of compat in pieces, so that of its definitions only those are parsed that somebody asks for."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Mapping

_BEGIN = re.compile(r"^(?=[A-Za-z_@])(?!(?:elif|else|except|finally)\b)", re.MULTILINE)
_DEFINED = re.compile(r"(?:@[\s\S]*?^)?(?:def|class) +(\w+)|(?!__all__)(\w+) = ", re.MULTILINE)
_QUOTES = '"""'


def chunks(source: str) -> Iterator[tuple[str, int]]:
    """The statements at the top of a file, each with its decorators, what follows it until the next one, and the lines
    above it. Lines of a string that begin at the margin are taken for statements, and joined again."""
    starts = [match.start() for match in _BEGIN.finditer(source)]
    text, line = "", 0
    for start, end in itertools.pairwise([0, *starts, len(source)]):
        if text and text.count(_QUOTES) % 2 == 0 and not _is_decorator(text):
            yield text, line
            line += text.count("\n")
            text = ""
        text += source[start:end]
    yield text, line


def _is_decorator(text: str) -> bool:
    """Whether a decorator is all there is."""
    return text.startswith("@") and _DEFINED.match(text) is None


class Definitions(Mapping[str, ast.stmt]):
    """The functions, classes and values of one file by their names."""

    def __init__(self) -> None:
        self._found: dict[str, ast.stmt | tuple[str, int]] = {}

    def add(self, name: str, statement: ast.stmt) -> None:
        self._found[name] = statement

    def without(self, source: str) -> str:
        """Take the definitions of a file, and give it back with empty lines in their place."""
        return "".join("\n" * text.count("\n") if self._takes(text, line) else text for text, line in chunks(source))

    def _takes(self, text: str, line: int) -> bool:
        match = _DEFINED.match(text)
        if match is not None:
            self._found[match[1] or match[2]] = text, line
        return match is not None

    def __getitem__(self, name: str) -> ast.stmt:
        found = self._found[name]
        if isinstance(found, tuple):
            text, line = found
            found = self._found[name] = ast.parse("\n" * line + text).body[0]
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
