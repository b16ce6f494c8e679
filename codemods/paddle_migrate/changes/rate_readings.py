"""Readings of a learning rate: which of them the step of a schedule has to wait for, and what a schedule gives."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

METHOD, TENSOR = "current_step_lr", "_global_learning_rate"
_LEAVE = (cst.Break, cst.Continue, cst.Return, cst.Raise, cst.Yield)  # what may keep the next statement from running


def read_behind(script: Script, minimize: cst.Call, optimizer: str) -> cst.CSTNode | None:
    """The last statement behind `optimizer.minimize(…)` that reads the rate of this very step: in its block, or behind
    a `try` around it that catches nothing.

    What the schedule's step() is put behind has to run whenever the optimizer steps: nothing in between may leave
    the block, and no other minimize() of what may be the same optimizer may come first.
    """
    asked = script.source.method_calls(METHOD, TENSOR)
    readings = [call for receiver, call in asked if script.source.code(receiver) == optimizer]
    passed: list[cst.Call] = []
    last = None
    ends = _ends(script, minimize) if readings else []
    for statement in _following(script, minimize) if readings else ():
        if any(script.source.lies_in(n, statement) for n in ends):
            break
        inside = [call for call in readings if script.source.lies_in(call, statement)]
        passed += inside
        if inside:
            last = statement
            script.record.rates_in_time.update(passed)
    return script.source.parents[last] if isinstance(last, cst.Finally) else last


def _following(script: Script, call: cst.Call) -> Iterator[cst.CSTNode]:
    """What runs behind the statement of the call, whenever that does: statements, small ones by themselves."""
    parents = script.source.parents
    statement = script.statement(call)
    line = parents.get(statement)
    assert isinstance(line, (cst.SimpleStatementLine, cst.SimpleStatementSuite))
    yield from line.body[list(line.body).index(statement) + 1 :]  # type: ignore[arg-type]
    block = line if isinstance(line, cst.SimpleStatementSuite) else parents.get(line)
    at: cst.CSTNode | None = line
    while True:
        if isinstance(block, (cst.Module, cst.IndentedBlock)):
            for later in block.body[list(block.body).index(at) + 1 :]:  # type: ignore[arg-type]
                yield from later.body if isinstance(later, cst.SimpleStatementLine) else [later]
        at = parents.get(block)
        if not isinstance(at, cst.Try) or at.body is not block or at.finalbody is None or at.handlers:
            return
        yield at.finalbody
        block = parents.get(at)


def _ends(script: Script, minimize: cst.Call) -> list[cst.CSTNode]:
    own = _objects(script, minimize.func)
    others = script.source.attributes.get("minimize", ())
    return [*script.source.all(*_LEAVE), *(each for each in others if not _are_others(_objects(script, each), own))]


def _objects(script: Script, minimize: cst.BaseExpression) -> list[Spot]:
    """Where the optimizer of `optimizer.minimize` may be made; nothing where that is not seen."""
    assert isinstance(minimize, cst.Attribute)
    return values_of(script.facts).whole(Spot(script.facts, minimize.value)) or []


def _are_others(those: list[Spot], own: list[Spot]) -> bool:
    """Whether no object is among both, where each is seen to be made: by a class of Paddle's."""
    made = all(isinstance(each.node, cst.Call) and each.facts.names.resolve(each.node.func) for each in (*those, *own))
    return made and bool(those) and bool(own) and not set(those) & set(own)


def asked_for_rate(script: Script, schedule: cst.Call) -> None:
    """`schedule().numpy()[0]` → `schedule()`, which is a number today, of a schedule that goes on when it is told."""
    for call in script.source.all(cst.Call):
        if call.args or not _is_it(script, call.func, schedule):
            continue
        whole = value_of(script, call)
        if whole is not None and whole is not call and is_plain(script, whole):
            script.edits.delete(script.source.core(call)[1], script.source.core(whole)[1])
            script.say(call, "PM108", "numpy()", "goes: what a schedule gives is a number today")
        elif script.source.attributes.get("numpy") and isinstance(script.source.parents.get(call), cst.Attribute):
            script.say(call, "PM312", script.source.code(call), "it was a tensor [1] and is a number today")


def _is_it(script: Script, func: cst.BaseExpression, schedule: cst.Call) -> bool:
    """Whether that is the schedule made by the call, itself, in a variable or in an attribute."""
    if isinstance(func, cst.Name):
        return any(b.value is schedule for b in script.scopes.find(func))
    owner = script.definitions.own_class(func.value) if isinstance(func, cst.Attribute) else None
    if owner is not None and isinstance(func, cst.Attribute):
        return schedule in script.definitions.attribute_values(owner, func.attr.value)
    return func is schedule


def is_rate(script: Script, node: cst.BaseExpression) -> bool:
    """A learning rate, which is read in another way today (rates.py)."""
    inside = script.source.inside(node, cst.Attribute)
    names = (METHOD, TENSOR, "_learning_rate")
    return any(a.attr.value in names or script.kinds.what(a.value) == "optimizer" for a in inside)


def value_of(script: Script, call: cst.Call) -> cst.BaseExpression | None:
    """The expression that is the tensor's value, from the tensor on: `.numpy()`, `.numpy()[0]`, `.numpy().item()`."""
    array = script.source.called(call, "numpy")
    if array is None:
        return None
    above = script.source.parents.get(array)
    if isinstance(above, cst.Subscript) and above.value is array:
        return above if script.source.takes_first(above) else None
    if isinstance(above, cst.Attribute):
        return script.source.called(array, "item")
    return array


def is_plain(script: Script, whole: cst.BaseExpression) -> bool:
    """Whether nothing asks the value, wherever it goes, for what only an array has."""
    if not isinstance(whole, cst.Call) or whole.func.attr.value != "numpy":  # type: ignore[attr-defined]
        return True
    spots = reached(script.facts, whole).spots
    return not any(isinstance(each.above, (cst.Subscript, cst.Attribute)) for each in spots)
