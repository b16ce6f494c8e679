"""A warm-up around a schedule: rates by hand."""

from __future__ import annotations

import paddle
import pytest
from paddle_migrate.written.warm_up import RateOf, WarmUp, WarmUpFrom


def rates(schedule, **given):
    warm_up = WarmUp(schedule, 4, 0.0, 0.4, **given)
    found = []
    for _ in range(6):
        found.append(warm_up())
        warm_up.step()
    return pytest.approx(found)


def piecewise(boundary, **given):
    return paddle.optimizer.lr.PiecewiseDecay([boundary], [0.5, 0.25], **given)


def test_the_schedule_runs_on_from_the_first_step():
    assert rates(piecewise(4)) == [0.1, 0.2, 0.3, 0.5, 0.25, 0.25]


def test_a_schedule_that_has_gone_on():
    assert rates(piecewise(4, last_epoch=0)) == [0.1, 0.2, 0.3, 0.25, 0.25, 0.25]


def test_a_later_beginning():
    assert rates(piecewise(4), begin=3) == [0.3, 0.5, 0.5, 0.5, 0.25, 0.25]


def test_rising_from_more_than_nothing():
    assert WarmUp(piecewise(4), 4, 0.2, 0.4)() == pytest.approx(0.05)


def run_on(warm_up, steps):
    found = []
    for _ in range(steps):
        warm_up.step()
        found.append(warm_up())
    return found


def test_the_schedule_is_in_no_state_and_begins_again_in_another_process():
    whole, half = WarmUp(piecewise(2), 4, 0.0, 0.4), WarmUp(piecewise(2), 4, 0.0, 0.4)
    assert run_on(whole, 4)[-1] == 0.25
    half.set_state_dict(whole.state_dict())
    assert [half(), *run_on(half, 3)] == [0.5, 0.5, 0.25, 0.25]


def test_the_schedule_goes_on_where_an_earlier_state_is_set():
    warm_up = WarmUp(piecewise(6), 4, 0.0, 0.4)
    run_on(warm_up, 4)
    state = warm_up.state_dict()
    run_on(warm_up, 1)
    warm_up.set_state_dict(state)
    assert [warm_up(), *run_on(warm_up, 1)] == [0.5, 0.25]


def test_a_step_that_is_given_is_none_of_the_schedule():
    warm_up = WarmUp(piecewise(2), 4, 0.0, 0.4)
    warm_up.step(5)
    assert [warm_up(), *run_on(warm_up, 2)] == [0.5, 0.5, 0.25]


def from_the_first(schedule, steps):
    return [schedule(), *run_on(schedule, steps - 1)]


def test_rising_from_where_it_starts():
    warm_up = WarmUpFrom(piecewise(4), 4, 0.1, 0.5)
    assert pytest.approx(from_the_first(warm_up, 6)) == [0.1, 0.2, 0.3, 0.4, 0.25, 0.25]


def test_what_is_worked_out_of_schedules():
    rate = RateOf(lambda one, other: one + max(other, 0.3), piecewise(1), WarmUpFrom(piecewise(9), 2, 0.0, 1.0))
    assert pytest.approx(from_the_first(rate, 4)) == [0.5 + 0.3, 0.25 + 0.5, 0.25 + 0.5, 0.25 + 0.5]


def test_what_is_worked_out_of_one_that_has_gone_on():
    assert pytest.approx(from_the_first(RateOf(lambda each: 2 * each, piecewise(2, last_epoch=0)), 2)) == [1.0, 0.5]
