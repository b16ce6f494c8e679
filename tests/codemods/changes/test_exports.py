"""`__all__` lists what is there."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid.layers import fc, relu, tanh\n"
REST = "def net(x):\n    return relu(fc(x, 3))\n"


def listed(all_of, head=HEAD):
    text = migrate_source(f"{head}__all__ = {all_of}\n{REST}").text
    return next(line for line in text.splitlines() if line.startswith("__all__")).partition(" = ")[2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("['fc', 'net', 'tanh']", "['net']"),
        ("['net', 'fc', 'tanh']", "['net']"),
        ("['fc', 'tanh', 'net']", "['net']"),
        ("('fc', 'net', 'relu', 'other', 'tanh',)", "('net', 'other',)"),
        ("['fc', 'tanh']", "[]"),
        ("['fluid', 'net']", "['net']"),
    ],
)
def test_what_nothing_binds_goes(before, after):
    assert listed(before) == after


@pytest.mark.parametrize("all_of", ["['net']", "['other', 'net']", "names + ['net']", "[n for n in dir()]"])
def test_the_rest_stays(all_of):
    assert listed(all_of) == all_of


def test_what_is_bound_otherwise_stays():
    head = f"{HEAD}def tanh(x):\n    return x\n"
    assert listed("['tanh', 'net', 'fc']", head) == "['tanh', 'net']"


def test_a_star():
    head = "import paddle.fluid as fluid\nfrom paddle.fluid.layers import *\n"
    assert listed("['fc', 'net']", head) == "['net']"


def test_in_a_function_it_is_a_name_as_others(check_transformed):
    check_transformed("from paddle.fluid.layers import tanh\ndef f():\n    __all__ = ['tanh']\n    return tanh(x)\n",
                      "import paddle\ndef f():\n    __all__ = ['tanh']\n    return paddle.tanh(x)\n")
