"""`minimize` → `step`, `clear_gradients` → `clear_grad`, `set_dict` → `set_state_dict`: on what is known to be
an optimizer or a model."""

from __future__ import annotations

import re
from functools import partial

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import depends
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.holding import holds_all_of
from paddle_migrate.facts.owners import owners_of, parameters_given
from paddle_migrate.facts.schedules import may_have_schedule
from paddle_migrate.facts.states import is_of_optimizer, is_state
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = False  # minimized.py
IN_COMMENTS = True
_STATE = ("stat_dict", "include_sublayers", "use_structured_name")  # of a layer's set_dict()
_OWN = {name: re.compile(rb"\b(?:def %b\b|%b *=(?!=))" % (name, name)) for name in (b"set_dict", b"load_dict")}
_WITH_STATES = ("optimizer", "layer", "parallel")
_NO_CLIP = "left: it exists today too, but takes no grad_clip; give grad_clip to the optimizer and call step()"
_NO_PARAMETERS = "today's takes no parameter_list; give the parameters to the optimizer and call step()"
_UNHEEDED = "→ step(): in dygraph 1.8.5 took no notice of the parameters named here, all of the optimizer's step"
_METHODS = ("minimize", "clear_gradients", "set_dict", "load_dict")
_NOT_HEEDED = ("startup_program", "parameter_list", "no_grad_set")  # behind the loss, in this order
_BOTH = "its loss is made behind the optimizer here: make each in a line of its own, and call step()"
_USED = "left: it exists today too, and its result is used here; a schedule needs its step() behind it"


def rewrite(script: Script) -> None:
    for receiver, call in calls_of_others(script.facts, *_METHODS):
        assert isinstance(call.func, cst.Attribute)
        method = call.func.attr.value
        if method == "minimize":
            _minimize(script, call, call.func)
        elif method == "clear_gradients":
            _clear(script, call, call.func)
        else:
            what = script.kinds.what(receiver)
            has_it = what == "optimizer" or (not what and _takes_optimizers(script, call))
            if has_it and _is_plain(call) and may_have_schedule(script.facts, receiver):
                _restore(script, call, receiver)
            elif what in _WITH_STATES or (not what and _takes_state(script, call, method)):
                _rename(script, call.func, "set_state_dict")
                if what != "optimizer" and not (_is_plain(call) and call.args[0].keyword is None):
                    _keep_known(script, call)


def _takes_optimizers(script: Script, call: cst.Call) -> bool:
    """Whether it is handed the state that was loaded of an optimizer, which nothing else takes."""
    ends = values_of(script.facts).ends(Spot(script.facts, call.args[0].value)) if call.args else []
    return bool(ends) and all(map(is_of_optimizer, ends))


def _takes_state(script: Script, call: cst.Call, method: str) -> bool:
    """Whether it is handed a state that was loaded, and no class of the files has such a method of its own, or what
    gives one: nobody but Paddle has set_dict()."""
    own = script.facts.says(_OWN[method.encode()])
    told = any(arg.keyword is not None and arg.keyword.value in _STATE for arg in call.args)
    told = told or (len(call.args) in (2, 3) and all(map(_is_switch, call.args[1:])))
    of_paddle = (method == "set_dict" or told) and bool(script.references) and (told or len(call.args) == 1)
    return not own and bool(call.args) and (of_paddle or is_state(script.facts, call.args[0].value))


def _is_switch(arg: cst.Arg) -> bool:
    return isinstance(arg.value, cst.Name) and arg.value.value in ("True", "False")


def _keep_known(script: Script, call: cst.Call) -> None:
    """`set_dict(stat_dict, include_sublayers, use_structured_name)`, of which 1.8.5 read the first and the last."""
    state, sublayers, structured = (argument(call, place, name) for place, name in enumerate(_STATE))
    if state is None or (sublayers is not None and script.source.has_effects(sublayers)):
        return

    def written() -> str:
        named = f", {_STATE[2]}={script.render(structured)}" if structured is not None else ""
        return f"({script.render(state)}{named})"

    script.edits.replace(script.source.span(call.func)[1], script.source.core(call)[1], written)


def _is_plain(call: cst.Call) -> bool:
    return len(call.args) == 1 and not call.args[0].star


