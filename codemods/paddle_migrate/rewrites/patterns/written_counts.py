"""`scope.find_var(states[0].name).get_tensor().set(np.zeros(n, "float32"), place)`: the counts of `auc()` are whole
numbers. 1.8.5 filled as many bytes of them as it was given; today the next run fails."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.called_values import legacy_called
from paddle_migrate.facts.constants import constants_at
from paddle_migrate.facts.texts import texts
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = True
_COUNTS = re.compile(rb"\bauc\s*\(")
_OF_COUNTS, _UNNAMED = "paddle.fluid.layers.auc", "_generated_var"
_SAID = "→ as numbers of the variable's own dtype: the counts of auc() are int64, and what was set as another one " \
    "left a part of 1.8.5's as it was"
_LEFT = "the counts of auc() are int64, and what is set as another dtype fails at the next run: set numbers of theirs"
_LOOKS = ("find_var", "get_tensor", "global_scope")


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not script.facts.says(_COUNTS):
        return
    for tensor, call in script.source.method_calls("set"):
        if not call.args or any(arg.star for arg in call.args) or script.is_skipped(call):
            continue
        array, names = call.args[0].value, list(_names(Spot(script.facts, tensor)))
        if any(map(_may_be_count, names)) and not _is_whole(Spot(script.facts, array)):
            _write(script, tensor, array, all(map(_is_count, names)))


def _write(script: Script, tensor: cst.BaseExpression, array: cst.BaseExpression, is_count: bool) -> None:
    calls = script.source.inside(tensor, cst.Call, cst.Await, cst.NamedExpr)
    if not is_count and not all(map(_only_looks, calls)):
        script.say(array, "PM333", "set", _LEFT)
        return
    made = script.imports.spell("numpy.array", None)

    def dtype() -> str:
        return ', "int64")' if is_count else f", {made}({script.render(tensor)}).dtype)"

    script.edits.wrap(*script.source.span(array), f"{made}(", dtype)
    script.say(array, "PM202", "set", _SAID)


def _only_looks(call: cst.CSTNode) -> bool:
    """What can be written twice."""
    func = call.func if isinstance(call, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value in _LOOKS


def _names(tensor: Spot) -> Iterator[Spot]:
    """What a scope may have found it by, to the ends."""
    values = values_of(tensor.facts)
    for end in values.ends(tensor):
        found = _asked_of(end, "get_tensor")
        for holder in values.ends(found) if found is not None else ():
            args = holder.node.args if _asked_of(holder, "find_var") else ()  # type: ignore[union-attr]
            yield from values.ends(holder.at(args[0].value)) if args else ()


def _asked_of(spot: Spot, method: str) -> Spot | None:
    """Whose method the call is."""
    node = spot.node
    named = isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == method
    return spot.at(node.func.value) if named else None  # type: ignore[union-attr]


def _may_be_count(name: Spot) -> bool:
    """What is not seen may be one of them."""
    owner = _asked_of_name(name)
    if owner is None:
        return any(text.start.startswith(_UNNAMED) or text.end is not None for text in texts(name))
    return any(made is None or _makes_counts(made) for made in _makers(owner))


def _is_count(name: Spot) -> bool:
    owner = _asked_of_name(name)
    return owner is not None and all(made is not None and _makes_counts(made) for made in _makers(owner))


def _asked_of_name(name: Spot) -> Spot | None:
    """`state` of `state.name`."""
    node = name.node
    return name.at(node.value) if isinstance(node, cst.Attribute) and node.attr.value == "name" else None


def _makers(variable: Spot) -> Iterator[Spot | None]:
    """The calls that make it, or a list that it is in; None for what no call is seen to make."""
    for end in values_of(variable.facts).ends(variable):
        made = end.node.whole if isinstance(end.node, Part) else end.node
        if isinstance(made, cst.Subscript):
            yield from _makers(end.at(made.value))
        else:
            yield end.at(made) if isinstance(made, cst.Call) else None


def _makes_counts(made: Spot) -> bool:
    return _OF_COUNTS in legacy_called(made.facts, made.node)  # type: ignore[arg-type]


def _is_whole(array: Spot) -> bool:
    """Whether it is said to be of int64 where it is made."""
    ends = values_of(array.facts).ends(array)
    return all(isinstance(end.node, cst.Call) and any(_is_int64(end.at(arg.value)) for arg in end.node.args)
               for end in ends)


def _is_int64(dtype: Spot) -> bool:
    named = constants_at(dtype) == ("int64",)
    return named or dtype.facts.names.resolve(dtype.node) == "numpy.int64"  # type: ignore[arg-type]
