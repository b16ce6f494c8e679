"""Where in the text each node of a tree lies: LibCST writes the tree, and it is noted on the way."""

from __future__ import annotations

from collections import defaultdict
from contextlib import nullcontext
from types import TracebackType
from typing import Any

import libcst as cst
from libcst._nodes.internal import CodegenState

_SPACE = frozenset(
    (
        cst.SimpleWhitespace,
        cst.TrailingWhitespace,
        cst.ParenthesizedWhitespace,
        cst.EmptyLine,
        cst.Newline,
        cst.Comma,
        cst.AssignEqual,
        cst.Dot,
        cst.LeftParen,
        cst.RightParen,
    )
)

# expressions that write nothing but their parentheses around them (a starred element writes its comma, too)
_PARENTHESIZED = frozenset(
    kind
    for kind in vars(cst).values()
    if isinstance(kind, type) and cst.BaseExpression in kind.__mro__ and cst.BaseElement not in kind.__mro__
)


class _Spans:
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


_UNNOTED = nullcontext()  # of a node that writes nothing around itself


class Recorder(CodegenState):
    """Writes the tree once and notes on the way where each node came to lie, under whom, in which order.

    Nodes are kept by their id: hashing them costs more than all the rest.
    """

    def __init__(self, module: cst.Module) -> None:
        super().__init__(module.default_indent, module.default_newline)
        self.at = 0
        self.outer: dict[int, tuple[int, int]] = {}
        self.core: dict[int, tuple[int, int]] = {}
        self.parent: dict[int, cst.CSTNode] = {}
        self.by_type: dict[type[cst.CSTNode], list[cst.CSTNode]] = defaultdict(list)
        self._stack: list[cst.CSTNode] = []
        self._starts: list[int] = []
        self._spans = _Spans(self)

    def close(self) -> None:
        """Let go of what refers back to this object, which would keep the whole tree for the cyclic collector."""
        del self._spans

    def ends(self, node: cst.CSTNode, otherwise: tuple[int, int]) -> tuple[int, int]:
        return self.core.get(id(node)) or self.outer.get(id(node), otherwise)

    def add_token(self, value: str) -> None:
        self.tokens.append(value)
        self.at += len(value)

    def add_indent_tokens(self) -> None:
        for value in self.indent_tokens:
            self.add_token(value)

    def before_codegen(self, node: cst.CSTNode) -> None:
        kind = type(node)
        if kind in _SPACE:
            return
        stack = self._stack
        if stack:
            self.parent[id(node)] = stack[-1]
        stack.append(node)
        self.by_type[kind].append(node)
        self._starts.append(self.at)

    def after_codegen(self, node: cst.CSTNode) -> None:
        if type(node) in _SPACE:
            return
        self._stack.pop()
        self.outer[id(node)] = (self._starts.pop(), self.at)

    def pop_trailing_newline(self) -> None:
        if self.tokens:
            self.at -= len(self.tokens.pop())

    def record_syntactic_position(  # type: ignore[override]
        self, node: cst.CSTNode, *, start_node: Any = None, end_node: Any = None
    ) -> _Spans | nullcontext[None]:
        if type(node) in _PARENTHESIZED and self.at == self._starts[-1]:
            return _UNNOTED
        self._spans.open.append((node, start_node, end_node, self.at))
        return self._spans
