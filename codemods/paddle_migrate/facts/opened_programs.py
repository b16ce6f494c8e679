"""Whether what a block builds, it builds under guards of programs that it opens itself."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.programs import blocks_around
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.parameters import BUILDS_NOTHING, OPENS_PROGRAM

_DEEPEST = 8  # calls within calls
_OF_VARIABLES = ("astype", "backward", "minimize", "update")  # methods that build, of variables and what trains them


def opens_program(facts: Facts, node: cst.With) -> bool:
    calls = [item.item for item in node.items if isinstance(item.item, cst.Call)]
    return any(call in facts.by_call and facts.by_call[call].name.endswith(OPENS_PROGRAM) for call in calls)


def builds_in_own_programs(facts: Facts, block: cst.CSTNode, depth: int = 0) -> bool:
    """Whether nothing that the block runs can build in the program around it; what is not known can."""
    inside = [node for node in facts.source.all(cst.Call, cst.BinaryOperation, cst.AugAssign)
              if node is not block and facts.source.lies_in(node, block) and _runs_in(facts, node, block)]
    return all(_builds_nothing(facts, node, depth) for node in inside)


def _runs_in(facts: Facts, node: cst.CSTNode, block: cst.CSTNode) -> bool:
    """Whether it runs when the block does, and in the program around it."""
    home = block if isinstance(block, (cst.FunctionDef, cst.Lambda)) else \
        facts.source.parent(block, cst.FunctionDef, cst.Lambda)
    if facts.source.parent(node, cst.FunctionDef, cst.Lambda) is not home:
        return False
    around = [each for each in blocks_around(facts, node) if each is not block and facts.source.lies_in(each, block)]
    return not any(opens_program(facts, each) for each in around)


def _builds_nothing(facts: Facts, node: cst.CSTNode, depth: int) -> bool:
    is_data = facts.once(Arrays).of
    if isinstance(node, cst.BinaryOperation):
        return is_data(node.left) == is_data(node.right) == "data"
    if isinstance(node, cst.AugAssign):
        return is_data(node.value) == "data"
    assert isinstance(node, cst.Call)
    reference = facts.by_call.get(node)
    if reference is not None:
        return reference.name.endswith(BUILDS_NOTHING)
    functions = values_of(facts).called(Spot(facts, node), constructors=True)
    if all(isinstance(each.node, cst.CSTNode) for each in functions):
        return depth < _DEEPEST and all(
            builds_in_own_programs(each.facts, each.node, depth + 1) for each in functions)  # type: ignore[arg-type]
    if any(each.node is not None for each in functions):
        return False
    is_method = isinstance(node.func, cst.Attribute) and node.func.attr.value not in _OF_VARIABLES
    return is_method or _is_pythons(facts, node.func) or is_data(node) == "data"


def _is_pythons(facts: Facts, func: cst.BaseExpression) -> bool:
    return isinstance(func, cst.Name) and not facts.scopes.find(func)
