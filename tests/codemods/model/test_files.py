"""Broken, foreign and hostile files: one clear line, exit status 2, and nothing is written."""

from __future__ import annotations

import contextlib
import random

import numpy as np
import pytest
from click.testing import CliRunner
from paddle_migrate.checkpoint.tensors import formats
from paddle_migrate.cli import main
from paddle_migrate.model import files, program
from paddle_migrate.model.convert import convert
from paddle_migrate.model.program import Op

pytestmark = pytest.mark.oracle


def call(*words):
    return CliRunner().invoke(main, ["model", *map(str, words)])


def refused(tmp_path, old, *words):
    """What is said of it."""
    before = sorted(tmp_path.rglob("*"))
    done = call(old, "-o", tmp_path / "new", "--to", "2.6", "--no-check", *words)
    assert done.exit_code == 2, done.output
    assert done.output.startswith("Error: ")
    assert done.output.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before
    return done.output


@pytest.fixture
def old(model):
    return model("image")


@pytest.fixture
def rewrite(old):
    """Have a function change the program of the model."""

    def change(how):
        read = program.read((old.folder / "__model__").read_bytes())
        how(read)
        (old.folder / "__model__").write_bytes(program.write(read))

    return change


def test_nothing_is_there(tmp_path):
    assert "there is no such folder, and no file" in refused(tmp_path, tmp_path / "none")
    (tmp_path / "empty").mkdir()
    assert "no __model__" in refused(tmp_path, tmp_path / "empty")


@pytest.mark.parametrize("data", [b"", b"\x80\x02}q\x00.", b"hello", bytes(100), b"\x0a\xff\xff\xff\xff\x7f",
                                  b"\xff" * 40])
def test_a_foreign_program(tmp_path, old, data):
    (old.folder / "__model__").write_bytes(data)
    assert refused(tmp_path, old.folder).startswith(f"Error: {old.folder}: it ")


def test_a_model_of_3_is_said_to_be_one(tmp_path, old):
    (tmp_path / "m.json").write_text("{}")
    assert "Paddle 3 already" in refused(tmp_path, tmp_path / "m.json")
    assert "Paddle 3 already" in refused(tmp_path, tmp_path / "m")


