"""`fluid.clip.set_gradient_clip(clip)` before an optimizer minimizes → `grad_clip=` of that optimizer; where nothing
sets one, `append_gradient_clip_ops(pairs)` → `pairs`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.arguments import put_in
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.making import call_may_make
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.pure import is_pure
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Spot, function_around
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import is_optimizer
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_WHY = (
    "optimizers clip today, and none is made behind this in the same function: hand the clip to it, grad_clip=…, or "
    "take it out where minimize() has run before: 1.8.5 clipped nothing then"
)
_LATER = (
    "it set the clip of the parameters that were there when it ran, and layers may be made behind it, which 1.8.5 did "
    "not clip; an optimizer clips all today: take it out if there were none yet, or hand the clip to the optimizer, "
    "grad_clip=…, and train anew"
)
_OTHERS = (
    "optimizers clip today, and not all that minimize behind this are made here with arguments that are seen: hand the "
    "clip to each, grad_clip=…"
)
_SUITES = (cst.IndentedBlock, cst.SimpleStatementSuite)
_CLIPS = ("grad_clip", "clip", "clipping")
_WRAPPING = "distributed_optimizer"
_SETS = re.compile(rb"set_gradient_clip|gradient_clip_attr|\bgradient_clip *=")
_SOME = (
    "1.8.5 clipped what that program had here, and nothing where its optimizer had minimized before: take it out then; "
    "today an optimizer clips all of its parameters, or those whose need_clip of paddle.ParamAttr is true"
)
_DEEPEST = 3  # functions that call one another
_LOOKED_UP = 2  # what `getattr(module, name)` takes


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    given = set[cst.Call]()
    for reference in script.open("set_gradient_clip"):
        call, clip = reference.call, reference.argument("clip")
        if call is None or clip is None or not script.is_whole_statement(call):
            continue
        optimizers = _optimizers_behind(script, call)
        above = _optimizers_above(script, call) if not optimizers else []
        if len(call.args) != 1 + _is_told_its_program(script, reference, call):
            script.leave(reference, "PM303", _SOME)
        elif (above or optimizers) and not _are_all(script, call, above or optimizers):
            script.leave(reference, "PM303", _OTHERS)
        elif _may_be_made_behind(script.facts, call):
            script.leave(reference, "PM303", _LATER)
        elif above and _is_steady(script, clip):
            _hand_up(script, reference, clip, above, given)
        elif len(names := {name.value for made in above if (name := script.assigned_name(made)) is not None}) == 1:
            _set_on(script, reference, clip, names.pop())
        elif not optimizers:
            script.leave(reference, "PM303", _WHY)
        else:
            _hand_over(script, reference, clip, optimizers, given)
    for reference in script.open("append_gradient_clip_ops"):
        pairs = reference.argument("param_grads")
        if reference.call is not None and pairs is not None and not script.facts.says(_SETS):
            _leave_out(script, reference, reference.call, pairs)


def _is_told_its_program(script: Script, reference: Reference, call: cst.Call) -> bool:
    """`program=main` under `program_guard(main)`, or the default one."""
    program = reference.argument("program")
    if program is None:
        return False
    default = script.by_call.get(program) if isinstance(program, cst.Call) else None
    if default is not None:
        return default.name.endswith(".default_main_program")
    around = script.source.parent(call, cst.With)
    guards = [item.item for item in around.items] if isinstance(around, cst.With) else []
    given = [argument(each, 0, "main_program") for each in guards
             if isinstance(each, cst.Call) and each in script.by_call
             and script.by_call[each].name.endswith(".program_guard")]
    return any(each is not None and each.deep_equals(program) for each in given)


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
    found, source = [], script.source
    here = source.parent(call, cst.FunctionDef)
    for made in source.all(cst.Call):
        behind = source.order(made) > source.order(call) and source.parent(made, cst.FunctionDef) is here
        if behind and not script.is_skipped(made) and _takes_clip(script, made):
            found.append(made)
    return found


def _takes_clip(script: Script, made: cst.Call) -> bool:
    """Whether it makes an optimizer that no clip is seen to be given to."""
    reference = script.by_call.get(made)
    if reference is not None:
        rule = reference.rule
        plain = not any(arg.star for arg in made.args)
        known = isinstance(rule, Rule) and is_optimizer(rule.name) and rule.param("grad_clip") is not None
        return known and plain and reference.argument("grad_clip") is None
    plain = not any(arg.star == "*" for arg in made.args) and argument(made, -1, "grad_clip") is None
    return plain and _of_optimizer(script.facts, made)


def _are_all(script: Script, call: cst.Call, optimizers: list[cst.Call]) -> bool:
    """Whether what minimizes behind the call in its function are these, wherever they come from."""
    order = script.source.order
    here = script.source.parent(call, cst.FunctionDef)
    steps = [receiver for receiver, step in script.source.method_calls("minimize")
             if script.source.parent(step, cst.FunctionDef) is here and order(step) > order(call)]
    for each in steps:
        ends = list(_made(Spot(script.facts, each)))
        known = [end for end in ends if not _is_set_to_none(script, end)]
        if (ends and not known) or any(end not in optimizers for end in known):
            return False
    return True


def _is_set_to_none(script: Script, end: object) -> bool:
    """`optimizer = None`, before it is chosen."""
    return isinstance(end, cst.Name) and end.value == "None" and isinstance(script.source.parents.get(end), cst.Assign)


def _made(optimizer: Spot) -> Iterator[object]:
    """What makes an optimizer, inside of those that have it work."""
    for end in values_of(optimizer.facts).ends(optimizer):
        call = end.node if isinstance(end.node, cst.Call) else None
        wraps = call is not None and isinstance(call.func, cst.Attribute) and call.func.attr.value == _WRAPPING
        inner = argument(call, 0, "optimizer") if wraps and call is not None else None
        yield from [end.node] if inner is None else _made(end.at(inner))


def _optimizers_above(script: Script, call: cst.Call) -> list[cst.Call]:
    """All optimizers of the function, where they are made above in the same block or in branches there and none works
    meanwhile."""
    here, suite = script.source.parent(call, cst.FunctionDef), script.source.parent(call, *_SUITES)
    found = []
    for reference in script.references:
        made, rule = reference.call, reference.rule
        if made is None or not isinstance(rule, Rule) or not is_optimizer(rule.name):
            continue
        if script.source.parent(made, cst.FunctionDef) is not here:
            continue
        given = reference.argument("grad_clip") is not None or any(arg.star for arg in made.args)
        inside = suite is None or script.source.lies_in(made, suite)
        if given or not inside or script.is_skipped(made) or not _is_idle_until(script, made, call):
            return []
        found.append(made)
    return found


def _is_idle_until(script: Script, made: cst.Call, call: cst.Call) -> bool:
    """Whether nobody has the optimizer do anything between where it is made and the call; its attributes may be set."""
    name, order, parents = script.assigned_name(made), script.source.order, script.source.parents
    uses = [use for binding in script.scopes.find(name) for use in binding.uses] if name is not None else []
    between = [use for use in uses if order(made) < order(use) < order(call)]
    asked = [parents.get(use) for use in between]
    plain = all(isinstance(each, cst.Attribute) and not isinstance(parents.get(each), cst.Call) for each in asked)
    return name is not None and order(made) < order(call) and plain


def _is_steady(script: Script, clip: cst.BaseExpression) -> bool:
    """Whether it is the same wherever it stands in the function."""
    bindings = [b for name in script.source.inside(clip, cst.Name) for b in script.scopes.find(name)]
    alone = all(b.kind == "import" or (isinstance(b.node, cst.Param) and len(b.scope.bindings[b.node.name.value]) == 1)
                for b in bindings)
    return alone and is_pure(script.facts, clip)


def _hand_up(
    script: Script, reference: Reference, clip: cst.BaseExpression, optimizers: list[cst.Call], given: set[cst.Call]
) -> None:
    """`opt = SGD(…); set_gradient_clip(clip)` → `grad_clip = clip; opt = SGD(…, grad_clip=grad_clip)`; `given`: those
    that have the argument from a call before."""
    assert reference.call is not None
    name, statement = script.scopes.free(*_CLIPS), script.statement(reference.call)
    assert statement is not None
    suite = script.source.parent(reference.call, *_SUITES)
    first = min(optimizers, key=script.source.order)
    body = script.source.module.body if suite is None else suite.body
    above = next(each for each in body if script.source.lies_in(first, each))
    script.beside.before(above, lambda: f"{name} = {script.render(clip)}")
    _give(script, optimizers, name, given)
    script.beside.delete(statement)
    script.settle(reference)
    script.say(reference.node, "PM105", reference.short, f"→ {name}, which the optimizer is given")


def _set_on(script: Script, reference: Reference, clip: cst.BaseExpression, name: str) -> None:
    """`set_gradient_clip(clip)` → `optimizer._grad_clip = clip`, of what is made above and has done nothing since."""
    assert reference.call is not None
    script.edits.replace(*script.source.core(reference.call), lambda: f"{name}._grad_clip = {script.render(clip)}")
    script.settle(reference)
    script.say(reference.node, "PM105", reference.short, f"→ {name}._grad_clip, which the optimizer clips by")


def _hand_over(
    script: Script, reference: Reference, clip: cst.BaseExpression, optimizers: list[cst.Call], given: set[cst.Call]
) -> None:
    """`grad_clip = clip` where it was set; where that may not run, `grad_clip = None` before."""
    assert reference.call is not None
    name = script.scopes.free(*_CLIPS)
    above = _where_it_may_not_run(script, reference.call, optimizers)
    if above is not None and not given.issuperset(optimizers):
        script.beside.before(above, f"{name} = None")
    start, end = script.source.core(reference.call)
    script.edits.replace(start, script.source.span(clip)[0], f"{name} = ")
    script.edits.delete(script.source.span(clip)[1], end)
    _give(script, optimizers, name, given)
    script.settle(reference)
    script.say(reference.node, "PM105", reference.short, f"→ {name}, which the optimizer is given")


def _give(script: Script, optimizers: list[cst.Call], name: str, given: set[cst.Call]) -> None:
    """The argument to those that have none from a call before."""
    for made in optimizers:
        if made not in given:
            _put_in(script, made, name)
    given.update(optimizers)


def _put_in(script: Script, made: cst.Call, name: str) -> None:
    """`grad_clip=clip`; what unpacked arguments hold goes before it, as in 1.8.5."""
    unpacked = [arg for arg in made.args if arg.star]
    if not unpacked:
        put_in(script, made, f"grad_clip={name}")
    for arg in unpacked[:1]:
        start, end = script.source.span(arg.value)
        script.edits.insert(start, f"{{{script.quote}grad_clip{script.quote}: {name}, **")
        script.edits.insert(end, "}")


def _where_it_may_not_run(script: Script, call: cst.Call, optimizers: list[cst.Call]) -> cst.CSTNode | None:
    """The statement that holds the call in a branch or a loop, before which it has not run, if an optimizer is made
    outside of it."""
    source, found = script.source, None
    suite = source.parent(call, *_SUITES)
    while suite is not None:
        owner = source.above.get(id(suite))
        if owner is None or isinstance(owner, (cst.FunctionDef, cst.ClassDef)):
            break
        outside = not all(source.lies_in(made, suite) for made in optimizers)
        again = found is not None and isinstance(owner, (cst.For, cst.While))
        if again or (outside and not isinstance(owner, cst.With)):
            found = _first_branch(script, owner)
        suite = source.parent(suite, *_SUITES)
    return found


def _first_branch(script: Script, owner: cst.CSTNode) -> cst.CSTNode:
    """The statement that a block belongs to: `if` of its `elif` and `else`."""
    while not isinstance(owner, cst.BaseStatement) or isinstance(script.source.parents.get(owner), cst.If):
        above = script.source.parents.get(owner)
        assert above is not None
        owner = above
    return owner


def _may_be_made_behind(facts: Facts, call: cst.Call, depth: int = _DEEPEST) -> bool:
    """Whether layers may be made behind the call and before what minimizes, in its function or in those that call it:
    1.8.5 did not clip their parameters."""
    function, order, lies_in = function_around(facts, call), facts.source.order, facts.source.lies_in
    here = [each for each in facts.source.all(cst.Call) if function_around(facts, each) is function]
    behind = [each for each in here if order(each) > order(call) or (lies_in(call, each) and each is not call)]
    steps = [each for each in behind if isinstance(each.func, cst.Attribute) and each.func.attr.value == "minimize"]
    last = max(steps, key=order, default=None)
    for each in (call for call in behind if call not in steps):
        in_time = last is None or order(each) < order(last) or lies_in(each, last)
        if in_time and not lies_in(call, each) and not _of_optimizer(facts, each) and call_may_make(Spot(facts, each)):
            return True
    if steps or function is None or not depth:
        return False
    return any(isinstance(each.node, cst.Call) and _may_be_made_behind(each.facts, each.node, depth - 1)
               for each in callers(values_of(facts), facts, function).calls)


def _of_optimizer(facts: Facts, call: cst.Call) -> bool:
    """Whether it makes an optimizer of a class of 1.8.5, which is called by its name or as a value."""
    ends = values_of(facts).ends(Spot(facts, call.func), _is_class)
    return bool(ends) and all(map(_is_class, ends))


def _is_class(end: Spot) -> bool:
    """An optimizer's class, or one that is looked up by a name that is worked out."""
    node = end.node
    if isinstance(node, cst.Call):
        module = argument(node, 0, "object") if len(node.args) == _LOOKED_UP else None
        is_looked_up = isinstance(node.func, cst.Name) and node.func.value == "getattr" and module is not None
        return is_looked_up and is_optimizer(f"{end.facts.names.resolve(module)}.SGD")
    name = end.facts.names.resolve(node) if isinstance(node, (cst.Name, cst.Attribute)) else ""
    return is_optimizer(name)
