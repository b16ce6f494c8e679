"""A warm-up around a schedule: rates by hand."""

from __future__ import annotations

import paddle
import pytest
from paddle_migrate.written.warm_up import WarmUp


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


def test_goes_on_from_its_state():
    whole, half = WarmUp(piecewise(4), 4, 0.0, 0.4), WarmUp(piecewise(4), 4, 0.0, 0.4)
    for _ in range(4):
        whole.step()
    half.set_state_dict(whole.state_dict())
    whole.step()
    half.step()
    assert half() == whole() == 0.25
