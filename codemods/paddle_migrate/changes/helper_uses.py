"""How a text uses what is written into it: which calls give it what."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any


@dataclass(frozen=True)
class Call:
    """How something is called; ``hidden``: what it is given is not to be seen."""

    places: int
    keywords: frozenset[str]
    hidden: bool


Uses = dict[str, list[Call]]
BEGIN = ".__init__"  # no name
_GOES_ON = re.compile(r"(?:else|elif|except|finally)\b")  # what stands at the edge and belongs to what stands before it


def uses_in_program(program: str, names: set[str]) -> Uses:
    """How the names are called in the text. Only the statements that speak of them are parsed, for most of a program
    does not; where they cannot be told apart, all is. Raises SyntaxError."""
    speaks = re.compile(rf"\b(?:{'|'.join(names)})\b|{re.escape(BEGIN)}\b")
    pieces = [each for each in _statements(program) if speaks.search(each)]
    try:
        trees = [ast.parse(each) for each in pieces]
    except SyntaxError:
        pieces, trees = [program], [ast.parse(program)]
    found: Uses = {}
    for piece, tree in zip(pieces, trees, strict=True):
        lines = [number for number, line in enumerate(piece.split("\n"), 1) if speaks.search(line)]
        for name, calls in _uses(tree, lines).items():
            if name in names or name == BEGIN:
                found.setdefault(name, []).extend(calls)
    return found


def _statements(program: str) -> Iterator[str]:
    """From one line without indentation to the next, where no bracket, decorator or branch says that it goes on."""
    before = ""
    for each in re.split(r"(?m)^(?=[^\s#)\]}])", program):
        if before and not before.startswith("@") and not _GOES_ON.match(each):
            yield before
            before = ""
        before += each
    yield before


@lru_cache(maxsize=512)
def uses_in(text: str) -> Uses:
    """How the text of a helper uses each name, and each `….__init__`."""
    return _uses(ast.parse(text))


def _uses(tree: ast.AST, lines: list[int] | None = None) -> Uses:
    """How each name is called, and each `….__init__`; in the statements of these lines, if they are given."""
    found: dict[str, list[Call]] = {}
    bases: set[int] = set()
    called: dict[int, ast.Call] = {}
    waiting: list[Any] = [tree]
    while waiting:  # from the outside to the inside: what calls a name, or derives from it, is seen before it
        node = waiting.pop()
        kind = type(node)
        if kind is ast.Name:
            if type(node.ctx) is ast.Load and id(node) not in bases:
                found.setdefault(node.id, []).append(_given(called.get(id(node))))
            continue
        if kind is ast.Constant or (lines is not None and isinstance(node, ast.stmt) and not _is_at(node, lines)):
            continue
        if kind is ast.Call:
            called[id(node.func)] = node
        elif kind is ast.ClassDef:
            bases.update(map(id, node.bases))
        elif kind is ast.Attribute and node.attr == "__init__":
            found.setdefault(BEGIN, []).append(_given(called.get(id(node))))
        for part in vars(node).values():
            if type(part) is list:
                waiting += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST):
                waiting.append(part)
    return found


def _is_at(statement: ast.stmt, lines: list[int]) -> bool:
    marks = getattr(statement, "decorator_list", [])
    after = bisect_left(lines, marks[0].lineno if marks else statement.lineno)
    return after < len(lines) and lines[after] <= (statement.end_lineno or 0)


def _given(call: ast.Call | None) -> Call:
    if call is None:
        return Call(0, frozenset(), hidden=True)
    hidden = any(isinstance(arg, ast.Starred) for arg in call.args) or any(k.arg is None for k in call.keywords)
    return Call(len(call.args), frozenset(k.arg for k in call.keywords if k.arg is not None), hidden)
