"""A parsed file: its text, its LibCST tree, and where in the text each node lies."""

from __future__ import annotations

import bisect
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import islice, takewhile
from typing import Any, TypeVar, overload
from weakref import WeakValueDictionary

import libcst as cst

from paddle_migrate.text.children import walk
from paddle_migrate.text.lines import Comment, Lines
from paddle_migrate.text.parsing import (
    parse,
    python_error,
    without_blank_end,
    without_form_feeds,
    without_leading_backslashes,
)
from paddle_migrate.text.plain_attributes import with_plain_attributes
from paddle_migrate.text.spans import Spans

N = TypeVar("N", bound=cst.CSTNode)
M = TypeVar("M", bound=cst.CSTNode)

# kinds whose parentheses and white space belong to them; the commonest expressions, which need not be asked further
_WHOLE = frozenset((cst.Arg, cst.Decorator, cst.Name, cst.Attribute, cst.Call, cst.Integer, cst.SimpleString))
_WORDS = frozenset((cst.Name, cst.Integer, cst.Float, cst.SimpleString))  # whose text is their value


class Parents:
    """The node above each node."""

    def __init__(self, by_id: dict[int, cst.CSTNode]) -> None:
        self._by_id = by_id

    def __getitem__(self, node: cst.CSTNode) -> cst.CSTNode:
        return self._by_id[id(node)]

    def get(self, node: cst.CSTNode | None) -> cst.CSTNode | None:
        return self._by_id.get(id(node))


class Tree:
    """What is parsed of a text. A file that others ask about is one that is rewritten itself, before or after."""

    def __init__(self, module: cst.Module) -> None:
        self.module = module
        self.nodes, self.above = walk(module)
        self.by_type = defaultdict[type[cst.CSTNode], list[cst.CSTNode]](list)
        for kind, node in zip(map(type, self.nodes), self.nodes, strict=True):
            self.by_type[kind].append(node)

    @staticmethod
    def of(plain: str, lines: Lines) -> Tree:
        """The one that another source still has of the same text, or a new one."""
        found = _trees.get(plain)
        if found is None:
            found = _trees[plain] = Tree(parse(plain, lines))
        return found


_trees: WeakValueDictionary[str, Tree] = WeakValueDictionary()


