"""What stands where a program was run, and what is fed there."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

RUN = '        value, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])\n'
FED = 'feed={"x": ARRAY, "y": ARRAY[:, :1]}'
STEP = """\
        {} = network(x=paddle.to_tensor(ARRAY), y=paddle.to_tensor(ARRAY[:, :1]))
        loss.backward()
        sgd.step()
        sgd.clear_grad()
"""


@pytest.mark.parametrize(("run", "values", "assigned"), [
    (f"        exe.run({FED})\n        value = 0\n", "loss", "        value = 0\n"),
    (f"        value = exe.run({FED}, fetch_list=[loss])\n", "loss", "        value = [loss.numpy()]\n"),
    (f"        value, _ = exe.run({FED}, fetch_list=[loss, predict])\n", "predict, loss",
     "        value, _ = loss.numpy(), predict.numpy()\n"),
    ('        value = exe.run(fluid.default_main_program(), {"x": ARRAY, "y": ARRAY[:, :1]}, [predict.name])\n',
     "predict, loss", "        value = [predict.numpy()]\n"),
])
def test_a_step(layers, run, values, assigned):
    assert STEP.format(values) + assigned in layers((RUN, run))


def test_a_test(layers):
    text = layers((RUN, f"{RUN}        tested = exe.run(test, {FED}, fetch_list=[predict])\n"))
    assert """\
        network.eval()
        with paddle.no_grad():
            predict, _ = network(x=paddle.to_tensor(ARRAY), y=paddle.to_tensor(ARRAY[:, :1]))
        network.train()
        tested = [predict.numpy()]
""" in text


def test_what_a_feeder_feeds(layers):
    feeder = "    feeder = fluid.DataFeeder(place=fluid.CPUPlace(), feed_list=['x', y])\n"
    text = layers(("    exe.run(fluid.default_startup_program())\n", feeder), (FED, "feed=feeder.feed([ARRAY])"))
    assert "    feeder = BatchFeeder([x, y])\n" in text
    assert '    y = paddle.static.InputSpec([None, 1], "float32", "y")\n' in text
    assert "loss = network(**feeder.feed([ARRAY]))" in text


def test_dropout_knows_when_it_is_tested(layers):
    text = layers(("    out = ", "    hidden = fluid.layers.dropout(hidden, 0.5)\n    out = "))
    assert ", training=self.training)" in text


def test_functions_of_tensors_that_were_written_stay(layers):
    text = layers(("    predict = net(x)\n", "    predict = net(x)\n    predict = predict + fluid.layers.sigmoid_"
                   "cross_entropy_with_logits(predict, y)\n"))
    assert "\ndef sigmoid_cross_entropy_with_logits(x, label, " in text
    assert "predict = predict + sigmoid_cross_entropy_with_logits(predict, y)\n" in text


def test_a_dictionary_with_a_name(layers):
    feed = FED.removeprefix("feed=")
    text = layers((f"        value, = exe.run({FED}", f"        given = {feed}\n        value, = exe.run(feed=given"))
    assert 'loss = network(x=paddle.to_tensor(given["x"]), y=paddle.to_tensor(given["y"]))' in text


@pytest.mark.parametrize(("run", "why"), [
    ("        value = exe.run(feed=made(), fetch_list=[loss])\n", "it is not seen here what is fed"),
    (f"        value = exe.run({FED}, fetch_list=[ARRAY])\n", "is not seen here to be a value of the network"),
    (f"        value = exe.run({FED}, fetch_list=['loss'])\n", "is not seen here to be a value of the network"),
    (f"        value = [exe.run({FED}, fetch_list=[loss]) for _ in range(2)]\n", "is used where it is fetched"),
    (f"        value = exe.run({FED}, fetch_list=[loss], scope=ARRAY)\n", "is given more than"),
    (f"        value = exe.run({FED}, fetch_list=[loss], return_numpy=False)\n", "return_numpy=False"),
    (f"        value, more = exe.run({FED}, fetch_list=[loss])\n", "another number of names"),
    (f"        value = exe.run(chosen, {FED}, fetch_list=[loss])\n", "it is not seen here which program chosen is"),
])
def test_what_stays_a_program(stays, run, why):
    assert why in stays((RUN, run))


TESTED = """    got, = exe.run(test, feed={"x": ARRAY}, fetch_list=[predict])
    print(got)


main()
"""


def test_a_test_that_feeds_no_labels(layers):
    text = layers(("        print(value)\n\n\nmain()\n", f"        print(value)\n{TESTED}"))
    assert "    def forward(self, x, y=None):\n        predict = self.net(x)\n" in text
    assert "        if y is None:\n            return predict\n" in text
    assert "        predict = network(x=paddle.to_tensor(ARRAY))\n" in text


def test_tests_that_leave_out_different_things_stay(stays):
    other = TESTED.replace('feed={"x": ARRAY}', 'feed={"y": ARRAY[:, :1]}').replace("\n\n\nmain()\n", "\n")
    why = stays(("        print(value)\n\n\nmain()\n", f"        print(value)\n{other}{TESTED}"))
    assert "leave out different things" in why


COUNTED = """\
import numpy as np
import paddle.fluid as fluid


def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1], "int64")
    out = fluid.layers.fc(x, 3, act="softmax", param_attr=fluid.ParamAttr(
        initializer=fluid.initializer.NumpyArrayInitializer(np.arange(12, dtype="float32").reshape(4, 3) / 9)))
    loss = fluid.layers.mean(fluid.layers.cross_entropy(out, y))
    fluid.optimizer.SGD(0.5).minimize(loss)
    count = fluid.layers.create_tensor(dtype="int64")
    accuracy = fluid.layers.accuracy(out, y, total=count)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    rng = np.random.RandomState(0)
    mean = fluid.average.WeightedAverage()
    total = len([loss, accuracy]) * [0]
    for size in (5, 9, 7):
        feed = {"x": rng.rand(size, 4).astype("float32"), "y": rng.randint(0, 3, (size, 1)).astype("int64")}
        value, share, rows = exe.run(feed=feed, fetch_list=[loss, accuracy, count])
        mean.add(share, rows)
        total = [each + float(more[0]) for each, more in zip(total, [value, share])]
        print("%.5f %.5f" % (value[0], mean.eval()[0]), rows, np.round(total, 5))


main()
"""
PRINTED_COUNTS = """\
1.06539 0.40000 [5] [1.06539 0.4    ]
1.15239 0.14286 [9] [2.21778 0.4    ]
1.31257 0.14286 [7] [3.53035 0.54286]
"""


def test_counts_and_means(run_both_ways):
    old, new = run_both_ways({"main": {"main.py": COUNTED}}, Options(dygraph=True))
    assert new == old == {"main": PRINTED_COUNTS.splitlines()}  # as 1.8.5
    text = migrate_source(COUNTED, options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert "    total = 2 * [0]\n" in text
