"""`paddle-migrate model OLD [-o NEWDIR]`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import paddle
import pytest
from click.testing import CliRunner
from paddle_migrate.chinese.sentences import in_chinese
from paddle_migrate.cli import main
from paddle_migrate.model import arrays, checking, exact, files, inference, running

pytestmark = pytest.mark.oracle


def call(*words):
    return CliRunner().invoke(main, ["model", *map(str, words)])


def test_it_says_what_a_model_is(model):
    done = call(model("words").folder)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0].startswith("program     __model__, ")
    assert lines[0].endswith(" KB, written by Paddle 1.8.5")
    assert lines[1:3] == ["parameters  5 (a file each), 150 numbers, 600 bytes",
                          "inputs      words  int64 [?, 1], sequences of level 1"]
    assert "sequence_reverse" in done.output
    assert lines[-2:] == ["for 2.6     can be written", "for 3       can be written"]
    assert call(model("drnn").folder).output.splitlines()[-1].startswith("for 3       there is nothing for lod_rank")


@pytest.mark.slow
def test_it_is_written_and_checked(model):
    """All in processes of their own, once."""
    old = model("words")
    done = call(old.folder, "-o", "new", "--check-with", old.given)
    assert done.exit_code == 0, done.output
    assert f"new: for Paddle {running.major()}, 5 parameters" in done.output
    assert "apart from" in done.output
    assert "paddle.inference is " in done.output
    written = {"3": "model.json", "2.6": "model.pdmodel"}[running.major()]
    assert {each.name for each in (old.folder.parent / "new").iterdir()} == {"model.pdiparams", written}


def gives(monkeypatch, **answers):
    """Runs of models give these numbers, by the names of their files; a text is why one fails."""
    def play(way, inputs, outputs):
        found = answers[outputs.stem]
        if isinstance(found, str):
            raise running.Failed(found)
        np.savez(outputs, **{"0": np.float64(found)})

    monkeypatch.setattr(running, "installed", lambda: "2.6.2")
    for module in (checking, exact, inference):
        monkeypatch.setattr(module, "play", play)


@pytest.mark.parametrize("in_float64", ["no such kernel", [1, 3], [1, 3.001], [1, 30]])
def test_two_that_differ_are_not_written(model, monkeypatch, in_float64):
    gives(monkeypatch, old=[1, 3], new=[1, 2], exact=in_float64)
    done = call(model("image").folder, "-o", "new", "--to", "2.6")
    assert done.exit_code == 2
    assert "1.0e+00 apart" in done.output
    assert not (model("image").folder.parent / "new").exists()


def test_two_that_round_in_another_order_are_written(model, monkeypatch):
    gives(monkeypatch, old=[1, 2.0001], new=[1, 1.9998], exact=[1, 2], inference=[1, 1.9997])
    done = call(model("image").folder, "-o", "new", "--to", "2.6")
    assert done.exit_code == 0, done.output
    first, *_, new, by_inference = done.output.splitlines()[1:]
    assert " is 3.0e-04 apart from " in first
    assert "rounding: in float64 the same model is 1.0e-04 apart from " in new
    assert new.endswith(" and 2.0e-04 from Paddle 2.6.2")
    assert by_inference.endswith(" and 3.0e-04 from paddle.inference")
    said = in_chinese("that is rounding: in float64 the same model is 1.0e-04 apart from 甲 and 2.0e-04 from 乙")
    assert said == "那是舍入误差：同一模型用 float64 计算时，与 甲 相差 1.0e-04，与 乙 相差 2.0e-04"


def test_paddle_inference_that_is_further_off_than_rounding_is_said(model, monkeypatch):
    gives(monkeypatch, old=[1, 2.000001], new=[1, 2.000001], exact=[1, 2], inference=[1, 2.00001])
    done = call(model("image").folder, "-o", "new", "--to", "2.6")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1] == "paddle.inference cannot be used for it: it is 9.0e-06 apart"
    assert "rounding" not in done.output


def of_inference(monkeypatch, gives):
    """What is said where `paddle.inference` gives this: a number, or why it cannot, by what is set; without float64."""
    def play(way, inputs, outputs):
        found = gives[way.how.partition(" ")[2]]
        if isinstance(found, str):
            raise running.Failed(found)
        np.savez(outputs, **{"0": np.float32([found])})

    monkeypatch.setattr(inference, "play", play)
    np.savez("new.npz", **{"0": np.float32([100])})
    new = running.Way("Paddle 3", "python", "static", Path("new"))
    return inference.found(new, Path("inputs.npz"), Path(), SimpleNamespace(own=None))[0]


@pytest.mark.parametrize(("gives", "sentence", "chinese"), [
    ({"": 100.0005}, "paddle.inference is 5.0e-04 apart from it at most", "paddle.inference 与它最多相差 5.0e-04"),
    ({"": 101, "disable_mkldnn": 100},
     "for paddle.inference on a CPU call config.disable_mkldnn(): without it it is 1.0e+00 apart",
     "在 CPU 上使用 paddle.inference 时请调用 config.disable_mkldnn()，否则结果相差 1.0e+00"),
    ({"": "no such", "disable_mkldnn": "no such", "switch_ir_optim": 100},
     "for paddle.inference on a CPU call config.switch_ir_optim(False): without it it ends with no such",
     "在 CPU 上使用 paddle.inference 时请调用 config.switch_ir_optim(False)，否则会以 no such 结束"),
    ({"": "no such", "disable_mkldnn": 101, "switch_ir_optim": 102},
     "paddle.inference cannot be used for it: it ends with no such",
     "它不能用 paddle.inference 运行：会以 no such 结束"),
])
def test_what_paddle_inference_gives_is_said(monkeypatch, tmp_path, gives, sentence, chinese):
    monkeypatch.chdir(tmp_path)
    assert of_inference(monkeypatch, gives) == sentence
    assert in_chinese(sentence) == chinese


def test_paddle_3_is_asked_for_where_it_is_wanted(model, monkeypatch):
    monkeypatch.setattr(running, "installed", lambda: "2.6.2")
    done = call(model("image").folder, "-o", "new", "--to", "3")
    assert done.exit_code == 2
    assert "pip install 'paddlepaddle>=3'" in done.output


def test_without_any_paddle(model, monkeypatch):
    monkeypatch.setattr(running, "installed", lambda: None)
    done = call(model("image").folder, "-o", "new")
    assert done.exit_code == 0, done.output
    assert "new: for Paddle 2.6, 8 parameters; in other operators: pad2d" in done.output
    assert "not checked: there is no Paddle" in done.output


def test_random_inputs_suit_the_model(model):
    drawn = checking.random_inputs(files.read(model("words").folder, None, None).program)
    arrays.write(model("words").folder / "drawn.npz", drawn)
    with np.load(model("words").folder / "drawn.npz") as held:
        assert sorted(held.files) == ["words", "words.lengths"]
        assert held["words"].shape == (5, 1)
        assert held["words"].max() < 20
        assert held["words.lengths"].tolist() == [2, 3]


def test_inputs_that_are_given_are_all_there(model):
    old = model("image")
    np.savez("other.npz", other=np.zeros(3))
    done = call(old.folder, "-o", "new", "--to", "2.6", "--check-with", "other.npz")
    assert done.exit_code == 2
    assert "lacks the input image" in done.output


def test_inputs_that_are_damaged_are_to_blame_themselves(model):
    old = model("image")
    data = bytearray(old.given.read_bytes())
    data[len(data) // 2] ^= 1
    Path("damaged.npz").write_bytes(data)
    Path("short.npz").write_bytes(data[:300])
    for name, said in (("damaged", "is damaged: image.npy"), ("short", "is no file of np.savez: ")):
        done = call(old.folder, "-o", "new", "--to", "2.6", "--check-with", f"{name}.npz")
        assert done.exit_code == 2
        assert f"{name}.npz {said}" in done.output
        assert done.output.count("\n") == 1


def test_what_a_process_said_last_is_no_warning():
    said = "Mon Nov 23 05:31:07-WARNING: The old way is deprecated.\n"
    assert running._last(said, -11) == "it said nothing (ended by signal 11)"
    assert running._last(f"ValueError: no\n{said}", 1) == "ValueError: no"


@pytest.mark.parametrize(("one", "other", "apart"), [
    ([1.0, 2.0], [1.0, 2.5], 0.5), ([np.nan], [np.nan], 0.0), ([np.nan], [1.0], np.inf), ([np.inf], [np.inf], 0.0),
    ([1.0], [1.0, 2.0], np.inf)])
def test_how_far_arrays_are_apart(tmp_path, one, other, apart):
    for name, values in (("one", one), ("other", other)):
        np.savez(tmp_path / f"{name}.npz", a=np.array(values, "float32"))
    assert arrays.apart(tmp_path / "one.npz", tmp_path / "other.npz").difference == apart


def test_a_small_output_is_not_hidden_by_a_large_one(tmp_path):
    np.savez(tmp_path / "one.npz", boxes=np.float32([900, 1]), scores=np.float32([0.5]))
    np.savez(tmp_path / "other.npz", boxes=np.float32([900.002, 1]), scores=np.float32([0.501]))
    apart = arrays.apart(tmp_path / "one.npz", tmp_path / "other.npz")
    assert apart.largest == 0.5
    assert apart.share == pytest.approx(1e-3, rel=1e-3)


def test_an_input_of_any_size_is_not_drawn(model):
    program = files.read(model("image").folder, None, None).program
    program.fed()[0].dims[1:] = [2**40, 2**20, 3]
    with pytest.raises(ValueError, match=r"^its input image has \d+ numbers, .*: give it with --check-with$"):
        checking.random_inputs(program)


def test_parameters_alone(model):
    old = model("image")
    done = call(old.whole, "--model-file", "model", "-o", "new.pdparams")
    assert done.exit_code == 0, done.output
    held = paddle.load("new.pdparams", return_numpy=True)
    read = files.read(old.folder, None, None).tensors
    assert sorted(held) == sorted(read)
    assert all(held[name].tobytes() == tensor.data for name, tensor in read.items())
    assert call(old.folder, "-o", "new.pdparams").exit_code == 2
