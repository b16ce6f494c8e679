"""How far a run has come, without a terminal and with one."""

from __future__ import annotations

import sys
from typing import get_args

import pytest
from paddle_migrate.verify import progress as module
from paddle_migrate.verify.process import Role
from paddle_migrate.verify.progress import NAMES, Progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be set by hand."""
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


def _said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err.splitlines()


def test_a_line_now_and_then(capsys: pytest.CaptureFixture[str], clock: list[float]) -> None:
    with Progress("new", 50) as progress:
        for step, clock[0] in [(1, 1.0), (7, 10.5), (8, 12.0), (9, 20.4), (20, 20.6)]:
            progress.to(step)
    progress.done(21)
    assert _said(capsys) == [
        "new script: running ...", "new script: step 7 of 50", "new script: step 20 of 50", "new script: step 21 of 50",
    ]


def test_of_an_unknown_number(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("old", 0) as progress:
        pass
    progress.done(3)
    assert _said(capsys) == ["old script, under compat: running ...", "old script, under compat: step 3"]


@pytest.mark.parametrize("steps", [[], [5], [5, 5, 4]])
def test_no_step_is_said_twice(capsys: pytest.CaptureFixture[str], clock: list[float], steps: list[int]) -> None:
    with Progress("old", 5) as progress:
        for clock[0], step in enumerate(steps, 1):
            clock[0] *= 100
            progress.to(step)
    progress.done(max(steps, default=0))
    assert len(_said(capsys)) == 1 + bool(steps)


def test_a_bar_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with Progress("new", 4) as progress:
        progress.to(3)
        progress.to(9)
    progress.done(9)
    said = "\n".join(_said(capsys))
    assert "4/4" in said
    assert "running ..." not in said
    assert "step" not in said


@pytest.mark.parametrize("role", get_args(Role))
def test_every_role_has_a_name(role: Role) -> None:
    assert NAMES[role]
