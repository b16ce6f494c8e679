"""`current_step_lr()` and `_global_learning_rate()` → `get_lr()`, before the step of the schedule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

import libcst as cst

from paddle_migrate.changes.leaving import depends
from paddle_migrate.facts.makers import makers
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.script import Script

_METHOD, _TENSOR = "current_step_lr", "_global_learning_rate"
_RATE = "_learning_rate"
_TODAY = "get_lr"
_CALLED = "called, a schedule of 1.8 gave the rate and went on by one; today call its step(), and get_lr() for the rate"
_COUNT = "a schedule counts in last_epoch today, and starts one lower"
_LEAVE = (cst.Break, cst.Continue, cst.Return, cst.Raise, cst.Yield)  # what may keep the next statement from running
_NEXT = (
    "behind the schedule's step() it is the rate of the next step, and was that of the last minimize(); read it "
    "between the optimizer's step() and the schedule's"
)
_PRIVATE = (
    "it was a tensor [1]; today optimizer.get_lr() is that number, between optimizer.step() and the schedule's step()"
)


def read_behind(script: Script, minimize: cst.Call, optimizer: str) -> cst.CSTNode | None:
    """The last statement behind `optimizer.minimize(…)` that reads the rate of this very step: in its block, or behind
    a `try` around it that catches nothing.

    What the schedule's step() is put behind has to run whenever the optimizer steps: nothing in between may leave
    the block, and no other minimize() may come first.
    """
    asked = script.source.method_calls(_METHOD, _TENSOR)
    readings = [call for receiver, call in asked if script.source.code(receiver) == optimizer]
    last, passed = None, []
    for statement in _following(script, minimize) if readings else ():
        if any(script.source.lies_in(n, statement) for n in _ends(script)):
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


def _ends(script: Script) -> list[cst.CSTNode]:
    return [*script.source.all(*_LEAVE), *script.source.attributes.get("minimize", ())]


def rewrite(script: Script) -> None:
    if not _speaks_of_fluid(script) or any(f.name.value == _TENSOR for f in script.source.all(cst.FunctionDef)):
        return
    for receiver, call in script.source.method_calls(_METHOD, _TENSOR):
        assert isinstance(call.func, cst.Attribute)
        if depends(script, call, call.func.attr.value):
            continue
        if call.func.attr.value == _METHOD:
            done = _has_it(script, receiver)
            if done:
                script.edits.replace(*script.source.span(call.func.attr), _TODAY)
        else:
            done = _number(script, call, call.func)
        if done:
            script.say(call, "PM105", call.func.attr.value, f"→ {_TODAY}")
            _say_which(script, receiver, call)
    for rate in script.source.attributes.get(_RATE, ()):
        _of_schedule(script, rate)


def _speaks_of_fluid(script: Script) -> bool:
    scopes = script.scopes.everywhere() if not script.references else ()
    return bool(script.references) or any(
        b.kind == "import" and is_legacy(b.target) for scope in scopes for bs in scope.bindings.values() for b in bs
    )


def _has_it(script: Script, receiver: cst.BaseExpression) -> bool:
    """Whether it is an optimizer: only these have the method, but for classes of the script's own."""
    what = script.kinds.what(receiver)
    own = any(f.name.value == _METHOD for f in script.source.all(cst.FunctionDef))
    return what == "optimizer" or (not what and not own)


def _of_schedule(script: Script, rate: cst.Attribute) -> None:
    """`optimizer._learning_rate.step().numpy()` → `optimizer.get_lr()`: the rate of the next step. Called, a schedule
    gave the rate and went on by one."""
    own = any(t.target.attr.value == _RATE for t in script.source.all(cst.AssignTarget) if _is_attribute(t.target))
    if script.kinds.what(rate.value) != "optimizer" and own:
        return
    step = script.source.called(rate, "step")
    above = script.source.parents.get(rate)
    called = above if isinstance(above, cst.Call) and above.func is rate else None
    if step is not None and not script.is_whole_statement(step):
        if _number(script, step, rate):
            script.say(rate, "PM105", f"{_RATE}.step", f"→ {_TODAY}")
    elif called is not None:
        script.say(called, "PM321", _RATE, _CALLED)
    elif isinstance(above, cst.Attribute) and above.attr.value == "step_num":
        script.say(above, "PM321", f"{_RATE}.step_num", _COUNT)


def asked_for_rate(script: Script, schedule: cst.Call) -> None:
    """`schedule().numpy()[0]` → `schedule()`, which is a number today, of a schedule that goes on when it is told."""
    for call in script.source.all(cst.Call):
        if call.args or not _is_it(script, call.func, schedule):
            continue
        whole = _value(script, call)
        if whole is not None and whole is not call and _is_plain(script, whole):
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


def _is_attribute(node: cst.BaseExpression) -> TypeGuard[cst.Attribute]:
    return isinstance(node, cst.Attribute)


def _say_which(script: Script, receiver: cst.BaseExpression, call: cst.Call) -> None:
    """Where the schedule may have gone on meanwhile."""
    made = makers(script.facts, receiver)
    if call not in script.record.rates_in_time and (made is None or made & script.record.scheduled):
        script.say(call, "PM222" if made is None else "PM323", _TODAY, _NEXT)


def _number(script: Script, call: cst.Call, named: cst.Attribute) -> bool:
    """`_global_learning_rate().numpy()[0]` → `get_lr()`; whether it is so, else it is left to a person."""
    whole = _value(script, call) if not call.args else None
    if whole is None or not _is_plain(script, whole):
        script.say(call, "PM312", named.attr.value, _PRIVATE)
        return False
    start = script.source.span(named.attr)[0]
    script.edits.replace(start, script.source.core(whole)[1], f"{_TODAY}()")
    if isinstance(whole, cst.Call) and whole.func.attr.value == "numpy":  # type: ignore[attr-defined]
        script.say_once(call, "PM204", named.attr.value, "get_lr() is a number: 0.1 where 1.8 gave [0.1]")
    return True


def _value(script: Script, call: cst.Call) -> cst.BaseExpression | None:
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


def _is_plain(script: Script, whole: cst.BaseExpression) -> bool:
    """Whether nothing asks the value, or the variable it is put in, for what only an array has."""
    name = script.assigned_name(whole)
    if name is None or not (isinstance(whole, cst.Call) and whole.func.attr.value == "numpy"):  # type: ignore[attr-defined]
        return True
    uses = [use for binding in script.scopes.find(name) for use in binding.uses]
    return not any(isinstance(script.source.parents.get(u), (cst.Subscript, cst.Attribute)) for u in uses)
