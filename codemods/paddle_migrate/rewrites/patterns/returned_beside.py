"""`@declarative` functions that return `y` beside what they make of it: 1.8.5's static graph lost the gradient that
came to `y` from outside, as the operator that goes on from it wrote its own over that."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot, function_around
from paddle_migrate.facts.values.uses import reached, runs_of
from paddle_migrate.facts.without_gradient import has_no_gradient
from paddle_migrate.script import Script

IN_PROGRAMS = False  # its graph is one of the dynamic graph's steps
_READ = ("detach", "dtype", "gradient", "name", "numpy", "shape", "stop_gradient", "clear_gradient")
_MEASURES = ("accuracy", "argmax", "argsort", "auc", "mean_iou", "Print", "shape")  # no gradient comes back of these
_SAID = (
    "{} is returned beside what is made of it: no gradient that came to it from outside counted in 1.8.5, today it "
    "does; return its detach() where that is meant"
)


def rewrite(script: Script) -> None:
    for reference in script.references:
        function = _decorated(script, reference)
        for each in script.definitions.returns(function) if function is not None else ():
            if not script.is_skipped(each):
                _say(script, each)


def _decorated(script: Script, reference: Reference) -> cst.FunctionDef | None:
    if reference.beyond or not reference.name.endswith(".declarative"):
        return None
    above = script.source.parents.get(reference.node)
    decorator = script.source.parents.get(above) if isinstance(above, cst.Call) else above
    function = script.source.parents.get(decorator) if isinstance(decorator, cst.Decorator) else None
    return function if isinstance(function, cst.FunctionDef) else None


def _say(script: Script, returned: cst.Return) -> None:
    elements = returned.value.elements if isinstance(returned.value, (cst.Tuple, cst.List)) else ()
    with_gradient = [each.value for each in elements if not has_no_gradient(script.facts, each.value)]
    for part in with_gradient:
        found = script.scopes.find(part) if isinstance(part, cst.Name) else []
        uses = {id(use): use for each in found if each.kind == "value" for use in each.uses if use is not part}
        others = [each for each in with_gradient if each is not part]
        goes_on = any(_comes_to(script.facts, use, others) for use in uses.values())
        if goes_on and _may_be_trained(script.facts, part):
            script.say(part, "PM343", "declarative", _SAID.format(script.source.code(part)))


def _comes_to(facts: Facts, use: cst.Name, others: list[cst.BaseExpression]) -> bool:
    """Whether one of the others is made of what is read there."""
    found: list[cst.CSTNode] = []

    def further(spot: Spot) -> list[cst.CSTNode] | None:
        node, above = spot.node, spot.above
        if spot.facts is facts and node in others:
            found.append(node)  # type: ignore[arg-type]
            return []
        if _is_only_read(spot):
            return []
        made = spot.taker if isinstance(spot.taker, cst.Call) else above
        if isinstance(above, cst.Attribute):
            made = spot.at(above).above
        is_made = isinstance(made, (cst.Call, cst.BinaryOperation, cst.UnaryOperation, cst.Subscript))
        return [made] if is_made and made is not None else None

    reached(facts, use, further)
    return bool(found)


def _is_measured(spot: Spot) -> bool:
    call = spot.taker
    return isinstance(call, cst.Call) and spot.facts.names.resolve(call.func).rpartition(".")[2] in _MEASURES


def _may_be_trained(facts: Facts, part: cst.BaseExpression) -> bool:
    """Whether a gradient may come to it from outside; of `forward`, which Paddle calls, the calls that are seen."""
    found = reached(facts, part)
    every = [*found.spots, *(each for each in found.holders if not isinstance(each.above, cst.Return))]
    around = function_around(facts, part)
    is_called = around is not None and bool(runs_of(facts, around))
    return not (found.are_all and is_called and all(map(_is_only_read, every)))


def _is_only_read(spot: Spot) -> bool:
    above = spot.above
    is_asked = isinstance(above, cst.Attribute) and above.value is spot.node and above.attr.value in _READ
    return is_asked or _is_measured(spot) or isinstance(above, cst.Expr)
