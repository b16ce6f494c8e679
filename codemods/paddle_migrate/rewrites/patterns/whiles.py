"""`While(cond)` of a program that trains: what the loop assigns to variables, or counts, has another value on Paddle 3
once the gradients are there, or another gradient; arrays keep both. `while_loop()` assigned, too, in 1.8.5."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.loop_results import leaves_results
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import TRAINS
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.without_gradient import has_no_gradient
from paddle_migrate.facts.written_here import is_helper, is_written
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True

_ASSIGNS = (
    "the loop assigns to variables that are made before it, and 1.8.5's gradient of these was another, a wrong one: "
    "write the steps in a Python loop, or each step's result into an array, and train anew"
)
_COUNTS = (
    "what is counted in the loop is asked for behind it, and Paddle 3 counts back for the gradients: write "
    "paddle.static.nn.while_loop(), which gives back what it computes"
)
_HANDS_ON = (
    "1.8.5 lost the gradients of all steps but the last one; today's Paddle has all, but wrong ones (2.6) or none (3) "
    "of what is handed in from before the loop: write the steps in a Python loop, and train anew"
)
_IN_PLACE = "→ {}(), written into the script: 1.8.5 left the results in the variables that the loop begins with, too"
_OF_ARRAYS = re.compile(r"(array_read|array_write|array_length)$")
_COMPARED = re.compile(r"paddle\.(?:equal|greater_equal|greater_than|is_empty|less_equal|less_than|not_equal)$")
_DEEPEST = 8


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("while_loop"):
        if reference.call is not None and not reference.beyond and leaves_results(script.facts, reference.call):
            name = write_written(script, "while_loop_in_place")
            script.edits.replace(*script.source.span(reference.node), name)
            script.settle(reference)
            script.say(reference.node, "PM101", reference.short, _IN_PLACE.format(name))
    if not script.facts.says(TRAINS):
        return
    for reference in script.references:
        is_loop = reference.name == "paddle.fluid.layers.while_loop"
        if is_loop and not script.is_skipped(reference.node) and _may_hand_on(script, reference):
            script.say(reference.node, "PM343", reference.short, _HANDS_ON)
    for reference in script.open("While"):
        if reference.call is None or reference.beyond or _refuses_gradients(script, reference, 1):
            continue
        block = _block(script, reference)
        if block is None or any(_may_assign(Spot(script.facts, call), _DEEPEST) for call in _calls(script, block)):
            script.leave(reference, "PM303", _ASSIGNS)
        elif _is_asked_later(script, block):
            script.leave(reference, "PM303", _COUNTS)


def _may_hand_on(script: Script, loop: Reference) -> bool:
    """Whether something that gradients come back through may be among what a step gives to the next."""
    given = argument(loop.call, 2, "loop_vars") if loop.call is not None else None
    if _refuses_gradients(script, loop, 3):
        return False
    if not isinstance(given, (cst.List, cst.Tuple)) or loop.beyond:
        return True
    return not all(has_no_gradient(script.facts, each.value) for each in given.elements)


def _refuses_gradients(script: Script, loop: Reference, place: int) -> bool:
    """Whether 1.8.5 raised where gradients came back through the loop, so that none do."""
    is_test = argument(loop.call, place, "is_test") if loop.call is not None else None
    found = constants(script.facts, is_test) if is_test is not None else ()
    return bool(found) and all(found)


def _block(script: Script, loop: Reference) -> cst.With | None:
    """The `with` that the loop is written in, where the name of the loop is used for nothing else."""
    assert loop.call is not None
    name = script.facts.assigned_name(loop.call)
    bindings = script.scopes.find(name) if name is not None else []
    uses = [use for binding in bindings for use in binding.uses]
    if len(bindings) != 1 or len(uses) != 1:
        return None
    block = script.source.parent(uses[0], cst.With)
    return block if isinstance(block, cst.With) else None


def _calls(script: Script, block: cst.With) -> list[cst.Call]:
    return [call for call in script.source.inside(block.body, cst.Call) if isinstance(call, cst.Call)]


def _may_assign(call: Spot, depth: int) -> bool:
    """Whether a call may assign to a variable; what no file shows may."""
    assert isinstance(call.node, cst.Call)
    name = call.facts.names.resolve(call.node.func)
    if name == "paddle.assign":  # of an earlier run, which left the loop
        return argument(call.node, 1, "output") is not None and not _is_compared(call)
    if isinstance(library().legacy(name)[0], Rule):
        return name.endswith(".assign") and argument(call.node, 1, "output") is not None
    found = values_of(call.facts).called(call, constructors=True)
    inner = [each.at(inside) for each in found if isinstance(each.node, (cst.FunctionDef, cst.Lambda))
             for inside in each.facts.source.inside(each.node, cst.Call)
             if not is_written(each.facts, inside)]  # fmt: skip
    return depth == 0 or any(_may_assign(each, depth - 1) for each in inner)


def _is_compared(assign: Spot) -> bool:
    """`paddle.assign(paddle.less_than(i, n), output=more)`, which `less_than(i, n, cond=more)` has become."""
    assert isinstance(assign.node, cst.Call)
    given = argument(assign.node, 0, "x")
    return isinstance(given, cst.Call) and bool(_COMPARED.match(assign.facts.names.resolve(given.func)))


def _counts(script: Script, call: cst.Call) -> bool:
    """`increment(i)`, or what an earlier run has written in its place."""
    called = [each.node for each in values_of(script.facts).called(Spot(script.facts, call))]
    return script.names.resolve(call.func).endswith(".increment") or any(
        isinstance(each, cst.FunctionDef) and each.name.value.rstrip("_") == "counted_up"
        and is_helper(each.name.value, each.get_docstring()) for each in called)


def _is_asked_later(script: Script, block: cst.With) -> bool:
    """Whether something that the loop counts is used behind it, but as a place in an array."""
    for call in _calls(script, block):
        counted = argument(call, 0, "x") if _counts(script, call) else None
        bindings = script.scopes.find(counted) if isinstance(counted, cst.Name) else []
        for use in (use for binding in bindings for use in binding.uses):
            taker = script.taker(use)
            in_array = isinstance(taker, cst.Call) and _OF_ARRAYS.search(script.names.resolve(taker.func))
            is_behind = script.source.order(use) > script.source.order(block)
            if is_behind and not script.source.lies_in(use, block) and not in_array:
                return True
    return False
