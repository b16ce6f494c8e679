"""A checkpoint that does not fit its model is not written, unless that is asked for; nor over what is read."""

from __future__ import annotations

import errno
import os
import pickle
import sys

import numpy as np
import pytest
from click.testing import CliRunner
from paddle_migrate.checkpoint.tensors import formats
from paddle_migrate.cli import main

MODEL = """
import paddle.fluid as fluid
from paddle.fluid.dygraph import *
open('ran', 'w')


class Sub(fluid.dygraph.Layer):
    def __init__(self, size):
        super(Sub, self).__init__()
        self.norm = BatchNorm(size)
        self.scale = self.create_parameter([1])


class Net(fluid.dygraph.Layer):
    def __init__(self, classes=10, bias=None):
        super(Net, self).__init__()
        self.conv = Conv2D(num_channels=2, num_filters=4, filter_size=[3, 5], groups=2, bias_attr=False)
        self.turned = Conv2DTranspose(2, 4, 3)
        self.fc = Linear(3, 2)
        self.out = Linear(2, classes, bias_attr=bias)
        self.table = Embedding([10, 4])
        self.sub = Sub(4)
        self.norm = LayerNorm([3, 4], scale=False)
        self.list = LayerList([Linear(1, 2) for i in range(2)])
        self.slope = PRelu('all')
        self.gru = GRUUnit(6)
        self.other = made_elsewhere()
"""
SHAPES = {
    "conv.weight": [4, 1, 3, 5], "turned.weight": [2, 4, 3, 3], "turned.bias": [4], "fc.weight": [3, 2],
    "fc.bias": [2], "out.weight": [2, 10], "out.bias": [10], "table.weight": [10, 4], "sub.norm.weight": [4],
    "sub.norm.bias": [4], "sub.norm._mean": [4], "sub.norm._variance": [4], "sub.scale": [1], "norm.bias": [12],
    "list.0.weight": [1, 2], "list.0.bias": [2], "list.1.weight": [1, 2], "list.1.bias": [2], "slope.weight": [1],
    "gru.weight": [2, 6], "gru.bias": [1, 6],
}


