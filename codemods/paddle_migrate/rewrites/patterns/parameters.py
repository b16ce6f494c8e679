"""An optimizer that was told no parameters updated, in 1.6, all that had a gradient; today's is told them."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.arguments import put_in
from paddle_migrate.changes.commas import parameters_of
from paddle_migrate.changes.leaving import leave_unclear
from paddle_migrate.facts.owners import is_optimizer, lacks_parameters, owners_of, passed_on, told_beside
from paddle_migrate.script import Script

IN_PROGRAMS = False  # minimize() of a program finds its parameters
_DO = "give it parameters=model.parameters() where the model is there"


def rewrite(script: Script) -> None:
    for reference in script.open():
        call = reference.call
        if call is None or not is_optimizer(reference) or not lacks_parameters(call, reference.rule):
            continue
        if leave_unclear(script, reference):
            continue
        owners = owners_of(script.facts, call)
        if owners is not None:
            put_in(script, call, f"parameters={owners.text}")
            name = script.assigned_name(call)
            if name is not None:
                script.record.told[name.value] = owners.text
            words = f"parameters={owners.text}: in 1.6 it updated all that there were"
            script.say(reference.node, "PM105", reference.short, words)
            late = _late(script)
            if late is not None:
                words = f"line {late} makes parameters at the first call, which parameters() does not have yet"
                script.say(reference.node, "PM310", reference.short, f"{words}; make them in __init__")
        elif told := told_beside(script.facts, call):
            put_in(script, call, f"parameters={told}")
            words = f"parameters={told}, as its function tells another optimizer: in 1.6 it updated all that there were"
            script.say(reference.node, "PM105", reference.short, words)
        elif _pass_on(script, call):
            words = "parameters=parameters, which its function takes now: in 1.6 it updated all that there were"
            script.say(reference.node, "PM105", reference.short, words)
        else:
            script.say(reference.node, "PM310", reference.short, f"it is not clear which parameters it updates; {_DO}")


def _late(script: Script) -> int | None:
    """The line of a layer's `_build_once`, which makes parameters when the layer is first called."""
    for node in script.source.all(cst.FunctionDef):
        if node.name.value in ("_build_once", "build_once") and script.source.parent(node, cst.ClassDef) is not None:
            return script.source.line(node.name)
    return None


def _pass_on(script: Script, made: cst.Call) -> bool:
    """`def make_optimizer(): return SGD(0.1)` takes the parameters, and where it is called it is given them."""
    function = script.source.parent(made, cst.FunctionDef)
    told = passed_on(script.facts, made)
    if function is None or not told:
        return False
    _take(script, function)
    for call, names in told:
        put_in(script, call, "parameters=" + " + ".join(f"{name}.parameters()" for name in names))
    put_in(script, made, "parameters=parameters")
    return True


def _take(script: Script, function: cst.FunctionDef) -> None:
    """The last parameter: `parameters`."""
    params = function.params.params
    text = "parameters=None" if params and params[-1].default is not None else "parameters"
    parameters_of(script, function).put_in(text)
