"""Parameters of helpers that no call gives: the helper is written as it is without them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from paddle_migrate.changes.folded_parameters import takes_arguments, without_parameter

_REQUIRED = object()  # no default, or one that is worked out


@dataclass(frozen=True)
class _Call:
    """How something is called; ``hidden``: what it is given is not to be seen."""

    places: int
    keywords: frozenset[str]
    hidden: bool


def without_unused_parameters(helpers: dict[str, str], program: str) -> dict[str, str]:
    """The helpers without parameters that neither the program nor another helper gives, and without what only they
    would make them do."""
    try:
        tree = ast.parse(program)
    except SyntaxError:
        return helpers
    made = dict(helpers)
    while True:
        trees = [tree, *map(ast.parse, made.values())]
        defaults = {name: _defaults(text) for name, text in made.items()}
        new = {name: _reduced(name, text, list(_calls(name, made, trees)), defaults) for name, text in made.items()}
        if new == made:
            return made
        made = new


def _reduced(name: str, text: str, calls: list[_Call], defaults: dict[str, dict[str, Any]]) -> str:
    """The first of its parameters that is not given, and which it can do without, is taken out."""
    function = takes_arguments(text)
    if function is None or not calls or any(call.hidden for call in calls):
        return text
    plain = [param.arg for param in function.args.args][function.name == "__init__" :]
    for param, default in defaults[name].items():
        given = any(call.places > plain.index(param) or param in call.keywords for call in calls)
        if not given and default is not _REQUIRED:
            less = without_parameter(text, param, default, defaults)
            if less is not None:
                return less
    more = function.args.kwarg
    if more is not None and not any(call.keywords.difference(plain) for call in calls):
        return without_parameter(text, more.arg, None, defaults) or text
    return text


def _defaults(text: str) -> dict[str, Any]:
    """The parameters, and what they are by themselves, if that is written out."""
    function = takes_arguments(text)
    if function is None:
        return {}
    plain = function.args.args[function.name == "__init__" :]
    given = function.args.defaults
    values = [*([None] * (len(plain) - len(given))), *given]
    return {
        param.arg: value.value if isinstance(value, ast.Constant) else _REQUIRED
        for param, value in zip(plain, values, strict=True)
    }


def _calls(name: str, helpers: dict[str, str], trees: list[ast.Module]) -> Iterator[_Call]:
    """Every call of a helper; of a class, also those of classes that derive from it."""
    is_class = helpers[name].startswith("class ")
    names = {name, *_heirs(name, helpers)} if is_class else {name}
    for tree in trees:
        bases = {id(base) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases}
        called = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
                if id(node) not in bases:
                    yield _given(called.get(id(node)))
            elif is_class and isinstance(node, ast.Attribute) and node.attr == "__init__":
                yield _given(called.get(id(node)))


def _heirs(name: str, helpers: dict[str, str]) -> set[str]:
    """Classes among the helpers that derive from it, over however many steps."""
    found: set[str] = set()
    for other, text in helpers.items():
        made = ast.parse(text).body[-1]
        if isinstance(made, ast.ClassDef) and any(getattr(base, "id", "") == name for base in made.bases):
            found |= {other, *_heirs(other, helpers)}
    return found


def _given(call: ast.Call | None) -> _Call:
    if call is None:
        return _Call(0, frozenset(), hidden=True)
    hidden = any(isinstance(arg, ast.Starred) for arg in call.args) or any(k.arg is None for k in call.keywords)
    return _Call(len(call.args), frozenset(k.arg for k in call.keywords if k.arg is not None), hidden)