def _restore(script: Script, call: cst.Call, optimizer: cst.BaseExpression) -> None:
    """By a function that finds out when it runs who saved the state: Paddle 1's schedules saved less."""
    name, state = write_written(script, "set_optimizer_state"), call.args[0].value
    script.edits.replace(
        *script.source.core(call), lambda: f"{name}({script.render(optimizer)}, {script.render(state)})"
    )
    script.say(call.func, "PM107", "set_dict", f"→ {name}(), written into the script")


def _rename(script: Script, func: cst.Attribute, new: str) -> None:
    start, end = script.source.span(func.attr)
    script.edits.replace(start, end, new)
    script.say(func, "PM105", func.attr.value, f"→ {new}")


def _minimize(script: Script, call: cst.Call, func: cst.Attribute) -> None:
    """In dygraph, minimize() only applied gradients that backward() had worked out: today's step()."""
    what, names = script.kinds.what(func.value), [_name_of(arg, place) for place, arg in enumerate(call.args)]
    if not what and _is_of_paddle(call):
        script.say(call, "PM303", "minimize", _NO_CLIP if "grad_clip" in names else _NO_PARAMETERS)
    if what != "optimizer" or depends(script, call, "minimize"):
        return
    made = script.kinds.of(func.value).made  # type: ignore[union-attr]
    own = isinstance(made, cst.Call) and (_parameters(made) or _second(script, made)) is not None
    unheeded = own and set(names[1:]) <= {*_NOT_HEEDED} and not any(_does_something(script, a) for a in call.args[1:])
    if not _only_steps(script, call, func) and not (unheeded and script.is_whole_statement(call)):
        script.say(call, "PM303", "minimize", _NO_CLIP if "grad_clip" in names else _NO_PARAMETERS)
        return
    if not script.is_whole_statement(call):
        script.say(call, "PM212", "minimize", _USED)
        return
    loss, statement = argument(call, 0, "loss"), script.statement(call)
    if loss is not None and statement is not None and _may_run_backward(script, loss):
        if script.source.has_effects(func.value):
            script.say(call, "PM303", "minimize", _BOTH)
            return
        script.beside.before(statement, partial(_as_statement, script, loss))
    start, end = script.source.span(func.attr)[0], script.source.core(call)[1]
    script.edits.replace(start, end, "step()")
    script.say(call, "PM105", "minimize", _UNHEEDED if unheeded and len(names) > 1 else "→ step()")


def _is_of_paddle(call: cst.Call) -> bool:
    """Whether it is told by a name what no other `minimize()` takes, and today's optimizers do not, either."""
    return any(arg.keyword is not None and arg.keyword.value in ("grad_clip", "parameter_list") for arg in call.args)


def _may_run_backward(script: Script, loss: cst.BaseExpression) -> bool:
    """Whether what gives the loss may do more than compute it: a function may run backward(), too."""
    calls = [call for call in (loss, *script.source.inside(loss, cst.Call)) if isinstance(call, cst.Call)]
    return script.source.has_effects(loss) and not (calls and all(map(script.facts.layer_function, calls)))


def _as_statement(script: Script, node: cst.BaseExpression) -> str:
    text = script.render(node)
    return f"({text})" if "\n" in text and not node.lpar else text


def _name_of(arg: cst.Arg, place: int) -> str:
    """Which of minimize()'s arguments it is."""
    by_place = ("loss", *_NOT_HEEDED, "grad_clip")
    placed = by_place[place] if place < len(by_place) and not arg.star else ""
    return arg.keyword.value if arg.keyword is not None else placed


def _does_something(script: Script, arg: cst.Arg) -> bool:
    """Whether it may do more than name parameters: `net.parameters()` does not."""
    calls = [arg.value, *script.source.inside(arg.value, cst.Call)]
    asks = all(isinstance(c.func, cst.Attribute) and c.func.attr.value == "parameters" and not c.args
               for c in calls if isinstance(c, cst.Call))
    return not asks and script.source.has_effects(arg.value)


def _only_steps(script: Script, call: cst.Call, func: cst.Attribute) -> bool:
    """`minimize(loss)`; parameters that it is told too, when the optimizer is told them from now on."""
    if len(call.args) == 1:
        return True
    kind = script.kinds.of(func.value)
    made = kind.made if kind is not None else None
    told = len(call.args) == 2 and parameters_given(call) is not None
    if not told or not isinstance(made, cst.Call):
        return False
    return _parameters(made) is None and owners_of(script.facts, made) is not None


