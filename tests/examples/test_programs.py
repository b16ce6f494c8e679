"""Examples that build programs: the old script unchanged, and its modern twin, train as PaddlePaddle 1.8.5 does."""

from __future__ import annotations

from pathlib import Path

import curves
import numpy as np
import pytest
import static_programs
from curves import LEGACY, MODERN
from parity import LOST, Walked, free_run

pytestmark = [pytest.mark.slow, pytest.mark.oracle]

WAYS = {"compat": LEGACY, "migrated": MODERN}


@pytest.mark.numeric
@pytest.mark.parametrize("way", WAYS)
def test_every_step_and_free_ones(prepared: Path, folder: Path, way: str) -> None:
    answers = static_programs.ask(prepared)
    scripts = {name: WAYS[way] / f"{name}.py" for name in static_programs.PROGRAMS}
    for name, compared in static_programs.compare(scripts, folder, answers, compat=way == "compat").items():
        print(f"{name}, {way}: {compared}")
        assert compared.good, f"{name}: {compared}"
        assert compared.count == (len(answers[name].path["before"]) if curves.oracle_python() else 1)


def test_the_record_is_of_these_scripts_and_allows_little(prepared: Path) -> None:
    for name, answer in static_programs.recorded(prepared).items():
        free = free_run(answer.loss, answer.loss, answer.nudged)
        assert free.steps == len(answer.loss), name
        assert 0 < free.nudges < LOST / 100, name
        assert answer.loss[-4:].mean() < 0.75 * answer.loss[:4].mean(), name


def test_record_of_another_script_is_refused(prepared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(static_programs.PROGRAMS, "mnist_static", ("--lr", "1"))
    with pytest.raises(RuntimeError, match="make record"):
        static_programs.recorded(prepared)


def moved(path: Walked, key: str, by: float) -> Walked:
    """The path with one number of its first row moved, in parts of the largest change of its tensor."""
    before = path[key.replace("after", "before")]
    changed = path[key].copy()
    changed[0, 0] += by * np.abs(path[key][0, : path["sizes"][0]] - before[0, : path["sizes"][0]]).max()
    return {**path, key: changed}


@pytest.mark.parametrize("key", ["after", "state_after"])
def test_a_step_that_is_off_is_seen(prepared: Path, key: str) -> None:
    answer = static_programs.recorded(prepared)["mnist_static"]
    same = {**answer.path, "loss": answer.loss}
    assert static_programs.judged(same, same, answer).good
    assert not static_programs.judged(same, moved(same, key, 1e-4), answer).good


def test_a_loss_that_is_off_is_seen(prepared: Path) -> None:
    answer = static_programs.recorded(prepared)["mnist_static"]
    same = {**answer.path, "loss": answer.loss}
    off = {**same, "loss": answer.loss * (1 + 1e-5)}
    assert not static_programs.judged(same, off, answer).good
    assert not static_programs.judged(off, same, answer).good