def test_truncated_anywhere(old):
    """It is read, where what is missing is fields, or refused; no other error comes out."""
    for name in ("__model__", "conv2d_0.w_0"):
        whole = (old.folder / name).read_bytes()
        for cut in range(0, len(whole), max(len(whole) // 20, 1)):
            (old.folder / name).write_bytes(whole[:cut])
            with pytest.raises(ValueError, match=r"\w"):
                files.read(old.folder, None, None)
        (old.folder / name).write_bytes(whole)


def test_bytes_changed_anywhere(old):
    draw = random.Random(3)
    whole = (old.whole / "model").read_bytes()
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(3):
            data[draw.randrange(len(data))] = draw.randrange(256)
        (old.whole / "model").write_bytes(data)
        with contextlib.suppress(ValueError):  # any other error is one too many
            files.read(old.whole, "model", "parameters")


def test_parameters_that_do_not_fit(tmp_path, old):
    data = (old.whole / "parameters").read_bytes()
    (old.whole / "parameters").write_bytes(data[:-1])
    assert "breaks off" in refused(tmp_path, old.whole, "--model-file", "model")
    first = formats().RawTensor("float32", (2,), bytes(8))
    (old.whole / "parameters").write_bytes(formats().write_one(first))
    assert "holds 1 tensors" in refused(tmp_path, old.whole, "--model-file", "model")
    (old.folder / "conv2d_0.w_0").write_bytes(formats().write_one(first))
    assert "conv2d_0.w_0 is float32 [4, 3, 3, 3] in the program and float32 [2]" in refused(tmp_path, old.folder)
    (old.folder / "conv2d_0.w_0").unlink()
    assert "conv2d_0.w_0 has no file" in refused(tmp_path, old.folder)


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a/../../secret", "nul\0"])
def test_parameters_lie_in_the_folder(tmp_path, old, rewrite, name):
    (tmp_path / "secret").write_bytes((old.folder / "conv2d_0.w_0").read_bytes())

    def lead_out(read):
        read.blocks[0].vars["conv2d_0.w_0"].name = name

    rewrite(lead_out)
    assert "outside of its folder" in refused(tmp_path, old.folder)


@pytest.mark.parametrize("kind", ["py_func", "save", "load_combine", "listen_and_serv", "send"])
def test_what_does_more_than_compute_is_refused(tmp_path, old, rewrite, kind):
    rewrite(lambda read: read.blocks[0].ops.append(Op(kind, {}, {}, {"file_path": str(tmp_path / "hacked")})))
    assert f"the operator {kind}, which" in refused(tmp_path, old.folder)
    assert call(old.folder).exit_code == 2


def test_blocks_in_a_circle(tmp_path, old, rewrite):
    def turn(read):
        read.blocks[0].parent = 0

    rewrite(turn)
    assert "stands in block" in refused(tmp_path, old.folder)


@pytest.mark.parametrize(("change", "target", "said"), [
    (lambda op: op.outputs.clear(), "2.6", "pad2d (it has no Out)"),
    (lambda op: op.inputs.clear(), "2.6", "pad2d (it has no X)"),
    (lambda op: op.attrs.update(paddings=7), "2.6", "its operator pad2d is none that a Paddle wrote"),
    (lambda op: op.attrs.update(paddings=[1]), "2.6", "its operator pad2d is none that a Paddle wrote"),
    (lambda op: (setattr(op, "type", "squeeze"), op.attrs.update(axes=7)), "2.6", "squeeze is none that"),
    (lambda op: setattr(op, "type", "x" * 5000), "1.8", "x" * 300 + "…"),
    (lambda op: setattr(op, "type", "\x1b[2J\nboo"), "1.8", "?[2J boo"),
])
def test_operators_that_no_paddle_wrote(tmp_path, old, rewrite, change, target, said):
    def spoil(read):
        for op in read.ops:
            if op.type == "pad2d":
                op.kinds = {}
                change(op)

    rewrite(spoil)
    done = call(old.folder, "-o", tmp_path / "new", "--to", target, "--no-check")
    assert done.exit_code == 2, done.output
    assert said in done.output
    assert done.output.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_what_a_model_is_moves_no_cursor(old, rewrite):
    rewrite(lambda read: setattr(read.ops[1], "type", "\x1b[2J\nboo"))
    done = call(old.folder)
    assert done.exit_code == 0, done.output
    assert "?[2J?boo" in done.output
    assert "\x1b" not in done.output


def column(read):
    op = next(op for op in read.ops if op.type == "fetch")
    op.attrs["col"], op.kinds = [1], {}


def level(read):
    read.fed()[0].lod_level = 2**31 - 1


@pytest.mark.parametrize(("change", "said"), [
    (column, "fetch names no variable"), (level, "image has sequences of level 2147483647")])
def test_columns_and_levels_that_cannot_be(tmp_path, old, rewrite, change, said):
    rewrite(change)
    assert said in refused(tmp_path, old.folder)


def test_steps_without_end(model, tmp_path):
    read = files.read(model("steps").folder, None, None).program
    read.fed()[0].dims[0] = 2**40
    with pytest.raises(ValueError, match=r"recurrent \(its 1099511627776 steps are too many to be written out\)"):
        convert(read, "2.6")


def test_what_is_there_stays(tmp_path, old):
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "mine").write_text("kept")
    done = call(old.folder, "-o", tmp_path / "new", "--to", "2.6", "--no-check")
    assert done.exit_code == 2
    assert "is there already" in done.output
    assert [each.name for each in (tmp_path / "new").iterdir()] == ["mine"]


def test_a_lying_size_of_a_tensor():
    whole = formats().write_one(formats().RawTensor("float32", (2,), bytes(8)))
    minus = b"\xff" * 4
    for bad in (whole[:16] + minus + whole[20:], whole[:4] + 2 * minus + whole[12:], whole[:20] + b"\x08"):
        with pytest.raises(ValueError, match=r"breaks off|no end"):
            formats().read_in_turn(bad)
    assert np.frombuffer(formats().read_one(whole).data, "float32").tolist() == [0, 0]
