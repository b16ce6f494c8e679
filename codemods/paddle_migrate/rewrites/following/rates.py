"""`current_step_lr()` and `_global_learning_rate()` → `get_lr()`, before the step of the schedule.

Where they are read behind that step, the optimizer keeps the rate that it took, if each of its steps can be seen.
"""

from __future__ import annotations

from typing import TypeGuard

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import depends
from paddle_migrate.changes.rate_readings import METHOD, TENSOR, is_plain, value_of
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.makers import makers
from paddle_migrate.facts.schedules import is_schedule, may_step
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.schedules import NAMES_SCHEDULE
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = False  # rate_variables.py
_RATE = "_learning_rate"
_TODAY, _LAST = "get_lr", "last_rate"
_HARMLESS = (METHOD, TENSOR, "clear_gradients", "set_dict", "state_dict")  # of an optimizer: they step it not
_CALLED = "called, a schedule of 1.8 gave the rate and went on by one; today call its step(), and get_lr() for the rate"
_COUNT = "a schedule counts in last_epoch today, and starts one lower"
_NEXT = (
    "behind the schedule's step() it is the rate of the next step, and was that of the last minimize(); read it "
    "between the optimizer's step() and the schedule's"
)
_EITHER = (
    "this may be an optimizer, whose get_lr() it is today, or an object that has such a method of its own: ask each "
    "for its own"
)
_PRIVATE = (
    "it was a tensor [1]; today optimizer.get_lr() is that number, between optimizer.step() and the schedule's step()"
)


def rewrite(script: Script) -> None:
    if not script.facts.is_old or any(f.name.value == TENSOR for f in script.source.all(cst.FunctionDef)):
        return
    for receiver, call in calls_of_others(script.facts, METHOD, TENSOR):
        assert isinstance(call.func, cst.Attribute)
        if depends(script, call, call.func.attr.value):
            continue
        is_method = call.func.attr.value == METHOD
        if not (_has_it(script, receiver) if is_method else _is_number(script, call, call.func)):
            if is_method and script.kinds.what(receiver) in ("", "own"):
                script.say(call, "PM323", METHOD, _EITHER)
            continue
        kept = _kept(script, receiver, call)
        if is_method:
            _write(script, call, call.func, kept)
        else:
            _number(script, call, call.func, kept)
        script.say(call, "PM105", call.func.attr.value, f"→ {kept or _TODAY}")
    for rate in script.source.attributes.get(_RATE, ()):
        _of_schedule(script, rate)


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
        if _is_number(script, step, rate):
            _number(script, step, rate)
            script.say(rate, "PM105", f"{_RATE}.step", f"→ {_TODAY}")
    elif called is not None:
        script.say(called, "PM321", _RATE, _CALLED)
    elif isinstance(above, cst.Attribute) and above.attr.value == "step_num":
        script.say(above, "PM321", f"{_RATE}.step_num", _COUNT)


def _is_attribute(node: cst.CSTNode | None) -> TypeGuard[cst.Attribute]:
    return isinstance(node, cst.Attribute)


def _kept(script: Script, receiver: cst.BaseExpression, call: cst.Call) -> str:
    """What gives the rate that the optimizer kept, where the schedule may have gone on meanwhile; empty where it has
    not, or where that is left to a person."""
    if call in script.record.rates_in_time:
        return ""
    made = makers(script.facts, receiver)
    if made is None:
        script.say(call, "PM323" if script.facts.says(NAMES_SCHEDULE) else "PM222", _TODAY, _NEXT)
    elif made & script.record.scheduled or any(_has_schedule(script, each) for each in made):
        steps = _steps(script, made)
        for step, code in steps.items():
            _keep(script, step, f"{code}.{_LAST} = {code}.{_TODAY}()")
        if steps:
            return write_written(script, _LAST)
        script.say(call, "PM323", _TODAY, _NEXT)
    return ""


