"""Parameters of helpers that no call gives: the helper is written as it is without them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from paddle_migrate.changes.folded_attributes import without_attribute
from paddle_migrate.changes.folded_parameters import definition, takes_arguments, without_parameter

_REQUIRED = object()  # no default, or one that is worked out


@dataclass(frozen=True)
class _Call:
    """How something is called; ``hidden``: what it is given is not to be seen."""

    places: int
    keywords: frozenset[str]
    hidden: bool


_Uses = dict[str, list[_Call]]
_BEGIN = ".__init__"  # no name

def without_unused_parameters(helpers: dict[str, str], program: str) -> dict[str, str]:
    """The helpers without parameters that neither the program nor another helper gives, and without what only they
    would make them do."""
    try:
        own = _uses(ast.parse(program))
    except SyntaxError:
        return helpers
    made = dict(helpers)
    while True:
        texts = [own, *map(_uses_in, made.values())]
        defaults = {name: _defaults(text) for name, text in made.items()}
        new = {}
        for name, text in made.items():
            others = [uses for uses in texts if uses is not _uses_in(text)]
            is_read = partial(_is_read, others)
            new[name] = _reduced(name, text, list(_calls(name, made, texts)), defaults, is_read)
        if new == made:
            return made
        made = new


def _is_read(texts: list[_Uses], attribute: str) -> bool:
    return any(f".{attribute}" in uses for uses in texts)


def _reduced(
    name: str, text: str, calls: list[_Call], defaults: dict[str, dict[str, Any]], is_read: Callable[[str], bool]
) -> str:
    """The first of its parameters that is not given, and which it can do without, is taken out."""
    function = takes_arguments(text)
    if function is None or not calls or any(call.hidden for call in calls):
        return text
    plain = [param.arg for param in function.args.args][function.name == "__init__" :]
    for param, default in defaults[name].items():
        given = any(call.places > plain.index(param) or param in call.keywords for call in calls)
        if not given and default is not _REQUIRED:
            less = without_parameter(without_attribute(text, param, default, is_read), param, default, defaults)
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
    return {param.arg: _value(value) for param, value in zip(plain, values, strict=True)}


def _value(default: ast.expr | None) -> Any:
    if isinstance(default, ast.UnaryOp) and isinstance(default.op, ast.USub):
        number = _value(default.operand)
        return -number if type(number) in (int, float) else _REQUIRED
    return default.value if isinstance(default, ast.Constant) else _REQUIRED


def _calls(name: str, helpers: dict[str, str], texts: list[_Uses]) -> Iterator[_Call]:
    """Every call of a helper; of a class, also those of classes that derive from it."""
    is_class = helpers[name].startswith("class ")
    names = {name, *_heirs(name, helpers)} if is_class else {name}
    for uses in texts:
        for each in names:
            yield from uses.get(each, ())
        if is_class:
            yield from uses.get(_BEGIN, ())


def _uses(tree: ast.AST) -> _Uses:
    """How each name is called, and each `….__init__`; attributes, under their names with a dot."""
    found: dict[str, list[_Call]] = {}
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


@lru_cache(maxsize=512)
def _uses_in(text: str) -> _Uses:
    return _uses(ast.parse(text))


def _heirs(name: str, helpers: dict[str, str]) -> set[str]:
    """Classes among the helpers that derive from it, over however many steps."""
    found: set[str] = set()
    for other, text in helpers.items():
        made = definition(text)
        if isinstance(made, ast.ClassDef) and any(getattr(base, "id", "") == name for base in made.bases):
            found |= {other, *_heirs(other, helpers)}
    return found


def _given(call: ast.Call | None) -> _Call:
    if call is None:
        return _Call(0, frozenset(), hidden=True)
    hidden = any(isinstance(arg, ast.Starred) for arg in call.args) or any(k.arg is None for k in call.keywords)
    return _Call(len(call.args), frozenset(k.arg for k in call.keywords if k.arg is not None), hidden)
