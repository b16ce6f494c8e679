"""Data-parallel training in which every rank reads all the data is said, at the loader's line."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

OLD = """\
import paddle
import paddle.fluid as fluid

strategy = fluid.dygraph.parallel.prepare_context()
with fluid.dygraph.guard():
    model = fluid.dygraph.parallel.DataParallel(Net(), strategy)
    {made}
    for epoch in range(2):
        for batch_id, data in enumerate({over}):
            loss = model(data)
            loss = model.scale_loss(loss)
            loss.backward()
            model.apply_collective_grads()
"""
TODAYS = """\
import paddle
import paddle.distributed as dist

class Digits(paddle.io.Dataset):
    pass

def train():
    dist.init_parallel_env()
    model = paddle.DataParallel(Net())
    {made}
    for data in {over}:
        model(data).backward()
"""
OWN = "def digits():\n        yield 1\n    "
LOADER = "loader = fluid.io.DataLoader.from_generator(capacity=2)\n    "


def said(text: str) -> list[int]:
    return [finding.line for finding in migrate_source(text).findings if finding.code == "PM334"]


@pytest.mark.parametrize(("text", "made", "over", "line"), [
    (OLD, "reader = paddle.batch(paddle.dataset.mnist.train(), 32)", "reader()", 7),
    (OLD, "reader = fluid.io.batch(fluid.io.shuffle(paddle.dataset.mnist.train(), 99), batch_size=32)", "reader()", 7),
    (OLD, OWN + "reader = paddle.batch(digits, 32)", "reader()", 9),
    (OLD, LOADER + "loader.set_sample_list_generator(paddle.batch(paddle.dataset.mnist.train(), 32))", "loader()", 8),
    (OLD, OWN + LOADER + "loader.set_batch_generator(digits)", "loader", 10),
    (OLD, "reader = paddle.batch(paddle.dataset.mnist.train(), 32)\n    if dist.get_rank() == 0: pass", "reader()", 7),
    (TODAYS, "loader = paddle.io.DataLoader(Digits(), batch_size=32, shuffle=True)", "loader", 10),
    (TODAYS.replace("import paddle\n", "import paddle\nfrom paddle.io import BatchSampler, DataLoader\n"),
     "loader = DataLoader(Digits(), batch_size=32)", "enumerate(loader())", 11),
    (TODAYS, "whole = paddle.vision.datasets.MNIST()\n    loader = paddle.io.DataLoader(whole)", "loader()", 11),
])
def test_all_the_data_for_every_rank(text, made, over, line):
    assert said(text.format(made=made, over=over)) == [line]


@pytest.mark.parametrize(("text", "made", "over"), [
    (OLD, "reader = paddle.batch(paddle.dataset.mnist.train(), 32)\n"
          "    reader = fluid.contrib.reader.distributed_batch_reader(reader)", "reader()"),
    (OLD, "reader = paddle.batch(own.digits(), 32)", "reader()"),
    (OLD, "from own import digits\n    reader = paddle.batch(digits, 32)", "reader()"),
    (OLD, "reader = paddle.batch(own.digits(rank=fluid.dygraph.parallel.Env().local_rank), 32)", "reader()"),
    (OLD, "reader = paddle.batch(paddle.dataset.mnist.test(), 32)", "own.reader()"),
    (OLD.replace("loss.backward()", "pass"), "reader = paddle.batch(paddle.dataset.mnist.test(), 32)", "reader()"),
    (OLD.replace(".DataParallel(Net(), strategy)", ".Other()"),
     "reader = paddle.batch(paddle.dataset.mnist.train(), 32)", "reader()"),
    (OLD, "reader = own.batches()", "reader()"),
    (TODAYS, "loader = paddle.io.DataLoader(Digits(), batch_sampler=paddle.io.DistributedBatchSampler(Digits(), 3))",
     "loader"),
    (TODAYS, "loader = paddle.io.DataLoader(Digits(), batch_sampler=own_sampler)", "loader"),
    (TODAYS, "loader = paddle.io.DataLoader(own.Digits())", "loader"),
    (TODAYS.replace("Digits(paddle.io.Dataset)", "Mine(paddle.io.Sampler)"), "loader = paddle.io.DataLoader(Mine())",
     "loader"),
    (TODAYS, "loader = paddle.io.DataLoader(Digits(dist.get_rank()))", "loader"),
    (TODAYS, "for loader in [1, 2]: pass", "loader"),
])
def test_what_is_not_known_to_be_so(text, made, over):
    assert said(text.format(made=made, over=over)) == []