def _keep(script: Script, step: cst.Call, line: str) -> None:
    statement = script.statement(step)
    if step not in script.record.keeps_rate and statement is not None:
        script.record.keeps_rate.add(step)
        script.beside.before(statement, line)
        script.say(step, "PM105", "minimize", f"{line} before it: its rate is read behind the schedule's step()")


def _steps(script: Script, made: set[cst.Call]) -> dict[cst.Call, str]:
    """Each minimize() of these optimizers, and what the optimizer is called there; none where another may be."""
    found = [reached(script.facts, maker) for maker in made]
    spots = [spot for each in found for spot in each.spots]
    here = {spot.node for spot in spots if spot.facts is script.facts and isinstance(spot.node, cst.CSTNode)}
    calls = {receiver: call for receiver, call in script.source.method_calls("minimize") if receiver in here}
    known = all(each.are_all and not each.holders for each in found)
    known = known and len(here) == len({*spots})
    plain = all(may_step(script.facts, call) and _is_optimizer(script, r) for r, call in calls.items())
    others = (script.source.parents.get(node) for node in here - calls.keys())
    if not known or not plain or not all(_is_attribute(each) and each.attr.value in _HARMLESS for each in others):
        return {}
    return {call: script.source.code(receiver) for receiver, call in calls.items()}


def _is_optimizer(script: Script, receiver: cst.BaseExpression) -> bool:
    """Whether all that it may be are optimizers, these ones or others."""
    return makers(script.facts, receiver) is not None or script.kinds.what(receiver) == "optimizer"


def _has_schedule(script: Script, made: cst.Call) -> bool:
    """Whether the optimizer is made with a schedule, of this file or of another one, which may have had it go on."""
    rate = argument(made, 0, "learning_rate")
    ends = values_of(script.facts).ends(Spot(script.facts, rate)) if rate is not None else []
    calls = [(end.facts, end.node) for end in ends if isinstance(end.node, cst.Call)]
    return any(is_schedule(facts.by_call.get(call)) for facts, call in calls)


def _write(script: Script, whole: cst.BaseExpression, named: cst.Attribute, kept: str) -> None:
    """The rate in place of the whole expression, whose receiver stays."""
    start, end = script.source.core(whole)
    receiver = named.value
    if kept:
        script.edits.replace(start, end, lambda: f"{kept}({script.render(receiver)})")
    else:
        script.edits.replace(script.source.span(named.attr)[0], end, f"{_TODAY}()")


def _tensor(script: Script, call: cst.Call, named: cst.Attribute, kept: str) -> None:
    """`f(optimizer._global_learning_rate())`: whatever takes it gets the tensor [1] that it had."""
    start, end = script.source.core(call)
    spelled = script.imports.spell("paddle.to_tensor", None)
    receiver = named.value
    form = f"{kept}({{}})" if kept else f"{{}}.{_TODAY}()"
    script.edits.replace(start, end, lambda: f"{spelled}([{form.format(script.render(receiver))}])")


def _is_number(script: Script, call: cst.Call, named: cst.Attribute) -> bool:
    """Whether `_global_learning_rate()` may be a number, or the tensor be made of one; else that is left, and said."""
    whole = value_of(script, call) if not call.args else None
    if named.attr.value == TENSOR and isinstance(script.taker(call), cst.Call) and not call.args:
        return True
    if whole is None or not is_plain(script, whole):
        script.say(call, "PM312", named.attr.value, _PRIVATE)
        return False
    return True


def _number(script: Script, call: cst.Call, named: cst.Attribute, kept: str = "") -> None:
    """`_global_learning_rate().numpy()[0]` → `get_lr()`."""
    whole = value_of(script, call)
    if whole is None or (named.attr.value == TENSOR and isinstance(script.taker(call), cst.Call)):
        _tensor(script, call, named, kept)
        return
    _write(script, whole, named, kept)
    if isinstance(whole, cst.Call) and whole.func.attr.value == "numpy":  # type: ignore[attr-defined]
        script.say_once(call, "PM123", named.attr.value, "get_lr() is a number: 0.1 where 1.8 gave [0.1]")
