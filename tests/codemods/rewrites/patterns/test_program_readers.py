"""Readers of programs become loaders that are written into the script, and give the variables that they feed."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\n"


def migrated(text):
    result = migrate_source(HEAD + text, options=Options(programs=True))
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text
    return result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("r = fluid.layers.py_reader(8, [[-1, 4]], ['float32'])\nx = fluid.layers.read_file(r)\n",
         "r = ProgramReader(8, [[-1, 4]], ['float32'])\nx = r.read_file()\n"),
        ("r = fluid.layers.py_reader(\n    capacity=n, shapes=s, dtypes=d, lod_levels=[0, 0], name='train',\n"
         "    use_double_buffer=True)\n", "r = ProgramReader(n, s, d, name='train')\n"),
        ("r = fluid.layers.py_reader(8, s, d, [0] * len(s))\n", "r = ProgramReader(8, s, d)\n"),
        ("r = fluid.layers.py_reader(8, s, d, [1, 0])\n", "r = SequenceReader(8, s, d, [1, 0])\n"),
        ("def f(s, d, levels):\n    return fluid.layers.py_reader(8, s, d, lod_levels=levels, name='r')\n",
         "def f(s, d, levels):\n    return SequenceReader(8, s, d, levels, name='r')\n"),
        ("zeros = [0]\nr = fluid.layers.py_reader(8, s, d, zeros)\n", "zeros = [0]\nr = ProgramReader(8, s, d)\n"),
        ("def f(n, s, d):\n    return fluid.layers.py_reader(capacity=n, dtypes=d, shapes=s)\n",
         "def f(n, s, d):\n    return ProgramReader(n, s, d)\n"),
        ("r = fluid.layers.create_py_reader_by_data(capacity=8, feed_list=[x], name='r')\n",
         "r = VariableReader([x], capacity=8)\n"),
        ("r = fluid.layers.double_buffer(fluid.layers.py_reader(8, s, d))\n", "r = ProgramReader(8, s, d)\n"),
        ("a, b = fluid.layers.read_file(fluid.layers.double_buffer(readers['train'], name='b'))\n",
         "a, b = readers['train'].read_file()\n"),
        ("def f(reader):\n    a, b = fluid.layers.io.read_file(reader)\n    return a\n",
         "def f(reader):\n    a, b = reader.read_file()\n    return a\n"),
        ("x = fluid.layers.read_file(a if a else b)\n", "x = (a if a else b).read_file()\n"),
    ],
)
def test_a_reader(before, after):
    result = migrated(before)
    assert result.text.endswith(after)
    assert "fluid" not in result.text
    assert not result.left


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r = fluid.layers.py_reader(**options)\n", "hidden"),
        ("r = fluid.layers.create_py_reader_by_data(*given)\n", "hidden"),
    ],
)
def test_what_a_person_does(text, why):
    result = migrated(text)
    assert [why in finding.message for finding in result.left] == [True]


@pytest.mark.parametrize("text", [
    "r = layers.py_reader(8, s, d)\n", "x = read_file(r)\n", "x = r.read_file('a')\n",
    "r = fluid.layers.py_reader(8, s, d)  # paddle-migrate: skip\n",
])
def test_what_stays(text):
    assert migrated(text).text.endswith(text)


BATCHES = """
import numpy as np
def provider():
    random = np.random.RandomState(18)
    for _ in range(3):
        yield random.uniform(-1, 1, [4, 5]).astype('float32'), random.randint(0, 3, [4, 1]).astype('int64')
def samples():
    for images, labels in provider():
        yield list(zip(images, labels))
"""
LOOP = """
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
reader.WAY
for epoch in range(2):
    reader.start()
    try:
        while True:
STEP
    except fluid.core.EOFException:
        reader.reset()
"""
SUMMED = """\
            total, count = exe.run(fetch_list=[summed, counted])
            print('%.6f' % total[0], count.shape)
