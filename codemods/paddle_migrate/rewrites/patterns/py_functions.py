"""`py_func(f, x, out)` → `out = py_func(f, x, out)`, written into the script: programs of Paddle 3 have no such thing,
and variables get their values where they are made."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.commas import arguments_of
from paddle_migrate.changes.helpers import write_helper
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_BACKWARD = "its backward_func has no form for Paddle 3: write what it calls with paddle's functions"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    module = library().module(f"{PACKAGE}._today_functions")
    rule = module.find("py_func") if module is not None else None
    assert isinstance(rule, Rule)
    for reference in script.open("py_func"):
        if reference.call is None or script.is_skipped(reference.node):
            continue
        out = reference.argument("out")
        if _is_given(reference, "backward_func") or out is None or not _is_target(out) or _has_stars(reference.call):
            script.leave(reference, "PM303", _BACKWARD)
            continue
        kept = [reference.argument(param.name) for param in rule.params]
        gone = [arg for arg in reference.call.args if all(arg.value is not each for each in kept)]
        arguments_of(script, reference.call).take_out(*gone)  # None, for the way back that there is none of
        name = write_helper(script, rule)
        if script.is_whole_statement(reference.call):
            script.edits.insert(script.source.span(reference.call)[0], f"{script.source.code(out)} = ")
        script.edits.replace(*script.source.span(reference.node), name)
        script.settle(reference)
        script.say(reference.node, "PM101", reference.short, f"→ {name}, written into the script")


def _is_given(reference: Reference, name: str) -> bool:
    given = reference.argument(name)
    return given is not None and not (isinstance(given, cst.Name) and given.value == "None")


def _has_stars(call: cst.Call) -> bool:
    return any(arg.star for arg in call.args)


def _is_target(out: cst.BaseExpression) -> bool:
    """Whether what it is given as its results can be assigned to."""
    if isinstance(out, (cst.List, cst.Tuple)):
        return bool(out.elements) and all(type(each) is cst.Element and _is_target(each.value) for each in out.elements)
    return isinstance(out, (cst.Name, cst.Attribute, cst.Subscript)) and not (
        isinstance(out, cst.Name) and out.value == "None"
    )
