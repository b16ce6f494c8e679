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
