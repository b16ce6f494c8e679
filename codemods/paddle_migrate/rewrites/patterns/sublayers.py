"""`sublayers(include_sublayers=…)`: the argument is gone; with it false 1.8 found no layer at all."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.arguments import Arguments, take_out
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.script import Script

IN_PROGRAMS = False  # of layers
_ARGUMENT = "include_sublayers"
_PLACES = {"sublayers": 0, "named_sublayers": 1}
_BEHIND = ("include_self", "layers_set")
_NONE = "→ []: include_sublayers=False found no layer at all in 1.8; children() gives the direct ones"
_DO = "include_sublayers= is gone: true is today's only way, and false found no layer at all in 1.8"


def rewrite(script: Script) -> None:
    own = {function.name.value for function in script.source.all(cst.FunctionDef)}
    for name, place in _PLACES.items():
        for _, call in calls_of_others(script.facts, name) if script.references and name not in own else ():
            _one(script, call, name, place)


def _one(script: Script, call: cst.Call, name: str, place: int) -> None:
    number = _number(call, place)
    if number is None or script.is_skipped(call):
        return
    value = script.source.code(call.args[number].value)
    if value == "True":
        _take_out(script, call, number)
        script.say(call, "PM105", name, f"{_ARGUMENT}= is taken out: true is today's only way")
    elif value == "False" and len(call.args) == 1:
        script.edits.replace(*script.source.core(call), "[]")
        script.say(call, "PM105", name, _NONE)
    else:
        script.say(call, "PM303", name, _DO)


def _number(call: cst.Call, place: int) -> int | None:
    """Which of the call's arguments it is."""
    for number, arg in enumerate(call.args):
        if arg.star:
            return None
        if arg.keyword.value == _ARGUMENT if arg.keyword else number == place:
            return number
    return None


def _take_out(script: Script, call: cst.Call, number: int) -> None:
    """With the comma that parts it from its neighbour; what follows it in order is named from now on."""
    following = call.args[number + 1 :]
    take_out(script, call, call.args[number])
    for name, later in zip(_BEHIND, following, strict=False):
        if later.keyword is None and not later.star:
            Arguments(script, call).rename(later, name)
