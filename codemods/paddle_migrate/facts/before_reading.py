"""Whether a round of a loop does something that lasts before it reads: a loop that met the end of its data did that
once more than one over the data does."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.branches import may_both_run
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.pure import only_gives_a_value
from paddle_migrate.facts.values.spot import Spot

_CLOCKS = ("datetime.datetime.now", "time.clock", "time.perf_counter", "time.time", "timeit.default_timer")
_NOTHING = (cst.Pass, cst.Import, cst.ImportFrom, cst.Global, cst.Nonlocal)


def does_more(facts: Facts, loop: cst.While, runs: list[cst.Call]) -> bool:
    """`step += 1` before `exe.run(…)`; what only a round knows, and what time it is, does not last."""
    source = facts.source
    inside = source.inside(loop.body, *(cst.BaseSmallStatement.__subclasses__()))
    before = [each for each in inside if any(_leads_to(facts, each, run) for run in runs)]
    return not all(_lasts_not(facts, loop, each) for each in before) or any(
        source.has_effects(test) and _leads_to(facts, test, run) for test in _tests(facts, loop) for run in runs)


def _tests(facts: Facts, loop: cst.While) -> list[cst.BaseExpression]:
    inside = facts.source.inside(loop.body, cst.If, cst.While, cst.IfExp)
    return [each.test for each in inside if isinstance(each, (cst.If, cst.While, cst.IfExp))]


def _leads_to(facts: Facts, node: cst.CSTNode, run: cst.Call) -> bool:
    source = facts.source
    before = source.order(node) < source.order(run) and not source.lies_in(run, node)
    return before and may_both_run(Spot(facts, node), Spot(facts, run))


def _lasts_not(facts: Facts, loop: cst.While, statement: cst.CSTNode) -> bool:
    if isinstance(statement, cst.Expr):
        return isinstance(statement.value, (cst.BaseString, cst.Ellipsis))
    if not isinstance(statement, cst.Assign):
        return isinstance(statement, _NOTHING)
    names = [each.target for each in statement.targets]
    if isinstance(statement.value, cst.Call) and facts.names.resolve(statement.value.func) in _CLOCKS:
        return True
    read = {each.value for each in facts.source.inside(statement.value, cst.Name)}
    plain = all(isinstance(each, cst.Name) and each.value not in read for each in names)
    return plain and only_gives_a_value(facts, statement.value) and all(_is_of(facts, loop, each) for each in names)


def _is_of(facts: Facts, loop: cst.While, name: cst.BaseExpression) -> bool:
    """Whether nobody outside of the loop asks for a name."""
    bindings = facts.scopes.find(name) if isinstance(name, cst.Name) else []
    uses = [use for binding in bindings for use in binding.uses]
    return bool(bindings) and all(facts.source.lies_in(use, loop) for use in uses)
