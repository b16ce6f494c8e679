"""`loss.backward(BackwardStrategy())` → `loss.backward()`: Paddle has its own order of summation since 2.0. The rule of
`grad()` drops it by itself."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.arguments import take_out
from paddle_migrate.script import Script

IN_PROGRAMS = False  # BackwardStrategy is of the dynamic graph


def rewrite(script: Script) -> None:
    for reference in script.open("BackwardStrategy"):
        if reference.call is not None and _take_out(script, reference.call):
            script.settle(reference)
            script.say(reference.node, "PM105", reference.short, "taken out: gradients are summed up in Paddle's order")
        elif script.source.parent(reference.node, cst.ImportFrom) is None:
            script.leave(reference, "PM303", "it changes nothing today; take it out, and out of backward()")


def _take_out(script: Script, call: cst.Call) -> bool:
    """False, having changed nothing, when the strategy is used for anything else than its settings and `backward`."""
    name, statement = script.assigned_name(call), script.statement(call)
    if name is None or statement is None:
        argument = _argument_of_backward(script, call)
        if argument is not None:
            _drop(script, argument)
        return argument is not None
    bindings = script.scopes.find(name)
    uses = [u for b in bindings[:1] for u in b.uses]
    settings = [_setting(script, u) for u in uses]
    arguments = [_argument_of_backward(script, u) for u in uses]
    known = all(s or a or _is_of_grad(script, u) for s, a, u in zip(settings, arguments, uses, strict=True))
    if len(bindings) != 1 or not known or any(s and script.source.has_effects(s.value) for s in settings):
        return False
    for setting, argument in zip(settings, arguments, strict=True):
        if setting is not None:
            script.beside.delete(setting)
        elif argument is not None:
            _drop(script, argument)
    script.beside.delete(statement)
    return True


def _setting(script: Script, use: cst.Name) -> cst.Assign | None:
    """`strategy.sort_sum_gradient = …`"""
    attribute = script.source.parents.get(use)
    target = script.source.parents.get(attribute)
    assign = script.source.parents.get(target)
    is_one = isinstance(attribute, cst.Attribute) and isinstance(target, cst.AssignTarget)
    return assign if is_one and isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None


def _argument_of_backward(script: Script, value: cst.BaseExpression) -> cst.Arg | None:
    """The argument `value` of `….backward(value)`, when it is the only one."""
    taker = script.taker(value)
    arg = script.source.parents.get(value)
    if not isinstance(taker, cst.Call) or not isinstance(taker.func, cst.Attribute) or len(taker.args) != 1:
        return None
    return arg if isinstance(arg, cst.Arg) and not arg.star and taker.func.attr.value == "backward" else None


def _is_of_grad(script: Script, use: cst.Name) -> bool:
    """Whether it is the `backward_strategy` of `grad()`."""
    reference = script.by_call.get(taker) if isinstance(taker := script.taker(use), cst.Call) else None
    return reference is not None and reference.name.endswith(".grad") and reference.argument("backward_strategy") is use


def _drop(script: Script, argument: cst.Arg) -> None:
    call = script.source.parents[argument]
    assert isinstance(call, cst.Call)
    take_out(script, call, argument)
