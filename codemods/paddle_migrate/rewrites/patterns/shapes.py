"""`fluid.layers.shape(x)` → `paddle.shape(x)`, without a cast to int32, where its dtype makes no difference: in a cast,
and where only elements are read, as sizes of a shape or a mask."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

IN_PROGRAMS = False  # what a run fetches keeps its dtype
_TAKING = ("fill_constant", "uniform_random", "gaussian_random", "zeros", "ones", "reshape")


def rewrite(script: Script) -> None:
    for reference in script.open("shape"):
        call = reference.call
        if call is None or len(call.args) != 1 or call.args[0].star or reference.argument("input") is None:
            continue
        if _is_cast(script, call) or _gives_sizes(script, call):
            _write(script, reference, call)


def _write(script: Script, reference: Reference, call: cst.Call) -> None:
    shape = script.imports.spell("paddle.shape", reference.binding)
    script.edits.replace(*script.source.span(call.func), shape)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {shape}")


def _is_cast(script: Script, call: cst.Call) -> bool:
    """`cast(shape(x), "float32")`."""
    reference = _reference(script, call)
    return reference is not None and reference.short == "fluid.layers.cast" and reference.argument("x") is call


def _gives_sizes(script: Script, call: cst.Call) -> bool:
    """`s = shape(x)`, of which only `s[0]` and the like are read, as sizes; or `n = shape(x)[0]`, which is only one."""
    parent = script.source.parents.get(call)
    taken = parent if isinstance(parent, cst.Subscript) and parent.value is call else None
    name = script.assigned_name(taken or call)
    bindings = script.scopes.find(name) if name is not None else []
    if len(bindings) != 1 or not bindings[0].uses:
        return False
    return all(_is_size(script, use if taken else _element(script, use)) for use in bindings[0].uses)


def _element(script: Script, use: cst.Name) -> cst.BaseExpression | None:
    element = script.source.parents.get(use)
    return element if isinstance(element, cst.Subscript) and element.value is use else None


def _is_size(script: Script, element: cst.BaseExpression | None) -> bool:
    """Whether it stands in a list that is a shape, or says how long a mask is."""
    if element is None:
        return False
    mask = _reference(script, element)
    if mask is not None and mask.short == "fluid.layers.sequence_mask":
        return mask.argument("maxlen") is element
    listed = script.source.parents.get(script.source.parents.get(element))
    reference = _reference(script, listed) if isinstance(listed, (cst.List, cst.Tuple)) else None
    if reference is None or reference.short.rpartition(".")[2] not in _TAKING:
        return False
    return reference.argument("shape") is listed


def _reference(script: Script, given: cst.BaseExpression) -> Reference | None:
    """The legacy call that is given it."""
    taker = script.taker(given)
    return script.by_call.get(taker) if isinstance(taker, cst.Call) else None
