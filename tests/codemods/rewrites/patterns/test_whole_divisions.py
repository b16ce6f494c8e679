"""`/` of whole numbers in tensors: cut off as in 1.8.5, in dynamic mode and in programs; of all others it stays."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable
I = np.array([[1, 2], [3, -5]])
F = I.astype('float32')
def show(value):
    print(value.dtype, *('%.4f' % n for n in value.astype('float64').ravel()))
"""
DYGRAPH = {
    "of_data": "y = to_variable(I) / 2",
    "cast": "y = fluid.layers.cast(to_variable(F), 'int32') / 2",
    "indices": "y = (fluid.layers.argmax(to_variable(F), axis=1) + 2) / 2",
    "second_of_two": "_, found = fluid.layers.topk(to_variable(F), 2)\nfound += 2\ny = found / 2",
    "made": "y = fluid.layers.fill_constant([2], 'int64', 7) / 2",
    "in_function": "def half(v, by=2):\n    return v / by\ny = half(to_variable(I))",
    "of_both_kinds": "def half(v):\n    return v / 2\nshow(half(to_variable(F)).numpy())\ny = half(to_variable(I))",
    "in_layer": "class Half(fluid.dygraph.Layer):\n    def forward(self, x):\n        return x / 2\n"
                "y = Half()(to_variable(I))",
    "in_list": "kept = [to_variable(I)]\ny = kept[0] / 2",
    "of_attribute": "class Kept:\n    def __init__(self):\n        self.index = to_variable(I)\n"
                    "    def half(self):\n        return self.index / 2\ny = Kept().half()",
    "of_two": "y = to_variable(I) / to_variable(I * 0 + 2)",
    "behind": "y = 7 / to_variable(I)",
    "in_place": "y = to_variable(I)\ny /= 2",
    "nested": "y = (to_variable(I) + 1) / 2 * 3 / 2",
    "by_name": "y = fluid.layers.elementwise_div(to_variable(I), to_variable(I * 0 + 2))",
    "by_keyword": "from paddle.fluid.layers import elementwise_div as div\n"
                  "y = div(y=to_variable(I * 0 + 2), x=to_variable(I))",
}
PROGRAMS = {
    "fed": "y = a / 2",
    "negative": "y = (0 - a) / 2",
    "cast_there": "y = fluid.layers.cast(fluid.layers.cast(a, 'float32'), 'int32') / 2",
    "sizes": "y = fluid.layers.shape(a) / 2",
    "summed": "y = fluid.layers.reduce_sum(a) / 2 + a",
    "ranged": "y = fluid.layers.range(0, 6, 1, 'int64') / 2",
    "in_function_there": "def half(v):\n    return v / 2\ny = half(a)",
    "by_name_there": "y = fluid.layers.elementwise_div(a, a * 0 + 2)",
}
STAYS = {
    "floats": "y = to_variable(F) / 2",
    "cast_to_floats": "y = fluid.layers.cast(to_variable(I), 'float32') / 2",
    "arrays": "y = I / 2\nprint(fluid.layers.argmax(to_variable(F)))",
    "numbers": "y = to_variable(I).shape[0] / 2",
    "taken_out": "y = to_variable(I).numpy() / 2",
    "with_floats": "y = to_variable(F) / to_variable(I.astype('float32'))",
    "floor": "y = to_variable(I) // 2",
    "product": "y = to_variable(I) * 2",
    "literals": "y = 3 / 2\nprint(fluid.layers.argmax(to_variable(F)))",
}
GUARD = "with fluid.dygraph.guard():\n"


def dynamic(text, last="\nshow(y.numpy())\n"):
    return HEAD + GUARD + textwrap.indent(text + last, "    ")


def program(text):
    return f"""{HEAD}with fluid.program_guard(fluid.Program(), fluid.Program()):
    a = fluid.data('a', [None, 2], 'int64')
{textwrap.indent(text, "    ")}
    exe = fluid.Executor(fluid.CPUPlace())
    r = exe.run(fluid.default_main_program(), feed={{'a': I}}, fetch_list=[y])
    show(r[0])
"""


@pytest.mark.parametrize(
    "scripts", [{n: dynamic(t) for n, t in DYGRAPH.items()}, {n: program(t) for n, t in PROGRAMS.items()}],
    ids=["dynamic", "programs"],
)
def test_the_same_numbers(scripts, run_both_ways):
    old, new = run_both_ways({name: {"main.py": text} for name, text in scripts.items()})
    assert {name: lines for name, lines in old.items() if any("Error" in line for line in lines)} == {}
    assert new == old
    assert any("int" in line for lines in old.values() for line in lines)


@pytest.mark.parametrize("text", [*map(dynamic, DYGRAPH.values()), *map(program, PROGRAMS.values())])
def test_again_nothing_changes(text):
    result = migrate_source(text)
    assert "divided(" in result.text
    assert result.left == []
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("name", STAYS)
def test_what_stays(name):
    result = migrate_source(dynamic(STAYS[name], "\n"))
    assert "divided(" not in result.text


def test_what_nothing_like_it_does_is_for_a_person():
    text = "y = fluid.layers.elementwise_div(to_variable(I), to_variable(np.array([2, 1])), axis=1)"
    assert any("cut off" in finding.message for finding in migrate_source(dynamic(text)).left)


def test_what_would_be_asked_twice_is_for_a_person():
    text = dynamic("kept = [to_variable(I)]\nkept[int('0')] /= 2\ny = kept[0]")
    result = migrate_source(text)
    assert "kept[int('0')] /= 2" in result.text
    assert any("cut off" in finding.message for finding in result.left)
