"""Streams that are closed, full, or of another encoding do not end the work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
NEW = "import paddle.nn.functional as F\ny = F.relu(x)\n"
LEFT = "import paddle.fluid as fluid\ny = fluid.layers.no_such(参数)\n"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="redirections of a shell")]


@pytest.fixture
def shell(tmp_path):
    """Runs a line of bash in which `$TOOL` is paddle-migrate."""
    for n in range(3):
        (tmp_path / f"f{n}.py").write_text(OLD)
    (tmp_path / "参数.py").write_text(LEFT, encoding="utf-8")

    def start(line, **more):
        paths = os.pathsep.join(str(ROOT / part) for part in ("codemods", "compat"))
        environment = {**os.environ, "PYTHONPATH": paths, "TOOL": f"{sys.executable} -m paddle_migrate", **more}
        return subprocess.run(["bash", "-c", line], cwd=tmp_path, env=environment, capture_output=True, check=False)

    return start


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii:strict"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_a_stream_that_lacks_a_character(shell, environment):
    done = shell("$TOOL . && $TOOL explain fluid.layers.mean > explained", **environment)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"person PM301: fluid.layers.no_such" in done.stderr
    assert b"4 file(s): 3 would change" in done.stderr
    assert b"+y = F.relu(x)" in done.stdout


def test_a_reader_that_has_seen_enough(shell, tmp_path):
    """More than a pipe holds: then the run ends without a word, and has written nothing."""
    (tmp_path / "f0.py").write_text(OLD + "y = fluid.layers.relu(x)\n" * 8000)
    done = shell("$TOOL . 2>said | head -n 1 >first; echo ${PIPESTATUS[0]}")
    assert done.stdout == b"2\n"
    assert (tmp_path / "said").read_text() == ""
    assert (tmp_path / "first").read_text().startswith("---")


def test_a_closed_reader_of_what_is_said_does_not_keep_files_from_being_written(shell, tmp_path):
    lines = OLD + "y = fluid.layers.no_such(x)\n" * 3000
    (tmp_path / "a.py").write_text(lines)  # the first
    done = shell("$TOOL -w . 2>&1 | head -c 1 >first; echo ${PIPESTATUS[0]}")
    assert done.stdout == b"0\n"
    assert [(tmp_path / f"f{n}.py").read_text() for n in range(3)] == [NEW] * 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has such a device")
def test_a_full_disk_behind_a_stream(shell, tmp_path):
    done = shell("$TOOL . >/dev/full")
    assert done.returncode == 2
    assert b"standard output cannot be written: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    done = shell("$TOOL -w . 2>/dev/full")
    assert done.returncode == 0
    assert (tmp_path / "f2.py").read_text() == NEW


def test_closed_streams(shell, tmp_path):
    assert shell("$TOOL f0.py >&-").returncode == 2
    assert shell("$TOOL --check f0.py >&-").returncode == 1
    done = shell("$TOOL - <&-")
    assert done.returncode == 2
    assert b"<stdin>: error PM901: cannot be read: " in done.stderr
    assert shell("$TOOL -w . 2>&-").returncode == 0
    assert (tmp_path / "f2.py").read_text() == NEW
