"""Names of migrated files that nothing binds, or that a Paddle has not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
import names


@pytest.mark.parametrize(("text", "found"), [
    ("import paddle\npaddle.nn.Linear(2, 3).weight\n", {"paddle.nn.Linear"}),
    ("import paddle.nn as nn\nx = nn.functional.relu\n", {"paddle.nn.functional.relu"}),
    ("from paddle import nn as n, static\nn.Linear\nstatic.data\n", {"paddle.nn.Linear", "paddle.static.data"}),
    ("import paddle.fluid as fluid\nfluid.layers.fc\n", set()),
    ("import numpy as paddle\npaddle.zeros(3)\n", set()),
    ("from .paddle import nn\nnn.Linear\n", set()),
    ("print 'two'\n", set()),
])
def test_what_a_file_calls_of_paddle(text, found):
    assert names.paddle_names(text) == found


@pytest.mark.parametrize(("text", "found"), [
    ("a = b\n", {"Undefined name `b`"}), ("b = 1\na = b\n", set()), ("print 'two'\n", None),
])
def test_what_nothing_binds(text, found):
    assert names.undefined(text) == found


def test_what_this_paddle_has_not():
    asked = {"paddle.nn.Linear", "paddle.vision.ops.nms", "paddle.no_such_name", "paddle.nn.Linear.no_such_name"}
    assert names.missing(asked, sys.executable) == {"paddle.no_such_name"}
