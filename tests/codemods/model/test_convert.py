"""What a converted model gives in the installed Paddle, against 1.8.5's own answers."""

from __future__ import annotations

import importlib.util
import json

import numpy as np
import paddle
import pytest
from paddle_migrate.model import files, program, running
from paddle_migrate.model.convert import convert, without
from paddle_migrate.model.writing import write

pytestmark = [pytest.mark.oracle, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
HERE = running.major()


def child(name):
    spec = importlib.util.spec_from_file_location(name, running.CHILD / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch):
    """What the tool runs in a process of its own, which costs seconds."""

    def save(source, prefix, names):
        child("save").main(str(source), str(prefix), str(names))
        return json.loads(names.read_text(encoding="utf-8"))

    monkeypatch.setattr(running, "save_for_3", save)
    yield
    paddle.disable_static()


def answers(prefix, given):
    paddle.enable_static()
    with np.load(given) as held, paddle.static.scope_guard(paddle.static.Scope()):
        place = paddle.CPUPlace()
        executor = paddle.static.Executor(place)
        loaded, fed, fetched = paddle.static.load_inference_model(str(prefix), executor)
        feed = {name: held[name] for name in fed}
        for name in fed:
            if f"{name}.lengths" in held.files:
                lengths = [held[f"{name}.lengths"].tolist()]
                feed[name] = paddle.base.create_lod_tensor(held[name], lengths, place)
        got = executor.run(loaded, feed=feed, fetch_list=fetched, return_numpy=False)
        return [np.array(each) for each in got]


@pytest.mark.numeric
@pytest.mark.parametrize("name", ["image", "words", "steps", "pair"])
def test_the_installed_paddle_gives_what_1_8_5_gave(model, name, tmp_path):
    old = model(name)
    new = old.folder.parent / "new"
    new.mkdir()
    write(files.read(old.folder, None, None), new, HERE)
    way = running.way_of_new(new, "model")
    child("play").main("inference", str(way.place), json.dumps(way.files), str(old.given), str(tmp_path / "got.npz"))
    with np.load(tmp_path / "got.npz") as by_default:
        for got in (answers(new / "model", old.given), [*by_default.values()]):
            assert [each.shape for each in got] == [each.shape for each in old.gives]
            for mine, wanted in zip(got, old.gives, strict=True):
                np.testing.assert_allclose(mine, wanted, rtol=0, atol=1e-6)


@pytest.mark.numeric
def test_it_is_fed_in_its_own_order(model):
    old = model("pair")
    new = old.folder.parent / "new"
    new.mkdir()
    write(files.read(old.folder, None, None), new, HERE)
    paddle.enable_static()
    with paddle.static.scope_guard(paddle.static.Scope()):
        executor = paddle.static.Executor(paddle.CPUPlace())
        assert paddle.static.load_inference_model(str(new / "model"), executor)[1] == ["b", "a"]


@pytest.mark.parametrize("name", ["image", "words", "steps", "drnn"])
def test_back_to_1_8_it_is_what_it_was(model, name):
    old = model(name)
    there, back = old.folder.parent / "there", old.folder.parent / "back"
    there.mkdir()
    back.mkdir()
    read = files.read(old.folder, None, None)
    files.write(there, "inference", read.program, read.tensors)
    again = files.read(there, None, None)
    assert again.modern
    write(again, back, "1.8")
    parameters = sorted(file for file in old.folder.iterdir() if file.is_file() and file.name != "__model__")
    together = b"".join(file.read_bytes() for file in parameters)
    assert [file.read_bytes() for file in back.glob("__params__")] == ([together] if together else [])
    assert [(op.type, op.inputs, op.outputs) for op in program.read((back / "__model__").read_bytes()).ops] == [
        (op.type, op.inputs, op.outputs) for op in read.program.ops]


@pytest.mark.numeric
def test_a_model_without_parameters_has_no_file_of_them(model, tmp_path):
    """As Paddle writes it: an empty one is loaded by none."""
    read = files.read(model("drnn").folder, None, None)
    (feed,), (fetch,) = ([op for op in read.program.ops if op.type == kind] for kind in ("feed", "fetch"))
    name = feed.outputs["Out"][0]
    read.program.blocks[0].vars[name].lod_level = 0
    fetch.inputs["X"] = ["twice"]
    attrs = {"scale": 2.0, "bias": 0.5, "bias_after_scale": True}
    double = program.Op("scale", {"X": [name]}, {"Out": ["twice"]}, attrs)
    read.program.blocks[0].vars["twice"] = program.Var("twice", program.LOD_TENSOR, "float32", [-1, 2], 0, False, {})
    read.program.blocks[0].ops, read.program.blocks[1:] = [feed, double, fetch], []
    given = np.arange(4, dtype="float32").reshape(2, 2)
    np.savez("given.npz", x=given)
    for target, written in ((HERE, {"3": "model.json", "2.6": "model.pdmodel"}[HERE]), ("1.8", "__model__")):
        (tmp_path / target).mkdir()
        write(read, tmp_path / target, target)
        assert [each.name for each in (tmp_path / target).iterdir()] == [written]
    way = running.way_of_new(tmp_path / HERE, "model")
    for how in ("static", "inference"):
        child("play").main(how, str(way.place), json.dumps(way.files), "given.npz", f"{how}.npz")
        with np.load(f"{how}.npz") as got:
            np.testing.assert_array_equal(got["0"], given * 2 + 0.5)


def test_separate_and_together_are_the_same(model):
    old = model("image")
    one, other = files.read(old.folder, None, None), files.read(old.whole, "model", "parameters")
    assert one.tensors == other.tensors
    assert files.read(old.whole, "model", None).tensors == one.tensors


def test_what_has_no_equal_is_named(model):
    read = files.read(model("drnn").folder, None, None)
    with pytest.raises(ValueError, match=r"^Paddle 3 has nothing for lod_rank_table; .*; Paddle 2\.6 runs it: --to"):
        convert(read.program, "3")


def test_where_no_paddle_has_one_none_is_named(model):
    read = files.read(model("drnn").folder, None, None)
    read.program.ops[0].type = "tree_conv"
    with pytest.raises(ValueError, match=r"tree_conv.*shrink_rnn_memory$"):
        convert(read.program, "3")


def test_to_ask_changes_nothing(model):
    read = files.read(model("steps").folder, None, None)
    before = program.write(read.program)
    assert without(read.program, "3") == []
    assert program.write(read.program) == before


def test_a_program_is_written_as_it_was_read(model):
    data = (model("image").folder / "__model__").read_bytes()
    read = program.read(data)
    assert len(program.write(read)) == len(data)
    assert program.write(program.read(program.write(read))) == program.write(read)


def test_what_was_rewritten_goes_back(model):
    there, back = (model("image").folder.parent / name for name in ("there", "back"))
    there.mkdir()
    back.mkdir()
    assert write(files.read(model("image").folder, None, None), there, "2.6") == ["pad2d"]
    assert write(files.read(there, None, None), back, "1.8") == ["pad3d"]
    ops = {op.type: op for op in program.read((back / "__model__").read_bytes()).ops}
    assert ops["pad2d"].attrs["paddings"] == [1, 0, 2, 1]
    assert ops["reduce_mean"].attrs["dim"] == [0]
    assert "output_padding" not in ops["conv2d_transpose"].attrs


def test_what_1_8_lacks_stays_named(model):
    read = files.read(model("image").folder, None, None).program
    for op in read.ops:
        if op.type == "conv2d_transpose":
            op.attrs["output_padding"] = [1, 1]
    with pytest.raises(ValueError, match=r"^Paddle 1\.8 has nothing for conv2d_transpose \(with output_padding\)$"):
        convert(read, "1.8")
