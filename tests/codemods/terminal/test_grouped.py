"""On a terminal: findings by file with their code, colours, one line on how far it is."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys

import pytest
from paddle_migrate.findings import Finding
from paddle_migrate.report.repeats import Told
from paddle_migrate.terminal.grouped import Grouped
from rich.console import Console

LEFT = "import paddle.fluid as fluid\ny = fluid.layers.no_such(参数)\n"


@pytest.fixture
def grouped():
    screen = Grouped(painted=False, colour=False, waits=False)
    screen.console = Console(file=io.StringIO(), width=60, highlight=False)
    return screen


def lines(screen):
    return screen.console.file.getvalue().splitlines()


def test_findings_stand_below_their_file_with_their_code(grouped):
    grouped.findings("old.py", [Told(Finding(2, "PM301", "fluid.layers.no_such", "nobody knows it " * 5), [])], LEFT)
    first, head, code, *message = lines(grouped)
    assert first == "old.py"
    assert head == "    2  person PM301  fluid.layers.no_such"
    assert code == "       y = fluid.layers.no_such(参数)"
    assert len(message) == 2
    assert all(line.startswith("       nobody") or line.startswith("       ") for line in message)
    assert max(map(len, message)) <= 60


@pytest.mark.parametrize("name", ["[bold]x[/bold].py", "x\x1b[2Jy.py", "::error::z.py"])
def test_a_name_is_only_shown(grouped, name):
    grouped.findings(name, [Told(Finding(0, "PM901", "", f"cannot be read: {name}"), [])], "")
    text = "\n".join(lines(grouped))
    assert "\x1b" not in text
    assert "bold" not in name or text.count("[bold]x[/bold].py") == 2
    assert not text.startswith("::")


def test_a_long_line_of_code_is_cut(grouped):
    grouped.findings("old.py", [Told(Finding(1, "PM301", "", "m"), [])], "y" * 200)
    assert any(line.endswith("…") and len(line) == 60 for line in lines(grouped))


def test_nothing_is_said_of_a_file_without_findings(grouped):
    grouped.findings("old.py", [], LEFT)
    assert lines(grouped) == []


def on_a_terminal(tmp_path, *words, **environment):
    """What a user sees: both streams on one terminal of 80 columns."""
    parent, child = pty.openpty()
    given = {**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment}
    process = subprocess.Popen([sys.executable, "-m", "paddle_migrate", *words], cwd=tmp_path, env=given,
                               stdin=child, stdout=child, stderr=child)
    os.close(child)
    seen = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(parent)
    return process.wait(), seen.decode().replace("\r\n", "\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix")
def test_colours_and_the_line_that_moves(tmp_path):
    for number in range(30):
        (tmp_path / f"f{number}.py").write_text(LEFT, encoding="utf-8")
    (tmp_path / "old.py").write_text("import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n")
    status, seen = on_a_terminal(tmp_path, "old.py")
    assert status == 0
    assert "\x1b[32m+y = F.relu(x)\x1b[0m" in seen
    status, seen = on_a_terminal(tmp_path, "--check", "-j", "1", ".")
    assert status == 1
    assert "/31" in seen
    assert seen.count("person\x1b[0m PM301") == 30
    status, seen = on_a_terminal(tmp_path, "old.py", "f0.py", NO_COLOR="1")
    assert "\x1b[3" not in seen
    assert "    2  person PM301  fluid.layers.no_such\n       y = fluid.layers.no_such(参数)\n" in seen
