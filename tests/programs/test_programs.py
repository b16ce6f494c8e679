"""Twenty steps of each program: the losses of real 1.8.5, unmodified under compat and migrated."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np
import pytest
from paddle_migrate.api import Options, Result, migrate_source
from parity import NUDGES, free_run

pytestmark = [pytest.mark.slow, pytest.mark.oracle, pytest.mark.numeric]

STEPS = 20


def check_losses(name: str, way: str, got: np.ndarray, oracle: dict[str, np.ndarray]) -> None:
    """Within ten times what nudges have done to 1.8.5 by that step, up to where they have done too much to tell."""
    free = free_run(got, oracle[f"{name}|loss|0"], np.array([oracle[f"{name}|loss|{nudge}"] for nudge in NUDGES]))
    print(f"{name}, {way}: {free}")
    assert free.good, f"{name}, {way}: {free}"
    assert free.steps >= 5


def test_unmodified(run: Callable, legacy: dict[str, str], oracle: dict[str, np.ndarray], program: str) -> None:
    (left,) = run("compat", tuple(legacy))
    check_losses(program, "unmodified", left[program]["loss"], oracle)
    assert sorted(left[program]) == str(oracle[f"{program}|keys"]).split("\n")


def test_migrated(run: Callable, legacy: dict[str, str], oracle: dict[str, np.ndarray], program: str) -> None:
    """With Adam, today's epsilon is another one; the losses are those of compat once it has that epsilon too."""
    (left,) = run("migrated", tuple(legacy))
    assert sorted(left[program]) == str(oracle[f"{program}|keys"]).split("\n")
    if "optimizer.Adam" not in legacy[program]:
        check_losses(program, "migrated", left[program]["loss"], oracle)
        return
    (ours,) = run("compat, today's Adam", tuple(n for n in legacy if "optimizer.Adam" in legacy[n]))
    for key, wanted in ours[program].items():
        assert np.abs(left[program][key] - wanted).max() <= 1e-6 * np.abs(wanted).max(), key


def test_every_program_trains(legacy: dict[str, str], oracle: dict[str, np.ndarray]) -> None:
    assert len(legacy) >= 14
    for name in legacy:
        losses = oracle[f"{name}|loss|0"]
        assert len(losses) % STEPS == 0, name
        assert len(set(losses)) == len(losses), name


def test_nothing_of_fluid_is_left(migrated: dict[str, Result], program: str) -> None:
    result = migrated[program]
    assert not result.left
    words = {getattr(node, field, "") for node in ast.walk(ast.parse(result.text)) for field in ("id", "attr", "name")}
    modules = {node.module for node in ast.walk(ast.parse(result.text)) if isinstance(node, ast.ImportFrom)}
    assert not {word for word in words | modules if "fluid" in str(word).split(".")}
    assert migrate_source(result.text, f"{program}.py", Options()).text == result.text
