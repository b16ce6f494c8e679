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
        ("n = -1\nx = fluid.layers.data('a', [n, 3])\n", "with_batch([n, 3])"),
        ("def f(n):\n    x = fluid.layers.data('a', shape=[3, n])\n", "shape=with_batch([3, n])"),
        ("c = {'n': None}\nx = fluid.layers.data('a', (3, c['n']))\n", "with_batch((3, c['n']))"),
        ("class C:\n    n = -1\nx = fluid.layers.data('a', [C.n, 3])\n", "with_batch([C.n, 3])"),
        ("x = fluid.layers.data('a', [args.n, 3])\n", "with_batch([args.n, 3])"),
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
        ("n = 8\nx = fluid.layers.data('a', [3, n])\n", "shape=[-1, 3, n]"),
        ("c = {'n': 8}\nx = fluid.layers.data('a', [c['n']])\n", "shape=[-1, c['n']]"),
        ("def f(n):\n    x = fluid.layers.data('a', [n, -1])\n", "[n, -1]"),
        ("n = 8\nx = fluid.layers.data('a', [n, 3], append_batch_size=False)\n", "[n, 3]"),
        ("def f(n):\n    x = fluid.layers.data('a', [n, 3], False)\n", "[n, 3]"),
        ("x = fluid.layers.data('a', [-1, 8])\n", "[-1, 8]"),
        ("shape = [-1, 3]\nx = fluid.data('a', shape)\n", "shape"),
        ("shape = [-1, 3]\nx = fluid.layers.data('a', shape, append_batch_size=False)\n", "shape"),
    ],
)
def test_what_is_seen(text, new):
    assert OPEN.format(new) in migrated(text)


CLOTHES = """\
import paddle.fluid as fluid
def named(name, n, k=3):
    return fluid.layers.data(name, shape=[n, k])
class Config(object):
    batch, size = -1, 4
given, n = {'n': None, 'm': 5}, -1
lists = [[n, 2], [4, 2]]
made = [named('a', -1), named('b', 2), fluid.layers.data('c', [Config.batch, 3]),
        fluid.layers.data('d', (Config.size,)),
        fluid.layers.data('e', [given['n'], 3]), fluid.layers.data('f', shape=[given['m'], 3]),
        fluid.layers.data('g', [3, n], dtype='int64'), named('h', *[6, -1]), named('i', **{'n': 7}),
        fluid.layers.data('j', [len(lists), 3]), fluid.layers.data('k', lists[0]), fluid.layers.data('l', lists[1])]
for each in made:
    print([-1 if size is None else size for size in each.shape])
"""


def test_sizes_are_185s(run_both_ways):
    sizes = [[-1, 3], [-1, 2, 3], [-1, 3], [-1, 4], [-1, 3], [-1, 5, 3], [3, -1], [6, -1], [-1, 7, 3], [-1, 2, 3],
             [-1, 2], [-1, 4, 2]]
    old, new = run_both_ways({"sizes": {"main.py": CLOTHES}})
    assert new == old == {"sizes": list(map(str, sizes))}


ROWS = """\
import numpy as np
import paddle.fluid as fluid
def words(n):
    return fluid.layers.data('w', shape=[n], dtype='int64', lod_level=1)
def more(n):
    return fluid.layers.data('v', [n, 1], dtype='int64', lod_level=1)
start = fluid.initializer.Constant(0.25)
w, v = words(1), more(-1)
e = fluid.layers.sequence_pool(fluid.layers.embedding(w, [10, 4], param_attr=start), 'sum')
f = fluid.layers.sequence_pool(fluid.layers.embedding(v, [10, 4], param_attr=start), 'sum')
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for i in range(2):
    words = fluid.create_lod_tensor(np.arange(5).reshape(5, 1).astype('int64'), [[2, 3]], fluid.CPUPlace())
    got = exe.run(feed={'w': words, 'v': words}, fetch_list=[e, f])
    print([np.round(np.array(each), 4).tolist() for each in got])
"""


def test_rows_of_sequences(run_both_ways):
    old, new = run_both_ways({"rows": {"main.py": ROWS}})
    assert old == {"rows": ["[[[0.5, 0.5, 0.5, 0.5], [0.75, 0.75, 0.75, 0.75]], [[0.5, 0.5, 0.5, 0.5], "
                            "[0.75, 0.75, 0.75, 0.75]]]"] * 2}
    assert new == old


def test_shapes_are_185s(run_both_ways):
    text = HEAD + "def f(name, shape):\n    print(list(fluid.layers.data(name, shape=shape).shape))\n" \
                  "for i, shape in enumerate([[3], (4, 2), [-1, 3], [3, -1], [None, 2]]):\n    f('x%d' % i, shape)\n"
    old, new = run_both_ways({"shapes": {"main.py": text + "fluid.Executor(fluid.CPUPlace())\n"}})
    assert new == old == {"shapes": ["[-1, 3]", "[-1, 4, 2]", "[-1, 3]", "[3, -1]", "[-1, 2]"]}
