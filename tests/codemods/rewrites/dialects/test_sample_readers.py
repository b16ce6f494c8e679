"""--idiom dataset: readers of samples as data sets and their loaders."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from paddle_migrate.api import Options, migrate_source

READER = """\
import random
import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable


def load(mode="train"):
    images, labels = np.arange(40).reshape([10, 4]), list(range(10))
    order = list(range(len(images)))
    SIZE = 4

    def reader():
        if mode == "train":
            random.shuffle(order)
        xs = []
        ys = []
        for i in order:
            # one sample
            x = np.reshape(images[i], [4]).astype("float32")
            xs.append(x)
            ys.append(labels[i])
            if len(xs) == SIZE:
                yield np.array(xs), np.array(ys).astype("int64")
                xs = []
                ys = []
        if len(xs) > 0:
            yield np.array(xs), np.array(ys).astype("int64")

    return reader


{}
"""
LOOP = """\
seen = []
with fluid.dygraph.guard(fluid.CPUPlace()):
    loader = load({})
    for step, data in enumerate(loader()):
        x, y = data
        image = to_variable(x)
        label = to_variable(y)
        seen.append([image.numpy().tolist(), label.numpy().tolist()])
"""
DATASET = """\
    class Samples(paddle.io.Dataset):
        def __getitem__(self, i):
            # one sample
            x = np.reshape(images[i], [4]).astype("float32")
            return x, np.array(labels[i]).astype("int64")

        def __len__(self):
            return len(order)

    return paddle.io.DataLoader(Samples(), batch_size=SIZE, shuffle=mode == "train")
"""
OLD = READER.format(LOOP.format('"train"'))
DATA = Options(idiom=("dataset",))


def migrated(text: str):
    """What comes out, which a second run leaves as it is."""
    result = migrate_source(text, "script.py", DATA)
    assert migrate_source(result.text, "script.py", DATA).text == result.text
    return result


def said(result, code="PM238"):
    return [f.message for f in result.findings if f.code == code]


def test_a_reader_becomes_a_data_set_and_its_loader():
    result = migrated(OLD)
    _, _, rest = result.text.partition("    SIZE = 4\n\n")
    assert rest.startswith(DATASET)
    assert "for step, data in enumerate(loader):\n    x, y = data\n    image = x\n    label = y\n" in rest
    assert not result.left
    assert len(said(result, "PM120")) == 1
    assert any("another order" in message for message in said(result))


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        ('        if mode == "train":\n            random.shuffle(order)\n', "", "batch_size=SIZE)"),
        ('        if mode == "train":\n            random.shuffle(order)\n', "        np.random.shuffle(order)\n",
         "batch_size=SIZE, shuffle=True)"),
        ('        if len(xs) > 0:\n            yield np.array(xs), np.array(ys).astype("int64")\n', "",
         'shuffle=mode == "train", drop_last=True)'),
        ("order = list(range(len(images)))", "order = [3, 1, 2]", "i = order[index]\n            # one"),
        ("    SIZE = 4\n", "    SIZE = 4\n    random.shuffle(order)\n", "i = order[index]\n            # one"),
        ("loader = load(\"train\")\n", "loader = load()\n", "loader = load()\n"),
        ("        x, y = data\n", "        x, y = data\n        print(x.shape)\n", "    print(x.shape)\n"),
        ("    for step, data in enumerate(loader()):\n        x, y = data\n", "    for x, y in load('train')():\n",
         "for x, y in load('train'):\n    image = x\n"),
    ],
)
def test_as_the_code_had_it(before, after, new):
    assert before in OLD
    result = migrated(OLD.replace(before, after))
    assert "class Samples(paddle.io.Dataset):" in result.text
    assert new in result.text


def test_ranks_read_samples_of_their_own():
    split = "    loader = fluid.contrib.reader.distributed_batch_reader(loader)\n"
    text = OLD.replace("    for step", split + "    for step")
    result = migrated(text)
    assert "distributed_batch_reader" not in result.text
    assert (
        "DataLoader(Samples(), batch_sampler=paddle.io.DistributedBatchSampler(Samples(), batch_size=SIZE, "
        in " ".join(result.text.split()).replace("( ", "(")
    )
    assert any("each rank" in message for message in said(result))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("            ys.append(labels[i])\n", "            ys.append(labels[i])\n            random.random()\n"),
        ("        for i in order:\n", "        count = 0\n        for i in order:\n"),
        ("    def reader():", "    def reader(n=1):"),
        ("            # one sample\n", "            if i > 3:\n                continue\n"),
        ("            # one sample\n", "            if i:\n                print(last)\n            last = i\n"),
        ("    return reader\n", "    print(order)\n    return reader\n"),
        ("    return reader\n", "    if mode:\n        return reader\n    return None\n"),
        ("    return reader\n", "    SIZE = 5\n    return reader\n"),
        ("    SIZE = 4\n", "    SIZE = 4\n    order = order[1:]\n"),
        ('yield np.array(xs), np.array(ys).astype("int64")\n                xs', "yield xs, ys\n                xs"),
        ("        x, y = data\n", "        x, y = data\n        x = x / 255\n"),
        ("        x, y = data\n", "        x, y = data\n        print(x.mean())\n"),
        ("    for step, data", "    print(next(loader()))\n    for step, data"),
        ("loader = load(\"train\")\n", "loader = load(\"train\")\n    keep(loader)\n"),
        ("loader = load(\"train\")\n", "loader = paddle.reader.shuffle(load(\"train\"), 5)\n"),
        ("        if len(xs) > 0:", "        if len(xs) > 2:"),
    ],
)
def test_what_stays(before, after):
    assert before in OLD
    result = migrated(OLD.replace(before, after))
    assert "class Samples" not in result.text
    assert "for i in order:" in result.text
    assert len(said(result)) == 1
    assert result.text == migrate_source(OLD.replace(before, after), "script.py").text


def test_it_is_asked_for():
    result = migrate_source(OLD, "script.py")
    assert "class Samples" not in result.text
    assert not said(result)


def test_without_fluid():
    text = READER.replace("import paddle.fluid as fluid\nfrom paddle.fluid.dygraph import to_variable\n", "").format("")
    assert migrate_source(text, "script.py", DATA).text == text


@pytest.mark.slow
def test_the_same_batches(tmp_path: Path, environment: Callable[..., dict[str, str]]):
    """Without shuffling in the same order, with it all of the samples in another one."""
    shown = "import json\n"
    for mode in ("test", "train"):
        shown += migrated(READER.format(LOOP.format(f'"{mode}"'))).text + "\nprint(json.dumps(seen))\n"
    done = subprocess.run([sys.executable, "-c", shown], env=environment(False), cwd=tmp_path, capture_output=True,
                          text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    plain, mixed = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    images = np.arange(40).reshape([10, 4])
    assert [len(x) for x, _ in plain] == [len(x) for x, _ in mixed] == [4, 4, 2]
    assert np.array_equal(np.concatenate([x for x, _ in plain]), images)
    order = np.concatenate([y for _, y in mixed])
    assert sorted(order) == list(range(10))
    assert np.array_equal(np.concatenate([x for x, _ in mixed]), images[order])
