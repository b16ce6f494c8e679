"""What the wheel holds, and what it does not."""

from __future__ import annotations

import re
import zipfile
from email.parser import Parser
from importlib import import_module
from pathlib import Path

import pytest
from curves import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_top_level(names: set[str]) -> None:
    top = {name.split("/")[0] for name in names}
    dist_info = {name for name in top if name.endswith(".dist-info")}
    assert len(dist_info) == 1
    assert top - dist_info == {"paddle_compat", "paddle_migrate", "paddle_migrate.pth", "paddle_migrate.start"}


def test_every_module_and_nothing_else(names: set[str], checkout: Path) -> None:
    sources = {
        path.relative_to(root).as_posix()
        for root, package in ((checkout / "compat", "paddle_compat"), (checkout / "codemods", "paddle_migrate"))
        for path in (root / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in names if name.startswith(("paddle_compat/", "paddle_migrate/"))} == sources


def test_metadata(wheel: Path, names: set[str]) -> None:
    (path,) = (name for name in names if name.endswith(".dist-info/METADATA"))
    with zipfile.ZipFile(wheel) as archive:
        metadata = Parser().parsestr(archive.read(path).decode())
    required = metadata.get_all("Requires-Dist", [])
    always = {re.split(r"[^\w-]", line)[0] for line in required if "extra ==" not in line}
    assert always >= {"click", "libcst"}
    assert not always & {"paddlepaddle", "paddlepaddle-gpu", "numpy"}, "the tool works without Paddle"
    assert "paddlepaddle>=2.6; extra == 'cpu'" in required
    assert "paddlepaddle-gpu>=2.6; extra == 'gpu'" in required
    assert metadata["License-Expression"] == "Apache-2.0"


def test_start_up_files_name_what_exists() -> None:
    """Python 3.15 reads the .start file, earlier ones the .pth, which calls into the same module later."""
    (entry,) = (ROOT / "compat" / "paddle_migrate.start").read_text().split()
    module, function = entry.split(":")
    assert callable(getattr(import_module(module), function))
    (line,) = (ROOT / "compat" / "paddle_migrate.pth").read_text().splitlines()
    assert line.startswith("import ")
    assert f'__import__("{module}")' in line
