"""Operators between variables of a program of which one has fewer dimensions: where the first size of the second was
not known, 1.8.5 had the first ones meet."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
x, m, v = fluid.data("x", [None, 3, 2]), fluid.data("m", [None, 3]), fluid.data("v", [None])
n, k = fluid.data("n", [None], "int64"), fluid.data("k", [3, 2])
"""
RUN = """\
chance = np.random.RandomState(0)
feed = {name: chance.rand(*shape).astype("float32") + 0.5
        for name, shape in (("x", [4, 3, 2]), ("m", [4, 3]), ("v", [4]), ("k", [3, 2]), ("u", [4]))}
feed["n"] = np.array([1, 3, 2, 2])
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for got in exe.run(feed=feed, fetch_list=outs):
    print(list(got.shape), "%.4f" % (got.ravel() * np.arange(1, 1 + got.size)).sum())
"""
CLOTHES = {
    "signs": "outs = [x + m, x - m, x * m, x / m, x ** m, x - v, m - v, L.cast(x > m, 'float32')]",
    "known first": "u, z = fluid.data('u', [4]), L.reshape(k, [3, 2])\n"
                   "w = L.range(0, 3, 1, 'float32')\n"
                   "outs = [u * m, u - x, z * L.slice(k, [0, 1], [1, 0], [2, 2]), L.slice(w, [0], [0], [2]) + k]",
    "first": "outs = [m + x, m - x, m * x, v - m, v / x]",
    "same": "outs = [x * x, m - m, x + k, 2.0 * x, x - 1.0, x * L.fill_constant([1], 'float32', 2.0)]",
    "function": "def weighed(a, b):\n    return a * b + b\nouts = [weighed(x, m), weighed(x, v), weighed(m, m)]",
    "class": "class Loss(object):\n    def __init__(self, weight):\n        self.weight = weight\n"
             "    def of(self, a):\n        return L.reduce_sum(a * self.weight, dim=[1])\n"
             "outs = [Loss(v).of(x), Loss(weight=m).of(x), Loss(m).of(m)]",
    "containers": "parts = {'m': m, 'all': [v, x]}\n"
                  "outs = [parts['m'] - parts['all'][0], parts['all'][1] * parts['m']]",
    "assigned": "total = L.scale(x, 1.0)\ntotal *= m\ntotal -= v\nouts = [total]",
    "loop": "total = x\nfor each in [m, v, x]:\n    total = total + each\nouts = [total]",
    "layers": "outs = [x - L.reduce_sum(x, dim=[1, 2]), L.relu(x) * L.relu(m), x * L.reduce_mean(m, dim=-1),\n"
              "        L.fc(x, 2, num_flatten_dims=2, param_attr=fluid.initializer.Constant(0.5)) * m,\n"
              "        L.unsqueeze(m, [2]) * L.sequence_mask(n, maxlen=3, dtype='float32')]",
    "either": "def product(a, b):\n    return a * b\nhow = {'of': lambda a, b: a - b}\n"
              "outs = [product(x, m), product(m, x), product(m, m), how['of'](v, x), how['of'](x, v)]",
    "chosen": "part = m if len([1]) > 0 else x\nouts = [x * part, part - v]",
}
OF_185 = {
    "signs": ["[4, 3, 2] 626.6677", "[4, 3, 2] 48.3701", "[4, 3, 2] 315.7987", "[4, 3, 2] 396.1818",
              "[4, 3, 2] 327.2832", "[4, 3, 2] -36.2238", "[4, 3] -21.9188", "[4, 3, 2] 197.0000"],
    "function": ["[4, 3, 2] 604.9475", "[4, 3, 2] 788.9317", "[4, 3] 152.6440"],
    "class": ["[4, 2] 150.8011", "[4, 2] 115.2561", "[4] 30.0378"],
    "either": ["[4, 3, 2] 315.7987", "[4, 3, 2] 315.7987", "[4, 3] 77.4862", "[4, 3, 2] 36.2238", "[4, 3, 2] -36.2238"],
    "layers": ["[4, 3, 2] -1698.5182", "[4, 3, 2] 315.7987", "[4, 3, 2] 325.1641", "[4, 3, 2] 315.0812",
               "[4, 3, 1] 48.9309"],
}


def test_in_all_clothes(run_both_ways):
    old, new = run_both_ways({name: {"main.py": HEAD + made + "\n" + RUN} for name, made in CLOTHES.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert {name: old[name] for name in OF_185} == OF_185
    assert new == old


LOSS = """\
import paddle.fluid as fluid
class Model(object):
    def __init__(self):
        self.label, self.n = fluid.data("label", [None, None, 1], "int64"), fluid.data("n", [None], "int64")
    def loss(self, logits):
        found = fluid.layers.softmax_with_cross_entropy(logits=logits, label=self.label)
        found = fluid.layers.unsqueeze(found, axes=[2])
        return found * fluid.layers.sequence_mask(self.n, maxlen=3, dtype="float32")
"""


def test_in_another_file(run_both_ways):
    main = """\
        import numpy as np
        import paddle.fluid as fluid
        from model import Model
        loss = Model().loss(fluid.data("logits", [None, None, 4]))
        exe = fluid.Executor(fluid.CPUPlace())
        feed = {"logits": np.arange(24).reshape([2, 3, 4]).astype("float32") % 5,
                "label": np.arange(6).reshape([2, 3, 1]) % 4, "n": np.array([1, 3])}
        found = exe.run(feed=feed, fetch_list=[loss])[0]
        print(list(found.shape), "%.4f" % found.sum())
    """
    old, new = run_both_ways({"files": {"main.py": main, "model.py": LOSS}})
    assert old["files"] == new["files"] == ["[2, 3, 1, 1] 13.7403"]


@pytest.mark.parametrize("line", [
    "y = x * x", "y = x + k", "y = k * k", "y = x * 2", "y = 1.0 - m", "y = x - unknown", "y = unknown * m",
    "y = np.ones([3, 2]) * np.ones(2)", "y = x.shape[0] * 2", "y = x * L.fill_constant([1], 'float32', 2.0)",
    "y = x - L.reduce_mean(x, dim=[1, 2], keep_dim=True)", "b = L.create_parameter([1], 'float32')\ny = b + x",
])  # fmt: skip
def test_nothing_is_written(line):
    assert "meet_first" not in migrate_source(f"{HEAD}{line}\n").text


def test_in_dygraph_they_met_as_today():
    text = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n" \
           "    x = fluid.layers.ones([2, 3, 2], 'float32')\n    y = x * fluid.layers.ones([2], 'float32')\n"
    assert "meet_first" not in migrate_source(text).text


@pytest.mark.parametrize(("line", "told"), [("m *= x", True), ("y = x * m", False), ("m = m * x", False)])
def test_what_is_assigned_to_is_left(line, told):
    result = migrate_source(f"{HEAD}{line}\n")
    assert [each.code for each in result.left] == ["PM333"] * told


def test_either_of_two_that_no_names_stand_for_is_left():
    result = migrate_source(f"{HEAD}def part(a, b):\n    return a / (b + 1.0)\ny = part(x, m) + part(m, x)\n")
    assert [each.code for each in result.left] == ["PM333"]
