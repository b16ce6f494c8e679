"""What layers are made with comes from the shapes that data are declared with, whatever is worked out of these."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import argparse
import math
import numpy as np
import paddle.fluid as fluid


class Model(object):
"""
RANKS = HEAD + """\
    def net(self, inputs, count, width, layers):
        first = fluid.embedding(inputs[0], [count, width], param_attr=fluid.initializer.Constant(0.3))
        second = fluid.embedding(inputs[1], [count, layers[0]], param_attr=fluid.initializer.Constant(0.2))
        vector = fluid.layers.concat([first, second], axis=-1)
        for number in range(1, len(layers)):
            scale = 0.1 / math.sqrt(vector.shape[1])
            attr = fluid.ParamAttr(initializer=fluid.initializer.Constant(scale))
            vector = fluid.layers.fc(vector, layers[number], act="tanh", param_attr=attr)
        attr = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.1))
        out = fluid.layers.fc(vector, 1, act="sigmoid", param_attr=attr)
        return out, fluid.layers.mean(fluid.layers.log_loss(out, fluid.layers.cast(inputs[2], "float32")))


def data():
    return [fluid.data(name, [None, 1], "int64") for name in ("user", "item", "label")]


def fed(number):
    drawn = np.random.RandomState(number)
    return [drawn.randint(0, 7, [6, 1]).astype("int64") for _ in range(2)] + [
        drawn.randint(0, 2, [6, 1]).astype("int64")]
"""
ROWS = HEAD + """\
    def fc(self, name, x, size, act):
        scale = 1.0 / np.sqrt(x.shape[1])
        weight = fluid.ParamAttr(name=name + "_w", initializer=fluid.initializer.Constant(0.2 * scale))
        return fluid.layers.fc(x, size, act=act, param_attr=weight, name=name)

    def net(self, inputs, count, width, layers):
        rows = []
        for ids in inputs[:-1]:
            table = fluid.ParamAttr(name="table", initializer=fluid.initializer.Constant(0.3))
            embedded = fluid.embedding(ids, [count, width], param_attr=table)
            rows.append(fluid.layers.sequence_pool(embedded, "sum"))
        hidden = self.fc("first", fluid.layers.concat(rows, axis=1), 5, "relu")
        out = self.fc("second", hidden, 1, "sigmoid")
        return out, fluid.layers.mean(fluid.layers.log_loss(out, fluid.layers.cast(inputs[-1], "float32")))


def data():
    ids = [fluid.data("ids_" + str(number), [None, 1], "int64", lod_level=1) for number in range(2)]
    return ids + [fluid.data("label", [None, 1], "int64")]


def fed(number):
    drawn = np.random.RandomState(number)
    rows = [fluid.create_lod_tensor(drawn.randint(0, 7, [5, 1]).astype("int64"), [[2, 3]], fluid.CPUPlace())
            for _ in range(2)]
    return rows + [drawn.randint(0, 2, [2, 1]).astype("int64")]
"""
MAIN = """\


def main(args):
    inputs = data()
    model = Model()
    out, loss = model.net(inputs, args.count, args.width, args.layers)
    fluid.optimizer.SGD(0.5).minimize(loss)
    if args.fast:
        exe = fluid.Executor(fluid.CUDAPlace(0))
        print("fast")
    else:
        exe = fluid.Executor(fluid.CPUPlace())
        print("slow")
    exe.run(fluid.default_startup_program())
    for number in range(3):
        FEED
        value, = exe.run(feed={NAMES}, fetch_list=[loss])
        print("%.5f" % value[0])


parser = argparse.ArgumentParser()
parser.add_argument("--count", type=int, default=7)
parser.add_argument("--width", type=int, default=3)
parser.add_argument("--layers", type=int, nargs="+", default=[4, 5])
parser.add_argument("--fast", type=int, default=0)
main(parser.parse_args(GIVEN))
"""
FED = {"ranks": (RANKS, "user, item, label = fed(number)", '"user": user, "item": item, "label": label'),
       "rows": (ROWS, "one, two, label = fed(number)", '"ids_0": one, "ids_1": two, "label": label')}


def _script(name: str, given: str = "") -> str:
    text, feed, names = FED[name]
    return text + MAIN.replace("FEED", feed).replace("NAMES", names).replace("GIVEN", repr(given.split()))


@pytest.mark.parametrize("given", ["", "--width 2 --layers 3 6 2"])
@pytest.mark.parametrize("name", FED)
def test_the_numbers_are_the_same(run_both_ways, name, given):
    old, new = run_both_ways({name: {"main.py": _script(name, given)}}, Options(dygraph=True))
    assert new == old
    assert [len(lines) for lines in old.values()] == [4], old


@pytest.mark.parametrize("name", FED)
def test_no_size_is_asked_of_what_is_fed(name):
    result = migrate_source(_script(name), "old.py", Options(dygraph=True))
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    assert not any(word in result.text for word in ("fluid", "Executor", "enable_static", "in_features=in_"))
    assert migrate_source(result.text, "new.py", Options(dygraph=True)).text == result.text


@pytest.mark.parametrize(("old", "new"), [
    ("[None, 1]", "[None, None]"),  # as wide as a batch is
    ('axis=-1)', 'axis=-1) if args.fast else first'),
])  # fmt: skip
def test_it_stays(old, new):
    text = _script("ranks").replace("def net(self, inputs, count", "def net(self, args, inputs, count").replace(
        "model.net(inputs", "model.net(args, inputs")
    assert old in text
    result = migrate_source(text.replace(old, new), "old.py", Options(dygraph=True))
    assert "PM340" in [each.code for each in result.findings]
    assert "enable_static" in result.text
