"""What is noted of gradients while a script is gone through."""

from __future__ import annotations

import libcst as cst
from paddle_migrate.facts.alive import Alive, Meeting, State
from paddle_migrate.facts.frames import Frame

FIRST, SECOND = (cst.Call(cst.Name(name)) for name in ("first", "second"))
TOP = Frame()
ONE, TWO = ("one",), ("two",)


def _met(*cleared, stepped=(), run=SECOND):
    return Meeting(Alive(FIRST, TOP, frozenset(stepped), frozenset(cleared)), run, TOP)


def _state(*meetings, alive=(), last=()):
    return State(frozenset(alive), frozenset(meetings), frozenset(last))


def test_of_two_ways_both_may_have_come():
    alive, last = [Alive(FIRST, TOP)], [Alive(SECOND, TOP)]
    found = _state(alive=alive, last=[FIRST]) | _state(alive=last, last=[SECOND])
    assert found.alive == {*alive, *last}
    assert found.last == {FIRST, SECOND}


def test_a_way_that_adds_nothing_changes_nothing():
    state = _state(_met(ONE), last=[FIRST])
    assert (state | state) is state
    assert (state | State()) == state


def test_the_way_that_clears_less_stands_for_the_other():
    assert (_state(_met(ONE, TWO)) | _state(_met(ONE))).meetings == {_met(ONE)}
    assert (_state(_met(ONE)) | _state(_met())).meetings == {_met()}


def test_ways_that_clear_different_things_both_stay():
    assert (_state(_met(ONE)) | _state(_met(TWO))).meetings == {_met(ONE), _met(TWO)}


def test_other_runs_and_other_steps_are_other_meetings():
    assert len((_state(_met(ONE)) | _state(_met(run=FIRST))).meetings) == 2
    assert len((_state(_met(ONE)) | _state(_met(stepped=[TWO]))).meetings) == 2
