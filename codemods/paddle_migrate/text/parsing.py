"""Text to LibCST's tree, or words that say where it is none and what to do."""

from __future__ import annotations

import ast
import re
import warnings
from symtable import symtable

import libcst as cst

from paddle_migrate.text.limits import LARGEST, too_deep
from paddle_migrate.text.lines import Lines
from paddle_migrate.text.quick_nodes import quickly_made


class SourceError(Exception):
    """The file cannot be migrated; the message says where and what to do, the code which kind of finding it is."""

    def __init__(self, message: str, line: int = 0, code: str = "PM901") -> None:
        super().__init__(message)
        self.line, self.code = line, code


def without_form_feeds(text: str) -> str:
    """LibCST forgets form feeds. A space instead keeps every offset; at the start of a line it would be indentation,
    so there it goes to the end of the line before."""
    if "\f" not in text:
        return text
    moved = re.sub(r"(\r\n|\n|\r)(\f+)", lambda m: " " * len(m[2]) + m[1], text)
    return re.sub(r"\A\f+", lambda m: "\n" * len(m[0]), moved).replace("\f", " ")


def without_leading_backslashes(text: str) -> str:
    """LibCST forgets a backslash that stands alone before a statement; Python takes its line for a blank one."""
    if not any(mark in text for mark in ("\\\n", "\\\r")) or not re.search(r"(?:\A|[\r\n])\\[\r\n]", text):
        return text
    alone = [s for s in Lines(text).starts if text[s] == "\\" and text[s - 1 : s] in ("", "\r", "\n")]
    characters = list(text)
    for start in alone:
        characters[start] = " "
    return "".join(characters)


def without_blank_end(text: str) -> str:
    """LibCST may lose one of several blank lines at the end, and with it the offsets: they need not be parsed."""
    body = text.rstrip(" \t\r\n")
    end = re.match(r"[ \t]*(?:\r\n|\n|\r)?", text[len(body) :])
    return body + end[0] if body and end and not body.endswith("\\") else text


def expand_tabs(text: str) -> str:
    """Tabs in indentation as the spaces that Python counts them for; the parser refuses some mixtures of the two."""
    return re.sub(r"(?m)^[ ]*\t[ \t]*", lambda m: m[0].expandtabs(8), text)


_DEEPEST = 200  # brackets in brackets: Python's own limit


def parse(text: str, lines: Lines | None = None) -> cst.Module:
    """Raises SourceError for what is no Python 3, and for what is too large or nested too deeply for the parser."""
    check_size(text)
    try:
        lines = lines or Lines(text)
        _check_depth(text, lines)
        place = too_deep(text, lines)
        if place >= 0:
            line = len(re.findall(r"\r\n|\n|\r", text[:place])) + 1
            raise SourceError("nested too deeply for the parser", line, "PM902")
        with quickly_made():
            return cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise python_error(text) or _unread(text, error.raw_line) from None
    except RecursionError:
        raise SourceError("nested too deeply for the parser", code="PM902") from None


def check_size(text: str) -> None:
    if len(text) > LARGEST:
        size = f"{len(text) / 1e6:.1f} MB of Python, and more than {LARGEST / 1e6:.0f} MB are not looked into"
        raise SourceError(f"{size}: split the file, or leave it out with --exclude", code="PM905")


def _check_depth(text: str, lines: Lines) -> None:
    """The parser would end the whole process on what Python refuses as too deep."""
    for start, end in zip(lines.starts, lines.ends, strict=False):
        if end - start <= 2 * _DEEPEST:
            continue
        depth = 0
        for bracket in re.findall(r"[(){}\[\]]", text[start:end]):
            depth = depth + 1 if bracket in "([{" else max(depth - 1, 0)
            if depth > 2 * _DEEPEST:  # brackets in strings count here, so be generous
                raise SourceError("nested too deeply for the parser", code="PM902")


def python_error(text: str) -> SourceError | None:
    """What Python itself says is wrong with the text; None when it takes it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the script's own, such as invalid escapes
        try:
            symtable(text, "", "exec")  # parses without making a tree of Python objects: half the time of ast.parse
            return None
        except (SyntaxError, RecursionError, MemoryError, ValueError):
            return _parse_error(text)


def compiles(text: str) -> bool:
    """Whether Python makes code of the text: an argument that is given twice parses, and no more."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "", "exec", dont_inherit=True)
            return True
        except (SyntaxError, RecursionError, MemoryError, ValueError):
            return False


def _parse_error(text: str) -> SourceError | None:
    try:
        ast.parse(text)
    except SyntaxError as error:
        return _syntax_error(text, error.lineno or 0, error.msg)
    except (RecursionError, MemoryError):
        return SourceError("nested too deeply for the parser", code="PM902")
    except ValueError as error:
        return SourceError(f"a syntax error: {error}", code="PM902")
    return None


_SHOWN = 160  # characters of a line
_PYTHON_2 = "; this is Python 2: convert it first (2to3 or python-modernize), then run paddle-migrate"
_WORDS_OF_2 = ("Missing parentheses in call to", "multiple exception types must be", "leading zeros in decimal")
_LINE_OF_2 = re.compile(
    r"(print|exec)\s+[^(=]|except\s+(\(.*\)|[\w.]+)\s*,|raise\s+[\w.]+\s*,|def\s+\w+\s*\((\s*\w+\s*,)*\s*\("
    r"|.*(<>|\blambda\s*\(|\b(0[xX][\da-fA-F]+|\d+)[lL]\b|\b[uU][rR]'')")
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")


def _syntax_error(text: str, line: int, message: str) -> SourceError:
    shown = _line(text, line)
    if not shown:
        return SourceError(f"a syntax error: {message}", line, "PM902")
    if message.startswith(_WORDS_OF_2) or _LINE_OF_2.match(_STRING.sub("''", shown)):
        return SourceError(f"not Python 3: `{shortened(shown)}`{_PYTHON_2}", line, "PM902")
    wrong = re.match(r"from\s+([\w.]+)\s+as\s+(\w+)", shown)
    hint = (f"; did you mean `import {wrong[1]} as {wrong[2]}`?" if wrong else
            "; mend this line, then run paddle-migrate again")
    return SourceError(f"a syntax error ({message}): `{shortened(shown)}`{hint}", line, "PM902")


def _unread(text: str, line: int) -> SourceError:
    shown = shortened(_line(text, line))
    words = f"Python takes it, and this tool's parser does not: `{shown}`; write it in another way"
    return SourceError(words, line, "PM902")


def _line(text: str, line: int) -> str:
    lines = re.split(r"\r\n|\n|\r", text)
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def shortened(line: str) -> str:
    """As much of it as a message shows."""
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
