"""`current_step_lr()` and `_global_learning_rate()` → `get_lr()`, before the step of the schedule."""

from __future__ import annotations

from typing import TypeGuard

import libcst as cst

from paddle_migrate.changes.leaving import depends
from paddle_migrate.changes.rate_readings import METHOD, TENSOR, is_plain, value_of
from paddle_migrate.facts.makers import makers
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.rules.schedules import NAMES_SCHEDULE, is_rule_of_schedule
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

_RATE = "_learning_rate"
_TODAY = "get_lr"
_CALLED = "called, a schedule of 1.8 gave the rate and went on by one; today call its step(), and get_lr() for the rate"
_COUNT = "a schedule counts in last_epoch today, and starts one lower"
_NEXT = (
    "behind the schedule's step() it is the rate of the next step, and was that of the last minimize(); read it "
    "between the optimizer's step() and the schedule's"
)
_PRIVATE = (
    "it was a tensor [1]; today optimizer.get_lr() is that number, between optimizer.step() and the schedule's step()"
)


def rewrite(script: Script) -> None:
    if not _speaks_of_fluid(script) or any(f.name.value == TENSOR for f in script.source.all(cst.FunctionDef)):
        return
    for receiver, call in script.source.method_calls(METHOD, TENSOR):
        assert isinstance(call.func, cst.Attribute)
        if depends(script, call, call.func.attr.value):
            continue
        if call.func.attr.value == METHOD:
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
    own = any(f.name.value == METHOD for f in script.source.all(cst.FunctionDef))
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


def _is_attribute(node: cst.BaseExpression) -> TypeGuard[cst.Attribute]:
    return isinstance(node, cst.Attribute)


def _say_which(script: Script, receiver: cst.BaseExpression, call: cst.Call) -> None:
    """Where the schedule may have gone on meanwhile."""
    if call in script.record.rates_in_time:
        return
    made = makers(script.facts, receiver)
    if made is None:
        elsewhere = script.others is not None and bool(script.others.program(NAMES_SCHEDULE))
        script.say(call, "PM323" if elsewhere else "PM222", _TODAY, _NEXT)
    elif made & script.record.scheduled or any(_has_schedule(script, each) for each in made):
        script.say(call, "PM323", _TODAY, _NEXT)


def _has_schedule(script: Script, made: cst.Call) -> bool:
    """Whether the optimizer is made with a schedule, which another file may have had go on."""
    rate = argument(made, 0, "learning_rate")
    ends = origins_of(script.facts, rate) if rate is not None else []
    rules = [script.by_call[end].rule for end in ends if isinstance(end, cst.Call) and end in script.by_call]
    return any(map(is_rule_of_schedule, rules))


def _tensor(script: Script, call: cst.Call, named: cst.Attribute) -> None:
    """`f(optimizer._global_learning_rate())`: whatever takes it gets the tensor [1] that it had."""
    start, end = script.source.core(call)
    spelled = script.imports.spell("paddle.to_tensor", None)
    receiver = named.value
    script.edits.replace(start, end, lambda: f"{spelled}([{script.render(receiver)}.{_TODAY}()])")


def _number(script: Script, call: cst.Call, named: cst.Attribute) -> bool:
    """`_global_learning_rate().numpy()[0]` → `get_lr()`; whether it is so, else it is left to a person."""
    whole = value_of(script, call) if not call.args else None
    if named.attr.value == TENSOR and isinstance(script.taker(call), cst.Call) and not call.args:
        _tensor(script, call, named)
        return True
    if whole is None or not is_plain(script, whole):
        script.say(call, "PM312", named.attr.value, _PRIVATE)
        return False
    start = script.source.span(named.attr)[0]
    script.edits.replace(start, script.source.core(whole)[1], f"{_TODAY}()")
    if isinstance(whole, cst.Call) and whole.func.attr.value == "numpy":  # type: ignore[attr-defined]
        script.say_once(call, "PM123", named.attr.value, "get_lr() is a number: 0.1 where 1.8 gave [0.1]")
    return True
