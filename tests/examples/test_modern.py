"""The modern examples are the tool's output for the legacy ones, byte for byte."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tokenize
from pathlib import Path

import make_modern
import pytest
from curves import LEGACY, MODERN, ROOT
from make_modern import TWINS


def comments(path: Path) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "paddle_migrate", *arguments], text=True, capture_output=True)


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "codemods"), str(ROOT / "compat")]))


def test_modern_is_the_output_for_legacy(tmp_path: Path) -> None:
    make_modern.make_modern(tmp_path)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_bytes() for path in MODERN.glob("*.py")}
    assert committed == written, "run `make modern`, and read the diff"


def test_every_legacy_example_has_a_twin() -> None:
    assert {path.name for path in LEGACY.glob("*.py")} == {legacy for legacy, _ in TWINS.values()}


def test_migrating_again_changes_nothing() -> None:
    done = tool("--check", str(MODERN))
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("name", TWINS)
def test_no_fluid_is_left(name: str) -> None:
    assert "fluid" not in (MODERN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TWINS)
def test_every_comment_is_kept(name: str) -> None:
    modern = comments(MODERN / name)
    for comment in comments(LEGACY / TWINS[name][0]):
        if "fluid" not in comment:
            assert comment in modern
