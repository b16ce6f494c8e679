"""Blocks of static programs, and the operators in them, by what is known of a value."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.programs import has_programs_own, is_program, makes_program, own_attributes
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of

_GIVING = ("global_block", "current_block")  # methods of programs


def is_block(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is a block of a program, by all that is known: `program.global_block()`, `variable.block`."""
    known = [each for each in values_of(facts).ends(Spot(facts, node)) if each.node is not None]
    return bool(known) and all(map(_gives_block, known))


def may_be_block(facts: Facts, attribute: cst.Attribute) -> bool:
    """Whether an attribute may be a block's, as nothing shows what it is asked of, and the script has none such."""
    ends = values_of(facts).ends(Spot(facts, attribute.value))
    unknown = all(each.node is None or isinstance(each.node, (cst.Name, cst.Attribute)) for each in ends)
    of_layer = isinstance(attribute.value, cst.Attribute) and attribute.value.attr.value == "_helper"
    return unknown and not of_layer and attribute.attr.value not in own_attributes(facts)


def is_operator(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one of a block's operators, by all that is known: of `block.ops`, `variable.op`."""
    known = [each for each in values_of(facts).ends(Spot(facts, node)) if each.node is not None]
    return bool(known) and all(map(_gives_operator, known))


def _gives_block(spot: Spot) -> bool:
    node = spot.node
    listed = _whole(node)
    if listed is not None:
        return all(map(_lists_blocks, values_of(spot.facts).ends(spot.at(listed))))
    if isinstance(node, cst.Attribute):
        return node.attr.value == "block" and ("block" not in own_attributes(spot.facts) or _is_of_paddle(spot, node))
    func = node.func if isinstance(node, cst.Call) else None
    if not isinstance(func, cst.Attribute):
        return False
    return func.attr.value in _GIVING or (func.attr.value == "block" and has_programs_own(spot.facts, func))


def _gives_operator(spot: Spot) -> bool:
    node = spot.node
    if isinstance(node, cst.Attribute):
        return node.attr.value == "op" and _is_of_paddle(spot, node)
    listed = _whole(node)
    return listed is not None and all(map(_lists_operators, values_of(spot.facts).ends(spot.at(listed))))


def _whole(node: cst.CSTNode | Part | None) -> cst.BaseExpression | None:
    """What a value is one of."""
    whole = node.whole if isinstance(node, Part) else node.value if isinstance(node, cst.Subscript) else None
    return whole if isinstance(whole, cst.BaseExpression) else None


def _lists_blocks(spot: Spot) -> bool:
    """`program.blocks`, of what a file shows to be a program."""
    node = spot.node
    if not isinstance(node, cst.Attribute) or node.attr.value != "blocks":
        return False
    return any(map(_is_program, values_of(spot.facts).ends(spot.at(node.value))))


def _is_program(spot: Spot) -> bool:
    node = spot.node
    return makes_program(spot) or (isinstance(node, cst.BaseExpression) and is_program(spot.facts, node))


def _lists_operators(spot: Spot) -> bool:
    node = spot.node
    while isinstance(node, cst.Subscript):
        node = node.value
    return isinstance(node, cst.Attribute) and node.attr.value == "ops" and is_block(spot.facts, node.value)


def _is_of_paddle(spot: Spot, attribute: cst.Attribute) -> bool:
    """Whether what has the attribute is surely made by a call of Paddle's."""
    made = [each.facts.by_call.get(each.node)  # type: ignore[arg-type]
            for each in values_of(spot.facts).ends(spot.at(attribute.value))]
    return all(each is not None for each in made)
