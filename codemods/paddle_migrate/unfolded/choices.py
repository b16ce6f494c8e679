"""What may be one of several functions, classes or objects behind a choice: which it is has a name."""

from __future__ import annotations

from typing import Any

from paddle_migrate.unfolded.building import may_build
from paddle_migrate.unfolded.machine import quoted
from paddle_migrate.unfolded.values import Bound, Choice, Class, Code, Function, Object, Stuck

THINGS = (Function, Class, Object, Bound, Choice)


def is_chosen(values: list[Any]) -> bool:
    """Whether all are such, and one may build a part of a program."""
    return all(isinstance(each, THINGS) for each in values) and any(map(_may_build, values))


def _may_build(value: Any) -> bool:
    if isinstance(value, Function):
        return may_build(value)
    if isinstance(value, Bound):
        return _may_build(value.function)
    if isinstance(value, Choice):
        return any(map(_may_build, value.ways.values()))
    kind = value.of if isinstance(value, Object) else value
    return isinstance(kind, Class) and any(may_build(each) for one in kind.line() for each in one.scope.names.values(
        ) if isinstance(each, Function))


def chosen(values: list[Any], plain: Code | None) -> tuple[Choice, dict[int, str]]:
    """What is one of these, but for the name that tells which, and the text that it has then, of each by its id. Raises
    Stuck where texts of earlier choices tell others."""
    ways, texts = dict[str, Any](), dict[int, str]()
    for each in (each for each in values if isinstance(each, Choice)):
        if not each.is_whole or any(ways.get(label, value) is not value for label, value in each.ways.items()):
            raise Stuck
        ways |= each.ways
        texts[id(each)] = each.key.text
    for each in values:
        if id(each) in texts:
            continue
        name, number = _name(each), 2
        label = quoted(name)
        while label in ways:
            label, number = quoted(f"{name}_{number}"), number + 1
        ways[label] = each
        texts[id(each)] = label
    return Choice(Code(""), ways, plain), texts


def _name(value: Any) -> str:
    node = value.of.node if isinstance(value, Object) else value.function.node if isinstance(
        value, Bound) and isinstance(value.function, Function) else getattr(value, "node", None)
    return str(getattr(node, "name", "lambda"))
