"""Loaders and feeders of programs become classes that are written into the script."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = 'import paddle.fluid as fluid\nx = fluid.data("x", [None, 4])\n'


def migrated(line):
    return migrate_source(HEAD + line, options=Options(programs=True))


@pytest.mark.parametrize(
    ("line", "new"),
    [
        (
            "loader = fluid.io.DataLoader.from_generator(feed_list=[x], capacity=8, iterable=False)\n",
            "loader = FeedLoader([x], capacity=8)\n",
        ),
        (
            "loader = fluid.io.PyReader([x], capacity=n, use_double_buffer=fluid.is_compiled_with_cuda())\n",
            "loader = FeedLoader([x], capacity=n)\n",
        ),
        (
            "loader = fluid.io.DataLoader.from_generator([x], 2, return_list=True)\n",
            "loader = FeedLoader([x], capacity=2, return_list=True)\n",
        ),
        ("feeder = fluid.DataFeeder(['x'], place)\n", "feeder = DataFeeder([x])\n"),
        ("feeder = fluid.DataFeeder(place=p, feed_list=[x])\n", "feeder = DataFeeder([x])\n"),
        ("feeder = fluid.DataFeeder([x], fluid.CPUPlace(), program=None)\n", "feeder = DataFeeder([x])\n"),
        ("feeder = fluid.DataFeeder([x, 'y'], p, main)\n", "feeder = DataFeeder([x, variable(main, 'y')])\n"),
        ("feeder = fluid.DataFeeder(['y'], p)\n",
         "feeder = DataFeeder([variable(paddle.static.default_main_program(), 'y')])\n"),
        ("fed = [x]\nfeeder = fluid.DataFeeder(fed, p)\n", "fed = [x]\nfeeder = DataFeeder(fed)\n"),
        ("fed = [main.global_block().var(n) for n in 'ab']\nfeeder = fluid.DataFeeder(fed, p)\n",
         "fed = [variable(main, n) for n in 'ab']\nfeeder = DataFeeder(fed)\n"),
        ("feeder = fluid.DataFeeder(given, p)\n", "feeder = DataFeeder(variables(given))\n"),
        ("feeder = fluid.DataFeeder(given, p, program=main)\n", "feeder = DataFeeder(variables(given, main))\n"),
        ("fed = ['x', x]\nfeeder = fluid.DataFeeder(fed, p)\n",
         "fed = ['x', x]\nfeeder = DataFeeder(variables(fed))\n"),
        ("m, names, out = fluid.io.load_inference_model(d, exe)\nfeeder = fluid.DataFeeder(names, p, m)\n",
         "feeder = DataFeeder([variable(m, name) for name in names])\n"),
        ("m, out, names = fluid.io.load_inference_model(d, exe)\nfeeder = fluid.DataFeeder(names, p, m)\n",
         "feeder = DataFeeder(variables(names, m))\n"),
        ("m, names, out = load_inference_model(d, exe)\nfeeder = fluid.DataFeeder(names, p, m)\n",
         "feeder = DataFeeder(variables(names, m))\n"),
        ("m, names, out = fluid.io.load_inference_model(d, exe)\nnames = names or x\n"
         "feeder = fluid.DataFeeder(names, p, m)\n", "feeder = DataFeeder(variables(names, m))\n"),
        ("def f(x):\n    return fluid.DataFeeder([x], p)\n", "def f(x):\n    return DataFeeder(variables([x]))\n"),
    ],
)
def test_what_feeds(line, new):
    result = migrated(line)
    assert result.text.endswith(new)
    assert "fluid" not in result.text
    assert {finding.name for finding in result.left} <= {"fluid.io.load_inference_model"}  # who saved it is not seen


def test_a_feeder_is_written_without_what_finds_names():
    """Not where it is given variables alone."""
    assert "def variable" not in migrated("feeder = fluid.DataFeeder([x], place)\n").text
    assert "def variables(" in (text := migrated("feeder = fluid.DataFeeder(given, place)\n").text)
    assert migrate_source(text).text == text


def test_a_feeder_of_sequences_asks_what_it_feeds_for_its_program():
    text = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 1], lod_level=1)\n" \
           "y = fluid.layers.sequence_pool(x, 'sum')\nfeeder = fluid.DataFeeder([x], place, main)\n"
    assert migrate_source(text).text.endswith("\nfeeder = SequenceFeeder([x])\n")


@pytest.mark.parametrize(
    "line",
    ["loader = fluid.io.DataLoader.from_generator(capacity=4)\n", "loader = fluid.io.PyReader(*given)\n",
     "feeder = fluid.DataFeeder(*given)\n", "feeder = fluid.DataFeeder([x], **given)\n"],
)
def test_what_stays(line):
    result = migrated(line)
    assert result.text.endswith(line)
    assert result.left


def test_todays_loader_stays(check_noop):
    check_noop("import paddle\nfeeder = DataFeeder([x], place)\n", programs=True)
    check_noop("import paddle\nloader = paddle.io.DataLoader(data, feed_list=[x])\n", programs=True)


LISTS = """\
import numpy as np
import paddle.fluid as fluid
def batches():
    for i in range(1, 3):
        yield np.full([3, 2], i, "float32"), np.full([3, 1], i, "int64")
def samples():
    for x, y in batches():
        yield from zip(x, y)
x, y = fluid.data("x", [None, 2]), fluid.data("y", [None, 1], "int64")
total = fluid.layers.reduce_sum(x)
loader = fluid.io.DataLoader.from_generator([x, y], capacity=4, return_list=True)
reader = fluid.io.PyReader(feed_list=[x, y], capacity=2, return_list=True)
loader.set_sample_generator(samples, batch_size=3, places=fluid.CPUPlace())
reader.decorate_batch_generator(batches, places=[fluid.CPUPlace()])
executor = fluid.Executor(fluid.CPUPlace())
for each in (loader, reader):
    for data in each():
        (rows, labels), = data
        value, = executor.run(feed={"x": data[0][0], "y": labels}, fetch_list=[total])
        print(len(data), np.array(rows).shape, np.array(data[0][1]).shape, "%.1f" % value)
"""
OF_185 = ["1 (3, 2) (3, 1) 6.0", "1 (3, 2) (3, 1) 12.0"]


def test_lists_are_those_of_a_place(run_both_ways):
    old, new = run_both_ways({"lists": {"main.py": LISTS}})
    assert old["lists"] == new["lists"] == OF_185 * 2
