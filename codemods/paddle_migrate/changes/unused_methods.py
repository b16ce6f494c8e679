"""Methods that a class which is written into a script has for other programs: this one never speaks of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from paddle_migrate.changes.folded_parameters import definition

Says = Callable[[str], bool]
_NEXT = "__next__"  # the one of Python's own methods that a program asks for by another name
_BY_PADDLE = "forward"  # what Paddle itself calls


def pattern_of(name: str) -> str:
    """What a text that asks for an attribute of this name has."""
    return r"\bnext\(" if name == _NEXT else rf"(?:\.\s*|['\"]){name}\b"


def without_unused(helpers: dict[str, str], says: Says, named: set[str]) -> dict[str, str]:
    """The helpers without the methods of classes that neither the program asks for, as ``says`` tells, nor what is left
    of the helpers; and without the attributes that nobody reads then. ``named``: what the program itself speaks of: of
    such a class some method is left."""
    classes = [name for name, text in helpers.items() if _is_own(text, helpers)]
    every = {each for name in classes for each in _methods(helpers[name])}
    wanted = {each for each in every if says(each)}
    while True:
        left = {name: _reduced(text, wanted) if name in classes else text for name, text in helpers.items()}
        found = {each for each in every if any(_asks(text, each) for text in left.values())}
        if found <= wanted:
            bare = [name for name in named.intersection(classes) if wanted.isdisjoint(_methods(helpers[name]))]
            found = {each for name in bare for each in _methods(helpers[name])}
            if not found:
                break
        wanted |= found
    gone = _read(helpers) - _read(left)
    return {name: _without_attributes(t, gone, says) if name in classes else t for name, t in left.items()}


def _is_own(text: str, helpers: dict[str, str]) -> bool:
    """Whether it is a class of which nobody else calls methods, as Paddle does of those that derive from its own."""
    made = definition(text)
    return isinstance(made, ast.ClassDef) and all(getattr(base, "id", "") in helpers for base in made.bases)


def _asks(text: str, name: str) -> bool:
    return re.search(pattern_of(name), _code(text)) is not None or any(
        isinstance(statement, ast.Assign) and getattr(statement.value, "id", "") == name for statement in _body(text)
    )


@lru_cache(maxsize=512)
def _code(text: str) -> str:
    """Without what describes it."""
    return re.sub(r'(?s)""".*?"""', "", text)


def _methods(text: str) -> Iterator[str]:
    """Methods, and other names for them, that may go."""
    for statement in _body(text):
        yield from _names(statement)


def _names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef):
        own = statement.name.startswith("__") and statement.name != _NEXT
        return [] if own or statement.name == _BY_PADDLE else [statement.name]
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name):
        return [t.id for t in statement.targets if isinstance(t, ast.Name) and t.id != _BY_PADDLE]
    return []


def _reduced(text: str, wanted: set[str]) -> str:
    """The class with the wanted methods alone, each under its wanted names."""
    lines = text.splitlines(keepends=True)
    for statement in reversed(_body(text)):
        names = _names(statement)
        kept = [name for name in names if name in wanted]
        if names and not kept:
            _cut(lines, statement)
        elif isinstance(statement, ast.Assign) and len(kept) < len(names):
            lines[statement.lineno - 1] = f"    {' = '.join([*kept, ast.unparse(statement.value)])}\n"
    return _tidy(lines)


def _read(helpers: dict[str, str]) -> set[str]:
    """Attributes that are read."""
    return {name for text in helpers.values() for name in _read_in(text)}


@lru_cache(maxsize=512)
def _read_in(text: str) -> frozenset[str]:
    nodes = ast.walk(ast.parse(text))
    return frozenset(n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load))


def _without_attributes(text: str, gone: set[str], says: Says) -> str:
    """Without what `__init__` sets for methods that went."""
    begin = next((s for s in _body(text) if isinstance(s, ast.FunctionDef) and s.name == "__init__"), None)
    lines = text.splitlines(keepends=True)
    for statement in reversed(begin.body if begin is not None else []):
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if isinstance(target, ast.Attribute) and target.attr in gone and not says(target.attr):
            _cut(lines, statement)
    return _tidy(lines)


def _cut(lines: list[str], statement: ast.stmt) -> None:
    del lines[statement.lineno - 1 : statement.end_lineno]


def _tidy(lines: list[str]) -> str:
    """With one blank line where several are left."""
    return re.sub(r"\n{3,}", "\n\n", "".join(lines)).rstrip("\n") + "\n"


def _body(text: str) -> list[ast.stmt]:
    made = definition(text)
    return made.body if isinstance(made, ast.ClassDef) else []