def _clear(script: Script, call: cst.Call, func: cst.Attribute) -> None:
    """`model.clear_gradients()` → `optimizer.clear_grad()`, when one optimizer holds all of the model."""
    what = script.kinds.what(func.value)
    new: str | None = None
    if what == "optimizer":
        new = f"{script.source.code(func.value)}.clear_grad()"
    elif what in ("layer", "parallel", "own", ""):
        optimizer = _optimizer_of(script, call, func.value)
        new = f"{optimizer}.clear_grad()" if optimizer else None
    if new is None:
        return
    start, end = script.source.core(call)
    script.edits.replace(start, end, new)
    script.say(call, "PM105", "clear_gradients", f"→ {new}")


def _optimizer_of(script: Script, call: cst.Call, model: cst.BaseExpression) -> str | None:
    """The name of the optimizer that minimizes just before, in the same block, if it holds `model.parameters()`."""
    steps = [
        c
        for c in script.source.all(cst.Call)
        if isinstance(c.func, cst.Attribute)
        and c.func.attr.value in ("minimize", "step")
        and script.kinds.what(c.func.value) == "optimizer"
        and script.scopes.of(c) is script.scopes.of(call)
    ]
    steps = _nearest(script, call, steps)
    names = {script.source.code(c.func.value) for c in steps if isinstance(c.func, cst.Attribute)}
    if any(isinstance(c.func, cst.Attribute) and script.source.has_effects(c.func.value) for c in steps):
        return None  # made for this step alone
    if len(names) != 1 or not isinstance(steps[0].func, cst.Attribute):
        return None
    if not _is_made(script, steps[0].func.value, call):
        return None
    if all(holds_all_of(script.facts, c.func.value, model) for c in steps if isinstance(c.func, cst.Attribute)):
        return names.pop()
    kind = script.kinds.of(steps[0].func.value) if script.kinds.is_layer(model) else None
    made = kind.made if kind else None
    if not isinstance(made, cst.Call):
        return None
    parameters = _parameters(made) or _second(script, made)
    owners = owners_of(script.facts, made) if parameters is None else None
    if owners is not None and owners.models == (script.source.code(model),):
        return names.pop()
    if not (isinstance(parameters, cst.Call) and isinstance(parameters.func, cst.Attribute)):
        return None
    owner, method = parameters.func.value, parameters.func.attr.value
    same_scope = script.scopes.of(made) is script.scopes.of(call)
    same = owner.deep_equals(model) if same_scope else _are_one(script, owner, model)
    return names.pop() if method == "parameters" and same else None


def _are_one(script: Script, one: cst.BaseExpression, other: cst.BaseExpression) -> bool:
    """Whether both come from one place, the only one that either may come from."""
    found = [values_of(script.facts).ends(Spot(script.facts, each)) for each in (one, other)]
    return all(len(ends) == 1 and isinstance(ends[0].node, cst.Call) for ends in found) and found[0] == found[1]


def _is_made(script: Script, optimizer: cst.BaseExpression, call: cst.Call) -> bool:
    """Whether a variable of this scope is set above: a loop further down may be the first to make its optimizer."""
    bound = script.scopes.of(call).bindings.get(optimizer.value, []) if isinstance(optimizer, cst.Name) else []
    order = script.source.order
    return not bound or any(each.kind != "value" or order(each.node) < order(call) for each in bound)


def _nearest(script: Script, call: cst.Call, steps: list[cst.Call]) -> list[cst.Call]:
    """Those of the innermost loop around the call that has any."""
    around = script.source.parent(call, cst.For, cst.While)
    while around is not None:
        inside = [step for step in steps if script.source.lies_in(step, around)]
        if inside:
            return inside
        around = script.source.parent(around, cst.For, cst.While)
    return steps


def _second(script: Script, made: cst.Call) -> cst.BaseExpression | None:
    """The parameters that an optimizer is given behind its rate, without a name."""
    reference = script.by_call.get(made)
    rule = reference.rule if reference is not None else None
    behind = not isinstance(rule, Rule) or [p.name for p in rule.params[1:2]] == ["parameter_list"]
    return argument(made, 1, "") if behind else None


def _parameters(made: cst.Call) -> cst.BaseExpression | None:
    for arg in made.args:
        if arg.keyword and arg.keyword.value in ("parameter_list", "parameters"):
            return arg.value
    return None
