"""`hasattr(optimizer, "current_step_lr")`, `getattr(optimizer, "set_dict", None)` and `f = optimizer.current_step_lr`:
methods that optimizers have under other names today, where they are asked for, or taken without being called."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.rate_readings import METHOD
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.schedules import may_have_schedule
from paddle_migrate.script import Script

IN_PROGRAMS = False  # methods that only optimizers of dygraph are asked for
_TODAY = {METHOD: "get_lr", "set_dict": "set_state_dict"}
_OWN = {name: re.compile(rb"\b(?:def %b\b|%b *=(?!=))" % (name.encode(), name.encode())) for name in _TODAY}
_ASKED, _WITH_DEFAULT = 2, 3  # what hasattr() and getattr() are given
_EITHER = (
    "this may be an optimizer, which has {} in its place today, or an object that has such a method of its own: ask "
    "each for its own"
)
_LATER = {
    METHOD: "it is called elsewhere, where the schedule may have gone on: call get_lr() there, before the schedule's "
    "step()",
    "set_dict": "it is called elsewhere, and a schedule's state of 1.8 is another: call it by its name there",
}


def rewrite(script: Script) -> None:
    if not script.facts.is_old:
        return
    for name in _TODAY:
        for attribute in script.source.attributes.get(name, ()):
            if not _is_called_or_set(script, attribute) and _is_one(script, attribute, attribute.value, name):
                _take(script, attribute, name, script.source.span(attribute.attr), _TODAY[name])
    for call in script.source.all(cst.Call):
        asks = call.func.value if isinstance(call.func, cst.Name) and not script.scopes.find(call.func) else ""
        plain = all(arg.keyword is None and not arg.star for arg in call.args)
        if plain and len(call.args) == {"hasattr": _ASKED, "getattr": _WITH_DEFAULT}.get(asks):
            _ask(script, call, asks)


def _is_called_or_set(script: Script, attribute: cst.Attribute) -> bool:
    above = script.source.parents.get(attribute)
    is_called = isinstance(above, cst.Call) and above.func is attribute
    return is_called or script.source.is_set(attribute) or isinstance(above, (cst.AssignTarget, cst.Attribute))


def _ask(script: Script, call: cst.Call, asks: str) -> None:
    value, asked = (arg.value for arg in call.args[:_ASKED])
    names = constants(script.facts, asked)
    name = next((each for each in names if each in _TODAY), None)
    if not isinstance(name, str) or not _is_one(script, call, value, name):
        return
    is_open = asks == "getattr" and name == METHOD and script.kinds.what(value) != "optimizer"
    if len(names) > 1 or is_open:  # schedules have a get_lr() today, too
        script.say(call, "PM303", name, _EITHER.format(_TODAY[name]))
    elif asks == "getattr":
        _take(script, call, name, script.source.core(asked), script.string(_TODAY[name]))
    elif name == METHOD and script.kinds.what(value) != "optimizer":
        of = script.imports.spell("paddle.optimizer.Optimizer", None)
        script.edits.replace(*script.source.core(call), lambda: f"isinstance({script.render(value)}, {of})")
        script.say(call, "PM105", f"hasattr({name})", f"→ {of}")
    else:
        script.edits.replace(*script.source.core(asked), script.string(_TODAY[name]))
        script.say(call, "PM105", f"hasattr({name})", f"→ {_TODAY[name]}")


def _is_one(script: Script, at: cst.CSTNode, value: cst.BaseExpression, name: str) -> bool:
    """Whether it is an optimizer, or may be one and nothing else that has such a method; else that is said."""
    what = script.kinds.what(value)
    if script.is_skipped(at) or what not in ("", "own", "optimizer"):
        return False
    if what != "optimizer" and script.facts.says(_OWN[name]):
        if not what:
            script.say(at, "PM303", name, _EITHER.format(_TODAY[name]))
        return False
    return what != "own"


def _take(script: Script, at: cst.CSTNode, name: str, span: tuple[int, int], new: str) -> None:
    """The method, to be called later: by then the schedule may have gone on."""
    value = at.value if isinstance(at, cst.Attribute) else at.args[0].value  # type: ignore[attr-defined]
    if may_have_schedule(script.facts, value):
        script.say(at, "PM303", name, _LATER[name])
        return
    script.edits.replace(*span, new)
    script.say(at, "PM105", name, f"→ {_TODAY[name]}")
