"""A parsed file: its text, its LibCST tree, and where in the text each node lies."""

from __future__ import annotations

import ast
import bisect
import re
import warnings
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from symtable import symtable
from types import TracebackType
from typing import Any, TypeVar, overload

import libcst as cst
from libcst._nodes.internal import CodegenState

N = TypeVar("N", bound=cst.CSTNode)
M = TypeVar("M", bound=cst.CSTNode)

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

# kinds whose parentheses and white space belong to them; the commonest expressions, which need not be asked further
_WHOLE = frozenset((cst.Arg, cst.Decorator, cst.Name, cst.Attribute, cst.Call, cst.Integer, cst.SimpleString))


# expressions that write nothing but their parentheses around them (a starred element writes its comma, too)
_PARENTHESIZED = frozenset(
    kind
    for kind in vars(cst).values()
    if isinstance(kind, type) and cst.BaseExpression in kind.__mro__ and cst.BaseElement not in kind.__mro__
)


class SourceError(Exception):
    """The file cannot be migrated; the message says where and what to do, the code which kind of finding it is."""

    def __init__(self, message: str, line: int = 0, code: str = "PM901") -> None:
        super().__init__(message)
        self.line, self.code = line, code


class _Spans:
    """The context in which LibCST writes a node without the white space and parentheses around it.

    One object serves all nodes: making one for each costs more than what it notes.
    """

    __slots__ = ("open", "recorder")

    def __init__(self, recorder: _Recorder) -> None:
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


class _Unnoted:
    """The context of a node that writes nothing around itself."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass


_UNNOTED = _Unnoted()


class _Recorder(CodegenState):
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
    ) -> _Spans | _Unnoted:
        if type(node) in _PARENTHESIZED and self.at == self._starts[-1]:
            return _UNNOTED
        self._spans.open.append((node, start_node, end_node, self.at))
        return self._spans


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
        plain = _without_blank_end(_without_form_feeds(text))
        self.module = _parse(plain)
        recorder = _Recorder(self.module)
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


def _without_form_feeds(text: str) -> str:
    """LibCST forgets form feeds. A space instead keeps every offset; at the start of a line it would be indentation,
    so there it goes to the end of the line before."""
    if "\f" not in text:
        return text
    moved = re.sub(r"(\r\n|\n|\r)(\f+)", lambda m: " " * len(m[2]) + m[1], text)
    return re.sub(r"\A\f+", lambda m: "\n" * len(m[0]), moved).replace("\f", " ")


def _without_blank_end(text: str) -> str:
    """LibCST may lose one of several blank lines at the end, and with it the offsets: they need not be parsed."""
    body = text.rstrip(" \t\r\n")
    end = re.match(r"[ \t]*(?:\r\n|\n|\r)?", text[len(body) :])
    return body + end[0] if body and end and not body.endswith("\\") else text


def expand_tabs(text: str) -> str:
    """Tabs in indentation as the spaces that Python counts them for; the parser refuses some mixtures of the two."""
    return re.sub(r"(?m)^[ ]*\t[ \t]*", lambda m: m[0].expandtabs(8), text)


_DEEPEST = 200  # brackets in brackets: Python's own limit


def _parse(text: str) -> cst.Module:
    try:
        _check_depth(text)
        return cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise python_error(text) or _syntax_error(text, error.raw_line, error.message) from None
    except RecursionError:
        raise SourceError("nested too deeply for the parser", code="PM902") from None


def _check_depth(text: str) -> None:
    """The parser would end the whole process on what Python refuses as too deep."""
    depth = 0
    for bracket in re.findall(r"[(){}\[\]]", text):
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


def _parse_error(text: str) -> SourceError | None:
    try:
        ast.parse(text)
    except SyntaxError as error:
        return _syntax_error(text, error.lineno or 0, error.msg)
    except (RecursionError, MemoryError):
        return SourceError("nested too deeply for the parser", code="PM902")
    except ValueError as error:
        return SourceError(f"not Python 3: {error}", code="PM902")
    return None


def _syntax_error(text: str, line: int, message: str) -> SourceError:
    lines = text.splitlines()
    shown = lines[line - 1].strip() if 0 < line <= len(lines) else message
    return SourceError(f"not Python 3: `{shown}`{_hint(shown)}", line, "PM902")


_PYTHON_2 = "; this is Python 2: convert it first (2to3 or python-modernize), then run paddle-migrate"


def _hint(line: str) -> str:
    wrong_import = re.match(r"from\s+([\w.]+)\s+as\s+(\w+)", line)
    if wrong_import:
        return f"; did you mean `import {wrong_import[1]} as {wrong_import[2]}`?"
    if re.match(r"(print|exec)\s+[^(=]", line) or re.match(r"except\s+[\w.]+\s*,", line):
        return _PYTHON_2
    return "; mend this line, then run paddle-migrate again"
