from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import curves
import make_digits
import pytest
from forked import run_script


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    curves.prepare(folder)
    return folder


@pytest.fixture(scope="session", autouse=True)
def _forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Scripts that are one process run in forks of one that has imported Paddle, with what their starts have alike."""
    alike, start = tmp_path_factory.mktemp("alike"), curves.start

    def fork(command: list[str], folder: Path, env: dict[str, str], timeout: float) -> subprocess.CompletedProcess[str]:
        script = Path(folder, command[1])
        if command[0] != sys.executable or not script.exists() or "spawn(" in script.read_text(encoding="utf-8"):
            return start(command, folder, env, timeout)
        shared = alike / env["PADDLE_COMPAT"]
        shutil.copytree(env["PYTHONPATH"], shared, dirs_exist_ok=True)
        return run_script(command, folder, {**env, "PYTHONPATH": str(shared)}, timeout, merged=True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(curves, "start", fork)
        yield


@pytest.fixture
def folder(prepared: Path, tmp_path: Path) -> Path:
    """A folder with the data and the starting weights, as the scripts expect them."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture
def small_folder(folder: Path) -> Path:
    """The same with few digits only, which load and validate sooner."""
    data = folder / "work" / "mnist.json.gz"
    splits = json.loads(gzip.decompress(data.read_bytes()))
    make_digits.write_splits(data, [[images[:60], labels[:60]] for images, labels in splits])
    return folder
