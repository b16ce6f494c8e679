"""Notes of an old-form layer: where it is made, through which calls, and what it is called with."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.recording import called_with, record
from paddle_migrate.interpreter.values import UNKNOWN, Array, Items, Native


def _made(text):
    """What is known at each call of `layer()`."""
    machine = Interpreter(Stars([]))
    tree = ast.parse(text)
    machine.module.names["layer"] = Native(lambda machine, args, keywords, site: record(machine, "FC", site))
    machine.run(tree)
    return machine.made


def test_the_way_to_it_and_the_numbers_on_it():
    (made,) = _made("def f(n):\n    m = n * 2\n    layer('fc', m + 1)\nk = 4\nf(k)\n")
    inner, outer = made.views
    assert (made.short, made.site) == ("FC", (3, 4, 3, 22))
    assert (inner.function, outer.function) == ((1, 0, 0, 0), None)
    assert inner.values == {"n": 4, "m": 8, "m + 1": 9, "n * 2": 8}
    assert outer.values == {"k": 4}


def test_numbers_of_the_object_and_of_lists():
    text = "class A(object):\n    def f(self):\n        self.n, self.t = 3, 'a'\n        layer(self.n)\nA().f()\n"
    assert _made(text)[0].views[0].values == {"self.n": 3}
    assert _made("def f(a):\n    layer(a[1])\nf([5, 6])\n")[0].views[0].values == {"a[1]": 6}


@pytest.mark.parametrize("text", [
    "def f(a):\n    layer(a)\nf('text')\n",
    "def f(a):\n    layer(a)\nf(True)\n",
    "def f(a):\n    layer(a)\nf(1.5)\n",
    "def f(a):\n    layer(len(a))\nf('abc')\n",  # a call may do something
])  # fmt: skip
def test_what_is_no_number_that_can_be_written_down(text):
    assert _made(text)[0].views[0].values == {}


def test_runs_of_a_function_are_told_apart():
    first, second = _made("def f(n):\n    layer(n)\nf(1)\nf(2)\n")
    assert first.site == second.site
    assert first.views[0].run != second.views[0].run
    assert [made.views[1].site[0] for made in (first, second)] == [3, 4]


def test_shapes_are_noted_once():
    machine = Interpreter(Stars([]))
    made = record(machine, "FC", ast.parse("layer()").body[0].value)
    for shape in ((2, 3), (2, 3), (2, 4), None):
        called_with(machine, made, [Array(shape)])
    called_with(machine, made, [UNKNOWN])
    assert made.inputs == [((2, 3),), ((2, 4),), (None,)]
    assert not made.listed


def test_a_list_of_inputs():
    machine = Interpreter(Stars([]))
    made = record(machine, "FC", ast.parse("layer()").body[0].value)
    called_with(machine, made, [Items([Array((2, 3)), Array((2, 4))])])
    assert (made.listed, made.inputs) == (True, [((2, 3), (2, 4))])
