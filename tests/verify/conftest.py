from __future__ import annotations

import json
import random
import shutil
import sys
from pathlib import Path

import make_digits
import pytest
from paddle_migrate.api import Options
from paddle_migrate.verify.outcome import Outcome
from paddle_migrate.verify.play import Part, play_all
from paddle_migrate.verify.process import Settings
from paddle_migrate.verify.scripts import migrate_into

SMALL = Path(__file__).parent / "small_legacy.py"


@pytest.fixture(autouse=True)
def _one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the old script's records, and its migration in `new/`."""
    folder = tmp_path_factory.mktemp("old")
    migrate_into(folder / "new", SMALL, Options())
    outcome = Outcome()
    play_all([Part("old", SMALL, sys.executable)], Settings(folder, ()), outcome, to_the_end=False)
    assert outcome.old.steps == 5, outcome.trouble
    return folder


@pytest.fixture
def compare(played: Path, tmp_path: Path):
    """Compares a text in place of the migrated script with the old one's records."""

    def run(text: str) -> Outcome:
        folder = tmp_path / "records"
        shutil.copytree(played, folder)
        script = tmp_path / "new.py"
        script.write_text(text, encoding="utf-8")
        outcome = Outcome()
        settings = Settings(folder, ())
        for line in (folder / "old.0.log").read_text().splitlines():
            outcome.old.take(0, json.loads(line))
        play_all([Part("new", script, sys.executable)], settings, outcome, to_the_end=False)
        return outcome

    return run


@pytest.fixture
def small_folder(tmp_path: Path) -> Path:
    """The data that the examples read: few images, and random ones."""
    draw = random.Random(0)
    split: list[object] = [[[draw.random() for _ in range(784)] for _ in range(60)], [n % 10 for n in range(60)]]
    make_digits.write_splits(tmp_path / "work" / "mnist.json.gz", [split] * 3)
    return tmp_path
