"""`current_step_lr()` and `_global_learning_rate()` → `get_lr()`, before the step of the schedule."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.makers import makers
from paddle_migrate.script import Script

_METHOD, _TENSOR = "current_step_lr", "_global_learning_rate"
_TODAY = "get_lr"
_LEAVE = (cst.Break, cst.Continue, cst.Return, cst.Raise, cst.Yield)  # what may keep the next statement from running
_NEXT = (
    "behind the schedule's step() it is the rate of the next step, and was that of the last minimize(); read it before"
)
_PRIVATE = (
    "it was a tensor [1]; today optimizer.get_lr() is that number, between optimizer.step() and the schedule's step()"
)


def read_behind(script: Script, minimize: cst.Call, optimizer: str) -> cst.CSTNode | None:
    """The last statement behind `optimizer.minimize(…)`, in its block, that reads the rate of this very step.

    What the schedule's step() is put behind has to run whenever the optimizer steps: nothing in between may leave
    the block, and no other minimize() may come first.
    """
    line = script.source.parents.get(script.statement(minimize))
    block = script.source.parents.get(line)
    if not isinstance(block, (cst.Module, cst.IndentedBlock)):
        return None
    asked = script.source.method_calls(_METHOD, _TENSOR)
    readings = [call for receiver, call in asked if script.source.code(receiver) == optimizer]
    last, passed = None, []
    for statement in block.body[list(block.body).index(line) + 1 :] if readings else ():  # type: ignore[arg-type]
        if any(script.source.lies_in(n, statement) for n in _ends(script)):
            break
        inside = [call for call in readings if script.source.lies_in(call, statement)]
        passed += inside
        if inside:
            last = statement
            script.rates_in_time.update(passed)
    return last


def _ends(script: Script) -> list[cst.CSTNode]:
    return [*script.source.all(*_LEAVE), *script.source.attributes.get("minimize", ())]


def rewrite(script: Script) -> None:
    if not script.references or any(f.name.value == _TENSOR for f in script.source.all(cst.FunctionDef)):
        return
    for receiver, call in script.source.method_calls(_METHOD, _TENSOR):
        assert isinstance(call.func, cst.Attribute)
        if call.func.attr.value == _METHOD:
            done = script.kinds.what(receiver) == "optimizer"
            if done:
                script.edits.replace(*script.source.span(call.func.attr), _TODAY)
        else:
            done = _number(script, call)
        if done:
            script.say(call, "PM105", call.func.attr.value, f"→ {_TODAY}")
            _say_which(script, receiver, call)


def _say_which(script: Script, receiver: cst.BaseExpression, call: cst.Call) -> None:
    """Where the schedule may have gone on meanwhile."""
    made = makers(script, receiver)
    if call not in script.rates_in_time and (made is None or made & script.scheduled):
        script.say(call, "PM222", _TODAY, _NEXT)


def _number(script: Script, call: cst.Call) -> bool:
    """`_global_learning_rate().numpy()[0]` → `get_lr()`; whether it is so, else it is left to a person."""
    whole = _value(script, call) if not call.args else None
    if whole is None or not _is_plain(script, whole):
        script.say(call, "PM312", _TENSOR, _PRIVATE)
        return False
    start = script.source.span(call.func.attr)[0]  # type: ignore[attr-defined]
    script.edits.replace(start, script.source.core(whole)[1], f"{_TODAY}()")
    if isinstance(whole, cst.Call) and whole.func.attr.value == "numpy":  # type: ignore[attr-defined]
        script.say_once(call, "PM204", _TENSOR, "get_lr() is a number: 0.1 where 1.8 gave [0.1]")
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
