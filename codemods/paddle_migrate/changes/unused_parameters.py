"""Parameters of helpers that no call gives: the helper is written as it is without them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from paddle_migrate.changes.folded_parameters import (
    Defaults,
    decided,
    definition,
    returned_at_once,
    takes_arguments,
    without_parameter,
)
from paddle_migrate.changes.helper_uses import BEGIN, Call, Uses, uses_in, uses_in_program
from paddle_migrate.changes.unused_methods import Helpers

_Known = tuple[tuple[str, Any], ...]  # parameters, and what they are by themselves
_REQUIRED = object()  # no default, or one that is worked out


def without_unused_parameters(helpers: Helpers, program: str, unread: frozenset[str]) -> Helpers:
    """The helpers without parameters that neither the program nor another helper gives, and without what only they
    would make them do. ``unread``: attributes that helpers set first and that the program does not ask for."""
    if not any(_has_what_may_go(text) for _, text in helpers):
        return helpers
    try:
        uses = uses_in_program(program, {name for name, _ in helpers})
    except SyntaxError:
        return helpers
    given = frozenset((name, call) for name, calls in uses.items() for call in calls)
    return _without_ungiven(helpers, given, unread)


def _has_what_may_go(text: str) -> bool:
    function = takes_arguments(text)
    return function is not None and bool(function.args.defaults or function.args.kwarg)


@lru_cache(maxsize=256)
def _without_ungiven(helpers: Helpers, given: frozenset[tuple[str, Call]], unread: frozenset[str]) -> Helpers:
    own: Uses = {}
    for name, call in given:
        own.setdefault(name, []).append(call)
    made = dict(helpers)
    while True:
        texts = [own, *map(uses_in, made.values())]
        defaults = {name: _defaults(text) for name, text in made.items()}
        new = {}
        for name, text in made.items():
            own_uses = uses_in(text)
            others = [uses for uses in texts if uses is not own_uses]
            its_own = [each for each in unread if f".{each}" in text and not any(f".{each}" in uses for uses in others)]
            new[name] = _reduced(name, text, list(_calls(name, made, texts)), defaults, frozenset(its_own))
        if new == made:
            break
        made = new
    return tuple((name, text if text == made[name] else returned_at_once(made[name])) for name, text in helpers)


def _reduced(name: str, text: str, calls: list[Call], defaults: Defaults, its_own: frozenset[str]) -> str:
    """The first of its parameters that is not given, and which it can do without, is taken out."""
    function = takes_arguments(text)
    if function is None or not calls or any(call.hidden for call in calls):
        return text
    plain = [param.arg for param in function.args.args][function.name == "__init__" :]
    for param, default in defaults[name].items():
        given = any(call.places > plain.index(param) or param in call.keywords for call in calls)
        if not given and default is not _REQUIRED:
            called = tuple((each, tuple(known.items())) for each, known in defaults.items() if f"{each}(" in text)
            less = _without(text, param, default, called, its_own)
            if less is not None:
                return less
    more = function.args.kwarg
    if more is not None and not any(call.keywords.difference(plain) for call in calls):
        return without_parameter(text, more.arg, None, defaults) or text
    return text


@lru_cache(maxsize=512)
def _without(
    text: str, param: str, default: Any, called: tuple[tuple[str, _Known], ...], its_own: frozenset[str]
) -> str | None:
    less = without_attribute(text, param, default, its_own)
    return without_parameter(less, param, default, {name: dict(known) for name, known in called})


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


def _calls(name: str, helpers: dict[str, str], texts: list[Uses]) -> Iterator[Call]:
    """Every call of a helper; of a class, also those of classes that derive from it."""
    is_class = helpers[name].startswith("class ")
    names = {name, *_heirs(name, helpers)} if is_class else {name}
    for uses in texts:
        for each in names:
            yield from uses.get(each, ())
        if is_class:
            yield from uses.get(BEGIN, ())


def _heirs(name: str, helpers: dict[str, str]) -> set[str]:
    """Classes among the helpers that derive from it, over however many steps."""
    found: set[str] = set()
    for other, text in helpers.items():
        made = definition(text)
        if isinstance(made, ast.ClassDef) and any(getattr(base, "id", "") == name for base in made.bases):
            found |= {other, *_heirs(other, helpers)}
    return found


def without_attribute(text: str, name: str, value: Any, its_own: frozenset[str]) -> str:
    """The text of a class without the attribute that `self.attribute = name` sets, where the value decides all that is
    asked of it, and nobody else reads it, as of all of ``its_own``; any other text as it is."""
    begin, made = takes_arguments(text), definition(text)
    if begin is None or not isinstance(made, ast.ClassDef):
        return text
    kept = next((s for s in begin.body if _keeps(s, name)), None)
    target = kept.targets[0] if isinstance(kept, ast.Assign) else None
    if kept is None or not isinstance(target, ast.Attribute) or target.attr not in its_own:
        return text
    attribute = f"self.{target.attr}"
    if [n for n in _named(made, attribute) if isinstance(n.ctx, ast.Store)] != [target]:
        return text
    less = decided(text, lambda t: [s for s in _methods(t) if s.name != "__init__"], attribute, value, {})
    if less is None:
        return text
    lines = less.splitlines(keepends=True)
    again = next(s for s in (takes_arguments(less) or begin).body if _keeps(s, name))
    del lines[again.lineno - 1 : again.end_lineno]
    less = "".join(lines)
    return text if any(_named(definition(less), attribute)) else less


def _keeps(statement: ast.stmt, name: str) -> bool:
    """`self.attribute = name`."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    value = statement.value if isinstance(statement, ast.Assign) else None
    own = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
    return own and isinstance(value, ast.Name) and value.id == name


def _named(made: ast.AST, attribute: str) -> Iterator[ast.Attribute]:
    return (n for n in ast.walk(made) if isinstance(n, ast.Attribute) and ast.unparse(n) == attribute)


def _methods(text: str) -> list[ast.FunctionDef]:
    made = definition(text)
    return [s for s in made.body if isinstance(s, ast.FunctionDef)] if isinstance(made, ast.ClassDef) else []
