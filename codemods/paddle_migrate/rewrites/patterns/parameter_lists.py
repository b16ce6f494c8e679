"""`parameters[i] = weight` of a `ParameterList`: 1.8.5 put the parameter there; Paddle 3 writes it into the one that is
there, and into all places that share it."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.called_values import legacy_called
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = False  # of layers
_OTHERS = (cst.BaseComp, cst.BinaryOperation, cst.Dict, cst.List)
_MAKERS, _LIBRARIES = ("OrderedDict", "defaultdict", "dict", "list"), ("numpy.", "collections.", "paddle.")
_LIST = re.compile(rb"ParameterList")
_DO = ("Paddle 3 writes into the parameter that a ParameterList has there, 1.8.5 put the new one in its place: write "
       "setattr(list, str(place), parameter) where this is such a list")


def rewrite(script: Script) -> None:
    if not script.facts.is_old or not script.facts.says(_LIST):
        return
    for assign in script.source.all(cst.Assign):
        targets = [each.target for each in assign.targets]
        for target in targets:
            if not isinstance(target, cst.Subscript) or script.is_skipped(assign):
                continue
            seen = [_is_list(end) for end in values_of(script.facts).ends(Spot(script.facts, target.value))]
            if seen and all(seen) and len(targets) == 1 and _has_own_names(script):
                _write(script, assign, target)
            elif any(seen) or (None in seen and _LIST.search(script.source.raw)):
                script.say(assign, "PM303", script.source.code(target), _DO)


def _is_list(end: Spot) -> bool | None:
    """Whether it is a ParameterList that is made there; None where no file shows what it is."""
    made = end.expression
    if not isinstance(made, cst.Call):
        return False if isinstance(made, _OTHERS) else None
    called = legacy_called(end.facts, made)
    if called:
        return any(name.endswith(".ParameterList") for name in called)
    name = end.facts.names.resolve(made.func) or last_name(made.func)
    return False if name in _MAKERS or name.startswith(_LIBRARIES) else None


def _has_own_names(script: Script) -> bool:
    """Whether `setattr` and `str` are Python's, as far as the file tells."""
    return not script.scopes.stars and not {"setattr", "str"} & script.scopes.bound()


def _write(script: Script, assign: cst.Assign, target: cst.Subscript) -> None:
    index = target.slice[0].slice
    if len(target.slice) != 1 or not isinstance(index, cst.Index):
        script.say(assign, "PM303", script.source.code(target), _DO)
        return

    def written() -> str:
        holder, place, parameter = (script.render(each) for each in (target.value, index.value, assign.value))
        return f"setattr({holder}, str({place}), {parameter})"

    script.edits.replace(*script.source.core(assign), written)
    script.say(assign, "PM101", script.source.code(target), "→ setattr(): the parameter itself goes to its place")
