"""`x * mask` of a mask with fewer dimensions: where the second one's first was not known, programs of 1.8.5 had the
first ones meet, today's have the last ones."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.dimensions import dimensions_of, has_known_first, is_of_one
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import function_around
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script
from paddle_migrate.text.operations import ARITHMETIC, Operation, sides

IN_PROGRAMS = True
_VARIABLES = (cst.Attribute, cst.BinaryOperation, cst.Call, cst.Name, cst.Subscript, cst.UnaryOperation)
_SAID = "→ meet_first, written into the script: where its first size was not known, 1.8.5 had it meet the other's first"
_PERSON = (
    "of two variables, the one of fewer dimensions met the other's first ones in 1.8.5, and meets the last ones today: "
    "give it the others, paddle.unsqueeze(it, axis=[...])"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not script.references:
        return
    every = (*script.source.all(cst.BinaryOperation, cst.AugAssign), *script.source.all(cst.Comparison))
    found = [each for each in every if _may_be_of_variables(script, each)]
    if not found:
        return
    from paddle_migrate.interpreter.answers.whole_numbers import whole_numbers  # most files do without the interpreter
    from paddle_migrate.interpreter.places import Places

    places, lower = Places(script.source), whole_numbers(script.facts).lower
    for each in found:
        lifted = lower.get(places.of(each), set())
        lifted = lifted if any(side for side, _ in lifted) else _seen(script, each)
        which = [which for which, lower_one in zip(("left", "right"), sides(each), strict=True)
                 if any(side == which for side, _ in lifted) and not is_of_one(script.facts, lower_one)]
        if not which or has_known_first(script.facts, sides(each)[1]):
            continue
        if len(which) > 1:
            _lift_both(script, each)
        else:
            _lift(script, each, which[0], next(count for _, count in lifted) if len(lifted) == 1 else 0)


def _seen(script: Script, node: Operation) -> set[tuple[str, int]]:
    """The side that has fewer dimensions, and how many the other has, of two that functions and files hand on."""
    first, second = (dimensions_of(script.facts, each) for each in sides(node))
    if not first or not second or first == second:
        return set()
    return {("right", first) if first > second else ("left", second)}


def _may_be_of_variables(script: Script, node: Operation) -> bool:
    compares = isinstance(node, cst.Comparison)
    is_one = len(node.comparisons) == 1 if compares else isinstance(node.operator, ARITHMETIC)  # type: ignore[union-attr]
    return is_one and not script.is_skipped(node) and all(isinstance(each, _VARIABLES) for each in sides(node))


def _lift(script: Script, node: Operation, side: str, count: int) -> None:
    """Give a side the dimensions that it lacks, by what the other has; `count`: how many that has in every run."""
    left, right = sides(node)
    lower, other = (left, right) if side == "left" else (right, left)
    works = script.source.has_effects(other)
    if (side == "left" and isinstance(node, cst.AugAssign)) or (works and not (count and _is_all_seen(script, node))):
        script.say(node, "PM333", script.source.code(node), _PERSON)
        return
    name, first = write_written(script, "meet_first"), ", is_first=True" if side == "left" else ""
    script.edits.wrap(
        *script.source.span(lower), f"{name}(", lambda: f", {count if works else script.render(other)}{first})")
    script.say(node, "PM119", script.source.code(node), _SAID)


def _lift_both(script: Script, node: Operation) -> None:
    """Of which either side is the lower one, by who calls."""
    names = [script.source.code(each) for each in sides(node) if isinstance(each, cst.Name)]
    if len(names) < 2 or isinstance(node, cst.AugAssign):
        script.say(node, "PM333", script.source.code(node), _PERSON)
        return
    helper = write_written(script, "meet_first")
    for each, other, first in zip(sides(node), reversed(names), (", is_first=True", ""), strict=True):
        script.edits.wrap(*script.source.span(each), f"{helper}(", f", {other}{first})")
    script.say(node, "PM119", script.source.code(node), _SAID)


def _is_all_seen(script: Script, node: Operation) -> bool:
    """Whether all that runs it is in this file."""
    function = function_around(script.facts, node)
    found = callers(values_of(script.facts), script.facts, function) if function is not None else None
    return found is None or (found.are_all and all(each.facts is script.facts for each in found.calls))
