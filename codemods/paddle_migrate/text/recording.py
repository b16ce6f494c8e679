"""Where nodes come to lie as LibCST writes them."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import libcst as cst
from libcst._nodes.internal import CodegenState

from paddle_migrate.text.children import PUNCTUATION
from paddle_migrate.text.parsing import SourceError

Span = tuple[int, int]

CLAUSES = (cst.If, cst.Else, cst.ExceptHandler, cst.ExceptStarHandler, cst.Finally, cst.MatchCase)
_ENDS_HEADER = frozenset((*CLAUSES, cst.IndentedBlock))


class WrittenError(Exception):
    """The header of a compound statement is written; its block is not asked about."""


class _Core:
    """The context in which LibCST writes a node without the white space and parentheses around it.

    One object serves all nodes: making one for each costs more than what it notes.
    """

    __slots__ = ("open", "recorder")

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.open: list[tuple[cst.CSTNode, Any, Any, int]] = []

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        node, start_node, end_node, start = self.open.pop()
        recorder = self.recorder
        end = recorder.at
        if start_node is not None:
            start = recorder.ends(start_node, (start, end))[0]
        if end_node is not None:
            end = recorder.ends(end_node, (start, end))[1]
        recorder.core[id(node)] = (start, end)


class Recorder(CodegenState):
    """Writes a part of the tree and notes on the way where each node came to lie, by the nodes' ids."""

    def __init__(self, module: cst.Module, at: int = 0, header_of: cst.CSTNode | None = None) -> None:
        super().__init__(module.default_indent, module.default_newline)
        self.at = at
        self.outer: dict[int, Span] = {}
        self.core: dict[int, Span] = {}
        self._header_of = header_of
        self._starts: list[int] = []
        self._core = _Core(self)

    def close(self) -> None:
        """Let go of what refers back to this object, which would keep the whole tree for the cyclic collector."""
        del self._core

    def ends(self, node: cst.CSTNode, otherwise: Span) -> Span:
        return self.core.get(id(node)) or self.outer.get(id(node), otherwise)

    def add_token(self, value: str) -> None:
        self.tokens.append(value)
        self.at += len(value)

    def add_indent_tokens(self) -> None:
        for value in self.indent_tokens:
            self.add_token(value)

    def before_codegen(self, node: cst.CSTNode) -> None:
        kind = type(node)
        if kind in PUNCTUATION:
            return
        if self._header_of is not None and kind in _ENDS_HEADER and node is not self._header_of:
            raise WrittenError
        self._starts.append(self.at)

    def after_codegen(self, node: cst.CSTNode) -> None:
        if type(node) not in PUNCTUATION:
            self.outer[id(node)] = (self._starts.pop(), self.at)

    def pop_trailing_newline(self) -> None:
        if self.tokens:
            self.at -= len(self.tokens.pop())

    def record_syntactic_position(  # type: ignore[override]
        self, node: cst.CSTNode, *, start_node: Any = None, end_node: Any = None
    ) -> _Core:
        self._core.open.append((node, start_node, end_node, self.at))
        return self._core


def write(node: cst.CSTNode, recorder: Recorder, elif_of: cst.CSTNode | None = None) -> None:
    try:
        if isinstance(node, cst.If) and isinstance(elif_of, cst.If) and elif_of.orelse is node:
            node._codegen(recorder, is_elif=True)
        else:
            node._codegen(recorder)
    except RecursionError:
        raise SourceError("nested too deeply for the parser", code="PM902") from None
