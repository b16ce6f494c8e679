from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from curves import ROOT

PARTS = ("compat", "codemods", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE")


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build needs, away from the repository."""
    target = tmp_path_factory.mktemp("checkout")
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target / name)
    return target


@pytest.fixture(scope="session")
def wheel(checkout: Path) -> Path:
    target = checkout.parent / "wheel"
    call(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(target), str(checkout))
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture
def venv(tmp_path: Path) -> Callable[..., str]:
    """A fresh virtual environment, without Paddle; calls its Python with the arguments and returns the output."""
    call(sys.executable, "-m", "venv", str(tmp_path / "venv"))

    def python(*arguments: str) -> str:
        return call(str(tmp_path / "venv" / "bin" / "python"), *arguments)

    return python


def call(*command: str) -> str:
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PADDLE_COMPAT")}
    done = subprocess.run(command, env=env, cwd="/", text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout
