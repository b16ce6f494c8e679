"""Projects of several files, network, arguments and readers each in its own, become classes of layers and a loop with
the same numbers, whatever they are started with."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_source

OPTIONS = """\
import argparse


def options():
    parser = argparse.ArgumentParser(description="experts")
    parser.add_argument("--features", type=int, default=5)
    parser.add_argument("--experts", type=int, default=3)
    parser.add_argument("--tasks", type=int, default=2)
    parser.add_argument("--width", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=2)
    return parser.parse_args(GIVEN)
"""
READERS = """\
import numpy as np


def samples(features, seed):
    def read():
        rng = np.random.RandomState(seed)
        for _ in range(24):
            row = rng.rand(features).astype("float32")
            first, second = int(row.sum() > features / 2), int(row[0] > 0.5)
            yield row, np.eye(2, dtype="float32")[first], np.eye(2, dtype="float32")[second]

    return read


def batches(reader, size):
    def read():
        batch = []
        for each in reader():
            batch.append(each)
            if len(batch) == size:
                yield batch
                batch = []

    return read
"""
NETS = """\
import paddle.fluid as fluid


def attr(number):
    start = fluid.initializer.Constant(0.05 * (number + 1))
    return fluid.ParamAttr(initializer=start)


def tower(v, width, number):
    hidden = fluid.layers.fc(v, width, act="relu", param_attr=attr(number), name="tower_" + str(number))
    return fluid.layers.fc(hidden, 2, act="softmax", name="out_" + str(number), param_attr=attr(number),
                           bias_attr=attr(number))


def network(features, experts, tasks, width):
    x = fluid.data("x", [-1, features], "float32")
    labels = [fluid.data(name="label_%d" % number, shape=[-1, 2], dtype="float32") for number in range(2)]
    found = []
    for number in range(0, experts):
        found.append(fluid.layers.fc(x, width, act="relu", param_attr=attr(number), name="expert_" + str(number)))
    joined = fluid.layers.reshape(fluid.layers.concat(found, axis=1), [-1, experts, width])
    outs = []
    for number in range(0, tasks):
        gate = fluid.layers.fc(x, experts, act="softmax", param_attr=attr(number), name="gate_%d" % number)
        mixed = fluid.layers.reduce_sum(fluid.layers.elementwise_mul(joined, gate, axis=0), dim=1)
        outs.append(tower(mixed, width, number))
    first, second = [fluid.layers.clip(outs[number], min=1e-15, max=1.0 - 1e-15) for number in range(2)]
    costs = [fluid.layers.cross_entropy(out, label, soft_label=True) for out, label in zip((first, second), labels)]
    truth = fluid.layers.cast(fluid.layers.slice(labels[0], axes=[1], starts=[1], ends=[2]), "int64")
    area, _, states = fluid.layers.auc(first, truth)
    return [x] + labels, fluid.layers.mean(costs[0] + costs[1]), area, states
"""
MAIN = """\
import numpy as np
import paddle.fluid as fluid

import readers
from nets import network
from options import options


def set_zero(name, scope=fluid.global_scope(), place=fluid.CPUPlace()):
    held = scope.var(name).get_tensor()
    held.set(np.zeros(held._get_dims()).astype("int64"), place)


args = options()
train = readers.batches(readers.samples(args.features, 1), 8)
test = readers.batches(readers.samples(args.features, 2), 8)
data, loss, area, states = network(args.features, args.experts, args.tasks, args.width)
test_program = fluid.default_main_program().clone(for_test=True)
fluid.optimizer.SGD(0.3).minimize(loss)
place = fluid.CPUPlace()
exe = fluid.Executor(place)
exe.run(fluid.default_startup_program())
loader = fluid.io.DataLoader.from_generator(feed_list=data, capacity=8, iterable=True)
loader.set_sample_list_generator(train, places=place)
test_loader = fluid.io.DataLoader.from_generator(feed_list=data, capacity=8, iterable=True)
test_loader.set_sample_list_generator(test, places=place)
for epoch in range(args.rounds):
    for each in states:  # anew
        set_zero(each.name)
    for batch in loader():
        value, score = exe.run(feed=batch, fetch_list=[loss.name, area])
        print(epoch, "%.4f %.4f" % (value[0], score[0]))
    for each in states:
        set_zero(each.name)
    for batch in test_loader():
        value, score = exe.run(program=test_program, feed=batch, fetch_list=[loss, area])
    print("test", "%.4f %.4f" % (value[0], score[0]))
"""
GIVEN = ("", "--experts 2 --width 3", "--experts 5 --rounds 1")


def _files(given: str) -> dict[str, str]:
    return {"main.py": MAIN, "nets.py": NETS, "readers.py": READERS,
            "options.py": OPTIONS.replace("GIVEN", repr(given.split()))}


def test_the_numbers_are_the_same(run_both_ways):
    old, new = run_both_ways({f"experts_{n}": _files(given) for n, given in enumerate(GIVEN)}, Options(dygraph=True))
    assert new == old
    assert [len(lines) for lines in old.values()] == [8, 8, 4], old


def test_it_is_a_class_and_a_loop(tmp_path):
    for name, text in _files("").items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    project = Project(tmp_path.glob("*.py"), [tmp_path])
    result = migrate_source(MAIN, str(tmp_path / "main.py"), Options(dygraph=True), project)
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    assert result.text.count("nn.LayerList()") == 4
    assert "            layer.reset()\n" in result.text
    assert not any(word in result.text for word in ("fluid", "Executor", "Program", "global_scope", "set_zero"))
    assert migrate_source(result.text, str(tmp_path / "main.py"), Options(dygraph=True), project).text == result.text


@pytest.mark.parametrize(("old", "new"), [
    ("for number in range(2)]", "for number in range(tasks)]"),  # as many data as it is started with
    ("    outs = []\n", "    outs = []\n    if experts > 9:\n        return None\n"),
])
def test_it_stays(tmp_path, old, new):
    assert old in NETS
    for name, text in {**_files(""), "nets.py": NETS.replace(old, new, 1)}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    project = Project(tmp_path.glob("*.py"), [tmp_path])
    result = migrate_source(MAIN, str(tmp_path / "main.py"), Options(dygraph=True), project)
    assert "enable_static" in result.text
