"""`fluid.clip.set_gradient_clip(clip)` before an optimizer minimizes → `grad_clip=` of that optimizer; where nothing
sets one, `append_gradient_clip_ops(pairs)` → `pairs`."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.arguments import put_in
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.pure import is_pure
from paddle_migrate.rules.kinds import is_optimizer
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_WHY = "optimizers clip today, and none is made behind this in the same function: hand the clip to it, grad_clip=…"
_MAYBE = (
    "optimizers clip today, and the one behind this is made where this may not have run: set grad_clip = None before, "
    "and hand it to the optimizer, grad_clip=…"
)
_SETS = re.compile(rb"set_gradient_clip|gradient_clip_attr|\bgradient_clip *=")
_SOME = "today an optimizer clips all of its parameters, or those whose need_clip of paddle.ParamAttr is true"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("set_gradient_clip"):
        call, clip = reference.call, reference.argument("clip")
        if call is None or clip is None or not script.is_whole_statement(call):
            continue
        optimizers = _optimizers_behind(script, call)
        if len(call.args) != 1:
            script.leave(reference, "PM303", _SOME)
        elif not optimizers and (made := _optimizer_above(script, call, clip)) is not None:
            _hand_up(script, reference, clip, made)
        elif not optimizers:
            script.leave(reference, "PM303", _WHY)
        elif not all(_has_run(script, call, made) for made in optimizers):
            script.leave(reference, "PM303", _MAYBE)
        else:
            _hand_over(script, reference, clip, optimizers)
    for reference in script.open("append_gradient_clip_ops"):
        pairs = reference.argument("param_grads")
        if reference.call is not None and pairs is not None and not script.facts.says(_SETS):
            _leave_out(script, reference, reference.call, pairs)


def _leave_out(script: Script, reference: Reference, call: cst.Call, pairs: cst.BaseExpression) -> None:
    """`append_gradient_clip_ops(pairs)` → `pairs`; nothing is left of `pairs = append_gradient_clip_ops(pairs)`."""
    assign = script.source.parents.get(call)
    targets = [script.source.code(t.target) for t in assign.targets] if isinstance(assign, cst.Assign) else []
    if isinstance(pairs, cst.Name) and targets == [pairs.value]:
        script.beside.delete(call if assign is None else assign)
    else:
        script.edits.replace(*script.source.core(call), lambda: script.render(pairs))
    script.settle(reference)
    script.say(reference.node, "PM105", reference.short, "taken out: nothing sets a clip that it would apply")


def _optimizers_behind(script: Script, call: cst.Call) -> list[cst.Call]:
    """The optimizers that the same function makes later, each without a clip of its own."""
    found = []
    for reference in script.references:
        made, rule = reference.call, reference.rule
        if made is None or not isinstance(rule, Rule) or not is_optimizer(rule.name) or script.is_skipped(made):
            continue
        same = script.source.parent(made, cst.FunctionDef) is script.source.parent(call, cst.FunctionDef)
        behind = script.source.order(made) > script.source.order(call)
        plain = not any(arg.star for arg in made.args) and rule.param("grad_clip") is not None
        if same and behind and plain and reference.argument("grad_clip") is None:
            found.append(made)
    return found


def _optimizer_above(script: Script, call: cst.Call, clip: cst.BaseExpression) -> cst.Call | None:
    """The only optimizer of the function, made above in the same block and not used meanwhile, where the clip can as
    well be made there."""
    here = script.source.parent(call, cst.FunctionDef)
    found = []
    for reference in script.references:
        rule = reference.rule
        optimizes = reference.call is not None and isinstance(rule, Rule) and is_optimizer(rule.name)
        if optimizes and script.source.parent(reference.node, cst.FunctionDef) is here:
            found.append(reference)
    made = found[0].call if len(found) == 1 else None
    if made is None or found[0].argument("grad_clip") is not None or any(arg.star for arg in made.args):
        return None
    name = script.assigned_name(made)
    suites = [script.source.parent(each, cst.IndentedBlock, cst.SimpleStatementSuite) for each in (made, call)]
    if name is None or suites[0] is not suites[1] or script.is_skipped(made):
        return None
    start, end = script.source.order(made), script.source.order(call)
    uses = [use for binding in script.scopes.find(name) for use in binding.uses]
    used = any(start < script.source.order(use) < end for use in uses)
    return made if start < end and not used and _is_steady(script, clip) else None


def _is_steady(script: Script, clip: cst.BaseExpression) -> bool:
    """Whether it is the same wherever it stands in the function."""
    bindings = [b for name in script.source.inside(clip, cst.Name) for b in script.scopes.find(name)]
    alone = all(b.kind == "import" or (isinstance(b.node, cst.Param) and len(b.scope.bindings[b.node.name.value]) == 1)
                for b in bindings)
    return alone and is_pure(script.facts, clip)


def _hand_up(script: Script, reference: Reference, clip: cst.BaseExpression, made: cst.Call) -> None:
    """`opt = SGD(…); set_gradient_clip(clip)` → `grad_clip = clip; opt = SGD(…, grad_clip=grad_clip)`."""
    assert reference.call is not None
    name, statement, above = _free_name(script), script.statement(reference.call), script.statement(made)
    assert statement is not None
    assert above is not None
    script.beside.before(above, lambda: f"{name} = {script.render(clip)}")
    put_in(script, made, f"grad_clip={name}")
    script.beside.delete(statement)
    script.settle(reference)
    script.say(reference.node, "PM105", reference.short, f"→ {name}, which the optimizer is given")


def _has_run(script: Script, call: cst.Call, made: cst.Call) -> bool:
    """Whether the call has run wherever an optimizer behind it is made: no branch or loop holds the call alone."""
    source = script.source
    suite = source.parent(call, cst.IndentedBlock, cst.SimpleStatementSuite)
    while suite is not None:
        owner = source.above.get(id(suite))
        if isinstance(owner, (cst.FunctionDef, cst.ClassDef)):
            return True
        if not isinstance(owner, cst.With) and not source.lies_in(made, suite):
            return False
        suite = source.parent(suite, cst.IndentedBlock, cst.SimpleStatementSuite)
    return True


def _hand_over(script: Script, reference: Reference, clip: cst.BaseExpression, optimizers: list[cst.Call]) -> None:
    assert reference.call is not None
    name = _free_name(script)
    start, end = script.source.core(reference.call)
    script.edits.replace(start, script.source.span(clip)[0], f"{name} = ")
    script.edits.delete(script.source.span(clip)[1], end)
    for made in optimizers:
        put_in(script, made, f"grad_clip={name}")
    script.settle(reference)
    script.say(reference.node, "PM105", reference.short, f"→ {name}, which the optimizer is given")


def _free_name(script: Script) -> str:
    taken = {name for scope in script.scopes.everywhere() for name in scope.bindings}
    return next(name for name in ("grad_clip", "clip", "clipping", "grad_clip_") if name not in taken)
