"""A parsed file: its text, its LibCST tree, and where in the text each node lies."""

from __future__ import annotations

import bisect
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

import libcst as cst

from paddle_migrate.parsing import SourceError, parse, python_error, without_blank_end, without_form_feeds
from paddle_migrate.spans import Recorder

N = TypeVar("N", bound=cst.CSTNode)
M = TypeVar("M", bound=cst.CSTNode)

# kinds whose parentheses and white space belong to them; the commonest expressions, which need not be asked further
_WHOLE = frozenset((cst.Arg, cst.Decorator, cst.Name, cst.Attribute, cst.Call, cst.Integer, cst.SimpleString))


class Parents:
    """The node above each node."""

    def __init__(self, by_id: dict[int, cst.CSTNode]) -> None:
        self._by_id = by_id

    def __getitem__(self, node: cst.CSTNode) -> cst.CSTNode:
        return self._by_id[id(node)]

    def get(self, node: cst.CSTNode | None) -> cst.CSTNode | None:
        return self._by_id.get(id(node))


class Source:
    """One file's text and tree. Offsets count characters of `text`; lines count from 1."""

    def __init__(self, text: str, path: str = "<stdin>") -> None:
        self.text = text
        self.path = path
        plain = without_blank_end(without_form_feeds(text))
        self.module = parse(plain)
        recorder = Recorder(self.module)
        try:
            self.module._codegen(recorder)
        except RecursionError:
            raise SourceError("nested too deeply for the parser", code="PM902") from None
        if any(isinstance(h.type, cst.Tuple) and not h.type.lpar for h in recorder.by_type.get(cst.ExceptHandler, ())):  # type: ignore[attr-defined]
            wrong = python_error(plain)  # `except A, e:` is Python 2, or so new that only this parser knows it
            if wrong:
                raise wrong
        recorder.close()
        self._check(plain, "".join(recorder.tokens))
        self._parent_of = recorder.parent
        self.parents = Parents(recorder.parent)
        self._outer, self._core, self._by_type = recorder.outer, recorder.core, recorder.by_type
        self._line_starts = [0, *(m.end() for m in re.finditer(r"\r\n|\n|\r", text))]
        self.newline = self.module.default_newline
        self.indent = self.module.default_indent

    def _check(self, text: str, written: str) -> None:
        """LibCST may lose blank lines at the very end; any other loss makes offsets wrong."""
        if not text.startswith(written) or text[len(written) :].strip():
            raise SourceError("the parser does not give this file back unchanged; not rewritten", code="PM903")

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
            return self._outer[id(node)]
        return self._core.get(id(node)) or self._outer[id(node)]

    def core(self, node: cst.CSTNode) -> tuple[int, int]:
        """Where the node lies, without parentheses around it."""
        return self._core.get(id(node)) or self._outer[id(node)]

    def outer(self, node: cst.CSTNode) -> tuple[int, int]:
        """Everything that the node writes, white space and comments around it included."""
        return self._outer[id(node)]

    def code(self, node: cst.CSTNode) -> str:
        start, end = self.span(node)
        return self.text[start:end]

    def parent(self, node: cst.CSTNode, *kinds: type[N]) -> N | None:
        """The nearest node above this one that is of one of these types (no abstract ones)."""
        # types are compared: isinstance() with LibCST's abstract classes costs several times as much
        by_id = self._parent_of
        at = by_id.get(id(node))
        while at is not None and type(at) not in kinds:
            at = by_id.get(id(at))
        return at  # type: ignore[return-value]

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
        return sorted(found, key=lambda pair: self.core(pair[1])[0])

    def called(self, node: cst.CSTNode, method: str) -> cst.Call | None:
        """`node.method()`, without arguments, where that is what is done with the node."""
        attribute = self.parents.get(node)
        call = self.parents.get(attribute)
        named = isinstance(attribute, cst.Attribute) and attribute.value is node and attribute.attr.value == method
        return call if named and isinstance(call, cst.Call) and call.func is attribute and not call.args else None

    def takes_first(self, node: cst.Subscript) -> bool:
        """Whether it is `…[0]`."""
        index = node.slice[0].slice
        first = index.value if len(node.slice) == 1 and isinstance(index, cst.Index) else None
        return isinstance(first, cst.Integer) and first.value == "0"

    def lies_in(self, node: cst.CSTNode, outer: cst.CSTNode) -> bool:
        (first, last), (start, end) = self.core(node), self.outer(outer)
        return start <= first and last <= end

    @cached_property
    def _effects(self) -> list[int]:
        others = self.all(cst.Await, cst.Yield, cst.NamedExpr)
        calls = [call for call in self.all(cst.Call) if not self._only_makes_text(call)]
        return sorted(self.core(node)[0] for node in [*calls, *others])

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

    def has_effects(self, node: cst.CSTNode) -> bool:
        """Whether evaluating the expression may do more than give its value: it calls, awaits, yields or assigns."""
        return self.has_effects_between([node])

    def has_effects_between(self, nodes: Sequence[cst.CSTNode]) -> bool:
        """Whether anything in this run of neighbours has an effect."""
        if not nodes:
            return False
        start, end = self.span(nodes[0])[0], self.span(nodes[-1])[1]
        at = bisect.bisect_left(self._effects, start)
        return at < len(self._effects) and self._effects[at] < end

    def line(self, node: cst.CSTNode) -> int:
        return self.line_at(self.core(node)[0])

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
