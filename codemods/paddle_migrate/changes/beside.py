"""Statements written before, behind or in place of others, and taken out, wherever these stand.

A statement stands on a line of its own, beside others (`a; b`), or on the line of a header (`if x: a; b`). What is
written stays where the statement is: small statements are joined by semicolons where others stand beside them, and
for anything else the line is broken up; a suite on its header's line then becomes a block.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.changes import lines
from paddle_migrate.changes.changes import Changes
from paddle_migrate.text.edits import Text, written
from paddle_migrate.text.origins import NOBODY, Origin

Line = cst.SimpleStatementLine | cst.SimpleStatementSuite


@dataclass(eq=False)
class _Row:
    """The statements of one line, and what is written around them. In ``instead`` is what has others in its place."""

    line: Line
    statements: list[cst.CSTNode]
    before: dict[int, list[tuple[int, Text]]] = field(default_factory=lambda: defaultdict(list))
    behind: dict[int, list[tuple[int, Text]]] = field(default_factory=lambda: defaultdict(list))
    instead: dict[int, list[Text]] = field(default_factory=dict)
    emptied_by: Origin = NOBODY
    broken: bool = False  # each statement gets a line of its own
    unwrapped: bool = False  # its header goes
    swept: bool = False  # its lines go as a whole

    @property
    def is_empty(self) -> bool:
        written = any(self.before.values()) or any(self.behind.values()) or any(self.instead.values())
        return not written and all(id(s) in self.instead for s in self.statements)


class Beside:
    """The statements of one script."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self._rows: dict[int, _Row] = {}

    def before(self, statement: cst.CSTNode, *texts: Text) -> None:
        """More statements before one; beside a small one, above the first line of any other."""
        if isinstance(statement, cst.BaseSmallStatement):
            for text in texts:
                self._put(self._row(statement).before[id(statement)], text)
            return
        decorators = getattr(statement, "decorators", ())
        line = self.changes.source.line(decorators[0].decorator if decorators else statement)
        lines.above(self.changes, line, texts)

    def behind(self, statement: cst.CSTNode, texts: list[str]) -> None:
        """One more statement behind one; of several lines if it has a block itself."""
        if not isinstance(statement, cst.BaseSmallStatement):
            self.under(statement, statement, lambda: texts)
            return
        row = self._row(statement)
        row.broken |= len(texts) > 1
        self._put(
            row.behind[id(statement)], lambda: (self.changes.source.newline + self._indentation(row)).join(texts)
        )

    def first_in(self, block: cst.BaseSuite, text: str) -> None:
        """A statement before all others of a block."""
        first = block.body[0]
        self.before(first.body[0] if isinstance(first, cst.SimpleStatementLine) else first, text)

    def last_in(self, block: cst.BaseSuite, text: str) -> None:
        """A statement behind all others of a block, on a line of its own."""
        if isinstance(block, cst.SimpleStatementSuite):
            self._row(block.body[-1]).broken = True
            self.behind(block.body[-1], [text])
        else:
            self.under(block.body[-1], block.body[0], lambda: [text])

    def under(self, above: cst.CSTNode, beside: cst.CSTNode, texts: Callable[[], Sequence[str]]) -> None:
        """Lines under the last line of any statement, at the indentation of another one, which stands in a block."""
        source = self.changes.source
        lines.under(self.changes, source.line_at(source.core(above)[1]), source.line(beside), texts)

    def replace(self, statement: cst.CSTNode, statements: Sequence[Text], has_block: bool = False) -> None:
        """These in place of a small statement; ``has_block``: one of them is no small one."""
        row = self._row(statement)
        row.instead[id(statement)] = [self.changes.edits.signed(text) for text in statements]
        row.broken |= has_block

    def unwrap(self, suite: cst.CSTNode) -> None:
        """The header before a suite on its line goes, so that what is written there is no block."""
        if isinstance(suite, cst.SimpleStatementSuite):
            self._row(suite.body[0]).unwrapped = True

    def delete(self, statement: cst.CSTNode, with_comments: bool = False) -> None:
        """Take out a small statement, its line with it; a comment behind it stays, unless its own go too; an empty
        block gets `pass`."""
        source, row = self.changes.source, self._row(statement)
        row.instead[id(statement)] = []
        row.emptied_by = self.changes.edits.origin
        line = row.line
        block = source.parents.get(line)
        alone = isinstance(block, cst.IndentedBlock) and all(map(self.is_deleted, block.body))
        if not row.is_empty or alone or not isinstance(line, cst.SimpleStatementLine):
            return
        start, end = source.core(row.statements[0])[0], source.core(row.statements[-1])[1]
        if with_comments or not line.trailing_whitespace.comment:
            row.swept = True
            delete = lines.delete_with_comments if with_comments else lines.delete
            delete(self.changes, source.line_at(start), source.line_at(end))

    def is_deleted(self, line: cst.CSTNode) -> bool:
        row = self._rows.get(id(line))
        return row is not None and row.is_empty

    def _put(self, texts: list[tuple[int, Text]], text: Text) -> None:
        edits = self.changes.edits
        texts.append((edits.origin.number, edits.signed(text)))

    # -- lines ------------------------------------------------------------------------------------------------

    def _row(self, statement: cst.CSTNode) -> _Row:
        line = self.changes.source.parents[statement]
        if not isinstance(line, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
            raise ValueError("only small statements have others beside them")
        if id(line) not in self._rows:
            row = self._rows[id(line)] = _Row(line, list(line.body))
            source, edits = self.changes.source, self.changes.edits
            start = source.core(row.statements[0])[0]
            with edits.by(NOBODY):  # of its own it changes nothing
                edits.enclose(start, self._end(row), lambda: self._written(row))
            if isinstance(line, cst.SimpleStatementSuite):
                gap = source.outer(line)[0]
                edits.replace(gap, start, lambda: self._gap(row, source.text[gap:start]))
        return self._rows[id(line)]

    def _gap(self, row: _Row, gap: str) -> str:
        """What stands between the header's colon and the first statement."""
        return self.changes.source.newline + self._indentation(row) if row.broken else gap

    def _end(self, row: _Row) -> int:
        """Where the line's comment ends, or its last statement."""
        end = self.changes.source.core(row.statements[-1])[1]
        comment = row.line.trailing_whitespace.comment
        return self.changes.source.comment_behind(end) + len(comment.value) if comment else end

    def _written(self, row: _Row) -> str:
        """A comment stays with the statement that it stands behind, and may be all that is left."""
        source, render = self.changes.source, self.changes.edits.render
        parts: list[str] = []
        last = -1
        for statement in row.statements:
            number = id(statement)
            parts += map(written, _in_order(row.before[number]))
            kept = [] if number in row.instead else [render(*source.core(statement), enclosed=True)]
            parts += [*map(written, row.instead.get(number, ())), *kept]
            last = len(parts) - 1
            parts += map(written, _in_order(row.behind[number]))
        behind = render(source.core(row.statements[-1])[1], self._end(row))
        if not parts:
            left = "pass" + behind if self._is_needed(row) else behind.lstrip("; \t")
            with self.changes.edits.by(row.emptied_by):
                return written(self.changes.edits.signed(left))
        in_lines = row.broken or (len(row.statements) == 1 and isinstance(row.line, cst.SimpleStatementLine))
        parts[last if in_lines and last >= 0 else -1] += behind
        return (source.newline + self._indentation(row) if in_lines else "; ").join(parts)

    def _is_needed(self, row: _Row) -> bool:
        """Whether nothing else is left of the block."""
        block = self.changes.source.parents.get(row.line)
        every = list(block.body) if isinstance(block, cst.IndentedBlock) else [row.line]
        if isinstance(block, cst.Module) or not all(map(self.is_deleted, every)):
            return False
        return [line for line in every if not self._rows[id(line)].swept][-1] is row.line

    def _indentation(self, row: _Row) -> str:
        """White space before the line; before a block of its own where it has to become one."""
        if isinstance(row.line, cst.SimpleStatementLine):
            return self.changes.indentation(row.statements[0])
        header = self.changes.source.parents[row.line]
        deeper = "" if row.unwrapped else self.changes.source.indent
        return self.changes.indentation(header) + deeper


def _in_order(texts: list[tuple[int, Text]]) -> list[Text]:
    """By the order of the rewrites, whichever came first."""
    return [text for _, text in sorted(texts, key=lambda each: each[0])]
