"""How each size is written down: a number, a name that has it, or a parameter that is passed on."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.records import View
from paddle_migrate.text.source import Source
from paddle_migrate.unsized.loops import Loops
from paddle_migrate.unsized.plan import Entry, NotSaid, Plan

SOURCE = Source("def f(n):\n    make(n)\nf(1)\nf(2)\nfor i in x:\n    make(i)\n")
PLACES = Places(SOURCE)
MAKE, ONE, TWO, ROUND = (PLACES.on_line(line, None) for line in (2, 3, 4, 6))
FUNCTION = (1, 0, 0, 0)


def _plan(calls=frozenset({ONE, TWO})):
    return Plan(Loops(SOURCE, PLACES), lambda function: {"taken"}, lambda function: calls)


def _entry(size, run=1, site=MAKE, call=ONE, **values):
    return Entry([View(site, FUNCTION, run, values), View(call, None, 0)], size)


@pytest.mark.parametrize(("entries", "text"), [
    ([_entry(3)], "3"),
    ([_entry(3), _entry(3, run=2)], "3"),
    ([_entry(3, num_channels=3)], "num_channels"),
    ([_entry(3, k=3)], "3"),  # that it is the same number may be chance
    ([_entry(3, num_channels=4)], "3"),
    ([_entry(3, k=3), _entry(5, run=2, k=5)], "k"),
    ([_entry(6, k=3), _entry(10, run=2, k=5)], "k * 2"),
    ([_entry(6, k=3, c=6), _entry(10, run=2, k=5, c=10)], "c"),
    ([_entry(3, k=3, c_in=3), _entry(5, run=2, k=5, c_in=5)], "c_in"),
])  # fmt: skip
def test_what_is_written(entries, text):
    plan = _plan()
    assert plan.text(entries, "num_in") == text
    assert not plan.parameters
    assert not plan.variables


def test_sizes_that_no_name_has_are_passed():
    plan = _plan()
    assert plan.text([_entry(3), _entry(7, run=2, call=TWO)], "num_in") == "num_in"
    assert [(p.name, p.sizes) for p in plan.parameters] == [("num_in", {1: 3, 2: 7})]
    assert plan.arguments == {(ONE, "num_in"): "3", (TWO, "num_in"): "7"}


def test_a_parameter_takes_no_name_that_there_is():
    plan = _plan()
    assert plan.text([_entry(3), _entry(7, run=2, call=TWO)], "taken") == "in_taken"


def test_a_parameter_serves_every_layer_of_its_size():
    plan = _plan()
    entries = [_entry(3), _entry(7, run=2, call=TWO)]
    assert plan.text(entries, "num_in") == plan.text(entries, "num_in") == "num_in"
    assert len(plan.parameters) == 1


def test_a_loop_carries_a_size_along():
    plan = _plan()
    rounds = [Entry([View(ROUND, None, 0, {"i": i})], size) for i, size in ((4, 3), (8, 4), (16, 8))]
    assert plan.text(rounds, "num_in") == "num_in"
    (variable,) = plan.variables
    assert (variable.first, variable.then, variable.sites) == ("3", "i", [ROUND])


@pytest.mark.parametrize(("calls", "words"), [
    (None, "not only called by name"), (frozenset({ONE, TWO, ROUND}), "for the call in line 6"),
])  # fmt: skip
def test_a_function_whose_calls_are_not_all_known(calls, words):
    plan = _plan(calls)
    with pytest.raises(NotSaid, match=words):
        plan.text([_entry(3), _entry(7, run=2, call=TWO)], "num_in")
    assert not plan.parameters
    assert not plan.arguments


@pytest.mark.parametrize(("entries", "words"), [
    ([_entry(3), _entry(7)], "one run of the function"),
    ([_entry(3), _entry(7, run=2)], "for the call in line 4"),
    ([Entry([View(MAKE, None, 0)], 3), Entry([View(MAKE, None, 0)], 7)], "several input sizes here"),
])  # fmt: skip
def test_sizes_that_cannot_be_told_apart(entries, words):
    plan = _plan()
    with pytest.raises(NotSaid, match=words):
        plan.text(entries, "num_in")
    assert not plan.parameters
