"""Training over files of samples becomes a loop over a dataset's batches, with the numbers of `train_from_dataset`."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

WRITE = """\
import numpy as np


def write(path, seed):
    drawn = np.random.RandomState(seed)
    with open(path, "w") as file:
        for _ in range(10):
            x, words = drawn.rand(4), drawn.randint(0, 9, drawn.randint(1, 4))
            file.write("4 " + " ".join("%.4f" % v for v in x))
            file.write(" %d " % len(words) + " ".join(map(str, words)) + " 1 %.4f\\n" % x.sum())
    return path


FILES = [write("part%d.txt" % part, part) for part in range(3)]
"""
NETS = """\
import paddle.fluid as fluid


def data():
    x = fluid.data("x", [None, 4])
    ids = fluid.data("ids", [None, 1], dtype="int64", lod_level=LEVEL)
    y = fluid.data("y", [None, 1])
    return [x, ids, y]


def network(feeds):
    x, ids, y = feeds
    table = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3))
    words = fluid.layers.embedding(ids, [10, 3], param_attr=table)
    joined = fluid.layers.concat([x, POOLED], axis=1)
    out = fluid.layers.fc(joined, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.1)))
    return fluid.layers.mean(fluid.layers.square_error_cost(out, y)), out


def read(kind, feeds, files, threads=1):
    dataset = fluid.DatasetFactory().create_dataset(kind)
    dataset.set_use_var(feeds)
    dataset.set_pipe_command("cat")
    dataset.set_batch_size(4)
    dataset.set_thread(threads)
    dataset.set_filelist(files)
    return dataset
"""
MAIN = """\
import numpy as np
import paddle.fluid as fluid
from nets import data, network, read
from written import FILES

ROWS = {"x": np.ones([2, 4], "float32"), "y": np.zeros([2, 1], "float32"),
        "ids": fluid.create_lod_tensor(np.array([[1], [2], [4]], "int64"), [[2, 1]], fluid.CPUPlace())}


def main(epochs):
    feeds = data()
    loss, out = network(feeds)
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD(0.02).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    dataset = read("QueueDataset", feeds, FILES)
    for epoch in range(epochs):
        exe.train_from_dataset(program=fluid.default_main_program(), dataset=dataset, fetch_list=[loss, out],
                               fetch_info=["epoch %d" % epoch, "out"], print_period=1000, debug=False)
        value, = exe.run(test, feed=ROWS, fetch_list=[loss])
        print("%.5f" % value[0])


main(2)
"""
LOADED = """\
    dataset = read("InMemoryDataset", feeds, FILES, 2)
    dataset.load_into_memory()
    print(dataset.get_memory_data_size())
"""
MADE, RATE = '    dataset = read("QueueDataset", feeds, FILES)\n', "fluid.optimizer.SGD(0.02)"
RUN = """\
        exe.train_from_dataset(program=fluid.default_main_program(), dataset=dataset, fetch_list=[loss, out],
                               fetch_info=["epoch %d" % epoch, "out"], print_period=1000, debug=False)
"""
NAMED = """\
    told, shown = ["loss at {}".format(1)], [loss]
    period = 1000
"""
CLOTHES = {
    "held": [(MADE, LOADED)],
    "decay": [(RATE, "fluid.optimizer.SGD(fluid.layers.exponential_decay(0.02, 2, 0.9))")],
    "short": [(MADE, MADE.replace("FILES", "FILES, threads=2")),
              (RUN, "        exe.train_from_dataset(fluid.default_main_program(), dataset)\n")],
    "named": [(MADE, MADE + NAMED), (RUN, "        exe.train_from_dataset(None, dataset, fetch_list=shown, "
                                          "fetch_info=told, print_period=period, thread=2)\n")],
}


def _files(changes: list[tuple[str, str]]) -> dict[str, str]:
    text = MAIN
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    nets = NETS.replace("LEVEL", "1").replace("POOLED", 'fluid.layers.sequence_pool(words, "sum")')
    return {"main.py": text, "nets.py": nets, "written.py": WRITE}


@pytest.mark.parametrize("clothes", CLOTHES)
def test_the_numbers_are_the_same(run_both_ways, clothes):
    old, new = run_both_ways({clothes: _files(CLOTHES[clothes])}, Options(dygraph=True))
    assert new == old
    assert [len(lines) for lines in old.values()] == [3 if clothes == "held" else 2], old


def _in_one(text: str) -> str:
    """In one file, of no sequences."""
    nets = NETS.replace("LEVEL", "0").replace("POOLED", "fluid.layers.reshape(words, [-1, 3])")
    return (nets + text[text.index("\n\ndef main") :]).replace("FILES", '["a.txt", "b.txt"]').partition(
        "        value, =")[0] + "\n\nmain(2)\n"


def _result(text: str):
    return migrate_source(_in_one(text), "old.py", Options(dygraph=True))


def test_it_is_a_loop():
    result = _result(MAIN.replace("1000", "3"))
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    for line in ("        for number, batch in dataset.numbered():\n",
                 "            out, loss = net(**{name: paddle.to_tensor(each) for name, each in batch.items()})\n",
                 "            if number and number % 3 == 0:\n",
                 '                print("epoch %d" % epoch, loss_value, flush=True)\n',
                 '                print("out", out_value, flush=True)\n'):
        assert line in result.text, result.text
    assert not any(word in result.text for word in ("fluid", "Executor", "train_from_dataset", "dataset.sequences"))
    assert migrate_source(result.text, "new.py", Options(dygraph=True)).text == result.text


@pytest.mark.parametrize(("old", "new"), [
    ("print_period=1000", "fetch_handler=handler"),  # it is called as time goes by
    ('fetch_info=["epoch %d" % epoch, "out"]', "fetch_info=told()"),
    ('["epoch %d" % epoch, "out"]', '[told(epoch), "out"]'),  # which may do something each time
    ("fetch_list=[loss, out]", "fetch_list=[loss, held.out]"),
    (RATE, "fluid.optimizer.SGD(rate)"),
])  # fmt: skip
def test_it_stays(old, new):
    text = MAIN.replace("def main(epochs):", "def main(epochs, rate=0.1, handler=None, held=None):")
    assert old in text
    result = _result(text.replace(old, new))
    assert "train_from_dataset() works on programs; write this by hand" in [each.message for each in result.findings]
    assert "enable_static" in result.text
