"""`fluid.layers.shape(x)` → `paddle.shape(x)`, without a cast to int32, where its dtype makes no difference: in a cast,
and where only elements are read, as sizes of a shape."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

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
    taker = script.taker(call)
    reference = script.by_call.get(taker) if isinstance(taker, cst.Call) else None
    return reference is not None and reference.short == "fluid.layers.cast" and reference.argument("x") is call


def _gives_sizes(script: Script, call: cst.Call) -> bool:
    """`s = shape(x)`, of which only `s[0]` and the like are read, in lists that are shapes."""
    name = script.assigned_name(call)
    bindings = script.scopes.find(name) if name is not None else []
    if len(bindings) != 1 or not bindings[0].uses:
        return False
    return all(_is_size(script, use) for use in bindings[0].uses)


def _is_size(script: Script, use: cst.Name) -> bool:
    element = script.source.parents.get(use)
    if not isinstance(element, cst.Subscript) or element.value is not use:
        return False
    listed = script.source.parents.get(script.source.parents.get(element))
    taker = script.taker(listed) if isinstance(listed, (cst.List, cst.Tuple)) else None
    reference = script.by_call.get(taker) if isinstance(taker, cst.Call) else None
    if reference is None or reference.short.rpartition(".")[2] not in _TAKING:
        return False
    return reference.argument("shape") is listed
