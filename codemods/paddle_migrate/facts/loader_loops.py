"""Loaders that nothing is done with but loops that go through all of their batches."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.ends_of_data import never_runs
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.project.importers import may_use

_DEEPEST = 5  # functions that hand it on


def is_only_looped(facts: Facts, loader: cst.BaseExpression | None, given: set[cst.Call], leaving: bool) -> bool:
    """Whether it is a variable that, besides the ``given`` calls, only heads of loops name, here or in the file's
    functions that take it, which no one leaves before its end, unless ``leaving`` does no harm."""
    if not isinstance(loader, cst.Name):
        return False
    bindings = facts.scopes.find(loader)
    uses = [use for binding in bindings for use in binding.uses]
    if facts.scopes.of(loader) is facts.scopes.module:
        importing = facts.others.importers if facts.others is not None else []
        if any(may_use(raw, loader.value) for raw in importing) or len(uses) <= len(given):
            return False  # what another cell of a notebook does with it is not seen
    return len(bindings) == 1 and all(_is_looped(facts, use, given, leaving, 0) for use in uses)


def _is_looped(facts: Facts, use: cst.Name, given: set[cst.Call], leaving: bool, depth: int) -> bool:
    above = facts.source.parents.get(use)
    if (isinstance(above, cst.Attribute) and facts.source.parents.get(above) in given) or never_runs(facts, use):
        return True
    taken = _taken_as(facts, use) if depth < _DEEPEST else None
    if taken is not None:
        return len(taken) == 1 and all(_is_looped(facts, each, set(), leaving, depth + 1) for each in taken[0].uses)
    loop = _loop_over(facts, use)
    return loop is not None and (leaving or not _is_left(facts, loop))


def _taken_as(facts: Facts, use: cst.Name) -> list[Binding] | None:
    """What gives the parameter, of a plain function of the file, that takes it, its value: the call alone, or more."""
    arg = facts.source.parents.get(use)
    call = facts.source.parents.get(arg)
    if not isinstance(arg, cst.Arg) or not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name):
        return None
    function = facts.definitions.function(call)
    if function is None or function.decorators or any(a.star for a in call.args):
        return None
    names = [param.name.value for param in function.params.params]
    if arg.keyword is not None:
        name = arg.keyword.value if arg.keyword.value in names else ""
    else:
        name = "".join(names[call.args.index(arg) :][:1])
    return facts.scopes.scope(function).bindings.get(name) if name else None


def _loop_over(facts: Facts, use: cst.Name) -> cst.For | None:
    """`for … in loader`, `loader()` or `enumerate(…)` of these."""
    value: cst.CSTNode = use
    above = facts.source.parents.get(value)
    if isinstance(above, cst.Call) and above.func is use and not above.args:
        value, above = above, facts.source.parents.get(above)
    if isinstance(above, cst.Arg):
        counted = facts.source.parents.get(above)
        if not isinstance(counted, cst.Call) or not isinstance(counted.func, cst.Name):
            return None
        if counted.func.value != "enumerate" or counted.args[0].value is not value:
            return None
        value, above = counted, facts.source.parents.get(counted)
    return above if isinstance(above, cst.For) and above.iter is value else None


def _is_left(facts: Facts, loop: cst.For) -> bool:
    """Whether something ends it, or its function, before its batches end; a generator may be let go of."""
    for leaving in (cst.Return, cst.Raise, cst.Yield):
        ends = facts.source.inside(loop.body, leaving)
        if any(_around(facts, end) is _around(facts, loop) for end in ends):
            return True
    return any(_left_by(facts, end) is loop for end in facts.source.inside(loop.body, cst.Break))


def _around(facts: Facts, node: cst.CSTNode) -> cst.CSTNode | None:
    return facts.source.parent(node, cst.FunctionDef, cst.Lambda)


def _left_by(facts: Facts, end: cst.CSTNode) -> cst.CSTNode | None:
    """The loop that a `break` leaves: behind a loop's `else`, the one around it."""
    loop = facts.source.parent(end, cst.For, cst.While)
    while isinstance(loop, (cst.For, cst.While)) and loop.orelse and facts.source.lies_in(end, loop.orelse):
        loop = facts.source.parent(loop, cst.For, cst.While)
    return loop
