"""Whether a `while_loop()` leaves its results where somebody asks for them: in 1.8.5 they were in the variables that it
began with, in each step and behind it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.text.arguments import argument


def leaves_results(facts: Facts, loop: cst.Call) -> bool:
    """Whether a variable that the loop begins with may be read in it, or behind it, where it is not given the result's
    name."""
    given = argument(loop, 2, "loop_vars")
    if not isinstance(given, (cst.List, cst.Tuple)):
        return True
    return any(_is_read_later(facts, loop, each.value) for each in given.elements)


def _is_read_later(facts: Facts, loop: cst.Call, node: cst.BaseExpression) -> bool:
    """A variable that is made on the spot is nobody else's."""
    if not isinstance(node, cst.Name):
        return not isinstance(node, cst.Call) or node not in facts.by_call
    statement = facts.source.parent(loop, cst.Assign)
    taken = facts.source.inside(statement, cst.Name) if isinstance(statement, cst.Assign) else []
    renamed = any(each.value == node.value and facts.source.lies_in(each, target) for each in taken
                  for target in statement.targets)  # type: ignore[union-attr]  # fmt: skip
    around, home = facts.source.parent(loop, cst.For, cst.While), facts.source.parent(loop, cst.FunctionDef)
    for binding in facts.scopes.find(node):
        if binding.kind == "param" or facts.source.parent(binding.node, cst.FunctionDef) is not home:
            return True  # whoever else has it
        if any(_is_for_steps(facts, use, loop) for use in binding.uses):
            return True
        others = [use for use in binding.uses if not facts.source.lies_in(use, loop)]
        if any(not _is_read_before(facts, use, loop) for use in others) and not renamed:
            return True
        if any(_is_read_before(facts, use, loop) and not _is_computed_with(facts, use) for use in others):
            return True  # an alias
        if around is not None and not renamed and not facts.source.lies_in(binding.node, around):
            return True
    return False


def _is_for_steps(facts: Facts, use: cst.CSTNode, loop: cst.Call) -> bool:
    """Whether a step of the loop may read it: a function has it, or what is handed over beside what the loop begins
    with."""
    source, given = facts.source, argument(loop, 2, "loop_vars")
    handed = source.lies_in(use, loop) and given is not None and not source.lies_in(use, given)
    return handed or _function(facts, use) is not _function(facts, loop)


def _function(facts: Facts, node: cst.CSTNode) -> cst.CSTNode | None:
    return facts.source.parent(node, cst.FunctionDef, cst.Lambda)


def _is_read_before(facts: Facts, use: cst.CSTNode, loop: cst.CSTNode) -> bool:
    return facts.source.order(use) < facts.source.order(loop)


def _is_computed_with(facts: Facts, use: cst.BaseExpression) -> bool:
    """By an operator or a layer, which gives another variable."""
    above = facts.source.parents.get(use)
    return isinstance(above, (cst.BinaryOperation, cst.Comparison, cst.Attribute)) or facts.taken_by(use) is not None
