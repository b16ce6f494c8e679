"""The lines of the README's first minutes, typed as they stand in a clone; installing is tests/packaging's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from curves import ROOT

TEXT = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Five minutes")[2].partition("\n## ")[0]
LINES = re.findall(r"^    (\S.*)$", TEXT, re.MULTILINE)


def test_what_is_installed_is_what_is_made() -> None:
    assert LINES[0] == "python3 -m venv env && . env/bin/activate"
    assert LINES[1].startswith('pip install ".[cpu]"')
    assert f'"dist/paddle_migrate-{version("paddle-migrate")}-py3-none-any.whl[cpu]"' in TEXT


@pytest.mark.slow
def test_the_lines_end_well(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "OMP_NUM_THREADS": "1"}
    environment.pop("PADDLE_COMPAT", None)
    printed = {}
    for line in LINES[2:]:
        done = subprocess.run(line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        printed[line.partition("  #")[0].strip()] = done.stdout
    assert "test accuracy" in printed["python old_train.py"]
    assert "test accuracy" in printed["PADDLE_COMPAT=0 python new_train.py"]
    assert "fluid" not in (tmp_path / "new_train.py").read_text(encoding="utf-8")
