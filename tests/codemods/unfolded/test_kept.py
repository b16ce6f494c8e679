"""What lasts in a program and is set in its scope, steps of recurrent units in loops of unknown number, and loaders
whose end counts the learning rate on become layers and a loop, with the same numbers."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

OLD = """\
import argparse

import numpy as np
import paddle.fluid as fluid


def at(*shape):
    numbers = np.linspace(-0.5, 0.5, int(np.prod(shape))).reshape(shape).astype("float32")
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(numbers))


def samples():
    rng = np.random.RandomState(3)
    for _ in range(3):
        places = np.stack([np.arange(4), rng.randint(0, 3, 4)], 1)
        yield [(rng.randint(0, 7, 3), places[n], rng.randint(0, 6, 1)) for n in range(4)]


def network(steps, width):
    words = fluid.data("words", [4, 3], "int64")
    places = fluid.data("places", [4, 2], "int64")
    label = fluid.data("label", [4, 1], "int64")
    data = [words, places, label]
    loader = fluid.io.DataLoader.from_generator(feed_list=data, capacity=4, iterable=False)
    table = fluid.ParamAttr("table", initializer=fluid.initializer.NumpyArrayInitializer(
        np.linspace(-1, 1, 35).reshape(7, 5).astype("float32")))
    state = fluid.embedding(words, [7, width], param_attr=table)
    for _ in range(steps):
        state = fluid.layers.reshape(state, [-1, width])
        inner = fluid.layers.fc(state, 3 * width, param_attr=at(5, 15), bias_attr=False)
        state, _, _ = fluid.layers.gru_unit(inner, state, 3 * width, param_attr=at(5, 15))
    state = fluid.layers.reshape(state, [4, -1, width])
    last = fluid.layers.gather_nd(state, places)
    total = fluid.layers.reduce_sum(state, dim=1)
    both = fluid.layers.concat([last, total], axis=1)
    out = fluid.layers.fc(both, width, param_attr=at(10, 5))
    every = fluid.layers.create_global_var([6], 0, "int64", persistable=True, name="every")
    wanted = fluid.embedding(every, [7, width], param_attr=table)
    scores = fluid.layers.matmul(out, wanted, transpose_y=True)
    loss = fluid.layers.reduce_mean(fluid.layers.softmax_with_cross_entropy(scores, label))
    return loader, loss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--width", type=int, default=5)
    parser.add_argument("--parallel", type=int, default=PARALLEL)
    args = parser.parse_args([])
    parallel = True if args.parallel else False
    loader, loss = network(args.steps, args.width)
    loader.set_sample_list_generator(samples)
    rate = fluid.layers.exponential_decay(0.5, 2, 0.5)
    optimizer = fluid.optimizer.SGD(rate)
    optimizer.minimize(loss)
    place = fluid.CPUPlace()
    exe = fluid.Executor(place)
    exe.run(fluid.default_startup_program())
    every = fluid.global_scope().var("every").get_tensor()
    every.set(np.arange(1, 7).astype("int64"), place)
    if parallel:
        runner = fluid.ParallelExecutor(use_cuda=False, loss_name=loss.name)
    else:
        runner = exe
    for epoch in range(2):
        loader.start()
        try:
            while True:
                value = runner.run(fetch_list=[loss.name])
                print(epoch, "%.5f" % value[0].item())
        except fluid.core.EOFException:
            loader.reset()
        fetched = [loss]
        print("end")


main()
"""


def _of(parallel: int = 0, old: str = "", new: str = "") -> str:
    assert old in OLD
    return OLD.replace("PARALLEL", str(parallel)).replace(old, new) if old else OLD.replace("PARALLEL", str(parallel))


FIRST = ["0 7.36201", "0 2.26064", "0 2.76470", "end", "1 1.64390"]


@pytest.mark.parametrize(("parallel", "rest"), [(0, ["1 1.47069", "1 1.80241"]), (1, ["1 1.44813", "1 1.84134"])])
def test_same_numbers(run_both_ways, parallel, rest):
    old, new = run_both_ways({"it": {"main.py": _of(parallel)}}, Options(dygraph=True))
    assert new == old == {"it": [*FIRST, *rest, "end"]}  # as 1.8.5


def test_it_becomes_a_loop():
    text = _of()
    result = migrate_source(text, options=Options(dygraph=True))
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    assert ("        except StopIteration:\n            if not parallel:\n                rate.step()\n"
            "            loader_batches = iter([])\n") in result.text
    assert "            self.gruunits.append(GRUUnit(3 * width, param_attr=at(5, 15)))\n" in result.text
    assert 'every = {each.name: each for each in net.buffers()}["every"]\n' in result.text
    assert 'every.set_value(np.arange(1, 7).astype("int64"))\n' in result.text
    assert not any(word in result.text for word in ("fluid", "Executor", "Program", "enable_static", "fetched ="))
    assert migrate_source(result.text, options=Options(dygraph=True)).text == result.text


SET = '    every.set(np.arange(1, 7).astype("int64"), place)\n'


@pytest.mark.parametrize(("old", "new"), [
    (SET, SET.replace("place)", "place)\n    print(every)")),  # which is no array
    ("    exe.run(fluid.default_startup_program())\n", ""),  # nothing shows where it starts
    ("    if parallel:\n", "    if parallel and args.steps:\n"),  # when it is compiled is not plain
    ("    wanted =", "    fluid.layers.increment(every)\n    wanted ="),  # which sets it
])
def test_they_stay(old, new):
    assert "enable_static" in migrate_source(_of(0, old, new), options=Options(dygraph=True)).text
