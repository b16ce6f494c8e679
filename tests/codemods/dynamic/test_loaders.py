"""Loaders that are gone through in loops feed a network what they fed a program."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

OLD = """\
import numpy as np
import paddle
import paddle.fluid as fluid


def samples():
    rng = np.random.RandomState(0)
    for _ in range(12):
        yield rng.rand(4).astype("float32"), rng.rand(1).astype("float32")


def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    inputs = [x, y]
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD(0.5).minimize(loss)
    place = fluid.CPUPlace()
    exe = fluid.Executor(place)
    exe.run(fluid.default_startup_program())
    reader = fluid.io.batch(samples, 4)
    loader = fluid.io.DataLoader.from_generator(feed_list=inputs, capacity=8, iterable=True)
    loader.set_sample_list_generator(reader, places=place)
    for epoch in range(2):
        for number, data in enumerate(loader()):
            value, = exe.run(fluid.default_main_program(), feed=data, fetch_list=[loss])
            print(number, "%.5f" % value[0])
        for data in loader:
            value, = exe.run(test, feed=data, fetch_list=[loss])
            print("%.5f" % value[0])


main()
"""
SET = "    loader.set_sample_list_generator(reader, places=place)\n"
READER = "    reader = fluid.io.batch(samples, 4)\n"
MADE = "fluid.io.DataLoader.from_generator(feed_list=inputs, capacity=8, iterable=True)"
LOOP = "        for number, data in enumerate(loader()):\n"
BATCHES = """\
0 0.26544
1 0.26968
2 0.18935
0.14559
0.05679
0.12263
0 0.14559
1 0.10273
2 0.34432
0.50899
0.55334
0.20335
"""
SAMPLES = """\
0 0.33644
1 0.76172
1.50531
0.81749
0 1.50531
1 3.62590
5.58325
3.92193
"""
ARRAYS = """\
    def arrays():
        for batch in fluid.io.batch(samples, 4)():
            yield [np.array(each) for each in zip(*batch)]

"""
SET_ARRAYS = "    loader.set_batch_generator(arrays, places=place)\n"
LINE = f"    loader = {MADE}\n"  # what a program reads is made before it is used
STARTED = OLD[: OLD.index("    for epoch")].replace(LINE, "").replace(
    "    out =", LINE.replace("iterable=True", "iterable=False") + "    out =").replace(
    "    fluid.optimizer.SGD(0.5).minimize(loss)", "    rate = fluid.layers.exponential_decay(0.5, 2, 0.5, True)\n"
    "    fluid.optimizer.SGD(rate).minimize(loss)") + """\
    for epoch in range(3):
        loader.start()
        number = 0
        try:
            while True:
                if number == 2 and epoch == 1:
                    loader.reset()
                    break
                value, lr = exe.run(fluid.default_main_program(), fetch_list=[loss, rate])
                print(number, "%.5f %.3f" % (value[0], lr[0]))
                number += 1
        except fluid.core.EOFException:
            print("end of", epoch)
            loader.reset()


