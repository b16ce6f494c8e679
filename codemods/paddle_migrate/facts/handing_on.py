"""What a function gives that it did not make: a branch hands such a variable on, and a later write into it shows."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

_WRITES = re.compile(rb"\b(?:increment|assign|While|while_loop|cond\s*=|out\s*=)")
_COMPUTES = (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison, cst.BaseNumber, cst.BaseString)


def is_written_later(facts: Facts) -> bool:
    """Whether anything of the program may write into a variable that is there."""
    return facts.says(_WRITES)


def hands_on(function: Spot) -> bool:
    """Whether a function may give a variable that it did not make; what is no function here may."""
    node = function.node
    if isinstance(node, cst.Lambda):
        return _is_others(function.at(node.body), function)
    if not isinstance(node, cst.FunctionDef):
        return not _is_none(function)
    return any(each.value is not None and _is_others(function.at(each.value), function)
               for each in function.facts.definitions.returns(node))


def _is_others(given: Spot, function: Spot) -> bool:
    if isinstance(given.node, (cst.Tuple, cst.List)):
        return any(_is_others(given.at(each.value), function) for each in given.node.elements)
    if isinstance(given.node, cst.Subscript):
        return _is_others(given.at(given.node.value), function)
    ends = values_of(given.facts).ends(given)
    if ends == [given]:
        return not _is_none(given) and not (_is_made(given) and _runs_in(given, function))
    return any(_is_others(each, function) for each in ends)


def _is_none(given: Spot) -> bool:
    return isinstance(given.node, cst.Name) and given.node.value == "None"


def _is_made(given: Spot) -> bool:
    """By an operator, or by a layer; of these some write into what they are given, and give that."""
    if not isinstance(given.node, cst.Call):
        return isinstance(given.node, _COMPUTES)
    name = given.facts.names.resolve(given.node.func)
    is_copy = name.endswith(".assign") and len(given.node.args) == 1
    writes = not is_copy and _WRITES.search(given.facts.source.code(given.node).encode()) is not None
    return isinstance(library().legacy(name)[0], Rule) and not writes


def _runs_in(given: Spot, function: Spot) -> bool:
    """Whether it runs where the function does: there, or in what is called there."""
    assert isinstance(given.node, cst.CSTNode)
    assert isinstance(function.node, cst.CSTNode)
    if given.facts is function.facts and given.facts.source.lies_in(given.node, function.node):
        return True
    return given.way is not None and _runs_in(given.way.call, function)