"""
SUM = """
summed = fluid.layers.reduce_sum(image) + fluid.layers.reduce_sum(fluid.layers.cast(label, 'float32'))
counted = fluid.layers.shape(image)
"""
GUARD = "with fluid.program_guard(fluid.Program(), fluid.Program()):\n"


def looped(way, step):
    return LOOP.replace("WAY", way).replace("STEP\n", step)


def program(made, way, start=""):
    """A script with a program of its own."""
    lines = f"{made}{READ}{SUM}{looped(way, SUMMED)}".splitlines()
    return f"{BATCHES}import paddle.fluid as fluid\n{start}{GUARD}" + "".join(f"    {line}\n" for line in lines)


READ = "image, label = fluid.layers.read_file(reader)\n"
MADE = "reader = fluid.layers.py_reader(4, [[-1, 5], [-1, 1]], ['float32', 'int64'], use_double_buffer=False)\n"
SCRIPTS = {
    "plain": {"main.py": program(MADE, "decorate_tensor_provider(provider)")},
    "of samples": {"main.py": program(MADE, "decorate_paddle_reader(samples)")},
    "of variables": {"main.py": program(
        "a = fluid.data('a', [None, 5])\nb = fluid.data('b', [None, 1], 'int64')\n"
        "reader = fluid.layers.create_py_reader_by_data(capacity=4, feed_list=[a, b])\n",
        "decorate_batch_generator(provider)")},
    "by values": {
        "main.py": program("f = {'read': fluid.layers.read_file, 'double': fluid.layers.double_buffer}\n"
                           + MADE + "reader = f['double'](reader)\n", "decorate_tensor_provider(provider)").replace(
                               "fluid.layers.read_file(reader)", "f['read'](reader=reader)"),
    },
    "of another file": {
        "reading.py": "import paddle.fluid as fluid\ndef made(name, shapes):\n    reader = fluid.layers.py_reader(\n"
        "        capacity=4, shapes=shapes, dtypes=('float32', 'int64'), name=name)\n"
        "    return fluid.layers.double_buffer(reader)\n",
        "main.py": program("reader = made('train', ([-1, 5], [-1, 1]))\n", "decorate_sample_list_generator(samples)",
                           "from reading import made\n"),
    },
}


@pytest.mark.slow
def test_what_is_read(run_both_ways):
    old, new = run_both_ways(SCRIPTS)
    assert {name: len(lines) for name, lines in old.items()} == dict.fromkeys(SCRIPTS, 6)
    assert new == old


ROWS = """
import numpy as np
import paddle
import paddle.fluid as fluid
def samples():
    random = np.random.RandomState(18)
    for size in (2, 3):
        yield [(random.rand(3).astype('float32'), random.rand(n, 2).tolist(), random.randint(0, 5, [n, 1]))
               for n in range(1, size + 1)]
def one_by_one():
    for each in samples():
        yield from each
def batches():
    for each in samples():
        images, boxes, labels = zip(*each)
        lengths = [[len(box) for box in boxes]]
        boxes, labels = np.concatenate(boxes).astype('float32'), np.concatenate(labels).astype('int32')
        yield (np.array(images), fluid.create_lod_tensor(boxes, lengths, fluid.CPUPlace()),
               fluid.create_lod_tensor(labels, lengths, fluid.CPUPlace()))
SHAPES, KINDS, LEVELS = [[-1, 3], [-1, 2], [-1, 1]], ['float32', 'float32', 'int32'], [0, 1, 1]
"""
OVER_ROWS = """
image, box, label = READ
pooled = fluid.layers.sequence_pool(box, 'sum')
last = fluid.layers.sequence_last_step(fluid.layers.cast(label, 'float32'))
summed = fluid.layers.fc(fluid.layers.concat([image, pooled, last], 1), 2,
                         param_attr=fluid.initializer.Constant(0.5))
"""
STEP = """\
            got, = exe.run(fetch_list=[summed])
            print(' '.join('%.5f' % each for each in got.flatten()), got.shape)
"""


def over_rows(made, way, read="fluid.layers.read_file(reader)"):
    lines = (made + OVER_ROWS.replace("READ", read) + looped(way, STEP)).splitlines()
    return {"main.py": ROWS + GUARD + "".join(f"    {line}\n" for line in lines)}


OF_ROWS = {
    "written out": over_rows("reader = fluid.layers.py_reader(4, SHAPES, KINDS, lod_levels=[0, 1, 1])\n",
                             "decorate_paddle_reader(samples)"),
    "by a name": over_rows("reader = fluid.layers.py_reader(\n    capacity=4, shapes=SHAPES, dtypes=KINDS, "
                           "lod_levels=LEVELS, name='train')\n", "decorate_sample_list_generator(samples)"),
    "of batches": over_rows("def made(**given):\n"
                            "    return fluid.layers.py_reader(4, given['s'], KINDS, given['levels'])\n"
                            "reader = made(s=SHAPES, levels=[0] + [1] * 2)\n", "decorate_batch_generator(batches)"),
    "in a class": over_rows("class Net(object):\n    def __init__(self, levels):\n"
                            "        self.reader = fluid.layers.py_reader(4, SHAPES, KINDS, levels)\n"
                            "    def read(self):\n        return fluid.layers.read_file(self.reader)\n"
                            "net = Net((0, 1, 1))\nreader = net.reader\n",
                            "decorate_paddle_reader(paddle.batch(one_by_one, 2))", "net.read()"),
}


def test_fields_that_are_sequences(run_both_ways):
    old, new = run_both_ways(OF_ROWS)
    assert {name: len(lines) for name, lines in old.items()} == {**dict.fromkeys(OF_ROWS, 4), "in a class": 6}
    assert new == old
