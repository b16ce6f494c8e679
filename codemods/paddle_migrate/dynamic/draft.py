"""The new text of a file in the making: statements replaced and taken out, and what must not be left behind."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import libcst as cst

from paddle_migrate.dynamic.pieces import lines_of
from paddle_migrate.dynamic.reading import Reading, Stays, small
from paddle_migrate.facts.scopes import Scope
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.lines import Comment
from paddle_migrate.text.wrapping import WIDTH, wrapped

GAP = "\ue000"  # a line on which a statement stood
LOST = "a comment stands inside of what goes; move it: {}"
_LEFT = "{} is used here otherwise than this tool knows; write this by hand"


class Draft:
    """Comments stay: those above a statement, in it and behind it."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.source = reading, reading.source
        self.edits = Edits(self.source.text)
        self._gone: list[tuple[int, int]] = []
        self._vanished: list[tuple[Scope, str, int]] = []
        self._deleted: set[int] = set()

    def replace(self, line: cst.CSTNode, texts: Sequence[str], moved: bool = False) -> None:
        """These statements in place of one, at its indentation; none: it goes, and its line with it. ``moved``: it
        stands elsewhere, with all its comments."""
        source = self.source
        first, behind = lines_of(self.reading, line)
        if not moved:
            first = source.line(line)
        start, end = source.line_start(first), source.line_start(behind)
        statement = small(line)
        if statement is None and not (isinstance(line, (cst.If, cst.For)) and moved):
            raise Stays(line, "statements stand beside one another in a line; give each its own")
        indent = source.text[source.line_start(source.line(line)) : source.start(line)]
        if not texts and self._is_last(line):
            texts = ["pass"]
        kept = [] if moved else [each for each in source.comments if start <= each.start < end]
        if texts and kept and kept[-1].start >= source.core(statement or line)[1] and "\n" not in texts[0]:
            texts = [f"{texts[0]}  {kept.pop().value}", *texts[1:]]
        texts = [*(each.value for each in kept), *texts]
        if not texts:
            self._deleted.add(id(line))
        room, step = WIDTH - len(indent), source.indent
        rows = [row for text in texts for row in (text if moved else wrapped(text, 0, step, room)).split("\n")]
        new = "".join(f"{indent}{row}".rstrip() + source.newline for row in rows) or GAP + source.newline
        self.edits.replace(start, end, new)
        self._gone.append((start, end))

    def put(self, start: int, end: int, text: str) -> None:
        self.edits.replace(start, end, text)
        self._gone.append((start, end))

    def drop(self, function: cst.FunctionDef) -> None:
        """A function goes; its comments stay."""
        source = self.source
        first, last = source.line(function), source.line_at(source.core(function)[1] - 1)
        start, end = source.line_start(first), source.line_start(last + 1)
        indent = source.text[start : source.start(function)]
        kept = "".join(f"{indent}{each.value}{source.newline}" for each in source.comments if start <= each.start < end)
        self.put(start, end, kept or GAP + source.newline)

    def vanish(self, scope: Scope, name: str, since: cst.CSTNode | None = None) -> None:
        """Note that nothing is called so any more: no use of it may be left, behind a statement of its own scope."""
        self._vanished.append((scope, name, self.source.start(since) if since is not None else -1))

    def result(self) -> str:
        """The new text. Where statements went, blank lines above and below do not add up."""
        newline, new = self.source.newline, list[str]()
        for between, group in groupby(self.edits.result().split(newline), _is_between):
            rows = list(group)
            new += _closed(rows) if between else rows
        lost = lost_comment(self.reading, "\n".join(new))
        if lost is not None:
            raise Stays(None, LOST.format(lost.value))
        return newline.join(new)

    def settle(self, node: cst.CSTNode) -> None:
        """Note that the node is dealt with."""
        self._gone.append(self.source.span(node))

    def check(self) -> None:
        """Raises Stays where something is left that is needed no more."""
        for scope, name, since in self._vanished:
            for use in self.reading.uses(scope, name):
                start, end = self.source.span(use)
                before = start < since and self.reading.scopes.of(use) is scope
                if not before and not any(first <= start and end <= last for first, last in self._gone):
                    raise Stays(use, _LEFT.format(name))

    def _is_last(self, line: cst.CSTNode) -> bool:
        """Whether nothing else would be left of its block."""
        block = self.source.parents.get(line)
        if not isinstance(block, cst.IndentedBlock):
            return False
        return all(each is line or id(each) in self._deleted for each in block.body)



def lost_comment(reading: Reading, text: str) -> Comment | None:
    """One of the script's own comments that a new text has no more."""
    theirs = [line for line, _ in reading.for_helpers]
    helpers = [lines_of(reading, node) for node in (*reading.helpers.values(), *theirs)]
    return next((each for each in reading.source.comments if each.value not in text and not any(
        first <= reading.source.line_at(each.start) < behind for first, behind in helpers)), None)


def _is_between(row: str) -> bool:
    return row == GAP or not row.strip()


def _closed(rows: list[str]) -> list[str]:
    """As many blank lines as stood together at most, in place of these and of what went between them."""
    if GAP not in rows:
        return rows
    blank = [len(list(group)) for is_blank, group in groupby(rows, lambda row: not row.strip()) if is_blank]
    return [""] * max(blank, default=0)
