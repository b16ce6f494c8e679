"""`to_variable(x)`: a tensor of an array, and of a tensor the tensor itself, which `paddle.to_tensor()` would copy
without its gradient."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.inline import Inliner
from paddle_migrate.changes.spelling import is_atom
from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.script import Script

IN_PROGRAMS = False  # to_variable() is of the dynamic graph
_READ = re.compile(rb"\.name\b")
_NAMED = "an array's tensor had the name, a tensor kept its own: what this is given is not seen; set its name by itself"
_PARTIAL = "is handed on with an argument that nothing takes today; leave the argument out and run the tool again"


def rewrite(script: Script) -> None:
    found = [r for r in script.open("to_variable") if not r.beyond]
    arrays = Arrays(script.facts) if found else None
    for reference in found:
        assert arrays is not None
        if reference.call is None:
            _value(script, reference, arrays)
            continue
        value = reference.argument("value")
        what = arrays.of(value) if value is not None else "data"
        if what != "tensor" and _is_asked_for_name(script, reference):
            if what != "data":
                script.leave(reference, "PM303", _NAMED)
                continue
            _name(script, reference)
        if value is not None and what == "tensor":
            _take_out(script, reference, value)
        elif what != "data":
            _by_helper(script, reference)


def _is_asked_for_name(script: Script, reference: Reference) -> bool:
    """Whether it is given a name that the script may read."""
    given = reference.argument("name")
    if reference.call is None or given is None or constants(script.facts, given) == (None,):
        return False
    had = reached(script.facts, reference.call)
    read = any(isinstance(each.above, cst.Attribute) and each.above.attr.value == "name" for each in had.spots)
    return read or (not had.are_all and script.facts.says(_READ))


def _name(script: Script, reference: Reference) -> None:
    """`to_variable(a, name=n)` → `with_name(to_tensor(a), n)`."""
    given, name = reference.argument("name"), write_written(script, "with_name")
    where = script.source.core(reference.call)  # type: ignore[arg-type]
    text = script.source.code(given)  # type: ignore[arg-type]
    script.edits.enclose(*where, lambda: f"{name}({script.edits.render(*where)}, {text})")
    said = f"→ {name}, written into the script: it gives a tensor its name"
    script.say(reference.node, "PM119", reference.short, said)


def _value(script: Script, reference: Reference, arrays: Arrays) -> None:
    """`map(to_variable, batch)`; a name that it is given is none of this rewrite's."""
    call = script.taker(reference.node)
    if not isinstance(call, cst.Call):
        return
    if any(a.keyword and a.keyword.value in ("name", "zero_copy") for a in call.args):
        script.leave(reference, "PM305", _PARTIAL)
        return
    mapped = [a.value for a in call.args[1:]] if isinstance(call.func, cst.Name) and call.func.value == "map" else []
    if not mapped or arrays.agree([arrays.of(value) for value in mapped]) != "data":
        _by_helper(script, reference)


def _take_out(script: Script, reference: Reference, value: cst.BaseExpression) -> None:
    """Of a tensor for sure."""
    assert reference.call is not None
    start, end = script.source.core(reference.call)
    inner = script.source.span(value)
    before, after = ("(", ")") if _needs_parentheses(script, reference.call, value) else ("", "")
    script.edits.replace(start, inner[0], before)
    script.edits.replace(inner[1], end, after)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {script.source.code(value)}: it is a tensor already")


def _needs_parentheses(script: Script, call: cst.Call, value: cst.BaseExpression) -> bool:
    if "\n" not in script.source.code(value) and script.source.stands_alone(call):
        return False
    return not is_atom(value)


def _by_helper(script: Script, reference: Reference) -> None:
    """What the script does not tell is found out when it runs."""
    if reference.call is not None:
        try:
            inliner = Inliner(script, reference)
            inliner.check_arguments()
            inliner.write_arguments()
        except Refused:
            return  # reported where calls are inlined
    written = write_written(script, "as_tensor")
    script.edits.replace(*script.source.span(reference.node), written)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {written}(), written into the script")
