"""`layers.cond(…)`, `layers.while_loop(…)` whose functions make parameters: Paddle 3 makes these inside of the branch
or the loop, where no optimizer finds them; a function that is written into the script makes them outside."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.helpers import write_helper, write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.loop_results import leaves_results
from paddle_migrate.facts.making import may_make
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_FUNCTIONS = {  # the parameters that take functions, and their places
    "paddle.fluid.layers.case": {"pred_fn_pairs": 0, "default": 1},
    "paddle.fluid.layers.cond": {"true_fn": 1, "false_fn": 2},
    "paddle.fluid.layers.switch_case": {"branch_fns": 1, "default": 2},
    "paddle.fluid.layers.while_loop": {"cond": 0, "body": 1},
}
_LEAVING = "paddle.fluid.layers.while_loop"
_SAID = "→ in {}, written into the script: inside of loops and branches Paddle 3 makes parameters that nothing trains"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open(*(name.rpartition(".")[2] for name in _FUNCTIONS)):
        if reference.name not in _FUNCTIONS or not isinstance(reference.rule, Rule):
            continue
        if reference.call is None or _makes_parameters(script, reference.call, _FUNCTIONS[reference.name]):
            name = write_helper(script, _outside())
            today = _today(script, reference, reference.rule)
            script.edits.replace(*script.source.span(reference.node), f"{name}()({today})")
            script.settle(reference)
            script.say(reference.node, "PM101", reference.short, _SAID.format(name))


def _today(script: Script, reference: Reference, rule: Rule) -> str:
    loop = reference.call
    if reference.name == _LEAVING and (loop is None or leaves_results(script.facts, loop)):
        return write_written(script, "while_loop_in_place")
    return script.imports.spell(rule.target, reference.binding)


def _outside() -> Rule:
    found = library().lookup(f"{PACKAGE}._today_cells.parameters_outside")
    assert isinstance(found, Rule)
    return found


def _makes_parameters(script: Script, call: cst.Call, functions: dict[str, int]) -> bool:
    if any(arg.star for arg in call.args):
        return True
    given = [argument(call, place, name) for name, place in functions.items()]
    spots = [Spot(script.facts, node) for each in given if each is not None for node in _parts(each)]
    return any(may_make(function) for spot in spots for function in values_of(script.facts).ends(spot))


def _parts(given: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The functions among what is given: itself, or those of pairs in a list or a dict."""
    if isinstance(given, cst.Tuple):
        yield given.elements[-1].value
    elif isinstance(given, (cst.List, cst.Dict)):
        for element in given.elements:
            yield from _parts(element.value)
    else:
        yield given