main()
"""
ENDS = """\
0 0.26544 0.500
1 0.26968 0.500
2 0.18935 0.250
end of 0
0 0.20797 0.125
1 0.08969 0.125
0 0.12562 0.062
1 0.05871 0.062
2 0.08485 0.031
end of 2
"""
ONE_BY_ONE = {
    "started": (STARTED, ENDS),
    "started_of_arrays": (STARTED.replace(READER, ARRAYS).replace(SET, SET_ARRAYS), ENDS),
}
WHOLE = {  # readers that give arrays of whole batches, with what 1.8.5 prints
    "whole": (OLD.replace(READER, ARRAYS).replace(SET, SET_ARRAYS), BATCHES),
    "whole_listed_there": (OLD.replace(READER, ARRAYS).replace(SET, SET_ARRAYS).replace(
        "feed_list=inputs", "[x, y]").replace("    inputs = [x, y]\n", ""), BATCHES),
    "whole_under_an_older_name": (OLD.replace(READER, ARRAYS).replace(SET, SET_ARRAYS.replace(
        "set_batch", "decorate_batch")).replace("DataLoader.from_generator", "PyReader"), BATCHES),
}
ALL = {  # with what 1.8.5 prints of it
    "batches": (OLD, BATCHES),
    "made_where_it_is_set": (
        OLD.replace(READER, "").replace("(reader, places=place)", "(fluid.io.batch(samples, 4), place)"), BATCHES),
    "samples": (OLD.replace(READER, "").replace(
        SET, "    loader.set_sample_generator(samples, batch_size=5, places=place)\n"), SAMPLES),
    "samples_and_all": (OLD.replace(READER, "").replace(
        SET, "    loader.set_sample_generator(samples, 4, False, place)\n"), BATCHES),
    "listed_there": (OLD.replace("feed_list=inputs", "[x, y]").replace("    inputs = [x, y]\n", ""), BATCHES),
}


def test_same_numbers(run_both_ways):
    every = ALL | WHOLE
    old, new = run_both_ways({name: {"main.py": text} for name, (text, _) in every.items()}, Options(dygraph=True))
    assert new == old == {name: printed.splitlines() for name, (_, printed) in every.items()}


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_same_numbers_one_by_one(run_both_ways, name):
    """Each by itself: loaders that are started belong to the default program."""
    text, printed = ONE_BY_ONE[name]
    old, new = run_both_ways({name: {"main.py": text}}, Options(dygraph=True))
    assert new == old == {name: printed.splitlines()}


@pytest.mark.parametrize("name", ALL)
def test_they_are_feeders(name):
    text = migrate_source(ALL[name][0], options=Options(dygraph=True)).text
    assert "    loader = BatchFeeder([x, y])\n" in text
    assert "            loss = net(**data)\n            loss.backward()\n" in text
    assert "FeedLoader" not in text
    assert "[x, y]" not in text.partition("def forward")[2].partition("return")[0]


@pytest.mark.parametrize("name", WHOLE)
def test_whole_batches_need_no_feeder(name):
    text = migrate_source(WHOLE[name][0], options=Options(dygraph=True)).text
    assert 'enumerate((dict(zip(["x", "y"], map(paddle.to_tensor, each))) for each in arrays())):\n' in text
    assert "loader" not in text
    assert "inputs" not in text
    assert "Feeder" not in text


@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_batches_are_taken_one_by_one(name):
    text = migrate_source(ONE_BY_ONE[name][0], options=Options(dygraph=True)).text
    assert "loss = net(**next(loader_batches))\n" in text
    assert "        except StopIteration:\n            rate.step()\n" in text
    assert migrate_source(text, options=Options(dygraph=True)).text == text


@pytest.mark.parametrize(("old", "new"), [
    ("        loader.start()\n", "        begin = loader.start\n        begin()\n"),
    ("    for epoch in range(3):\n        loader.start()\n", "    def begin():\n        loader.start()\n\n"
     "    for epoch in range(3):\n        begin()\n"),
    ("    for epoch", "    loader_batches = 3\n    for epoch"),
])
def test_started_loaders_that_stay(old, new):
    assert old in STARTED
    result = migrate_source(STARTED.replace(old, new), options=Options(dygraph=True))
    assert "loss.backward()" not in result.text
    assert [f for f in result.findings if f.code == "PM340"]


@pytest.mark.parametrize(("old", "new"), [
    (SET, "    loader.set_batch_generator(reader, True, place)\n"),
    ("feed_list=inputs", "feed_list=list(inputs)"),
    (SET, "    loader.set_sample_list_generator(reader, place)\n    loader.set_sample_list_generator(reader)\n"),
    (SET, "    if place:\n        pass\n"),
    ("feed=data, fetch_list=[loss])\n            print(n", "feed=data[0], fetch_list=[loss])\n            print(n"),
    (LOOP, LOOP + "            print(len(data))\n"),
    (LOOP, "        batches = list(loader())\n        for number, data in enumerate(batches):\n"),
    (LOOP, "        for number, data in zip(range(9), loader()):\n"),
    ("iterable=True", "return_list=True"),
    ("    loader = ", "    loader = other = "),
])
def test_what_stays(old, new):
    assert old in OLD
    result = migrate_source(OLD.replace(old, new), options=Options(dygraph=True))
    assert "loss.backward()" not in result.text
    assert [f for f in result.findings if f.code == "PM340"]
