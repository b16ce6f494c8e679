"""How far apart the results of two models may be."""

from __future__ import annotations

import math

import pytest
from paddle_migrate.model.arrays import Apart
from paddle_migrate.model.checking import Compared
from paddle_migrate.model.running import Way


def compared(difference, largest, tmp_path):
    way = Way("Paddle", "python", "static", tmp_path)
    return Compared(Apart(difference, largest), way, way)


@pytest.mark.parametrize(("difference", "largest"), [(1e-5, 1.0), (9e-6, 0.1), (9e-4, 100.0), (0.0, 0.0)])
def test_the_same(tmp_path, difference, largest):
    assert compared(difference, largest, tmp_path).same


@pytest.mark.parametrize(("difference", "largest"), [(1.1e-5, 1.0), (1.1e-5, 0.1), (1.1e-3, 100.0), (math.inf, 1.0)])
def test_not_the_same(tmp_path, difference, largest):
    assert not compared(difference, largest, tmp_path).same


@pytest.mark.parametrize(("difference", "close"), [(1e-6, True), (1.1e-6, False), (1e-5, False)])
def test_what_needs_no_second_look(tmp_path, difference, close):
    assert compared(difference, 1.0, tmp_path).close is close
