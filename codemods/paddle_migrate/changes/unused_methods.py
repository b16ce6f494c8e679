"""Methods that a class which is written into a script has for other programs: this one never speaks of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from paddle_migrate.changes.folded_parameters import definition, tree_of
from paddle_migrate.text.pytree import first_line

Helpers = tuple[tuple[str, str], ...]  # the name and the text of each
_BY_PADDLE = "forward"  # what Paddle itself calls


def pattern_of(names: Iterable[str]) -> str:
    """What a text has that asks for an attribute of one of these names, which is the one group that is found."""
    return rf"(?:\.\s*|['\"])({'|'.join(sorted(names))})\b"


@lru_cache(maxsize=256)
def names_in(helpers: Helpers) -> frozenset[str]:
    """What a program may ask for: methods, and the attributes that are set in the beginning."""
    own = _own(dict(helpers))
    set_first = (_set_first(statement) for text in own.values() for statement in _beginning(text))
    return frozenset(name for text in own.values() for name in _methods(text)).union(set_first) - {""}


@lru_cache(maxsize=256)
def without_unused(helpers: Helpers, asked: frozenset[str], named: frozenset[str]) -> Helpers:
    """The helpers without the methods of classes that neither the program asks for, as ``asked`` tells of all of
    `names_in`, nor what is left of the helpers; and without the attributes that nobody reads then. ``named``: what the
    program itself speaks of: of such a class some method is left, be it inherited."""
    texts = dict(helpers)
    own = _own(texts)
    every = {each for text in own.values() for each in _methods(text)}
    wanted = every & asked
    while True:
        left = {name: _reduced(text, wanted) if name in own else text for name, text in helpers}
        found = {each for each in every if any(_asks(text, each) for text in left.values())}
        if found <= wanted:
            bare = [name for name in own if name in named and wanted.isdisjoint(_inherited(name, own))]
            found = {each for name in bare for each in _methods(own[name])}
            if not found:
                break
        wanted |= found
    gone = _read(texts) - _read(left) - asked
    return tuple((name, _without_attributes(text, gone) if name in own else text) for name, text in left.items())


@lru_cache(maxsize=256)
def without_unnamed(helpers: Helpers, before: Helpers, named: frozenset[str]) -> Helpers:
    """The helpers without those that others spoke of ``before`` and that nobody does any more. ``named``: what the
    program itself speaks of."""
    if helpers == before:
        return helpers
    left, spoken = dict(helpers), _spoken_of(dict(before))
    while True:
        unnamed = spoken - named - _spoken_of(left)
        if unnamed.isdisjoint(left):
            return tuple(left.items())
        left = {name: text for name, text in left.items() if name not in unnamed}


def _spoken_of(helpers: dict[str, str]) -> set[str]:
    """Those that another one has the name of."""
    return {word for name, text in helpers.items() for word in _words(text) if word != name and word in helpers}


@lru_cache(maxsize=512)
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", _undescribed(text)))


def _undescribed(text: str) -> str:
    """Without what speaks of others: docstrings, and the `start()` of threads."""
    return re.sub(r"(\bthreading\.Thread\([^\n]*\))\.start\(\)", r"\1", re.sub(r'(?s)""".*?"""', "", text))


def _own(helpers: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in helpers.items() if _is_own(text, helpers)}


def _is_own(text: str, helpers: dict[str, str]) -> bool:
    """Whether it is a class of which nobody else calls methods, as Paddle does of those that derive from its own."""
    made = definition(text)
    return isinstance(made, ast.ClassDef) and all(getattr(base, "id", "") in helpers for base in made.bases)


def _inherited(name: str, own: dict[str, str]) -> Iterator[str]:
    """The methods of the class, and those of the helpers that it derives from."""
    yield from _methods(own[name])
    made = definition(own[name])
    for base in made.bases if isinstance(made, ast.ClassDef) else ():
        if isinstance(base, ast.Name) and base.id in own:
            yield from _inherited(base.id, own)


def _asks(text: str, name: str) -> bool:
    return name in _asked_in(text) or any(
        isinstance(statement, ast.Assign) and getattr(statement.value, "id", "") == name for statement in _body(text)
    )


@lru_cache(maxsize=512)
def _asked_in(text: str) -> frozenset[str]:
    """Every attribute that it asks for, but for what describes it."""
    return frozenset(re.findall(pattern_of([r"\w+"]), _undescribed(text)))


def _methods(text: str) -> Iterator[str]:
    """Methods, and other names for them, that may go."""
    for statement in _body(text):
        yield from _names(statement)


def _names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef):
        return [statement.name] if _may_go(statement.name) else []
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name):
        return [t.id for t in statement.targets if isinstance(t, ast.Name) and _may_go(t.id)]
    return []


def _may_go(name: str) -> bool:
    return not (name.startswith("__") or name == _BY_PADDLE)


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
    nodes = list(ast.walk(tree_of(text)))
    added = {id(n.target) for n in nodes if isinstance(n, ast.AugAssign)}  # `self.total += 1` reads it, too
    read = (n for n in nodes if isinstance(n, ast.Attribute) and (isinstance(n.ctx, ast.Load) or id(n) in added))
    return frozenset(each.attr for each in read)


def _without_attributes(text: str, gone: set[str]) -> str:
    """Without what `__init__` sets for methods that went."""
    lines, statements = text.splitlines(keepends=True), _beginning(text)
    going = [statement for statement in statements if _set_first(statement) in gone]
    for statement in reversed(going[1:] if going == statements else going):  # a function without any is none
        _cut(lines, statement)
    return _tidy(lines)


def _beginning(text: str) -> list[ast.stmt]:
    """The statements of `__init__`."""
    return next((s.body for s in _body(text) if isinstance(s, ast.FunctionDef) and s.name == "__init__"), [])


def _set_first(statement: ast.stmt) -> str:
    """The attribute that the statement sets, if it is one."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    return target.attr if isinstance(target, ast.Attribute) else ""


def _cut(lines: list[str], statement: ast.stmt) -> None:
    del lines[first_line(statement) - 1 : statement.end_lineno]


def _tidy(lines: list[str]) -> str:
    """With one blank line where several are left."""
    return re.sub(r"\n{3,}", "\n\n", "".join(lines)).rstrip("\n") + "\n"


def _body(text: str) -> list[ast.stmt]:
    made = definition(text)
    return made.body if isinstance(made, ast.ClassDef) else []
