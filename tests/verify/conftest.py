from __future__ import annotations

import json
import random
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import make_digits
import pytest
from paddle_migrate.api import Options
from paddle_migrate.verify.outcome import Outcome, Run
from paddle_migrate.verify.play import _compare, _nudge, play_all
from paddle_migrate.verify.process import Part, Role, Settings
from paddle_migrate.verify.scripts import migrate_into

SMALL = Path(__file__).parent / "small_legacy.py"


@pytest.fixture(autouse=True)
def _one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")


@dataclass(frozen=True)
class Played:
    """An old script's records, those of nudged runs of it, and what to compare with them."""

    folder: Path
    old: Path
    nudges: int
    arguments: tuple[str, ...] = ()

    @classmethod
    def once(cls, folder: Path, old: Path, nudges: int, *arguments: str) -> Played:
        settings = Settings(folder, arguments)
        outcome = Outcome()
        part = Part("old", old, sys.executable)
        play_all([part], settings, outcome, to_the_end=False)
        assert not outcome.trouble, outcome.trouble
        for _ in range(nudges):
            assert _nudge(part, settings, outcome, lambda nudged: False)
            assert outcome.nudged[-1].steps == outcome.old.steps
        return cls(folder, old, nudges, arguments)

    def against(self, script: Path, folder: Path, *arguments: str, role: Role = "new", python: str = sys.executable,
                to_the_end: bool = False, nudges: int = 0, **settings: Any) -> Outcome:
        """Another script in place of the migrated one; the old one is not run again, but from nudged parameters.

        `arguments`: the script's own, where it does not take the old one's.
        """
        shutil.copytree(self.folder, folder)
        outcome = Outcome(nudged=[Run("nudged") for _ in range(self.nudges)])
        for run, name in [(outcome.old, "old"), *((run, f"nudged{i}") for i, run in enumerate(outcome.nudged, 1))]:
            for line in (folder / f"{name}.0.log").read_text().splitlines():
                run.take(0, json.loads(line))
        part, old = Part(role, script, python), Part("old", self.old, sys.executable)
        new = Run(role)
        outcome.others.append(new)
        told = Settings(folder, arguments or self.arguments, nudges=nudges, **settings)
        _compare(part, old, told, new, outcome, to_the_end)
        return outcome


@pytest.fixture(scope="session")
def play_once():
    """Plays an old script, and again from nudged parameters."""
    return Played.once


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the old script's records, and its migration in `new/`."""
    folder = tmp_path_factory.mktemp("old")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(SMALL.parent)
        migrate_into(folder / "new", SMALL, Options())
    Played.once(folder, SMALL, 1)
    return folder


@pytest.fixture
def compare(played: Path, tmp_path: Path):
    """Compares a text in place of the migrated script with the old one's records."""

    def run(text: str) -> Outcome:
        script = tmp_path / "new.py"
        script.write_text(text, encoding="utf-8")
        return Played(played, SMALL, 1).against(script, tmp_path / "records")

    return run


@pytest.fixture
def small_folder(tmp_path: Path) -> Path:
    """The data that the examples read: few images, and random ones."""
    draw = random.Random(0)
    split: list[object] = [[[draw.random() for _ in range(784)] for _ in range(60)], [n % 10 for n in range(60)]]
    make_digits.write_splits(tmp_path / "work" / "mnist.json.gz", [split] * 3)
    return tmp_path
