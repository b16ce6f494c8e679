"""`less_than(x, y)` and `x < y` of a tensor [N, 1] and one [N, K]: 1.8.5 gave N elements, those that come first of all,
today's Paddle gives all."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script

IN_PROGRAMS = True
_FUNCTIONS = ("less_than", "less_equal", "greater_than", "greater_equal", "equal", "not_equal")
_OPERATORS = (cst.Equal, cst.GreaterThan, cst.GreaterThanEqual, cst.LessThan, cst.LessThanEqual, cst.NotEqual)
_VALUES = (cst.Attribute, cst.BinaryOperation, cst.Call, cst.Name, cst.Subscript)
_CONDITIONS = (cst.Assert, cst.BooleanOperation, cst.CompIf, cst.If, cst.IfExp, cst.UnaryOperation, cst.While)
_SAID = (
    "the second tensor is larger: 1.8.5 compared no more elements than the first one has, the first ones of all, and "
    "gave its shape; today's Paddle compares all and gives the larger shape: decide which is meant"
)


def rewrite(script: Script) -> None:
    if not script.references:
        return
    called = [each.call for each in script.open(*_FUNCTIONS) if each.call is not None and not each.beyond]
    found = [*called, *(each for each in script.source.all(cst.Comparison) if _may_be_of_tensors(script, each))]
    if not found:
        return
    from paddle_migrate.interpreter.answers.whole_numbers import whole_numbers  # most files do without the interpreter
    from paddle_migrate.interpreter.places import Places

    places, lengthened = Places(script.source), whole_numbers(script.facts).lengthened
    for each in found if lengthened else ():
        if not script.is_skipped(each) and places.of(each) in lengthened:
            script.say(each, "PM343", script.source.code(each), _SAID)


def _may_be_of_tensors(script: Script, node: cst.Comparison) -> bool:
    target = node.comparisons[0]
    plain = not all(isinstance(side, _VALUES) for side in (node.left, target.comparator))
    one = len(node.comparisons) == 1 and isinstance(target.operator, _OPERATORS)
    return one and not plain and not isinstance(script.source.parents.get(node), _CONDITIONS)
