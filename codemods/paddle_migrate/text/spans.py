"""Where in the text each node of a tree lies: found for a statement when the first of its nodes is asked about."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable

import libcst as cst

from paddle_migrate.text.lines import Comment, Lines
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.recording import CLAUSES, Recorder, Span, WrittenError, write
from paddle_migrate.text.widths import OtherwiseError, Widths

_COMPOUND = frozenset(
    (*CLAUSES, cst.ClassDef, cst.For, cst.FunctionDef, cst.Match, cst.Try, cst.TryStar, cst.While, cst.With)
)
# what begins a logical line, but decorators, which belong to their definition
_HEADS = _COMPOUND | {cst.SimpleStatementLine}
_LAST = ("finalbody", "orelse", "handlers", "body")  # the first of these that a statement has is its last part
_LINE_END = re.compile(r"\r\n|\n|\r")


class Spans:
    """Where the nodes of one tree lie. LibCST writes a statement that cannot be measured, and it is noted."""

    def __init__(
        self, text: str, module: cst.Module, nodes: Iterable[cst.CSTNode], above: dict[int, cst.CSTNode], lines: Lines
    ) -> None:
        self._text, self._module, self._above, self._lines = text, module, above, lines
        self._outer: dict[int, Span] = {}
        self._core: dict[int, Span] = {}
        self._header_end: dict[int, int] = {}
        self._widths = Widths(text, len(module.default_newline), self._outer, self._core)
        self._heads = [node for node in nodes if type(node) in _HEADS]
        self._line_of: dict[int, int] = {}  # the line of the first decorator, where there are any
        line = 0
        for head in self._heads:
            self._line_of[id(head)] = line
            line += 1 + len(getattr(head, "decorators", ()))
        self._aligned = line == len(lines.starts)
        if not self._aligned:
            self._write_all()

    def outer(self, node: cst.CSTNode) -> Span:
        """Everything that the node writes, white space and comments around it included."""
        if id(node) not in self._outer:
            self._find(node)
        return self._outer[id(node)]

    def core(self, node: cst.CSTNode) -> Span:
        """Where the node lies, without parentheses around it."""
        if id(node) not in self._outer:
            self._find(node)
        return self._core.get(id(node)) or self._outer[id(node)]

    def start(self, node: cst.CSTNode) -> int:
        """Where a statement begins, behind its decorators."""
        line = self._line_of.get(id(node))
        if line is None or not self._aligned:
            return self.core(node)[0]
        return self._lines.starts[line + len(getattr(node, "decorators", ()))]

    def about(self, node: cst.CSTNode) -> int:
        """An offset on the line on which the node begins."""
        if id(node) in self._line_of or id(node) in self._outer:
            return self.start(node)  # known already
        head = self._head(node)
        if head is not None and type(node) is not cst.IndentedBlock and not getattr(head, "decorators", ()):
            line = self._line_of[id(head)]
            start, end = self._lines.starts[line], self._lines.ends[line]
            if not re.search(r"[\r\n]", self._text[start:end]):
                return start
        return self.start(node)

    def around(self, node: cst.CSTNode) -> Span:
        """The logical line that the node stands in, which is found without looking into it."""
        head = self._head(node)
        if head is None or not self._aligned:
            return 0, len(self._text)
        line = self._line_of[id(head)]
        return self._lines.starts[line], self._lines.ends[line + len(getattr(head, "decorators", ()))]

    def near(self, comment: Comment) -> cst.CSTNode:
        """A node in the block that the comment stands in."""
        number = bisect.bisect_right(self._heads, comment.start, key=self.start) - 1
        before = self._heads[number] if number >= 0 else self._module
        behind = self._heads[number + 1] if number + 1 < len(self._heads) else None
        if number >= 0 and comment.start < self._line_end(before):
            body = getattr(before, "body", None)
            return body if isinstance(body, cst.IndentedBlock) else before
        column = self._column(comment.start)
        if behind is not None:
            follows = self._column(self.start(behind))
            if number < 0 or follows >= self._column(self.start(before)):
                return behind
            column = max(column, follows)
        while number >= 0 and self._column(self.start(self._heads[number])) > column:
            number -= 1
        return self._heads[number] if number >= 0 else self._module

    def _line_end(self, head: cst.CSTNode) -> int:
        return self._lines.ends[bisect.bisect_right(self._lines.starts, self.start(head)) - 1]

    def _column(self, offset: int) -> int:
        return offset - self._line_start(offset)

    def _line_start(self, offset: int) -> int:
        newline = self._text.rfind("\n", 0, offset)
        return max(newline, self._text.rfind("\r", newline + 1, offset)) + 1

    def _head(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The simple statement or the header that the node stands in."""
        at: cst.CSTNode | None = node
        while at is not None and type(at) not in _HEADS:
            at = self._above.get(id(at))
        return at

    def _find(self, node: cst.CSTNode) -> None:
        head = self._head(node)
        if head is None:
            self._write_all()
        elif (head is node or type(node) is cst.IndentedBlock) and type(head) in _COMPOUND:
            self._enclose(node, head)
        else:
            self._look_at(head, None if head is node else head)

    def _enclose(self, node: cst.CSTNode, head: cst.CSTNode) -> None:
        """A block, or a statement that has one, lies from its header to its last line: nothing between is written."""
        last, footers = last_of(node)
        if last is node or last is None:  # it is one line, or of a kind that is written out
            self._look_at(head, None)
            return
        line = self._line_of[id(last)] + len(getattr(last, "decorators", ()))
        end = behind_lines(self._text, self._lines.ends[line], footers, self._module.default_newline)
        if id(head) not in self._header_end:
            self._look_at(head, head)
        if id(node) in self._outer:  # all was written
            return
        if node is head:
            start, core = self._begin(head)[0], self.start(head)
        else:
            start, core = self._header_end[id(head)], self.start(node.body[0])  # type: ignore[attr-defined]
        self._outer[id(node)] = start, end
        self._core[id(node)] = core, self.core(last)[1]

    def _look_at(self, head: cst.CSTNode, header_of: cst.CSTNode | None) -> None:
        """Find the nodes of a statement, or of its header alone."""
        start, indent = self._begin(head)
        if self._measured(head, start, indent, header_of is not None):
            return
        recorder = Recorder(self._module, start, header_of)
        try:
            recorder.increase_indent(indent)
            write(head, recorder, elif_of=self._above.get(id(head)))
        except WrittenError:
            recorder.core.pop(id(head), None)  # it ends further down
            self._header_end[id(head)] = recorder.at
        if self._agrees(start, "".join(recorder.tokens)):
            self._note(recorder)
        else:
            self._write_all()

    def _measured(self, head: cst.CSTNode, start: int, indent: str, header_alone: bool) -> bool:
        """Whether its nodes are found by how wide they are."""
        line = self._line_of[id(head)]
        first, above = self._lines.starts[line], self._above.get(id(head))
        if getattr(head, "decorators", ()):
            return False
        try:
            if isinstance(head, cst.SimpleStatementLine):
                end = self._widths.line(head, start, first, len(indent))
                return end == behind_lines(self._text, self._lines.ends[line], 0, self._module.default_newline)
            if header_alone and isinstance(getattr(head, "body", None), cst.IndentedBlock):
                is_elif = isinstance(above, cst.If) and above.orelse is head
                self._header_end[id(head)] = self._widths.header(head, first, len(indent), is_elif)
                return True
        except (OtherwiseError, RecursionError):
            pass
        return False

    def _begin(self, head: cst.CSTNode) -> tuple[int, str]:
        """Where the comments above the statement begin, and its indentation."""
        first = self._lines.starts[self._line_of[id(head)]]
        start = self._line_start(first)
        indent = self._text[start:first]
        above_decorator = next((d.leading_lines for d in getattr(head, "decorators", ())), ())
        for _ in (*head.leading_lines, *above_decorator):  # type: ignore[attr-defined]
            start = self._line_start(start - 2 if self._text[start - 2 : start] == "\r\n" else start - 1)
        return start, indent

    def _agrees(self, start: int, written: str) -> bool:
        """Whether the text has just this there; the last line end may be the parser's."""
        return start >= 0 and (
            self._text.startswith(written, start) or written == self._text[start:] + self._module.default_newline
        )

    def _write_all(self) -> None:
        recorder = Recorder(self._module)
        write(self._module, recorder)
        written = "".join(recorder.tokens)
        # LibCST may lose blank lines at the very end; any other loss makes offsets wrong
        if not self._text.startswith(written) or self._text[len(written) :].strip():
            raise SourceError("the parser does not give this file back unchanged; not rewritten", code="PM903")
        self._note(recorder)

    def _note(self, recorder: Recorder) -> None:
        recorder.close()
        self._outer.update(recorder.outer)
        self._core.update(recorder.core)


def last_of(node: cst.CSTNode) -> tuple[cst.CSTNode | None, int]:
    """The simple statement, or the clause of one line, that a block or a compound statement ends with, and how many
    lines with nothing but comments belong to it behind that. None for a kind that is not known."""
    footers = 0
    head = node
    while not isinstance(node, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
        if isinstance(node, (cst.Match, cst.MatchCase)):
            return None, 0
        if isinstance(node, cst.IndentedBlock):
            footers += len(node.footer)
        else:
            head = node
        part = next(part for name in _LAST if (part := getattr(node, name, None)))
        node = part if isinstance(part, cst.CSTNode) else part[-1]
    return (head if isinstance(node, cst.SimpleStatementSuite) else node), footers


def behind_lines(text: str, at: int, count: int, newline: str) -> int:
    """Behind the end of this line and so many more; the last one of a text may lack its end, which counts."""
    for _ in range(count + 1):
        end = _LINE_END.search(text, at)
        if end is None:
            return len(text) + len(newline)
        at = end.end()
    return at
