"""What runs of programs are fed, and the lists that they fetch: written out there, held by a variable, or given to the
function around."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.programs import (
    is_run_of_executor,
    is_run_of_parallel,
    is_run_of_program,
    is_todays_run,
    makes_executor,
)
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.arguments import arguments
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.text.arguments import argument

_TEXTS = (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)
_DEEPEST = 6  # names for names
_SETS_NAMES = re.compile(rb"\.name\s*=[^=]|\bdef\s+name\b")  # which objects have then


def fetched_by(facts: Facts, call: cst.Call) -> cst.BaseExpression | None:
    """What a run of an old executor fetches; by its place, where an executor runs."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "run" or is_todays_run(facts, call):
        return None
    place = 2 if is_run_of_executor(facts, call) else 0 if is_run_of_parallel(facts, call) else -1
    if not any(arg.star for arg in call.args):
        return argument(call, place, "fetch_list")
    given = arguments(values_of(facts), Spot(facts, call))
    placed = given.placed[place] if 0 <= place < len(given.placed) else None
    spot = given.named.get("fetch_list", placed)
    return spot.expression if spot is not None and spot.facts is facts else None


def hides_fetched(facts: Facts, call: cst.Call) -> bool:
    """Whether stars of an executor's run may bring what it fetches."""
    func = call.func
    if not isinstance(func, cst.Attribute) or func.attr.value != "run" or not any(arg.star for arg in call.args):
        return False
    given, values = arguments(values_of(facts), Spot(facts, call)), values_of(facts)
    may = given.more_named or given.more_placed or "fetch_list" in given.named
    return may and any(makes_executor(end) for end in values.ends(Spot(facts, func.value)))


def fed_by(facts: Facts, call: cst.Call) -> cst.BaseExpression | None:
    """What a run of an old executor is fed; by its place, where it is one for sure."""
    if is_todays_run(facts, call):
        return None
    return argument(call, 1 if is_run_of_program(facts, call) else -1, "feed")


def fetched_names(facts: Facts) -> set[cst.CSTNode]:
    """`v.name` of `names.append(v.name)`, by which runs of this file fetch in the end, whichever files hand it on."""
    fetched = [fetched_by(facts, call) for _, call in facts.source.method_calls("run")]
    found = {end.place for each in fetched if each is not None for end in named_in(facts, each)}
    named = facts.source.attributes.get("name", ()) if found else ()
    return {each for each in named if Spot(facts, each).place in found}


def named_in(facts: Facts, fetched: cst.BaseExpression) -> list[Spot]:
    """`v.name` that what is fetched holds, wherever it is put in."""
    values, is_set = values_of(facts), facts.says(_SETS_NAMES)

    def names_a_variable(spot: Spot) -> bool:
        return not is_set and isinstance(spot.node, cst.Attribute) and spot.node.attr.value == "name"

    ends = [end for held in elements(values, Spot(facts, fetched)) or [] for end in values.ends(held, names_a_variable)]
    return [end for end in ends if isinstance(end.node, cst.Attribute) and end.node.attr.value == "name"]


def fetched_parts(facts: Facts, fetched: cst.BaseExpression, depth: int = 0) -> Iterator[cst.BaseExpression]:
    """Every expression that may stand for one element of what is fetched, as far as the file shows them."""
    if isinstance(fetched, (cst.List, cst.Tuple, cst.Set)):
        for element in fetched.elements:
            if isinstance(element, cst.StarredElement):
                yield from fetched_parts(facts, element.value, depth)
            else:
                yield element.value
    elif isinstance(fetched, (cst.ListComp, cst.SetComp)):
        yield fetched.elt
    elif (mapping := mapped_by(fetched)) is not None:
        yield mapping.body
    elif isinstance(fetched, cst.BinaryOperation) and not isinstance(fetched.left, _TEXTS):
        yield from fetched_parts(facts, fetched.left, depth)
        yield from fetched_parts(facts, fetched.right, depth)
    elif isinstance(fetched, cst.IfExp):
        yield from fetched_parts(facts, fetched.body, depth)
        yield from fetched_parts(facts, fetched.orelse, depth)
    elif isinstance(fetched, (*_TEXTS, cst.BinaryOperation)):
        yield fetched  # one name, in no list
    elif isinstance(fetched, (cst.Attribute, cst.Call, cst.Name, cst.Subscript)) and depth < _DEEPEST:
        yield from _added(facts, fetched)
        for value in _behind(facts, fetched):
            yield from fetched_parts(facts, value, depth + 1)


def mapped_by(node: cst.CSTNode | None) -> cst.Lambda | None:
    """`lambda v: …` of `map(lambda v: …, those)`."""
    if not isinstance(node, cst.Call) or dotted(node.func) != "map" or len(node.args) != 2:
        return None
    function = node.args[0].value
    return function if isinstance(function, cst.Lambda) and len(function.params.params) == 1 else None


def _behind(facts: Facts, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What `list(…)` is given, or all of this file that a value comes from."""
    if isinstance(node, cst.Call) and dotted(node.func) in ("list", "set", "tuple") and len(node.args) == 1:
        return [node.args[0].value]
    ends = [each.expression for each in values_of(facts).ends(Spot(facts, node)) if each.facts is facts]
    return sorted((each for each in ends if each is not None and each is not node), key=facts.source.order)


def _added(facts: Facts, node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """What is appended to a list by its name."""
    bindings = facts.scopes.find(node) if isinstance(node, cst.Name) else []
    for use in {id(use): use for binding in bindings for use in binding.uses}.values():
        attribute = facts.source.parents.get(use)
        call = facts.source.parents.get(attribute)
        added = isinstance(attribute, cst.Attribute) and attribute.attr.value == "append"
        if added and isinstance(call, cst.Call) and call.func is attribute and call.args:
            yield call.args[0].value
