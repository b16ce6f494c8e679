"""`fluid.gradients(…)`, `append_backward(…)` → functions written into the script: today's take no names, stop at what
is frozen or made of nothing but what is fed, and have the last parameter first, as have optimizers' `backward()`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.unnamed import give_themselves
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.second_gradients import may_be_trained
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_FUNCTIONS = ("append_backward", "calc_gradient", "gradients")
_SECOND = (
    "where a loss is made of it, 1.8.5 left out, without a word, what came back through operators without a second "
    "gradient (tanh, sigmoid, matmul, concat, pool2d and all others but conv2d, fc, elementwise_*, relu, leaky_relu, "
    "elu, instance_norm, reshape, reduce_sum, reduce_mean, split, slice, expand, scale, square and sqrt); today all "
    "counts. Under the compat layer the old script names those that it has: if there are any, weigh the penalty anew"
)
_ORDER = "as_made"
_TURNED = "Paddle 3 has the last one first"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open(*_FUNCTIONS):
        if not reference.beyond and reference.name.startswith("paddle.fluid."):
            name = write_written(script, reference.name.rpartition(".")[2])
            script.edits.replace(*script.source.span(reference.node), name)
            script.settle(reference)
            for given in filter(None, map(reference.argument, ("parameter_list", "no_grad_set"))):
                give_themselves(script, given)
            script.say(reference.node, "PM101", reference.short, f"→ {name}, written into the script")
            if name != "append_backward" and may_be_trained(script.facts, reference.node):
                script.say(reference.node, "PM347", reference.short, _SECOND)
    for receiver, call in calls_of_others(script.facts, "backward", "minimize"):
        known = script.is_skipped(call) or is_written(script.facts, call) or _is_in_order(script, call)
        if call.args and not known and script.definitions.own_class(receiver) is None and not _chooses(script, call):
            _in_order(script, call)


def _is_in_order(script: Script, call: cst.Call) -> bool:
    """Whether an earlier run has turned the pairs round."""
    taker = script.taker(call)
    return isinstance(taker, cst.Call) and script.source.code(taker.func).rstrip("_") == _ORDER


def _chooses(script: Script, call: cst.Call) -> bool:
    """Whether it is told the parameters, whose order the pairs have then."""
    given = argument(call, 2, "parameter_list") or argument(call, -1, "parameters")
    return given is not None and script.source.code(given) != "None"


def _in_order(script: Script, call: cst.Call) -> None:
    """Turn the pairs round, where more is done with them than to apply them."""
    assert isinstance(call.func, cst.Attribute)
    method = call.func.attr.value
    if not (_is_applied(script, call) if method == "backward" else _is_minimized(script, call)):
        name, where = write_written(script, _ORDER), script.source.core(call)
        script.edits.enclose(*where, lambda: f"{name}({script.edits.render(*where)})")
        script.say(call, "PM119", method, f"→ {name}, written into the script: {_TURNED}")


def _is_minimized(script: Script, call: cst.Call) -> bool:
    """Whether nothing is done with the pairs that `minimize` returns: `_, pairs = opt.minimize(loss)`."""
    statement = script.source.parents.get(call)
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    elements = [each.value for each in target.elements] if isinstance(target, (cst.Tuple, cst.List)) else []
    names = [target, *elements[1:]]
    bindings = [b for each in names if isinstance(each, cst.Name) for b in script.scopes.find(each)]
    return isinstance(statement, cst.Expr) or (bool(bindings) and not any(b.uses for b in bindings))


def _is_applied(script: Script, call: cst.Call) -> bool:
    """Whether nothing is done with the pairs but to apply them."""
    name = script.assigned_name(call)
    uses = [use for binding in script.scopes.find(name) for use in binding.uses] if name is not None else [call]
    return isinstance(script.source.parents.get(call), cst.Expr) or all(_applies(script, use) for use in uses)


def _applies(script: Script, use: cst.BaseExpression) -> bool:
    taker = script.taker(use)
    func = taker.func if isinstance(taker, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value in ("apply_gradients", "apply_optimize")
