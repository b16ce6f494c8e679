"""Installed, installed for editing, and uninstalled."""

from __future__ import annotations

import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PIP = ("-m", "pip", "--disable-pip-version-check")
MODULES = "import sys; print(*sorted(sys.modules))"
FINDERS = "import sys; print(len(sys.meta_path))"
FLUID = "import paddle.fluid as fluid; print(fluid.__name__, fluid.layers.__file__)"
OLD_SCRIPT = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"

Python = Callable[..., str]


def files(folder: Path) -> set[str]:
    """Everything in the environment but what pip's own upgrade of byte code leaves."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if "__pycache__" not in path.parts}


def lend_paddle(environment: Path) -> None:
    """Lets the fresh environment import the Paddle of this one; start-up files beside it are not run."""
    (site,) = environment.glob("lib/python*/site-packages")
    (site / "zz_lent.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")


def test_wheel(tmp_path: Path, venv: Python, wheel: Path) -> None:
    environment = tmp_path / "venv"
    files_before, modules_before = files(environment), set(venv("-c", MODULES).split())
    finders_before = int(venv("-c", FINDERS))

    venv(*PIP, "install", "--quiet", "--no-deps", str(wheel))
    # Not just one more: in a virtual environment Python 3.11 runs each start-up file twice.
    assert int(venv("-c", FINDERS)) > finders_before
    # Whoever never imports Paddle loads the hook at most, and nothing that it would need.
    assert set(venv("-c", MODULES).split()) - modules_before <= {"paddle_compat", "paddle_compat._finder"}

    venv(*PIP, "uninstall", "--yes", "--quiet", "paddle-migrate")
    assert files(environment) == files_before
    assert set(venv("-c", MODULES).split()) == modules_before
    assert int(venv("-c", FINDERS)) == finders_before


def test_fluid_after_installing_the_wheel(tmp_path: Path, venv: Python, wheel: Path) -> None:
    venv(*PIP, "install", "--quiet", "--no-deps", str(wheel))
    lend_paddle(tmp_path / "venv")
    name, file = venv("-W", "ignore", "-c", FLUID).split()[-2:]
    assert name == "paddle_compat.fluid"
    assert Path(file).is_relative_to(tmp_path / "venv")


def test_editable(tmp_path: Path, venv: Python, checkout: Path) -> None:
    environment = tmp_path / "venv"
    before = files(environment)
    venv(*PIP, "install", "--quiet", "--no-deps", "--editable", str(checkout))
    lend_paddle(environment)
    name, file = venv("-W", "ignore", "-c", FLUID).split()[-2:]
    assert name == "paddle_compat.fluid"
    assert Path(file).is_relative_to(checkout / "compat")

    venv(*PIP, "uninstall", "--yes", "--quiet", "paddle-migrate")
    assert {name for name in files(environment) - before if "zz_lent" not in name} == set()


def test_tool_without_paddle(tmp_path: Path, venv: Python, wheel: Path) -> None:
    venv(*PIP, "install", "--quiet", str(wheel))
    script = tmp_path / "old.py"
    script.write_text(OLD_SCRIPT)
    assert venv("-c", "import importlib.util; print(importlib.util.find_spec('paddle'))").strip() == "None"
    venv("-m", "paddle_migrate", "--write", str(script))
    assert "fluid" not in script.read_text()
    assert "relu(x)" in script.read_text()
    assert (tmp_path / "venv" / "bin" / "paddle-migrate").exists()
