"""The two halves know nothing of each other's dependencies."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from curves import ROOT

COMPAT = sorted((ROOT / "compat").rglob("*.py"))
WRITTEN = sorted((ROOT / "codemods" / "paddle_migrate" / "written").glob("*.py"))  # copied into scripts
CODEMODS = sorted(set((ROOT / "codemods").rglob("*.py")) - set(WRITTEN))


def imported(path: Path) -> set[str]:
    """The top-level packages that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def identify(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_there_is_something_to_look_at() -> None:
    assert COMPAT
    assert CODEMODS
    assert WRITTEN


@pytest.mark.parametrize("path", COMPAT, ids=identify)
def test_compat_does_not_import_the_tool(path: Path) -> None:
    assert not imported(path) & {"libcst", "click", "paddle_migrate"}


@pytest.mark.parametrize("path", [path for path in CODEMODS if "child" not in path.parts], ids=identify)
def test_the_tool_does_not_import_paddle(path: Path) -> None:
    """Only what it starts in a process of its own does."""
    assert not imported(path) & {"paddle", "paddle_compat", "numpy"}


@pytest.mark.parametrize("path", CODEMODS, ids=identify)
def test_the_tool_does_not_import_what_it_copies(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(rf"paddle_migrate\.written[. ]+(?:import )?({'|'.join(p.stem for p in WRITTEN)})\b", text)


@pytest.mark.parametrize("path", CODEMODS, ids=identify)
def test_no_code_stands_in_strings(path: Path) -> None:
    """What is written into scripts, a function or a class, is a file of its own."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    strings = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    assert not [text for text in strings if re.search(r"^(def|class) .*:\n +\S", text, re.MULTILINE)]


@pytest.mark.parametrize("path", WRITTEN, ids=identify)
def test_what_is_copied_needs_paddle_numpy_and_python_only(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    inside = re.findall(r"^from paddle_migrate\.written\.\w+ import", text, re.MULTILINE)  # which is copied along
    assert text.count("paddle_migrate") == len(inside)
    drawing = {"IPython", "matplotlib"} if path.stem == "plots" else set()  # with which 1.8.5's class drew, too
    assert imported(path) - {"paddle_migrate"} <= {"paddle", "numpy", *sys.stdlib_module_names, *drawing}


@pytest.mark.parametrize("path", [*WRITTEN, *(p for p in COMPAT if "_today" in p.as_posix())], ids=identify)
def test_what_is_copied_runs_on_the_oldest_python_of_paddle(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 8))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "zip"]
    assert not [ast.unparse(call) for call in calls if call.keywords]


def test_migrating_loads_neither_paddle_nor_compat(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from paddle_migrate.api import migrate_source\n"
        "text = 'import paddle.fluid as fluid\\ny = fluid.layers.relu(x)\\n'\n"
        "assert 'fluid' not in migrate_source(text).text\n"
        "print(*sys.modules)\n"
    )
    # -S: without site-packages' start-up files, which may hold our own hook
    path = os.pathsep.join([str(ROOT / "codemods"), str(ROOT / "compat"), *sys.path[1:]])
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        cwd=tmp_path,
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert not {name.split(".")[0] for name in done.stdout.split()} & {"paddle", "paddle_compat", "numpy"}
