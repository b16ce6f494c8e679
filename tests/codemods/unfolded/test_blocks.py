"""What a script does under guards of Paddle's own, besides building its program, stays as it is; checks of what
variables say of themselves go with the program."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.dynamic.checks import without_checks
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_source

READERS = """\
import numpy as np


class Samples(object):
    def __init__(self, size, seed):
        self.size, self.seed = size, seed
        self.kept = {"train": -1}

    def batches(self, count=3):
        rng = np.random.RandomState(self.seed)
        rows = [rng.rand(self.size).astype("float32") for _ in range(4 * count)]

        def read():
            for number in range(count):
                yield [(row, row.sum(keepdims=True)) for row in rows[4 * number : 4 * number + 4]]

        return read

    def count(self, kind):
        self.kept[kind] = 12
        return self.kept[kind]
"""
NETS = """\
import numpy as np
import paddle.fluid as fluid


def attr(*shape):
    numbers = np.linspace(-1, 1, int(np.prod(shape))).reshape(shape).astype("float32")
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(numbers))


def net(x, y, width):
    hidden = fluid.layers.fc(x, width, act="tanh", param_attr=attr(3, 4))
    total = fluid.layers.reduce_sum(hidden, dim=1, keep_dim=True)
    assert total.shape == (-1, 1), total.shape()
    assert len(hidden.shape) == 2
    out = fluid.layers.fc(hidden, 1, param_attr=attr(4, 1)) + total
    return fluid.layers.mean(fluid.layers.square_error_cost(out, y))
"""
MAIN = """\
import argparse

import paddle.fluid as fluid

import readers
from nets import net


def train(args):
    main_program, startup = fluid.default_main_program(), fluid.default_startup_program()
    with fluid.program_guard(main_program, startup):
        with fluid.unique_name.guard():
            x = fluid.data("x", [None, 3])
            y = fluid.data("y", [None, 1])
            loss = net(x, y, args.width)
            fluid.optimizer.SGD(0.05).minimize(loss)
            # of its own
            samples = readers.Samples(3, args.seed)
            batches = samples.batches(count=args.count)
            rounds = args.rounds * samples.count("train") // 12
    place = fluid.CPUPlace()
    exe = fluid.Executor(place)
    exe.run(startup)
    loader = fluid.io.DataLoader.from_generator(feed_list=[x, y], capacity=4, iterable=True)
    loader.set_sample_list_generator(batches, places=place)
    for step in range(rounds):
        for batch in loader():
            value, = exe.run(main_program, feed=batch, fetch_list=[loss])
            print(step, "%.5f" % value[0])


def parse():
    parser = argparse.ArgumentParser()
    for name, value in (("--width", 4), ("--seed", 1), ("--count", 2), ("--rounds", 2)):
        parser.add_argument(name, type=int, default=value)
    return parser.parse_args([])


if __name__ == "__main__":
    train(parse())
"""
NUMBERS = ["0 0.88117", "0 0.80795", "1 0.32745", "1 0.66914"]
FILES = {"main.py": MAIN, "nets.py": NETS, "readers.py": READERS}


def _migrated(folder, files):
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    project = Project(folder.glob("*.py"), [folder])
    return migrate_source(files["main.py"], str(folder / "main.py"), Options(dygraph=True), project)


def test_same_numbers(run_both_ways):
    old, new = run_both_ways({"it": FILES}, Options(dygraph=True))
    assert new == old == {"it": NUMBERS}  # as 1.8.5


def test_it_becomes_a_loop(tmp_path):
    result = _migrated(tmp_path, FILES)
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    assert ("    # of its own\n    samples = readers.Samples(3, args.seed)\n    batches = samples.batches(count=args."
            'count)\n    rounds = args.rounds * samples.count("train") // 12\n') in result.text
    assert not any(word in result.text for word in ("fluid", "Executor", "Program", "enable_static", "assert", "guard"))


@pytest.mark.parametrize(("name", "old", "new"), [
    ("main.py", "samples = readers", "exe = fluid.Executor(fluid.CPUPlace()); samples = readers"),
    ("main.py", "fluid.unique_name.guard():", "fluid.program_guard(fluid.Program()):"),
])
def test_it_stays(tmp_path, name, old, new):
    assert old in FILES[name]
    assert "enable_static" in _migrated(tmp_path, {**FILES, name: FILES[name].replace(old, new)}).text


CHECKED = """\
def net(x):
    # wide
    assert x.shape == (-1, 3)  # as fed
    if wide:
        assert x.shape[0] in (-1, None)
    assert x.shape[1] == 3
    assert wide == -1
    return x
"""


def test_checks_of_open_sizes_go():
    assert without_checks(CHECKED) == """\
def net(x):
    # wide
    # as fed
    if wide:
        pass
    assert x.shape[1] == 3
    assert wide == -1
    return x
"""


HELD = """\
import numpy as np
import paddle.fluid as fluid


class Place(object):
    pass


place = Place()
x = fluid.data("x", [None, 3])
if True:
    place.out = fluid.layers.fc(x, 1)
    place.loss = fluid.layers.mean(place.out)
fluid.optimizer.SGD(0.1).minimize(place.loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
if True:
    place.kept = KEPT
for step in range(3):
    value, = exe.run(feed={"x": np.ones([2, 3], "float32")}, fetch_list=[place.loss])
    DONE
"""


@pytest.mark.parametrize(("kept", "done"), [
    ("{}", "place.kept['loss'] = value"), ("[0]", "place.kept.append(value)"), ("[]", "print(place.kept, value)"),
    ("{'loss': 0}", "place.kept['loss'] = value"), ("[0, [1]]", "place.kept[1].append(value)"),
])
def test_what_an_object_holds_and_a_loop_fills_stays(kept, done):
    text = HELD.replace("KEPT", kept).replace("DONE", done)
    assert "enable_static" in migrate_source(text, options=Options(dygraph=True)).text


def test_numbers_that_an_object_holds_are_written_out():
    text = HELD.replace("KEPT", "2").replace("DONE", "print(place.kept, value)")
    assert "print(2, value)" in migrate_source(text, options=Options(dygraph=True)).text
