"""Comparisons of a tensor with a larger one, of which 1.8.5 gave as many elements as the first one has."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
"""
COMPARED = {
    "function": "y = L.less_than(one, two)",
    "by_name": "y = L.equal(y=two, x=one)",
    "operator": "y = one < two",
    "in_function": "def below(a, b):\n    return a < b\ny = below(one, two)",
    "with_default": "def same(a, b=None):\n    b = two if b is None else b\n    return L.equal(a, b)\ny = same(one)",
    "in_list": "kept = [one, two]\ny = kept[0] == kept[1]",
    "in_dict": "kept = {'a': one}\ny = L.greater_equal(kept['a'], two)",
    "of_object": "class Kept:\n    def __init__(self):\n        self.a = one\n    def below(self):\n"
                 "        return L.less_than(self.a, two)\ny = Kept().below()",
    "in_loop": "for a in [one]:\n    y = a > two",
    "reduced": "y = L.equal(L.reduce_max(two, dim=1, keep_dim=True), two)",
}
STAYS = {
    "larger_first": "y = L.less_than(two, one)",
    "alike": "y = one < one",
    "row": "y = L.equal(two, row)",
    "number": "y = one < 2.0",
    "sizes": "y = one.shape == two.shape",
    "condition": "if one.shape[1] < two.shape[1]:\n    y = one",
    "arrays": "a = np.ones((2, 1)) < np.ones((2, 2))\ny = one",
    "repeated": "y = L.expand(one, [1, 2]) < two",
    "function": "def below(a, b):\n    return a < b\ny = below(two, one)",
}


def dynamic(text):
    made = ("one = fluid.dygraph.to_variable(np.ones((2, 1), 'float32'))\n"
            "two = fluid.dygraph.to_variable(np.ones((2, 2), 'float32'))\n"
            "row = fluid.dygraph.to_variable(np.ones((2,), 'float32'))\n")
    return f"{HEAD}with fluid.dygraph.guard():\n" + textwrap.indent(made + text, "    ") + "\n"


def program(text):
    return (f"{HEAD}x = fluid.data('x', [None, 2], 'float32')\none = L.reshape(L.fc(x, 1), [-1, 1])\n"
            f"two = L.fc(x, 2)\nrow = L.fill_constant([2], 'float32', 1.)\n{text}\n"
            "exe = fluid.Executor(fluid.CPUPlace())\n")


def fed(text):
    return (f"{HEAD}one = L.data('one', [1])\ntwo = L.cast(fluid.data('two', [None, 2], 'int64'), 'float32')\n"
            f"row = L.data('row', [2], append_batch_size=False)\n{text}\nexe = fluid.Executor(fluid.CPUPlace())\n")


def said(text):
    return [finding.code for finding in migrate_source(text).left if "compares all" in finding.message]


@pytest.mark.parametrize("script", [dynamic, program, fed])
@pytest.mark.parametrize("name", COMPARED)
def test_what_is_for_a_person(name, script):
    assert said(script(COMPARED[name])) == ["PM343"]


@pytest.mark.parametrize("script", [dynamic, program, fed])
@pytest.mark.parametrize("name", STAYS)
def test_what_stays(name, script):
    assert said(script(STAYS[name])) == []
