"""What a model gives in float64, which tells rounding from what is wrong."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np
import paddle
import pytest
from paddle_migrate.model import exact, files, running
from paddle_migrate.model.convert import convert

pytestmark = [pytest.mark.oracle, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


def beside(monkeypatch, old, in_float64):
    """Of an old model that gave these outputs, with these in float64."""
    np.savez("old.npz", *old)
    monkeypatch.setattr(exact.Exact, "_written", lambda self: None)
    monkeypatch.setattr(exact, "play", lambda way, inputs, outputs: np.savez(outputs, *in_float64))
    return exact.Exact(None, running.Way("real 1.8.5", "python", "fluid", Path()), Path("inputs.npz"), Path())


@pytest.mark.parametrize(("new", "explained"), [
    ([[3.00003], [0.5]], True),
    ([[2.99997], [0.5]], True),
    ([[3.00005], [0.5]], False),  # five times as far
    ([[3.00001], [0.5000005]], True),  # next to nothing, though the old one is right
    ([[3.00001], [0.50001]], False),  # one output's rounding excuses no other one
    ([[3.00001]], False),
    ([[3.00001], [0.5, 0.5]], False),
])
def test_what_is_rounding(monkeypatch, tmp_path, new, explained):
    monkeypatch.chdir(tmp_path)
    found = beside(monkeypatch, [[3.00001], [0.5]], [[3.0], [0.5]])
    np.savez("new.npz", *new)
    assert found.explains(Path("new.npz")) is explained
    assert len([*found.sentences({"it": Path("new.npz")})]) == explained


@pytest.mark.parametrize("in_float64", [[[3.1]], [[3.0, 3.0]], [[np.nan]], []])
def test_where_float64_tells_nothing_nothing_is_explained(monkeypatch, tmp_path, in_float64):
    monkeypatch.chdir(tmp_path)
    found = beside(monkeypatch, [[3.0]], in_float64)
    np.savez("new.npz", [3.0])
    assert found.own is None
    assert not found.explains(Path("new.npz"))


@pytest.mark.numeric
@pytest.mark.parametrize("name", ["image", "steps"])
def test_a_model_runs_in_float64(model, name, tmp_path):
    """In this Paddle's operators: pad2d is none of them."""
    old = model(name)
    read = files.read(old.folder, None, None)
    convert(read.program, running.major())
    program, tensors = exact.wide(read)
    files.write(tmp_path, "wide", program, tensors)
    spec = importlib.util.spec_from_file_location("play", running.CHILD / "play.py")
    child = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(child)
    try:
        child.main("static float64", str(tmp_path), json.dumps(["wide.pdmodel", "wide.pdiparams"]), str(old.given),
                   str(tmp_path / "got.npz"))
    finally:
        paddle.disable_static()
    with np.load(tmp_path / "got.npz") as held:
        assert {each.dtype for each in held.values()} == {np.dtype("float64")}
        assert any(np.abs(each - each.astype("float32")).max() > 0 for each in held.values())
        for got, wanted in zip(held.values(), old.gives, strict=True):
            np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-6)


@pytest.mark.slow
def test_the_old_model_says_how_far_it_is_from_float64(model, tmp_path):
    old = model("words")
    read = files.read(old.folder, None, None)
    way = running.ways_of_1_8(read.folder, (read.file.name, None))[0]
    running.play(way, old.given, tmp_path / "old.npz")
    own = exact.Exact(read, way, old.given, tmp_path).own
    assert len(own) == len(old.gives)
    assert 0 < max(each.share for each in own) < 1e-6


def test_a_list_of_numbers_has_no_such_form(model):
    read = files.read(model("image").folder, None, None)
    read.program.ops[1].type, read.program.ops[1].attrs["dtype"] = "assign_value", 5
    with pytest.raises(NotImplementedError):
        exact.wide(read)
