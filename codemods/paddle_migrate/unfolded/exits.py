"""Functions that return in branches of which it is only known later which is taken: what they return has one name
behind these."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from paddle_migrate.unfolded.later import open_if
from paddle_migrate.unfolded.machine import RETURNED, Machine
from paddle_migrate.unfolded.values import GONE, Returned, Stuck

_INNER = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
_NAME = f"{RETURNED}_"


def returns_in(node: ast.If) -> bool:
    """Whether one of its branches returns."""
    return any(isinstance(each, ast.Return) for each in _inside(node))


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    for each in ast.iter_child_nodes(node):
        yield each
        if not isinstance(each, _INNER):
            yield from _inside(each)


def open_return(
    machine: Machine, node: ast.If, rest: list[ast.stmt], run: Callable[[list[ast.stmt]], None]
) -> None:
    """Run it, and the statements behind it in the branch that goes on to them. Raises Returned; Stuck where not all
    branches come to that."""
    whole = _completed(node, rest)

    def until_it_returns(body: list[ast.stmt], keep: Callable[[Any], None]) -> None:
        try:
            run(body)
        except Returned as returned:
            keep(returned.value)

    raise Returned(merged_value(machine, lambda keep: open_if(
        machine, whole, lambda body: until_it_returns(body, keep))))


def merged_value(machine: Machine, block: Callable[[Callable[[Any], None]], None]) -> Any:
    """What branches give, under one name behind them. `block` runs them, and hands over what each gives. Raises Stuck
    where these are put together in other ways."""
    forms = list[Any]()
    if any(each.startswith(_NAME) for each in machine.scope.names):
        raise Stuck

    def keep(given: Any) -> None:
        forms.append(_form(given))
        for number, value in enumerate(_leaves(given)):
            machine.bind(f"{_NAME}{number}", machine.name(value, RETURNED))

    try:
        block(keep)
        names = machine.scope.names
        if not forms or any(form != forms[0] for form in forms):
            raise Stuck
        values = [names.get(f"{_NAME}{number}", GONE) for number in range(len(_keys(forms[0])))]
    finally:
        for name in [each for each in machine.scope.names if each.startswith(_NAME)]:
            del machine.scope.names[name]
    if any(value is GONE for value in values):
        raise Stuck
    return _put_together(forms[0], values)


def _completed(node: ast.If, rest: list[ast.stmt]) -> ast.If:
    """With what stands behind it at the end of the one branch that comes to it. Raises Stuck where several do, or
    where a branch ends without a return."""
    ends = [each for each in _ends(node) if not _leaves_function(each)]
    if len(ends) > 1 or (ends and not _leaves_function(rest)):
        raise Stuck
    return _with_rest(node, rest)


def _ends(node: ast.If) -> Iterator[list[ast.stmt]]:
    """The branches."""
    yield node.body
    if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        yield from _ends(node.orelse[0])
    else:
        yield node.orelse


def _with_rest(node: ast.If, rest: list[ast.stmt]) -> ast.If:
    body = node.body if _leaves_function(node.body) else [*node.body, *rest]
    if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        other: list[ast.stmt] = [_with_rest(node.orelse[0], rest)]
    else:
        other = node.orelse if _leaves_function(node.orelse) else [*node.orelse, *rest]
    return ast.copy_location(ast.If(node.test, body, other), node)


def _leaves_function(body: list[ast.stmt]) -> bool:
    """Whether nothing behind it is run."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return all(map(_leaves_function, _ends(last)))
    if isinstance(last, ast.With):
        return _leaves_function(last.body)
    return isinstance(last, (ast.Return, ast.Raise))


def _keys(form: Any) -> list[Any]:
    return form[1] if form is not None else [None]


def _form(value: Any) -> tuple[type, list[Any]] | None:
    """What a value is put together as; None of one that is a single one."""
    if isinstance(value, (list, tuple)):
        return type(value), list(range(len(value)))
    return (dict, list(value)) if isinstance(value, dict) else None


def _leaves(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else list(value.values()) if isinstance(value, dict) else [
        value]


def _put_together(form: tuple[type, list[Any]] | None, values: list[Any]) -> Any:
    if form is None:
        return values[0]
    kind, keys = form
    return dict(zip(keys, values, strict=True)) if kind is dict else kind(values)
