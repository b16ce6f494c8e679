"""Operators between tensors of different dtypes, in programs: the second one is taken to the dtype of the first."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L
x = fluid.data('x', [2, 3], 'float32')
n = fluid.layers.data('n', shape=[3], dtype='int64')
k = fluid.data('k', [None, 3], dtype='int32')
"""
RUN = """\
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'x': np.arange(6).reshape([2, 3]).astype('float32') - 2.5, 'n': np.arange(6).reshape([2, 3]) - 2,
        'k': np.arange(1, 7).reshape([2, 3]).astype('int32')}
for each in exe.run(feed=feed, fetch_list=out):
    print(each.dtype, each.tolist())
"""
SIGNS = [f"{a} {sign} {b}" for sign in ("+", "-", "*", ">", "<=", "==", "!=")
         for a, b in ("xn", "nx", "xk", "kx", "nk", "kn")]  # fmt: skip
SIGNS += ["x / k", "n / k", "n // k", "n % k", "x ** k"]
CLOTHES = {
    "signs": f"out = [{', '.join(SIGNS)}]",
    "function": "def both(a, b):\n    return a * b + a\nout = [both(x, n), both(b=x, a=k)]",
    "several": "def both(a, b):\n    return a * b\nout = [both(x, n), both(n, x), both(n, n)]",
    "class": "class Loss(object):\n    def __init__(self, label):\n        self.label = label\n"
             "    def of(self, p):\n        return L.reduce_mean((p - self.label) * (p - self.label))\n"
             "out = [Loss(n).of(x), Loss(label=x).of(x)]",
    "containers": "parts = {'x': x, 'n': [n, k]}\nout = [parts['x'] - parts['n'][0], parts['n'][1] * parts['x']]",
    "layers": "out = [L.cast(x > 0, 'float32') * n, L.argmax(x, axis=1) + L.cast(L.reduce_sum(x, dim=1), 'int32'), "
              "L.fc(x, 3, param_attr=fluid.initializer.Constant(0.5)) - n, L.topk(x, 1)[1] * x]",
    "loop": "total = x\nfor each in [n, k, x]:\n    total = total + each\nout = [total]",
    "assigned": "total = L.scale(x, 2.0)\ntotal += n\ntotal *= k\nout = [total]",
    "flags": "m = x > 0\nout = [x * m, L.cast(m, 'int32') + m, x - L.logical_not(m), k * L.less_than(x, x + 1.)]",
    "counters": "step = L.autoincreased_step_counter(begin=0)\nzero = L.fill_constant([1], 'float32', 0.0)\n"
                "out = [step == zero, zero + step, step * L.create_global_var([1], 2.5, 'float32', True)]",
    "chosen": "part = n if len([1]) > 0 else x\nout = [x * part, part - x]",
}


def test_in_all_clothes(run_both_ways):
    old, new = run_both_ways({name: {"main.py": f"{HEAD}{made}\n{RUN}"} for name, made in CLOTHES.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert len(old["signs"]) == len(SIGNS)
    assert old["signs"][SIGNS.index("n * x")] == "int64 [[4, 1, 0], [0, 2, 6]]"
    assert new == old


def test_in_another_file(run_both_ways):
    nets = "import paddle.fluid.layers as L\n\n\ndef weighed(x, n):\n    return x * n - L.cast(n, 'int32') * n\n"
    main = f"{HEAD}import nets\nout = [nets.weighed(x, n), nets.weighed(x, k)]\n{RUN}"
    old, new = run_both_ways({"files": {"main.py": main, "nets.py": nets}})
    assert not any("Error" in line for line in old["files"])
    assert new == old


@pytest.mark.parametrize("line", ["y = x * x", "y = n + n", "y = x * 2", "y = 1.0 - x", "y = n > 2", "y = x - unknown",
                                  "y = np.arange(3) * np.ones(3)", "y = len([1]) * 3", "y = x.shape[0] * 2",
                                  "y = x if x.shape[0] > n.shape[0] else n", "y = x in [x]"])
def test_what_is_alike_or_not_known_stays(line):
    assert f"{line}\n" in migrate_source(f"{HEAD}{line}\nexe = fluid.Executor()\n").text


@pytest.mark.parametrize("line", ["y = x * n", "x += n"])
def test_the_dynamic_graph_stays(line):
    head = HEAD.partition("x = ")[0] + "def f(x, n):\n    with fluid.dygraph.guard():\n        "
    assert f"{line}\n" in migrate_source(f"{head}{line}\n").text
