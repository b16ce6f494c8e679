"""`helper = LayerHelper(name, act="relu")` of a layer made by hand: operators become the functions that do
their work, the activation that itself; for what else the helper does, a class of today's is written into the script."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.changes import lines, operator_calls
from paddle_migrate.changes.helpers import write_helper
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.spelling import spell
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.lasting_names import is_of_helper
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.expand import activated
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.library import library, own_rule
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_WHY = (
    "what is done with it here ({}) has no form of today's: call the function that does the work, and make parameters, "
    "and variables that stay, by paddle.static.create_parameter"
)
_KEPT, _FILLED = "create_or_get_global_variable", "set_variable_initializer"
_OPERATORS = ("append_op", *operator_calls.MAKING)
_HAS = ("append_activation", "append_bias_op", "bias_attr", "create_parameter", "input", "input_dtype", "kwargs",
        "multiple_input", "name", "param_attr")  # what the class has
_PARAMETERS = ("attr", "shape", "dtype", "is_bias", "default_initializer")


@dataclass
class _Uses:
    """What is done with a helper."""

    operators: list[cst.Call] = field(default_factory=list)
    making: list[cst.Call] = field(default_factory=list)
    activations: list[cst.Call] = field(default_factory=list)
    kept: list[cst.Call] = field(default_factory=list)
    filled: list[cst.Call] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def rewrite(script: Script) -> None:
    for reference in script.open("LayerHelper"):
        if reference.call is None or reference.beyond:
            continue
        try:
            _write(script, reference, reference.call)
        except Refused as refused:
            script.leave(reference, "PM303", _WHY.format(refused))


def _write(script: Script, reference: Reference, made: cst.Call) -> None:
    at_once = _activation_of(script, made)
    if at_once is not None and (parts := _around(script, reference, made)) is not None:
        _activate(script, at_once, parts)
        script.say(reference.node, "PM103", reference.short, f"→ {parts[0]}…{parts[1]}")
        script.settle(reference)
        return
    uses = _uses(script, made)
    found = [operator_calls.read(script, call, reference.binding) for call in uses.operators]
    taken = {id(call) for each in found for call in each.made}
    if not all(id(call) in taken for call in uses.making):
        raise Refused(operator_calls.MAKING[0])
    parts = _around(script, reference, made) if uses.activations and not uses.others else None
    statement = script.statement(made)
    assert statement is not None
    operator_calls.write(script, found)
    _keep(script, uses)
    if parts is not None:
        for use in uses.activations:
            _activate(script, use, parts)
    if parts is None and (uses.activations or uses.others):
        name = write_helper(script, own_rule("_today.LayerHelper"))
        script.edits.replace(*script.source.span(reference.node), name)
        script.say(reference.node, "PM117", reference.short, f"→ {name}, written into the script")
    else:
        script.beside.delete(statement)
        shown = f"{parts[0]}…{parts[1]} where append_activation() stood" if parts else "what its operators do"
        script.say(reference.node, "PM103", reference.short, f"→ {shown}")
    script.settle(reference)


def _activation_of(script: Script, made: cst.Call) -> cst.Call | None:
    """The call of `LayerHelper(…).append_activation(x)`."""
    method = script.source.parents.get(made)
    if not isinstance(method, cst.Attribute):
        return None
    call = script.source.parents.get(method)
    if not isinstance(call, cst.Call) or call.func is not method or method.attr.value != "append_activation":
        return None
    return call if [arg.star for arg in call.args] == [""] else None


def _uses(script: Script, made: cst.Call) -> _Uses:
    name = script.assigned_name(made)
    bindings = script.scopes.find(name) if name is not None else []
    if len(bindings) != 1 or not bindings[0].uses:
        raise Refused(script.source.code(made.func))
    found = _Uses()
    for use in bindings[0].uses:
        method = script.source.parents.get(use)
        call = script.source.parents.get(method)
        if not isinstance(method, cst.Attribute):
            raise Refused(use.value)
        kind = method.attr.value
        called = call if isinstance(call, cst.Call) and call.func is method else None
        if kind in _OPERATORS and called is not None:
            (found.operators if kind == "append_op" else found.making).append(called)
        elif kind == _KEPT and called is not None and _lasts(script, called):
            found.kept.append(called)
        elif kind == _FILLED and called is not None and _is_of_zeros(script, called):
            found.filled.append(called)
        elif kind not in _HAS or (kind == "create_parameter" and not (called is not None and _is_known(called))):
            raise Refused(kind)
        elif kind == "append_activation" and called is not None and _is_plain(called):
            found.activations.append(called)
        else:
            found.others.append(kind)
    return found


def _lasts(script: Script, call: cst.Call) -> bool:
    """Whether it is of a program, and of a variable that lasts from run to run, whose shape and dtype are given."""
    given = {name: argument(call, place, name) for place, name in enumerate(("name", "persistable"))}
    keywords = sorted(arg.keyword.value for arg in call.args if arg.keyword is not None)
    lasts = given["persistable"] is not None and constants(script.facts, given["persistable"]) == (True,)
    is_whole = lasts and given["name"] is not None and {"dtype", "shape"} <= {*keywords} <= {"dtype", "shape", *given}
    return is_whole and not any(arg.star for arg in call.args) and is_rewritten_program(script)


def _is_of_zeros(script: Script, call: cst.Call) -> bool:
    """Whether it is given such variables, and zeros to begin with, of which they are full anyway."""
    values, (variable, initial) = values_of(script.facts), (argument(call, 0, "var"), argument(call, 1, "initializer"))
    if variable is None or initial is None or not script.is_whole_statement(call):
        return False
    ends = values.ends(Spot(script.facts, initial))
    return bool(ends) and all(map(_makes_zeros, ends)) and all(
        map(is_of_helper, values.ends(Spot(script.facts, variable))))


def _makes_zeros(end: Spot) -> bool:
    reference = end.facts.by_call.get(end.node) if isinstance(end.node, cst.Call) else None
    if reference is None or reference.short.rpartition(".")[2] not in ("Constant", "ConstantInitializer"):
        return False
    value = reference.argument("value")
    return value is None or constants(end.facts, value) in ((0,), (0.0,))


def _keep(script: Script, uses: _Uses) -> None:
    """Variables that last, and are full of zeros by themselves."""
    for call in uses.kept:
        name = write_helper(script, own_rule("_today.kept_variable"))
        script.edits.replace(*script.source.span(call.func), name)
        script.say(call, "PM117", _KEPT, f"→ {name}, written into the script")
    for call in uses.filled:
        statement = script.statement(call)
        assert statement is not None
        loop = script.source.parents.get(script.source.parents.get(script.source.parents.get(statement)))
        if isinstance(loop, cst.For) and _is_alone(script, loop):
            lines.delete(script, script.source.line(loop), script.source.line_at(script.source.core(loop)[1] - 1))
        else:
            script.beside.delete(statement)


def _is_alone(script: Script, loop: cst.For) -> bool:
    """Whether it is there for one statement."""
    body = loop.body.body
    alone = len(body) == 1 and isinstance(body[0], cst.SimpleStatementLine) and len(body[0].body) == 1
    return alone and loop.orelse is None and not script.source.has_effects(loop.iter)


def _is_known(call: cst.Call) -> bool:
    """Whether the class takes what a parameter is made with."""
    keywords = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    return len(call.args) <= len(_PARAMETERS) and keywords <= {*_PARAMETERS} and not any(arg.star for arg in call.args)


def _is_plain(call: cst.Call) -> bool:
    return len(call.args) == 1 and not call.args[0].star and call.args[0].keyword is None


def _around(script: Script, reference: Reference, made: cst.Call) -> tuple[str, str] | None:
    """The text before and behind a value under the activation that act= names; None when it is not written out."""
    acts = [a.value for a in made.args if a.keyword and a.keyword.value == "act"]
    if not acts or not isinstance(acts[0], cst.SimpleString) or not isinstance(acts[0].evaluated_value, str):
        return None
    found = activated(library(), acts[0].evaluated_value, script.options.target)
    before, _, after = spell(script, reference.binding, found, found.value).partition("__given_0__")
    return before, after


def _activate(script: Script, call: cst.Call, parts: tuple[str, str]) -> None:
    """`helper.append_activation(x)` → `F.relu(x)`; what stands between the parentheses stays as it is."""
    start, end = script.source.core(call)
    value = script.source.span(call.args[0].value)
    script.edits.replace(start, value[0], parts[0])
    script.edits.replace(value[1], end, parts[1])
