"""`layers.cond(…)`, `layers.while_loop(…)` whose functions make parameters: Paddle 3 makes these inside of the branch
or the loop, where no optimizer finds them; a function that is written into the script makes them outside. And branches
that hand on a variable into which something is written later: in 1.8.5 they gave a copy. What they train Paddle 3 does
not keep, which a person is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import libcst as cst

from paddle_migrate.changes.helpers import write_helper, write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.dimensions import dimensions_of
from paddle_migrate.facts.handing_on import hands_on, is_written_later
from paddle_migrate.facts.loop_results import leaves_results
from paddle_migrate.facts.making import may_make, trains
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.tensor_dtypes import dtypes_of
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.library import own_rule
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_FUNCTIONS = {  # the parameters that take functions, and their places
    "paddle.fluid.layers.case": {"pred_fn_pairs": 0, "default": 1},
    "paddle.fluid.layers.cond": {"true_fn": 1, "false_fn": 2},
    "paddle.fluid.layers.switch_case": {"branch_fns": 1, "default": 2},
    "paddle.fluid.layers.while_loop": {"cond": 0, "body": 1},
}
_LOOP = "paddle.fluid.layers.while_loop"
_COPIED = "→ in {}, written into the script: what a branch hands on is a copy, as in 1.8.5, whatever is written later"
_SAID = "→ in {}, written into the script: inside of loops and branches Paddle 3 makes parameters that nothing trains"
_UNLIKE = "Paddle 3 takes branches that give variables of the same dtypes and as many dimensions: cast and reshape " \
    "what the others give"
_TRAINS = "Paddle 3 keeps no step of an optimizer that stands in a branch or a loop: nothing is trained; minimize " \
    "the result outside, or run a program for each"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open(*(name.rpartition(".")[2] for name in _FUNCTIONS)):
        if reference.name in _FUNCTIONS and isinstance(reference.rule, Rule):
            _wrap(script, reference, reference.rule)


def _wrap(script: Script, reference: Reference, rule: Rule) -> None:
    if reference.name != _LOOP and _are_unlike(script, reference):
        script.say(reference.node, "PM333", reference.short, _UNLIKE)
    if _is_any(script, reference, trains):
        script.say(reference.node, "PM333", reference.short, _TRAINS)
    makes = _is_any(script, reference, may_make)
    hands = reference.name != _LOOP and is_written_later(script.facts) and _is_any(script, reference, hands_on)
    if not makes and not hands:
        return
    today = _today(script, reference, rule)
    if hands:
        name = write_written(script, "of_its_own")
        today = f"{name}({today})"
        script.say(reference.node, "PM101", reference.short, _COPIED.format(name))
    if makes:
        name = write_helper(script, own_rule("_today_cells.parameters_outside"))
        today = f"{name}()({today})"
        script.say(reference.node, "PM101", reference.short, _SAID.format(name))
    script.edits.replace(*script.source.span(reference.node), today)
    script.settle(reference)


def _today(script: Script, reference: Reference, rule: Rule) -> str:
    loop = reference.call
    if reference.name == _LOOP and (loop is None or leaves_results(script.facts, loop)):
        return write_written(script, "while_loop_in_place")
    return script.imports.spell(rule.target, reference.binding)


def _is_any(script: Script, reference: Reference, test: Callable[[Spot], bool]) -> bool:
    """Whether it is true of a function that the call is given, or may be."""
    call = reference.call
    if call is None or any(arg.star for arg in call.args):
        return test(Spot(script.facts, None))
    return any(map(test, _functions(script, reference, call)))


def _functions(script: Script, reference: Reference, call: cst.Call) -> list[Spot]:
    given = [argument(call, place, name) for name, place in _FUNCTIONS[reference.name].items()]
    spots = [Spot(script.facts, node) for each in given if each is not None for node in _parts(each)]
    return [function for spot in spots for function in values_of(script.facts).ends(spot)]


def _are_unlike(script: Script, reference: Reference) -> bool:
    """Whether two branches are seen to give variables of other dtypes, or of other numbers of dimensions."""
    functions = _functions(script, reference, reference.call) if reference.call is not None else []
    given = [parts for each in functions if (parts := _given_by(each))]
    if not given or len({*map(len, given)}) > 1:
        return False
    return any(_differ([dimensions_of(each.facts, each.node) for each in place])
               or _differ([next(iter(found)) if len(found) == 1 else "" for found in
                           (dtypes_of(each.facts, each.node) for each in place)])
               for place in zip(*given, strict=True))


def _differ(known: Sequence[object]) -> bool:
    return len({*filter(None, known)}) > 1


def _given_by(function: Spot) -> list[Spot]:
    """What a branch gives, one by one, where it returns once."""
    node = function.node
    returned = [node.body] if isinstance(node, cst.Lambda) else (
        function.facts.definitions.returned(node) if isinstance(node, cst.FunctionDef) else [])
    if len(returned) != 1:
        return []
    parts = returned[0].elements if isinstance(returned[0], (cst.Tuple, cst.List)) else ()
    return [function.at(each.value) for each in parts] or [function.at(returned[0])]


def _parts(given: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The functions among what is given: itself, or those of pairs in a list, a tuple or a dict."""
    is_pair = isinstance(given, cst.Tuple) and not isinstance(given.elements[-1].value, cst.Tuple)
    if isinstance(given, cst.Tuple) and is_pair:
        yield given.elements[-1].value
    elif isinstance(given, (cst.List, cst.Tuple, cst.Dict)):
        for element in given.elements:
            yield from _parts(element.value)
    else:
        yield given
