"""Learning rates that used to advance by themselves, at each minimize(): today the script says `scheduler.step()`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.names import Reference
from paddle_migrate.rules import Rule
from paddle_migrate.script import Script

_HOMES = ("paddle.fluid.dygraph.learning_rate_scheduler.", "paddle.fluid.layers.learning_rate_scheduler.")
_BY_EPOCH = ("StepDecay", "MultiStepDecay", "LambdaDecay")
_BY_LOSS = ("ReduceLROnPlateau",)
_WARM_UP = (
    "1.8 let the decay inside a warm-up run on from the first step; today's LinearWarmup starts it only afterwards"
)
_WHY = "its rate advanced at each minimize(); make it a scheduler of paddle.optimizer.lr and call its step() there"


def rewrite(script: Script) -> None:
    for reference in script.open():
        rule = reference.rule
        if not isinstance(rule, Rule) or not rule.name.startswith(_HOMES) or reference.call is None:
            continue
        if rule.short in _BY_LOSS:
            continue
        if _is_inside_another(script, reference.call) or _holds_another(script, reference.call):
            script.leave(reference, "PM303", _WARM_UP)
            continue
        done = _by_epoch(script, reference) if rule.short in _BY_EPOCH else _by_step(script, reference)
        if not done:
            script.leave(reference, "PM303", _WHY)


def _is_inside_another(script: Script, call: cst.Call) -> bool:
    """Whether the decay is handed to a warm-up."""
    reference = script.taken_by(call)
    rule = reference.rule if reference is not None else None
    return isinstance(rule, Rule) and rule.name.startswith(_HOMES)


def _holds_another(script: Script, call: cst.Call) -> bool:
    """Whether a decay is handed to this one, by itself or in a variable."""
    for arg in call.args:
        value = arg.value
        bindings = script.scopes.find(value) if isinstance(value, cst.Name) else []
        for made in (value, *(b.value for b in bindings)):
            reference = script.by_call.get(made) if made is not None else None
            if reference is not None and isinstance(reference.rule, Rule) and reference.rule.name.startswith(_HOMES):
                return True
    return False


def _receiver(script: Script, value: cst.CSTNode) -> cst.Call | None:
    """The call that the value is an argument of."""
    call = script.taker(value)
    return call if isinstance(call, cst.Call) else None


def _by_epoch(script: Script, reference: Reference) -> bool:
    """`decay.epoch()` → `decay.step()`, of a decay in a variable."""
    name = script.assigned_name(reference.call) if reference.call is not None else None
    bindings = script.scopes.find(name) if name is not None else []
    if len(bindings) != 1:
        return False
    calls = []
    for use in bindings[0].uses:
        parent = script.source.parents.get(use)
        if isinstance(parent, cst.Attribute):
            call = script.source.parents.get(parent)
            if parent.attr.value != "epoch" or not isinstance(call, cst.Call) or call.args:
                return False
            calls.append(parent)
    for attribute in calls:
        script.edits.replace(*script.source.span(attribute.attr), "step")
    return True


def _by_step(script: Script, reference: Reference) -> bool:
    call = reference.call
    assert call is not None
    name = script.assigned_name(call)
    optimizers = _optimizers(script, call, name)
    if not optimizers:
        return False
    sites = [s for o in optimizers for s in _minimized(script, o)]
    scope = script.scopes.of(call)
    if not sites or any(not script.is_whole_statement(s) or len(s.args) != 1 for s in sites):
        return False
    scheduler = name.value if name is not None else _free_name(script)
    if name is not None and any(script.scopes.of(s).find(name.value) != script.scopes.find(name) for s in sites):
        return False
    if name is None and any(script.scopes.of(s) is not scope for s in sites):
        return False
    if name is None:
        _hoist(script, call, scheduler)
    for site in dict.fromkeys(sites):
        _step_behind(script, site, scheduler)
    script.say(call, "PM114", reference.short, f"→ {scheduler}.step() behind each step of the optimizer")
    return True


def _optimizers(script: Script, call: cst.Call, name: cst.Name | None) -> list[cst.Call]:
    """The optimizers' constructors that take the decay; none when anything else uses it."""
    if name is None:
        takers = [_receiver(script, call)]
    else:
        bindings = script.scopes.find(name)
        if len(bindings) != 1:
            return []
        takers = [_receiver(script, use) for use in bindings[0].uses]
    found = [t for t in takers if t is not None and script.kinds.what(t) == "optimizer"]
    return found if len(found) == len(takers) else []


def _minimized(script: Script, optimizer: cst.Call) -> list[cst.Call]:
    """Every `o.minimize(…)` of the variable that the optimizer is put in."""
    name = script.assigned_name(optimizer)
    if name is None:
        return []
    bindings = script.scopes.find(name)
    found = []
    for use in (u for b in bindings for u in b.uses):
        method = script.source.parents.get(use)
        call = script.source.parents.get(method)
        if isinstance(method, cst.Attribute) and method.attr.value == "minimize" and isinstance(call, cst.Call):
            found.append(call)
    return found


def _free_name(script: Script) -> str:
    taken = {n for s in script.scopes.everywhere() for n in s.bindings}
    return next(n for n in ("scheduler", "lr_scheduler", "lr_scheduler_") if n not in taken)


def _hoist(script: Script, call: cst.Call, scheduler: str) -> None:
    """`Momentum(PiecewiseDecay(…))` → `scheduler = PiecewiseDecay(…)`, `Momentum(scheduler)`."""
    statement = script.statement(call)
    assert statement is not None
    span = script.source.span(call)
    edit = script.edits.replace(*span, scheduler, rank=-1)
    between = script.source.newline
    script.edits.insert(
        script.source.core(statement)[0],
        lambda: f"{scheduler} = {script.edits.render(*span, edit)}{between}{script.indentation(statement)}",
    )


def _step_behind(script: Script, site: cst.Call, scheduler: str) -> None:
    statement = script.statement(site)
    assert statement is not None
    script.edits.replace(
        script.source.core(site)[1],
        script.source.core(site)[1],
        lambda: f"{script.source.newline}{script.indentation(statement)}{scheduler}.step()",
        rank=2,
    )
