"""Where a text's logical lines begin and where its comments stand, found without a parse."""

from __future__ import annotations

import re
from dataclasses import dataclass

# The first line: most characters begin none of these, and need not be tried for each.
# No prefix is needed to tell where a string ends: a backslash keeps a quotation mark inside raw strings, too
TOKENS = re.compile(
    r'''
    (?= ["'\\()\[\]{}\#\n\r] )
    (?:
    """ [^"\\]* (?: (?: \\[\s\S] | "(?!"") ) [^"\\]* )* """
    | \'\'\' [^'\\]* (?: (?: \\[\s\S] | '(?!'') ) [^'\\]* )* \'\'\'
    | " [^"\\\n\r]* (?: \\(?:\r\n|[\s\S]) [^"\\\n\r]* )* "
    | ' [^'\\\n\r]* (?: \\(?:\r\n|[\s\S]) [^'\\\n\r]* )* '
    | \\ (?: \r\n | [\s\S] )
    | ( [(\[{] )
    | ( [)\]}] )
    | ( \#[^\n\r]* )
    | ( (?: \r\n | \n | \r ) [ \t]* )
    )
    ''',
    re.VERBOSE,
)
OPENS, CLOSES, COMMENT, LINE = 1, 2, 3, 4


@dataclass(frozen=True)
class Comment:
    """A comment, from its `#` to the end of its line, and its offset in the text."""

    value: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.value)


class Lines:
    """Where each logical line that is not blank begins and ends, and the comments."""

    def __init__(self, text: str) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.comments: list[Comment] = []
        first = len(text) - len(text.lstrip(" \t"))
        depth = 0
        for match in TOKENS.finditer(text):
            kind = match.lastindex
            if kind == OPENS:
                depth += 1
            elif kind == CLOSES:
                depth -= 1
            elif kind == COMMENT:
                self.comments.append(Comment(match[0], match.start()))
                if match.start() == first:
                    first = match.end()
            elif kind == LINE and not depth:
                self._add(first, match.start())
                first = match.end()
        self._add(first, len(text))

    def _add(self, start: int, end: int) -> None:
        if start < end:
            self.starts.append(start)
            self.ends.append(end)
