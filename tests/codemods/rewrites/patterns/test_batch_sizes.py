"""Data whose shape has an open size gets no other one before it."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\n"
OPEN = "paddle.static.data('a', {}, dtype='float32')\n"


def migrated(text):
    result = migrate_source(HEAD + text, options=Options(programs=True)).text
    assert migrate_source(result, options=Options(programs=True)).text == result
    return result


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("shape = [-1, 3]\nx = fluid.layers.data('a', shape)\n", "with_batch(shape)"),
        ("shape = [None, 3]\nx = fluid.layers.data('a', shape)\n", "with_batch(shape)"),
        ("def f(shape):\n    x = fluid.layers.data('a', shape)\n", "with_batch(shape)"),
        ("def f(shape):\n    x = fluid.layers.data('a', shape)\nf([3])\nf([-1, 3])\n", "with_batch(shape)"),
        ("c = {'shape': [-1, 3]}\nx = fluid.layers.data('a', c['shape'])\n", "with_batch(c['shape'])"),
        ("x = fluid.layers.data('a', [-1] + sizes)\n", "with_batch([-1] + sizes)"),
    ],
)
def test_what_may_be_open(text, new):
    assert OPEN.format(new) in migrated(text)


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("shape = [3, 8]\nx = fluid.layers.data('a', shape)\n", "[-1, *shape]"),
        ("def f(shape):\n    x = fluid.layers.data('a', shape)\nf([3])\nf((4, 3))\n", "[-1, *shape]"),
        ("x = fluid.layers.data('a', [3, 8])\n", "shape=[-1, 3, 8]"),
        ("x = fluid.layers.data('a', [-1, 8])\n", "[-1, 8]"),
        ("shape = [-1, 3]\nx = fluid.data('a', shape)\n", "shape"),
        ("shape = [-1, 3]\nx = fluid.layers.data('a', shape, append_batch_size=False)\n", "shape"),
    ],
)
def test_what_is_seen(text, new):
    assert OPEN.format(new) in migrated(text)


def test_shapes_are_185s(run_both_ways):
    text = HEAD + "def f(name, shape):\n    print(list(fluid.layers.data(name, shape=shape).shape))\n" \
                  "for i, shape in enumerate([[3], (4, 2), [-1, 3], [3, -1], [None, 2]]):\n    f('x%d' % i, shape)\n"
    old, new = run_both_ways({"shapes": {"main.py": text + "fluid.Executor(fluid.CPUPlace())\n"}})
    assert new == old == {"shapes": ["[-1, 3]", "[-1, 4, 2]", "[-1, 3]", "[3, -1]", "[-1, 2]"]}
