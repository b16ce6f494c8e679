"""The oracle itself: a record answers its own question and no other."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest


@pytest.fixture
def harness(monkeypatch, tmp_path):
    """The harness with a folder of records of its own, and no 1.8.5."""
    spec = importlib.util.spec_from_file_location("harness_here", Path(__file__).parent / "harness.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "RECORDED", tmp_path)
    monkeypatch.setattr(module, "python", lambda: None)
    monkeypatch.delenv("PADDLE_ORACLE_RECORD", raising=False)
    return module


ANSWER = {
    "floats": np.array([[0.1, 1e-30], [np.inf, np.nan]], "float32"),
    "many": np.cos(np.arange(500.0)),
    "numbers": np.arange(6, dtype="int64").reshape(2, 3),
    "bools": np.array([True, False]),
    "text": np.array(["a", "bc"]),
    "nothing": np.zeros([0, 3], "float32"),
}


def test_a_record_gives_the_same_bits_back(harness, tmp_path):
    harness.write_record(tmp_path / "x.json", harness.stamp_of("q", {}), ANSWER)
    got = harness.ask("x", "q")
    assert got.keys() == ANSWER.keys()
    for key, wanted in ANSWER.items():
        assert (got[key].dtype, got[key].shape) == (wanted.dtype, wanted.shape)
        assert got[key].tobytes() == wanted.tobytes()


@pytest.mark.parametrize(("question", "given"), [("q2", {}), ("q", {"a": np.ones(1)}), ("q", {"a": np.ones(2)})])
def test_a_stale_record_is_refused(harness, tmp_path, question, given):
    harness.write_record(tmp_path / "x.json", harness.stamp_of("q", {"a": np.zeros(2)}), ANSWER)
    with pytest.raises(harness.StaleRecordError, match="PADDLE_ORACLE_RECORD=1"):
        harness.ask("x", question, given)


def test_a_missing_record_says_how_to_make_it(harness):
    with pytest.raises(harness.StaleRecordError, match="PADDLE_ORACLE_RECORD=1"):
        harness.ask("none", "q")


def test_a_question_of_one_checkout_alone_is_refused(harness):
    with pytest.raises(ValueError, match="this checkout alone"):
        harness.ask("x", f"import sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})")


def test_recording_needs_the_real_thing(harness, monkeypatch):
    monkeypatch.setenv("PADDLE_ORACLE_RECORD", "1")
    with pytest.raises(RuntimeError, match="PADDLE_ORACLE_PYTHON"):
        harness.ask("x", "q")


@pytest.mark.parametrize(
    ("there", "elsewhere", "spread"),
    [
        ([1.0, 2.0], [[1.0, 2.5], [0.75, 2.0]], 0.5),
        ([1.0, 2.0], [[1.0, 2.0], [1.0, 2.0]], None),
        ([1.0, 2.0], [[1.0], [1.0, 2.25]], 0.25),
        ([1.0, np.nan], [[1.5, np.nan], [1.0, np.inf]], 0.5),
    ],
)
def test_what_other_kernels_do_is_recorded_with_the_answer(harness, monkeypatch, there, elsewhere, spread):
    answers = iter([there, *elsewhere, elsewhere[0]])
    monkeypatch.setattr(harness, "run", lambda *_: {"v": np.array(next(answers)), "word": np.array("a")})
    monkeypatch.setenv("PADDLE_ORACLE_RECORD", "1")
    harness.ask("x", "q", spread=True)
    monkeypatch.delenv("PADDLE_ORACLE_RECORD")
    assert harness.ask("x", "q").get("spread|v") == spread
    assert "spread|word" not in harness.ask("x", "q")


def test_every_record_is_stamped():
    import json

    records = sorted((Path(__file__).parent / "recorded").glob("*.json"))
    assert records
    for path in records:
        head = json.loads(path.read_text(encoding="utf-8"))
        assert (head["paddle"], len(head["stamp"])) == ("1.8.5", 16)
        assert head["record"].startswith("PADDLE_ORACLE_RECORD=1")


@pytest.mark.oracle
def test_the_real_one_is_asked_where_there_is_one(monkeypatch):
    spec = importlib.util.spec_from_file_location("harness_live", Path(__file__).parent / "harness.py")
    live = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(live)
    if live.python() is None:
        pytest.skip("there is no PaddlePaddle 1.8.5 here")
    assert live.run("answer['v'] = np.array(paddle.__version__)", {})["v"] == "1.8.5"
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        live.run("1 / 0", {})


def test_without_live_the_record_counts(harness, monkeypatch, tmp_path):
    harness.write_record(tmp_path / "x.json", harness.stamp_of("q", {}), {"a": np.zeros(1)})
    monkeypatch.setattr(harness, "python", lambda: "python of 1.8.5")
    monkeypatch.setattr(harness, "run", lambda *_: {"a": np.ones(1)})
    assert harness.ask("x", "q")["a"] == 1
    assert harness.ask("x", "q", live=False)["a"] == 0
