"""What is too large or nests too deeply to be parsed, found without a parse.

A tree takes a thousand bytes for each character. The parser recurses in native code, so that a chain of 20,000 `not`
would end the whole process, and the time that it takes grows with the square of a chain's length.
"""

from __future__ import annotations

import re

from paddle_migrate.text.lines import Lines

LARGEST = 2_000_000  # characters of Python
LINKS = 400  # operators, calls, attributes … within one another
BRANCHES = 1000  # elif in a row, each of which lies in the one before

_STRING = r"""
    \"\"\" [^"\\]* (?: (?: \\[\s\S] | "(?!"") ) [^"\\]* )* \"\"\"
    | ''' [^'\\]* (?: (?: \\[\s\S] | '(?!'') ) [^'\\]* )* '''
    | " [^"\\\n\r]* (?: \\[\s\S] [^"\\\n\r]* )* "
    | ' [^'\\\n\r]* (?: \\[\s\S] [^'\\\n\r]* )* '
"""
_LINK = r"\*\* | // | << | >> | [-+*/%@&|^~.]"
_TOKEN = re.compile(
    rf"""
    (?P<field> (?: [rR]?[fFtT] | [fFtT][rR] ) (?: {_STRING} ) )
    | [rRbBuU]{{0,2}} (?: {_STRING} )
    | \#[^\n\r]*
    | \\ [\s\S]
    | (?P<lambda> \blambda\b )
    | (?P<word> \b(?: not | and | or | if | else | for | await | yield )\b )
    | \d (?: [eE][-+] | [\w.] )*
    | [^\W\d]\w*
    | (?P<link> {_LINK} )
    | (?P<open> [(\[{{] )
    | (?P<close> [)\]}}] )
    | (?P<colon> : )
    | (?P<end> [,;\n\r] )
    """,
    re.VERBOSE,
)
_IN_FIELD = re.compile(
    rf"""
    \{{\{{ | \}}\}}
    | (?P<open> \{{ )
    | (?P<close> \}} )
    | (?P<link> {_LINK} | \b(?: not | if | lambda | await )\b | [(\[] )
    """,
    re.VERBOSE,
)


def too_deep(text: str, lines: Lines) -> int:
    """The offset of a place that nests too deeply; -1 when there is none."""
    for start, end in zip(lines.starts, lines.ends, strict=False):
        if end - start > LINKS and _links(text[start:end]) > LINKS:
            return start
    return _branches(text, lines) if text.count("elif") > BRANCHES else -1


class _Level:
    """Between two brackets: how many links the expression has so far, and whether a lambda's parameters go on."""

    def __init__(self, links: int = 0) -> None:
        self.links, self.parameters = links, False


def _links(line: str) -> int:
    """The most links within one another, over all brackets that are open."""
    levels, total, most = [_Level()], 0, 0
    for match in _TOKEN.finditer(line):
        kind, level = match.lastgroup, levels[-1]
        if kind is None:
            continue
        if kind == "open":
            levels.append(_Level(1))
            total += 1
        elif kind == "close" and len(levels) > 1:
            total += 1 - levels.pop().links
            levels[-1].links += 1
        elif kind == "end":
            if not level.parameters and (len(levels) == 1 or match[0] == ","):
                total, level.links = total - level.links, 0
        elif kind == "colon":
            level.parameters = False
        elif kind == "field":
            most = max(most, total + _links_of_fields(match[0]))
        else:
            level.parameters = level.parameters or kind == "lambda"
            level.links += 1
            total += 1
        most = max(most, total)
    return most


def _links_of_fields(string: str) -> int:
    """The most in one field of an f-string."""
    depth, links, most = 0, 0, 0
    for match in _IN_FIELD.finditer(string):
        if match.lastgroup == "open":
            depth, links = depth + 1, links + 1
        elif match.lastgroup == "close":
            depth = max(depth - 1, 0)
        elif match.lastgroup == "link" and depth:
            links += 1
        most = max(most, links)
        links = links if depth else 0
    return most


def _branches(text: str, lines: Lines) -> int:
    """The offset of the `elif` that is one too many."""
    rows: dict[int, int] = {}  # by the indentation
    text = text.replace("\r", "\n")
    for start in lines.starts:
        column = start - (text.rfind("\n", 0, start) + 1)
        if text.startswith("elif", start):
            rows[column] = rows.get(column, 0) + 1
            if rows[column] > BRANCHES:
                return start
        else:
            rows = {c: n for c, n in rows.items() if c < column}
    return -1
