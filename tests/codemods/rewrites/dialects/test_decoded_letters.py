"""Letters that are decoded of padded batches and of rows of sequences, by one name: in one file, each its own way."""

from __future__ import annotations

import paddle
import pytest
from paddle_migrate.api import migrate_source

PROGRAM = """\
import numpy as np
import paddle.fluid as fluid
batch = fluid.layers.data("batch", shape=[4, 3], dtype="float32")
steps = fluid.layers.data("steps", shape=[1], dtype="int64")
rows = fluid.layers.data("rows", shape=[3], dtype="float32", lod_level=1)
{}
exe = fluid.Executor(fluid.CPUPlace())
chances = np.eye(3)[np.array([[0, 1, 1, 2], [2, 2, 0, 2]])].astype("float32")
feed = {{"batch": chances, "steps": np.array([[4], [3]]),
        "rows": fluid.create_lod_tensor(chances.reshape(-1, 3), [[4, 4]], fluid.CPUPlace())}}
for each in exe.run(feed=feed, fetch_list=[padded, lengths, found], return_numpy=False):
    print(np.array(each).tolist())
"""
BY_1_8_5 = "[[1, 2, 0, 0], [2, 0, 0, 0]]\n[[2], [1]]\n[[1], [2], [2], [2]]\n"


@pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")
@pytest.mark.filterwarnings("ignore:The Attr.force_cpu.:UserWarning")  # of Paddle 2.6
@pytest.mark.filterwarnings("ignore:(?s).*unified with:DeprecationWarning")
@pytest.mark.parametrize("lines", [
    "padded, lengths = fluid.layers.ctc_greedy_decoder(batch, blank=0, input_length=steps)\n"
    "found = fluid.layers.ctc_greedy_decoder(rows, blank=0)",
    "found = fluid.layers.ctc_greedy_decoder(rows, 0)\n"
    "padded, lengths = fluid.layers.ctc_greedy_decoder(batch, 0, steps)",
    "import paddle.fluid.layers as L\ndef of_rows(x, blank=0):\n    return L.ctc_greedy_decoder(input=x, blank=blank)\n"
    "class Decoder(object):\n    def both(self, x, n):\n        return L.ctc_greedy_decoder(x, 0, input_length=n)\n"
    "padded, lengths = Decoder().both(batch, steps)\nfound = of_rows(rows)",
])
def test_both_ways(lines, capsys):
    result = migrate_source(PROGRAM.format(lines))
    assert not result.left
    try:
        exec(result.text, {})
    finally:
        paddle.disable_static()
    assert capsys.readouterr().out == BY_1_8_5
