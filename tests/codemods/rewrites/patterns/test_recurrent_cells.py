"""Cells, networks of them and beam search in programs; numbers: tests/differential/static/cells.py and beams.py."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nimport paddle.fluid.layers as layers\nx = fluid.data('x', [None, None, 3])\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("y, s = layers.rnn(layers.GRUCell(4), x)", "y, s = rnn(GRUCell(4), x)"),
        ("y, s = fluid.layers.rnn(cell=fluid.layers.LSTMCell(4, name='a'), inputs=x, time_major=True)",
         "y, s = rnn(cell=LSTMCell(4, name='a'), inputs=x, time_major=True)"),
        ("cells = [layers.GRUCell, layers.LSTMCell]\ny, s = layers.rnn(cells[n](4), x)",
         "cells = [GRUCell, LSTMCell]\ny, s = rnn(cells[n](4), x)"),
        ("class Mine(layers.RNNCell):\n    def call(self, x, s):\n        return x, s",
         "class Mine(RNNCell):\n    def call(self, x, s):\n        return x, s"),
        ("class Mine(layers.LSTMCell):\n    pass", "class Mine(LSTMCell):\n    pass"),
        ("y = layers.BeamSearchDecoder.tile_beam_merge_with_batch(x, 3)",
         "y = BeamSearchDecoder.tile_beam_merge_with_batch(x, 3)"),
        ("y, s = layers.dynamic_decode(layers.BeamSearchDecoder(cell, 0, 1, 3, emb), s)",
         "y, s = dynamic_decode(BeamSearchDecoder(cell, 0, 1, 3, emb), s)"),
    ],
)
def test_in_a_program(old, new):
    result = migrate_source(f"{HEAD}{old}\n")
    assert not [f for f in result.findings if f.level == "person"]
    assert result.text.endswith(f"{new}\n"), result.text


@pytest.mark.parametrize("text", [
    "class Mine(layers.BeamSearchDecoder):\n    def step(self, time, inputs, states):\n        return inputs\n",
    "class Mine(layers.Decoder):\n    pass\n",
    "decoder = layers.BasicDecoder(layers.GRUCell(4), layers.TrainingHelper(x, n))\n",
])  # fmt: skip
def test_what_a_person_writes(text):
    assert [f for f in migrate_source(f"{HEAD}{text}").findings if f.level == "person"]


@pytest.mark.parametrize("text", [
    "import paddle\nclass Mine(paddle.nn.RNNCellBase):\n    pass\n",
    "from mine import layers\ny, s = layers.rnn(layers.GRUCell(4), x)\n",
])  # fmt: skip
def test_what_stays(check_noop, text):
    check_noop(text)


NETWORKS = """\
import numpy as np
import paddle.fluid as fluid

C, P, constant = fluid.contrib.layers, fluid.ParamAttr, fluid.initializer.Constant
U, W, B = P(initializer=constant(0.1)), P("w", initializer=constant(0.2)), P("b", initializer=constant(0.2))
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    x, n = fluid.data("x", [None, None, 3]), fluid.data("n", [None], "int32")
    h, c, g = (fluid.data(name, [size, None, 6]) for name, size in (("h", 4), ("c", 4), ("g", 2)))
    fetched = list(C.basic_lstm(x, None, None, 6, param_attr=U, forget_bias=0.0))
    fetched += C.basic_lstm(x, h, c, 6, 2, n, 0.0, True, True, W, B, None, None, 0.5, name="own")
    fetched += C.basic_lstm(fluid.layers.transpose(x, [1, 0, 2]), None, None, 6, bidirectional=True, batch_first=False,
                            param_attr=U)
    fetched += C.basic_gru(x, None, 6, 2, param_attr=U, activation=fluid.layers.relu)
    fetched += C.basic_gru(x, h, 6, num_layers=2, sequence_length=n, bidirectional=True, bias_attr=P("gb"),
                           param_attr=P("gw", initializer=constant(0.2)), name="g")
    dropped = C.basic_gru(x, g, 6, num_layers=2, sequence_length=n, param_attr=U, dropout_prob=0.4)
    test = main.clone(for_test=True)
    loss = sum(fluid.layers.mean(fluid.layers.square(v)) for v in fetched)
    fluid.optimizer.SGD(0.5).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
r = np.random.RandomState(3)
def feed(steps):
    shapes = dict(x=(3, steps, 3), h=(4, 3, 6), c=(4, 3, 6), g=(2, 3, 6))
    drawn = {name: r.uniform(-1, 1, shape).astype("float32") for name, shape in shapes.items()}
    return dict(drawn, n=np.array([steps, 2, 3], "int32"))
for steps in (5, 4, 6):
    for v in [*exe.run(test, feed=feed(steps), fetch_list=list(dropped)),
              *exe.run(main, feed=feed(steps), fetch_list=[*fetched, loss])]:
        wide = v.astype("float64").ravel()
        print(v.shape, "%.4f %.4f" % (wide.sum(), (wide * np.arange(wide.size)).sum() / wide.size))
print(sorted(each.name for each in main.all_parameters()))
"""


def test_networks_of_units(run_both_ways):
    """The losses and the names are 1.8.5's."""
    old, new = run_both_ways({"networks": {"main.py": NETWORKS}})
    assert old["networks"] == new["networks"]
    assert [line for line in old["networks"] if line.startswith("(1,)")] == [
        "(1,) 1.5081 0.0000", "(1,) 0.3657 0.0000", "(1,) 1.3131 0.0000"]
    assert old["networks"][-1].count("basic_lstm_reverse_layers_0/BasicLSTMUnit_0.") == 2
    assert all(f"'{name}'" in old["networks"][-1] for name in ("w_bw_w_1", "b_fw_b_0", "gb_bw_b_1_candidate"))
