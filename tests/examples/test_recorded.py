"""The recorded results stand in for PaddlePaddle 1.8.5 where it cannot run, so they have to be its own, and current."""

from __future__ import annotations

from pathlib import Path

import curves
import numpy as np
import pytest
import reference
from parity import LOST, free_run
from runs import OPTIMIZERS, STEPS

pytestmark = pytest.mark.oracle


@pytest.fixture
def nothing_live(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PADDLE_ORACLE_PYTHON", "none")


@pytest.mark.usefixtures("nothing_live")
def test_record_is_of_these_inputs_and_complete(prepared: Path) -> None:
    answers = reference.ask(prepared, *reference.NAMES)
    start = curves.starting_weights()
    for name in OPTIMIZERS:
        assert len(answers[name].loss) == STEPS
        assert answers[name].path["before"].shape == (1, sum(array.size for array in start.values()))
    for name in reference.JOINED:
        assert {key: array.shape for key, array in answers[name].weights.items()} == {
            key: array.shape for key, array in start.items()
        }
    assert reference.made_on()


@pytest.mark.usefixtures("nothing_live")
def test_what_it_allows_is_little(prepared: Path) -> None:
    """A record from which the comparison could not fail would be none."""
    for name, answer in reference.ask(prepared, *reference.NAMES).items():
        free = free_run(answer.loss, answer.loss, answer.nudged)
        assert free.steps == len(answer.loss), name
        assert 0 < free.nudges < LOST / 100, name
        assert all(allowed < 1e-4 for allowed in answer.allowed.values()), name


@pytest.mark.usefixtures("nothing_live")
def test_record_of_another_script_is_refused(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "mnist_single.py"
    other.write_bytes(reference.SCRIPT.read_bytes() + b"# changed\n")
    monkeypatch.setattr(reference, "SCRIPT", other)
    with pytest.raises(RuntimeError, match="make record"):
        reference.ask(prepared, "sgd")


@pytest.mark.slow
@pytest.mark.numeric
@pytest.mark.skipif(not curves.oracle_python(), reason="needs PaddlePaddle 1.8.5: make oracle")
def test_record_is_what_the_oracle_says(prepared: Path) -> None:
    """As far as this processor is free to say something else."""
    live, recorded = reference.ask(prepared, *OPTIMIZERS, *reference.JOINED), reference.recorded(prepared)
    for name, said in live.items():
        assert free_run(said.loss, recorded[name].loss, recorded[name].nudged).good, name
    for name in reference.JOINED:
        for key, array in live[name].weights.items():
            apart = np.abs(recorded[name].weights[key] - array).max()
            assert apart <= recorded[name].allowed[key] * np.abs(array).max(), key
