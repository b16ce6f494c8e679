"""Learning rates that are variables of a program: what they are made of, and which decays have to be such."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.held_rates import finds_decay, finds_decay_elsewhere
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import may_train
from paddle_migrate.facts.schedules import is_schedule
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.shared_counts import begins_again, share_count
from paddle_migrate.facts.takers import takers
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import origins_of, values_of
from paddle_migrate.rules.kinds import gives_variable, is_optimizer
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.schedules import (
    COUNTS_RUNS,
    MAY_BE_SCHEDULE,
    MAY_COUNT,
    NAMES_SCHEDULE,
    WARM_UPS,
    counts_runs,
    is_counter,
    is_rule_of_schedule,
    runs_programs,
)

_DEEPEST = 8  # names for names, operations on operations
_MAKES_VARIABLE = rb"(?:create_global_var|fill_constant|create_parameter)\b"
_VARIABLES = re.compile(_MAKES_VARIABLE)
_RATES = re.compile(
    rb"(?:exp|exponential|time|polynomial|piecewise|noam|cosine)_decay\b|_decay\(|_step_counter|lr_warmup|"
    + _MAKES_VARIABLE
)
_COMPUTED = (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison, cst.Attribute, cst.Subscript)


def counted_rates(facts: Facts) -> frozenset[Reference]:
    """The decays of the script's programs that become variables: what else than an optimizer takes them, nothing
    shows who would have a schedule go on, several may share one count, a startup program begins it anew, or the scope
    is asked for one."""
    return facts.once(_counted_rates) if not facts.has_loop else frozenset()


def may_be_schedules(facts: Facts) -> bool:
    """Whether a loop may have schedules for its variable rates: nothing sets their count, and no other file reads
    one by its name."""
    return bool(counted_rates(facts)) and not begins_again(facts) and not finds_decay_elsewhere(facts)


def _counted_rates(facts: Facts) -> frozenset[Reference]:
    found = [r for r in facts.references if is_rule_of_schedule(r.rule) and r.call is not None]
    together = bool(found) and (not _runs(facts) or share_count(facts) or begins_again(facts)
                                or finds_decay(facts))
    return frozenset(r for r in found if together or is_around_variable(facts, r) or _computes(facts, r))


def _runs(facts: Facts) -> bool:
    """Whether the script runs what trains, or another file, which imports this one, may."""
    if facts.others is not None and facts.others.importers:
        return True
    if any(runs_programs(r.name) for r in facts.references):
        return True
    return any(may_train(facts, call) for _, call in facts.source.method_calls("run"))


def is_around_variable(facts: Facts, reference: Reference) -> bool:
    """Whether it is a warm-up of another decay, which runs on meanwhile."""
    inner = reference.argument("learning_rate") if is_schedule(reference, *WARM_UPS) else None
    return inner is not None and may_be_variable(facts, inner, schedules=True)


def may_go_on(facts: Facts) -> bool:
    """Whether a program that the file runs may have a schedule, whose step() stands behind each run."""
    counted = counted_rates(facts)
    here = any(is_rule_of_schedule(r.rule) and r.call is not None and r not in counted for r in facts.references)
    return here or has_schedule_elsewhere(facts)


def may_count(facts: Facts) -> bool:
    """Whether a program that the file runs may count its runs: for a rate that is a variable of it, or for averages."""
    others = facts.others.program(COUNTS_RUNS) if facts.others is not None else ()
    files = (facts, *map(Facts.of_other, others))
    return any(counted_rates(each) or any(counts_runs(r.name) for r in each.references) for each in files)


def has_schedule_elsewhere(facts: Facts) -> bool:
    """Whether another file of the program has a schedule, or may have, where an optimizer comes from elsewhere."""
    here = all(_is_made_here(facts, receiver) for receiver, _ in facts.source.method_calls("minimize"))
    return facts.others is not None and bool(facts.others.program(NAMES_SCHEDULE if here else MAY_BE_SCHEDULE))


def _is_made_here(facts: Facts, optimizer: cst.BaseExpression) -> bool:
    ends = origins_of(facts, optimizer)
    names = [facts.names.resolve(end.func) if isinstance(end, cst.Call) else "" for end in ends]
    return bool(names) and all(is_optimizer(each) or each.startswith("paddle.optimizer.") for each in names)


def may_be_variable(facts: Facts, rate: cst.BaseExpression, schedules: bool = False) -> bool:
    """Whether the rate that is given may be a variable of the program; `schedules`: or any decay."""
    ends = values_of(facts).ends(Spot(facts, rate))
    unknown = not schedules and any(
        end.expression is None or _is_handed(end) or _is_found_late(end) or _is_made_beside(end) for end in ends)
    return (unknown and _has_rates(facts)) or any(_is_variable(end, schedules, 0) for end in ends)


def _is_handed(spot: Spot) -> bool:
    """`given.get("rate")` of the `**given` of a function."""
    end = spot.node
    held = end.value if isinstance(end, cst.Subscript) else None
    if isinstance(end, cst.Call) and isinstance(end.func, cst.Attribute) and end.func.attr.value in ("get", "pop"):
        held = end.func.value
    bindings = spot.facts.scopes.find(held) if isinstance(held, cst.Name) else []
    return any(isinstance(b.node, cst.Param) and b.node.star == "**" for b in bindings)


def _is_made_beside(spot: Spot) -> bool:
    """`dict(zip(names, [exponential_decay(0.1, 2, 0.5)]))[name]`: an element of what holds a rate, somewhere."""
    held = spot.node.value if isinstance(spot.node, cst.Subscript) else None
    ends = values_of(spot.facts).ends(spot.at(held)) if held is not None else []
    inside = [(end.facts, call) for end in ends if isinstance(end.node, cst.Call)
              for call in end.facts.source.inside(end.node, cst.Call)]
    return any(_is_variable(Spot(facts, call), False, _DEEPEST) for facts, call in inside if call in facts.by_call)


def _is_found_late(spot: Spot) -> bool:
    """`getattr(rates, kind)()`, `given.rate()`: what is called is known only when the script runs."""
    call = spot.node
    if not isinstance(call, cst.Call) or call in spot.facts.by_call:
        return False
    functions = values_of(spot.facts).ends(spot.at(call.func))
    unseen = (cst.Call, cst.Subscript, Part, type(None))
    return any(isinstance(each.node, unseen) or _is_of_object(each) for each in functions)


def _is_of_object(function: Spot) -> bool:
    """`given.rate`; no `numpy.sqrt`, and no `settings.get`."""
    node = function.node
    if not isinstance(node, cst.Attribute) or node.attr.value in ("get", "pop"):
        return False
    return not _is_imported(function.facts, node)


def may_have_rates(facts: Facts) -> bool:
    """Whether it, or another file of its programs, says anything of what may be a rate and is no number."""
    return facts.says(_RATES) or _has_rates(facts)


def _has_rates(facts: Facts) -> bool:
    """Whether this file, or another one of its programs, has what may be given for a rate and is no number."""
    here = any(is_counter(r.name) for r in facts.references) or bool(counted_rates(facts))
    return here or facts.says(_VARIABLES) or bool(facts.others is not None and facts.others.program(_RATES))


def _is_variable(spot: Spot, schedules: bool, depth: int) -> bool:
    facts, end = spot.facts, spot.node
    if isinstance(end, (cst.BinaryOperation, cst.UnaryOperation)):
        sides = (end.left, end.right) if isinstance(end, cst.BinaryOperation) else (end.expression,)
        ends = [each for side in sides for each in values_of(facts).ends(spot.at(side))] if depth < _DEEPEST else []
        return any(_is_variable(each, schedules, depth + 1) for each in ends if each.node is not end)
    reference = facts.by_call.get(end) if isinstance(end, cst.Call) else None
    if reference is None:
        return isinstance(end, cst.Call) and (_calls_maker(spot, end) or _may_give_variable(facts, end))
    if is_schedule(reference):
        return schedules or reference in counted_rates(facts)
    return is_counter(reference.name) or gives_variable(reference.name)


def _calls_maker(spot: Spot, call: cst.Call) -> bool:
    """Whether something holds the function that is called, and that makes variables."""
    ends = values_of(spot.facts).ends(spot.at(call.func))
    names = [each.facts.names.resolve(each.node) for each in ends if isinstance(each.node, cst.CSTNode)]
    return any(gives_variable(name) or is_counter(name) for name in names)


def _may_give_variable(facts: Facts, call: cst.Call) -> bool:
    """Whether a function of another file may: it is given a decay, or files of the program count their runs."""
    given = [facts.by_call.get(arg.value) for arg in call.args if isinstance(arg.value, cst.Call)]
    if any(reference is not None and is_schedule(reference) for reference in given):
        return True
    return _is_imported(facts, call.func) and facts.others is not None and bool(facts.others.program(MAY_COUNT))


def _is_imported(facts: Facts, named: cst.BaseExpression) -> bool:
    root = (dotted(named) or "").partition(".")[0]
    return any(binding.kind == "import" for binding in facts.scopes.module.bindings.get(root, ()))


def _computes(facts: Facts, reference: Reference) -> bool:
    """Whether the script uses the decay as the variable that it was."""
    assert reference.call is not None
    taking = takers(facts, reference.call)
    if taking is not None:
        return not all(_makes_optimizer(facts, call) for call in taking)
    return _is_computed(facts, reference.call)


def _makes_optimizer(facts: Facts, call: cst.Call) -> bool:
    rule = facts.by_call[call].rule if call in facts.by_call else None
    return isinstance(rule, Rule) and is_optimizer(rule.name)


def _is_computed(facts: Facts, value: cst.CSTNode) -> bool:
    """Whether something in the script is computed of a value, or a call takes it."""
    return any(
        isinstance(each.taker, cst.Call) or isinstance(each.above, _COMPUTED)
        for each in reached(facts, value).spots
    )


def counts(facts: Facts, suite: cst.CSTNode, before: cst.CSTNode | None = None) -> bool:
    """Whether a part of the script, or what stands of it before something, has the runs of its program counted."""
    found = [r for r in facts.references if is_counter(r.name) or r in counted_rates(facts)]
    inside = [r for r in found if facts.source.lies_in(r.node, suite)]
    return any(before is None or facts.source.order(r.node) < facts.source.order(before) for r in inside)
