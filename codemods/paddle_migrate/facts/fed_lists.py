"""Lists of what a program is fed, where the elements are data themselves and no names: followed through functions, also
those of other files."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.texts import texts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.readers import FEEDER

_DEEPEST = 6  # lists of lists


def lists_data(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is a list of data, wherever it comes from."""
    return _lists(Spot(facts, node), 0)


def is_data(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it surely is data itself, and no name of some: `fluid.data(…)`, `block.var(name)`."""
    return _is_data(Spot(facts, node))


def _lists(spot: Spot, depth: int) -> bool:
    if depth == _DEEPEST:
        return False
    ends = values_of(spot.facts).ends(spot)
    return all(_is_list(end, end.node, depth + 1) for end in ends)


def _is_list(spot: Spot, node: object, depth: int) -> bool:
    if isinstance(node, (cst.List, cst.Tuple)):
        return bool(node.elements) and all(
            _is_data(spot.at(each.value)) if type(each) is cst.Element else _lists(spot.at(each.value), depth)
            for each in node.elements
        )
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return _lists(spot.at(node.left), depth) and _lists(spot.at(node.right), depth)
    return isinstance(node, cst.ListComp) and _is_data(spot.at(node.elt))


def _is_data(spot: Spot) -> bool:
    return all(_makes_data(end.facts, end.node) for end in values_of(spot.facts).ends(spot))


def _makes_data(facts: Facts, node: object) -> bool:
    if not isinstance(node, cst.Call):
        return False
    reference = facts.by_call.get(node)
    if reference is not None:
        return reference.name.endswith(".data") and not reference.beyond
    return isinstance(node.func, cst.Attribute) and node.func.attr.value == "var" and len(node.args) == 1


def fed_names(facts: Facts, feed: cst.BaseExpression | None) -> set[str]:
    """What a dictionary, or a feeder of a list, feeds; nothing where that is not seen."""
    if isinstance(feed, cst.Dict):
        keys = [each.key if isinstance(each, cst.DictElement) else None for each in feed.elements]
        names = [name_fed(facts, key) for key in keys]
        return set(names) if all(names) else set()
    feeder = feed.func.value if isinstance(feed, cst.Call) and isinstance(feed.func, cst.Attribute) else None
    made = facts.origins.only(feeder) if feeder is not None else None
    reference = facts.by_call.get(made) if isinstance(made, cst.Call) else None
    if reference is None or not reference.name.endswith(FEEDER):
        return set()
    given = reference.argument("feed_list")
    listed = facts.origins.only(given) if given is not None else None
    if not isinstance(listed, (cst.List, cst.Tuple)):
        return set()
    names = [name_fed(facts, each.value) or name_of_data(facts, facts.origins.only(each.value)) or ""
             for each in listed.elements]
    return set(names) if all(names) else set()


def name_fed(facts: Facts, node: cst.BaseExpression | None) -> str:
    """A name that is seen, `data.name`, or a variable of either."""
    if isinstance(node, cst.Attribute) and node.attr.value == "name":
        return name_of_data(facts, facts.origins.only(node.value)) or ""
    return _seen(facts, node) if node is not None else ""


def name_of_data(facts: Facts, made: cst.CSTNode | None) -> str | None:
    """The name of the data that a call makes; empty where it is not seen, None where it makes none."""
    reference = facts.by_call.get(made) if isinstance(made, cst.Call) else None
    name = reference.argument("name") if reference is not None and reference.name.endswith(".data") else None
    return _seen(facts, name) if name is not None else None


def _seen(facts: Facts, node: cst.BaseExpression) -> str:
    found = texts(Spot(facts, node))
    return found[0].start if len(found) == 1 and found[0].end is None else ""
