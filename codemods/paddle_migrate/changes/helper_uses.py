"""How a text uses what is written into it: which calls give it what."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from paddle_migrate.changes.folded_parameters import tree_of
from paddle_migrate.text.lines import Lines


@dataclass(frozen=True)
class Call:
    """How something is called; ``hidden``: what it is given is not to be seen."""

    places: int
    keywords: frozenset[str]
    hidden: bool


Uses = dict[str, list[Call]]
BEGIN = ".__init__"  # no name
_BEFORE = {"elif": "if 1: pass\n", "else": "if 1: pass\n", "except": "try: pass\n", "finally": "try: pass\n"}
_HEADER = re.compile(r":\s*(?:#.*)?\Z")


def uses_in_program(program: str, names: set[str]) -> Uses:
    """How the names are called in the text. Only the lines that speak of them are parsed, for most of a program does
    not; where one of them cannot be parsed alone, all is. Raises SyntaxError."""
    speaks = re.compile(rf"\b(?:{'|'.join(names)})\b|{re.escape(BEGIN)}\b")
    lines = Lines(program)
    try:
        places = zip(lines.starts, lines.ends, strict=True)
        trees = [_alone(program[start:end]) for start, end in places if speaks.search(program, start, end)]
    except SyntaxError:
        trees = [ast.parse(program)]
    found: Uses = {}
    for tree in trees:
        for name, calls in _uses(tree).items():
            if name in names or name == BEGIN:
                found.setdefault(name, []).extend(calls)
    return found


def _alone(line: str) -> ast.AST:
    """A logical line as it would be without those around it."""
    word = re.match(r"\w*", line)
    before = _BEFORE.get(word[0], "") if word is not None else ""
    return ast.parse(before + line.removeprefix("@") + ("\n pass" if _HEADER.search(line) else ""))


@lru_cache(maxsize=512)
def uses_in(text: str) -> Uses:
    """How the text of a helper uses each name, and each `….__init__`; and attributes."""
    return _uses(tree_of(text))


def _uses(tree: ast.AST) -> Uses:
    """How each name is called, and each `….__init__`; attributes, under their names with a dot."""
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
        if kind is ast.Constant:
            continue
        if kind is ast.Call:
            called[id(node.func)] = node
        elif kind is ast.ClassDef:
            bases.update(map(id, node.bases))
        elif kind is ast.Attribute:
            uses = found.setdefault(f".{node.attr}", [])
            if node.attr == "__init__":
                uses.append(_given(called.get(id(node))))
        for part in vars(node).values():
            if type(part) is list:
                waiting += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST):
                waiting.append(part)
    return found


def _given(call: ast.Call | None) -> Call:
    if call is None:
        return Call(0, frozenset(), hidden=True)
    hidden = any(isinstance(arg, ast.Starred) for arg in call.args) or any(k.arg is None for k in call.keywords)
    return Call(len(call.args), frozenset(k.arg for k in call.keywords if k.arg is not None), hidden)