class Source:
    """One file's text and tree. Offsets count characters of `text`; lines count from 1."""

    def __init__(self, text: str, path: str = "<stdin>") -> None:
        self.text = text = with_plain_attributes(text)
        self.path = path
        plain = without_blank_end(without_leading_backslashes(without_form_feeds(text)))
        lines = Lines(plain)
        self._tree = tree = Tree.of(plain, lines)
        self.module, self._nodes = tree.module, tree.nodes
        self.above = tree.above  # what is asked of very many nodes asks it, by their ids
        self.parents = Parents(self.above)
        self._by_type = tree.by_type
        if any(map(_is_doubtful, self.all(cst.ExceptHandler, cst.ConcatenatedString))):
            wrong = python_error(plain)
            if wrong:
                raise wrong
        self._lines, self.comments = lines, lines.comments
        self._spans = Spans(plain, self.module, self._nodes, self.above, lines)
        self._line_starts = [0, *(m.end() for m in re.finditer(r"\r\n|\n|\r", text))]
        self.newline = self.module.default_newline
        self.indent = self.module.default_indent

    @overload
    def all(self, kind: type[N], /) -> list[N]: ...

    @overload
    def all(self, kind: type[N], other: type[M], /) -> list[N | M]: ...

    @overload
    def all(self, *kinds: type[cst.CSTNode]) -> list[cst.CSTNode]: ...

    def all(self, *kinds: type[cst.CSTNode]) -> Any:
        """Every node of these types, in the order of the text (per type)."""
        return [node for kind in kinds for node in self._by_type.get(kind, ())]

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """Where the node lies, with the parentheses that belong to it."""
        if type(node) in _WHOLE or isinstance(node, cst.BaseExpression):
            return self._spans.outer(node)
        return self._spans.core(node)

    def core(self, node: cst.CSTNode) -> tuple[int, int]:
        """Where the node lies, without parentheses around it."""
        return self._spans.core(node)

    def outer(self, node: cst.CSTNode) -> tuple[int, int]:
        """Everything that the node writes, white space and comments around it included."""
        return self._spans.outer(node)

    def start(self, node: cst.CSTNode) -> int:
        """Where the node begins, without parentheses, decorators and comments above it."""
        return self._spans.start(node)

    def around(self, node: cst.CSTNode) -> tuple[int, int]:
        """The logical line that the node stands in; of a definition's first one also the decorators."""
        return self._spans.around(node)

    def code(self, node: cst.CSTNode) -> str:
        if type(node) in _WORDS and not node.lpar:  # type: ignore[attr-defined]
            return node.value  # type: ignore[attr-defined, no-any-return]
        start, end = self.span(node)
        return self.text[start:end]

    def parent(self, node: cst.CSTNode, *kinds: type[N]) -> N | None:
        """The nearest node above this one that is of one of these types (no abstract ones)."""
        # types are compared: isinstance() with LibCST's abstract classes costs several times as much
        by_id = self.above
        at = by_id.get(id(node))
        while at is not None and type(at) not in kinds:
            at = by_id.get(id(at))
        return at  # type: ignore[return-value]

    @cached_property
    def raw(self) -> bytes:
        """The text as UTF-8, which bytes that are none come back from."""
        return self.text.encode("utf-8", "surrogateescape")

    @cached_property
    def attributes(self) -> dict[str, list[cst.Attribute]]:
        """Every `x.name`, by name."""
        found: dict[str, list[cst.Attribute]] = defaultdict(list)
        for node in self.all(cst.Attribute):
            found[node.attr.value].append(node)
        return found

    def method_calls(self, *names: str) -> list[tuple[cst.BaseExpression, cst.Call]]:
        """What has a method of these names called, and the call, in the order of the text."""
        attributes = [attribute for name in names for attribute in self.attributes.get(name, ())]
        calls = [(attribute, self.parents.get(attribute)) for attribute in attributes]
        found = [(a.value, call) for a, call in calls if isinstance(call, cst.Call) and call.func is a]
        return sorted(found, key=lambda pair: self.order(pair[1]))

    def called(self, node: cst.CSTNode, method: str) -> cst.Call | None:
        """`node.method()`, without arguments, where that is what is done with the node."""
        attribute = self.parents.get(node)
        if type(attribute) is not cst.Attribute or attribute.value is not node or attribute.attr.value != method:
            return None
        call = self.parents.get(attribute)
        return call if isinstance(call, cst.Call) and call.func is attribute and not call.args else None

    def takes_first(self, node: cst.Subscript) -> bool:
        """Whether it is `…[0]`."""
        index = node.slice[0].slice
        first = index.value if len(node.slice) == 1 and isinstance(index, cst.Index) else None
        return isinstance(first, cst.Integer) and first.value == "0"

    def is_set(self, node: cst.CSTNode) -> bool:
        """Whether a statement sets what stands there, alone or among others, or deletes it."""
        above = self.parents.get(node)
        while isinstance(above, (cst.Element, cst.StarredElement, cst.Tuple, cst.List)):
            node, above = above, self.parents.get(above)
        if isinstance(above, (cst.AugAssign, cst.AnnAssign, cst.For, cst.CompFor)):
            return above.target is node
        return isinstance(above, (cst.AssignTarget, cst.AsName, cst.Del))

    def lies_in(self, node: cst.CSTNode, outer: cst.CSTNode) -> bool:
        at: cst.CSTNode | None = node
        while at is not None and at is not outer:
            at = self.above.get(id(at))
        return at is outer

    @overload
    def inside(self, node: cst.CSTNode, kind: type[N], /) -> list[N]: ...

    @overload
    def inside(self, node: cst.CSTNode, *kinds: type[cst.CSTNode]) -> list[cst.CSTNode]: ...

    def inside(self, node: cst.CSTNode, *kinds: type[cst.CSTNode]) -> Any:
        """Every node of these types that is this one or is in it."""
        found: list[cst.CSTNode] = []
        for every in (self._by_type.get(kind, []) for kind in kinds):
            first = bisect.bisect_left(every, self.order(node), key=self.order)
            found += takewhile(lambda each: self.lies_in(each, node), islice(every, first, None))
        return found

    def broken_lines(self) -> Iterator[tuple[int, int]]:
        """From where to where the rows of each logical line go that takes several."""
        for start, end in zip(self._lines.starts, self._lines.ends, strict=True):
            if self.text.find("\n", start, end) >= 0 or self.text.find("\r", start, end) >= 0:
                yield self.line_start(self.line_at(start)), self.line_start(self.line_at(end) + 1)

    def near(self, comment: Comment) -> cst.CSTNode:
        """A node in the block that the comment stands in."""
        return self._spans.near(comment)

    def comment_behind(self, offset: int) -> int:
        """Where the next comment begins."""
        return self.comments[self._comment_at(offset)].start

    def _comment_at(self, offset: int) -> int:
        """The number of the first comment from there on."""
        return bisect.bisect_left(self.comments, offset, key=lambda comment: comment.start)

    @cached_property
    def _order(self) -> dict[int, int]:
        return dict(zip(map(id, self._nodes), range(len(self._nodes)), strict=True))

    def is_at_top(self, statement: cst.CSTNode | None) -> bool:
        """Whether the small statement always runs once, when the file does."""
        line = self.parents.get(statement) if statement is not None else None
        return isinstance(line, cst.SimpleStatementLine) and self.parents.get(line) is self.module

    def order(self, node: cst.CSTNode) -> int:
        """The node's place among all nodes, in the order of the text; what holds others comes before them."""
        return self._order[id(node)]

    @cached_property
    def _with_effects(self) -> set[int]:
        """The nodes, by id, whose evaluation may do more than give their value, and all that hold one."""
        found: set[int] = set()
        calls = [call for call in self.all(cst.Call) if not self._only_makes_text(call)]
        for node in [*calls, *self.all(cst.Await, cst.Yield, cst.NamedExpr)]:
            at: cst.CSTNode | None = node
            while at is not None and id(at) not in found:
                found.add(id(at))
                at = self.above.get(id(at))
        return found

    def _only_makes_text(self, call: cst.Call) -> bool:
        """`str(i)`, `"conv_{}".format(i)`: names of layers are made so. What is inside counts by itself."""
        func = call.func
        if isinstance(func, cst.Attribute):
            return func.attr.value == "format" and isinstance(func.value, (cst.SimpleString, cst.ConcatenatedString))
        return isinstance(func, cst.Name) and func.value in ("str", "repr", "len") and func.value not in self._own_names

    @cached_property
    def _own_names(self) -> set[str]:
        """Names that the file defines, assigns or takes as a parameter somewhere."""
        defined = [node.name for node in self.all(cst.FunctionDef, cst.ClassDef)]
        bound = [node.name for node in self.all(cst.Param)] + [node.target for node in self.all(cst.AssignTarget)]
        imported = [node.evaluated_alias or node.evaluated_name for node in self.all(cst.ImportAlias)]
        return {name.value for name in [*defined, *bound] if isinstance(name, cst.Name)} | set(imported)

    def stands_alone(self, node: cst.BaseExpression) -> bool:
        """Whether nothing beside the expression could take a part of what is written in its place: a statement's
        value, an argument, what has parentheses."""
        parent = self.parents.get(node)
        return bool(node.lpar) or isinstance(
            parent, (cst.Arg, cst.Assign, cst.Return, cst.Expr, cst.Element, cst.AnnAssign, cst.AugAssign)
        )

    def has_effects(self, *nodes: cst.CSTNode) -> bool:
        """Whether evaluating the expressions may do more than give their values: call, await, yield or assign."""
        return any(id(node) in self._with_effects for node in nodes)

    def line(self, node: cst.CSTNode) -> int:
        return self.line_at(self._spans.about(node))

    def line_at(self, offset: int) -> int:
        return bisect.bisect_right(self._line_starts, offset)

    def line_start(self, line: int) -> int:
        return self._line_starts[line - 1] if line <= len(self._line_starts) else len(self.text)

    def line_text(self, line: int) -> str:
        return self.text[self.line_start(line) : self.line_start(line + 1)]

    def indentation(self, node: cst.CSTNode) -> str:
        """White space before the first thing on the node's line."""
        line = self.line_text(self.line(node))
        return line[: len(line) - len(line.lstrip(" \t\f"))]


def _is_doubtful(node: cst.ExceptHandler | cst.ConcatenatedString) -> bool:
    """Whether the parser takes what Python may refuse."""
    if isinstance(node, cst.ExceptHandler):  # `except A, e:` is Python 2, or so new that only the parser knows it
        return isinstance(node.type, cst.Tuple) and not node.type.lpar
    return _is_bytes(node.left) != _is_bytes(node.right)  # `b"a" "b"`


def _is_bytes(node: cst.BaseExpression) -> bool:
    first = node.left if isinstance(node, cst.ConcatenatedString) else node
    return isinstance(first, cst.SimpleString) and "b" in first.prefix
