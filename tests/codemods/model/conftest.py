"""Models that 1.8.5 has written, in folders."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from curves import ROOT

SOURCE = (Path(__file__).parent / "models.py").read_text(encoding="utf-8")


@pytest.fixture(scope="package")
def theirs():
    """What 1.8.5 wrote and answered."""
    spec = importlib.util.spec_from_file_location("harness", ROOT / "tests" / "oracle" / "harness.py")
    harness = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(harness)
    return harness.ask("model", SOURCE)


@pytest.fixture
def model(theirs, tmp_path, monkeypatch):
    """A function of a model's name: its folder, with `whole` in it, its inputs and its answers."""
    monkeypatch.chdir(tmp_path)

    def of(name):
        parts = {"file": {}, "given": {}, "gives": {}}
        for key, value in theirs.items():
            owner, kind, rest = key.split(" ", 2)
            if owner == name:
                parts[kind][rest] = value
        folder = tmp_path / name
        for file, value in parts["file"].items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(value.tobytes())
        np.savez(tmp_path / f"{name}.npz", **parts["given"])
        return SimpleNamespace(folder=folder, whole=folder / "whole", given=tmp_path / f"{name}.npz",
                               gives=[parts["gives"][key] for key in sorted(parts["gives"])])

    return of