@pytest.fixture
def convert(tmp_path, monkeypatch):
    """Convert a checkpoint of 1.8 with these keys and shapes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.py").write_text(MODEL)

    def run(shapes, *more, output="new.pdparams"):
        arrays = {name: np.zeros(shape, "float32") for name, shape in shapes.items()}
        (tmp_path / "old.pdparams").write_bytes(pickle.dumps(arrays, protocol=2))
        return call("old.pdparams", "--for", "model.py:Net", "-o", output, *more)

    return run


def call(*words):
    return CliRunner().invoke(main, ["checkpoint", *words])


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"out.weight": [2, 7], "out.bias": [7]},  # classes: another script may give another number
        {"out.bias": None},  # as bias may be False
        {"other.weight": [3], "other.deep.bias": [3]},  # made_elsewhere: nobody knows
        {"sub.scale": [7]},
    ],
)
def test_what_fits_is_written(convert, tmp_path, changes):
    shapes = {key: shape for key, shape in {**SHAPES, **changes}.items() if shape is not None}
    done = convert(shapes)
    assert (done.exit_code, done.stderr.count("\n")) == (0, 1), done.output
    assert len(pickle.loads((tmp_path / "new.pdparams").read_bytes())) == len(shapes) + 1
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"fc.bias": None}, "missing: fc.bias"),
        ({"sub.norm._mean": None}, "missing: sub.norm._mean"),
        ({"list.1.bias": None}, "missing: list.1.bias"),
        ({"norm.bias": None, "norm.weight": [12]}, "left over: norm.weight"),
        ({"conv.bias": [4]}, "left over: conv.bias"),
        ({"fc.weight_1": [3]}, "left over: fc.weight_1"),
        ({"extra.weight": [3]}, "left over: extra.weight"),
        ({"list.2.weight": [1, 2]}, "left over: list.2.weight"),
        ({"fc.weight": [2, 3]}, "of another shape: fc.weight is [2, 3] in the file and [3, 2] in the model"),
        ({"fc.weight": [6]}, "of another shape: fc.weight is [6]"),
        ({"conv.weight": [4, 2, 3, 5]}, "conv.weight is [4, 2, 3, 5] in the file and [4, 1, 3, 5]"),
        ({"turned.weight": [4, 2, 3, 3]}, "turned.weight is [4, 2, 3, 3] in the file and [2, 4, 3, 3]"),
        ({"out.weight": [3, 10]}, "out.weight is [3, 10] in the file and [2, ?] in the model"),
        ({"table.weight": [11, 4]}, "table.weight is [11, 4]"),
        ({"norm.bias": [3]}, "norm.bias is [3] in the file and [12]"),
        ({"gru.weight": [6, 2]}, "gru.weight is [6, 2]"),
    ],
)
def test_what_does_not_fit_is_said_and_not_written(convert, tmp_path, changes, said):
    shapes = {key: shape for key, shape in {**SHAPES, **changes}.items() if shape is not None}
    done = convert(shapes)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "nothing was written" in done.stderr
    assert not (tmp_path / "new.pdparams").exists()
    done = convert(shapes, "--partial")
    assert (done.exit_code, said in done.stderr) == (0, True)
    assert len(pickle.loads((tmp_path / "new.pdparams").read_bytes())) == len(shapes) + 1


@pytest.mark.parametrize("output", ["old.pdparams", "./old.pdparams", "model.py", "hard", "soft"])
def test_what_is_read_is_not_written_over(convert, tmp_path, output):
    convert(SHAPES)
    if output in ("hard", "soft") and sys.platform == "win32":
        pytest.skip("links")
    if output == "hard":
        os.link("old.pdparams", "hard")
    if output == "soft":
        os.symlink("old.pdparams", "soft")
    before = (tmp_path / "model.py").read_text()
    done = convert(SHAPES, output=output)
    assert (done.exit_code, "is an input" in done.stderr) == (2, True)
    assert (tmp_path / "model.py").read_text() == before
    assert len(pickle.loads((tmp_path / "old.pdparams").read_bytes())) == len(SHAPES)


@pytest.mark.parametrize("output", ["of_1_5/new", "of_1_5/n/new", "of_1_5/../of_1_5/x/y"])
def test_nor_into_a_folder_that_is_read(convert, tmp_path, output):
    (tmp_path / "of_1_5" / "n").mkdir(parents=True)
    raw = formats().RawTensor("float32", (1,), b"1234")
    (tmp_path / "of_1_5" / "n" / "FC_0.w_0").write_bytes(formats().write_one(raw))
    done = call("of_1_5", "--for", "model.py:Net", "-o", output)
    assert (done.exit_code, "is an input" in done.stderr) == (2, True)


def test_a_full_disk_leaves_the_old_file(convert, tmp_path, monkeypatch):
    (tmp_path / "new.pdparams").write_text("of yesterday")

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = convert(SHAPES)
    assert (done.exit_code, "new.pdparams: cannot be written: No space left on device" in done.stderr) == (2, True)
    assert (tmp_path / "new.pdparams").read_text() == "of yesterday"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["model.py", "new.pdparams", "old.pdparams"]


def test_a_file_that_breaks_off_anywhere(convert, tmp_path):
    convert(SHAPES)
    whole = (tmp_path / "old.pdparams").read_bytes()
    raw = formats().write_one(formats().RawTensor("float32", (3, 2), bytes(24)))
    many = b"?" * 256 + b"TNUM" + (1).to_bytes(8, "little") + b"NAME" + (3).to_bytes(8, "little") + b"a.b" + raw[12:]
    (tmp_path / "new.pdparams").unlink()
    for data in (whole, many):
        for end in range(0, len(data) - 1, 7):
            (tmp_path / "cut.pdparams").write_bytes(data[:end])
            done = call("cut.pdparams", "--for", "model.py:Net", "-o", "new.pdparams")
            assert done.exit_code == 2, (end, done.output, done.exception)
            assert done.stderr.startswith("Error: cut.pdparams: ")
    assert not (tmp_path / "new.pdparams").exists()
