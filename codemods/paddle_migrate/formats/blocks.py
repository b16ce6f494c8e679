"""Where the code stands in Markdown and reStructuredText: fences, directives, literal and indented blocks, doctests."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from operator import itemgetter
from typing import Literal

from paddle_migrate.formats.skips import skips_next

Kind = Literal["named", "bare", "found"]  # in a named language, in none, or only looking like code

# each blank can be matched in one way only: else a line of many would take for ever
_LIST = r"[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+)*"
_FENCE = re.compile(
    rf"^(?P<quote>(?:[ \t]*>)*){_LIST}(?P<fence>`{{3,}}(?!.*`)|~{{3,}})[ \t]*\{{?\.?(?P<language>[\w+-]*)"
)
_CLOSING = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*\r?\n?$")
_DIRECTIVE = re.compile(
    rf"^(?P<indent>{_LIST})\.\. (?P<name>code-block|code|sourcecode|testcode|doctest|ipython)::"
    r"[ \t]*(?P<language>[\w+-]*)"
)
_OPTION = re.compile(r"[ \t]+:[\w-]+:")
_LITERAL = re.compile(r"^(?P<indent>[ \t]*)(?!\.\. )\S.*::[ \t\r]*$|^(?P<alone>[ \t]*)::[ \t\r]*$")
_PROMPT = re.compile(r"^[ \t]*>>> ")
_INDENTED = re.compile(r"^(?: {4}|\t)[ \t]*\S")


@dataclass
class Block:
    """Lines of a document that are code: what stands before the code in each, and the code."""

    first: int  # the number of its first line, from 1
    language: str
    kind: Kind
    raw: list[str]
    margins: list[str]
    skipped: bool = False

    @property
    def code(self) -> list[str]:
        return [line[len(margin) :] for line, margin in zip(self.raw, self.margins, strict=True)]

    def with_code(self, new: list[str]) -> list[str]:
        """The block's lines with other code; lines whose code stays are left as they are, to the byte."""
        margin = next((m for m, line in zip(self.margins, self.code, strict=True) if line.strip()), "")
        lines: list[str] = []
        for what, start, end, first, last in SequenceMatcher(None, self.code, new, autojunk=False).get_opcodes():
            if what == "equal":
                lines += self.raw[start:end]
            else:
                lines += [margin + line if line.strip() else margin.rstrip() + line for line in new[first:last]]
        return lines


def split(text: str) -> list[str]:
    """The lines, as every other part counts them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def markdown(lines: list[str]) -> Iterator[Block]:
    """Fenced blocks, and indented ones behind a blank line."""
    at = 0
    closing = [(number, found[1]) for number, line in enumerate(lines) if (found := _CLOSING.match(line))]
    open_ended: dict[str, int] = {}  # marks so many of which nothing closes any more: it is not looked for again
    while at < len(lines):
        opened = _FENCE.match(lines[at])
        mark = opened["fence"] if opened else ""
        end = None
        if opened and len(mark) < open_ended.get(mark[0], len(mark) + 1):
            behind = range(bisect_right(closing, at, key=itemgetter(0)), len(closing))
            end = next((closing[place][0] for place in behind if closing[place][1].startswith(mark)), None)
        if opened and end is None:
            open_ended[mark[0]] = min(len(mark), open_ended.get(mark[0], len(mark)))
        if opened and end is not None:
            kind: Kind = "named" if opened["language"] else "bare"
            yield _block(lines, at + 1, end, opened["language"], kind, opened["quote"].count(">"), at)
            at = end + 1
        elif _INDENTED.match(lines[at]) and (at == 0 or not lines[at - 1].strip()):
            end = _indented_end(lines, at, 3)
            yield _block(lines, at, end, "", "found", 0, at)
            at = end
        else:
            at += 1


def restructured(lines: list[str]) -> Iterator[Block]:
    """Directives, literal blocks, and doctests between paragraphs."""
    at = 0
    while at < len(lines):
        directive, literal = _DIRECTIVE.match(lines[at]), _LITERAL.match(lines[at])
        start = end = at + 1
        if directive:
            while start < len(lines) and _OPTION.match(lines[start]):
                start += 1
            end = _indented_end(lines, start, len(directive["indent"]))
            language = directive["language"] or ("python" if directive["name"] in ("testcode", "doctest") else "")
            yield _block(lines, start, end, language, "named" if language else "bare", 0, at)
        elif literal:
            end = _indented_end(lines, start, len(literal["indent"] or literal["alone"] or ""))
            if end > start and not lines[start].strip():
                yield _block(lines, start, end, "", "found", 0, at)
            else:
                end = start
        elif _PROMPT.match(lines[at]):
            end = next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))
            yield _block(lines, at, end, "pycon", "named", 0, at)
        at = max(end, at + 1)


def _indented_end(lines: list[str], start: int, indent: int) -> int:
    """Where lines that are indented further than that end; blank lines at the end belong to what follows."""
    end = start
    for number in range(start, len(lines)):
        if not lines[number].strip():
            continue
        if len(lines[number]) - len(lines[number].lstrip(" \t")) <= indent and not lines[number].startswith("\t"):
            break
        end = number + 1
    return end


def _block(lines: list[str], start: int, end: int, language: str, kind: Kind, depth: int, above: int) -> Block:
    raw = lines[start:end]
    quotes = [_quote(line, depth) for line in raw]
    blank, _ = dedented([line[len(quote) :] for line, quote in zip(raw, quotes, strict=True)])
    margins = [quote + each for quote, each in zip(quotes, blank, strict=True)]
    return Block(start + 1, language.lower(), kind, raw, margins, skips_next("".join(lines[max(above - 3, 0) : above])))


def dedented(lines: list[str]) -> tuple[list[str], list[str]]:
    """What stands before the code in each line, and the code."""
    blank = [line[: len(line) - len(line.lstrip(" \t"))] for line in lines]
    common = _common([b for b, line in zip(blank, lines, strict=True) if line.strip()])
    margins = [common if line.startswith(common) else b for b, line in zip(blank, lines, strict=True)]
    return margins, [line[len(margin) :] for margin, line in zip(margins, lines, strict=True)]


def _quote(line: str, depth: int) -> str:
    found = re.match(rf"(?:[ \t]*>){{{depth}}}[ \t]?", line) if depth else None
    return found[0] if found else ""


def _common(blanks: list[str]) -> str:
    """The white space that all of them begin with."""
    if not blanks:
        return ""
    low, high = min(blanks), max(blanks)
    return low[: next((i for i, c in enumerate(low) if high[i : i + 1] != c), len(low))]
