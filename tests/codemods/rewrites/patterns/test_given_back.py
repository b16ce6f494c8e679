"""What today's layers give back as it is was another variable in 1.8.5."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
fed = fluid.data('fed', [2, 3])
w = L.create_parameter([2, 3], 'float32', name='w', default_initializer=fluid.initializer.Constant(0.5))
x = fed * w


def write(v, into):
    L.assign(v, into)


def stop(v):
    v.stop_gradient = True


"""
RUN = """
loss = L.reduce_sum(x * 2. + y * 3.)
pairs = fluid.backward.append_backward(loss) if y.stop_gradient else []
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'fed': np.arange(6, dtype='float32').reshape(2, 3)}
for got in exe.run(feed=feed, fetch_list=[loss, x, y] + [g for p, g in pairs]):
    print(list(got.shape), '%.4f' % got.sum())
"""
CLOTHES = {
    "write": "y = L.dropout(x, 0.)\nL.assign(x * 3., y)",
    "constant": "RATE = 0.\ny = L.dropout(x=x, dropout_prob=RATE)\nL.assign(x * 2., output=y)",
    "base": "y = L.dropout(x, 0.0)\nL.assign(y * 2., x)",
    "function": "def drop(v, rate=0.):\n    return L.dropout(v, rate)\ny = drop(x)\nwrite(x * 3., y)",
    "class": "class Net(object):\n    def __init__(self, rate):\n        self.rate = rate\n    def run(self, v):\n"
             "        self.out = L.dropout(v, self.rate)\n        return self.out\ny = Net(0.).run(x)\nstop(y)",
    "container": "net = {'y': x.astype('float32')}\nnet['y'].stop_gradient = True\ny = net['y']",
    "list": "kept = [x.astype('float32'), L.dropout(x, 0.)]\nfor each in kept:\n    each.stop_gradient = True\n"
            "y = kept[1]",
    "branch": "y = L.dropout(x, 0.) if len([1]) else x\ny.stop_gradient = True",
    "neither": "y = L.dropout(x, 0.)\nz = x.astype('float32')\nw.stop_gradient = False",
}


def test_in_all_clothes(run_both_ways):
    old, new = run_both_ways({name: {"main.py": f"{HEAD}{text}\n{RUN}"} for name, text in CLOTHES.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


@pytest.mark.parametrize("text", [
    "y = L.dropout(x, 0.)\nz = y * 2.", "y = L.dropout(x, 0.5)\ny.stop_gradient = True", "y = x.astype('float32')",
    "y = L.dropout(x, 0.)\nL.assign(w, fed)", "y = L.relu(x)\ny.stop_gradient = True",
])  # fmt: skip
def test_nothing_is_copied(text):
    assert ".clone()" not in migrate_source(f"{HEAD}{text}\n").text


ARRAYS = """
def shown(v):
    if hasattr(v, 'numpy'):
        v = v.numpy()
    return v.astype('float64').ravel().tolist()
with fluid.dygraph.guard():
    x = fluid.dygraph.to_variable(np.ones((1, 2), 'float32'))
    y = x * 1.
    y.set_value(np.zeros((1, 2), 'float32'))
    print(shown(x), shown(x.numpy()), shown(y))
    def kept(v):
        return v.astype('float32')
    one, two = kept(x), kept(x.numpy())
    x.set_value(np.zeros((1, 2), 'float32'))
    print(one.numpy().tolist(), two.tolist())
"""


def test_an_array_has_no_clone(run_both_ways):
    """Which of the two a function is given only running tells."""
    old, new = run_both_ways({"arrays": {"main.py": "import numpy as np\nimport paddle.fluid as fluid\n" + ARRAYS}})
    assert old["arrays"][0] == "[1.0, 1.0] [1.0, 1.0] [0.0, 0.0]"
    assert old["arrays"][1] == "[[1.0, 1.0]] [[1.0, 1.0]]"
    assert new == old


BOTH = """\
import numpy as np
import paddle.fluid as fluid
def kept(v):
    y = v.astype('float32')
    y.stop_gradient = True
    return y
def build(v=None):
    x = fluid.data('x', [2, 2])
    return kept(x if v is None else v)
def run():
    with fluid.dygraph.guard():
        print(kept(fluid.dygraph.to_variable(np.ones(2))).numpy(), kept(np.ones(2)))
    print(fluid.core.nothing_that_is_known())
"""


def test_a_second_run_copies_no_copy():
    once = migrate_source(BOTH).text
    assert "copied(v.astype('float32'))" in once
    assert migrate_source(once).text == once
