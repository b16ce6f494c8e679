"""The net shows what two checkouts make otherwise of the same files, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

NET = Path(__file__).resolve().parents[2] / "benchmarks" / "net.py"
# a tool in place of ours: writes the text in place of every "old", says the line, ends with the status
TOOL = """\
import pathlib, sys
out = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
for path in sorted(pathlib.Path().rglob("*.py")):
    print({said!r}.format(path), file=sys.stderr)
    (out / path).parent.mkdir(parents=True, exist_ok=True)
    (out / path).write_text(path.read_text().replace("old", {text!r}))
if "--more" in sys.argv:
    print("asked for more", file=sys.stderr)
sys.exit({status})
"""
PERSON, NOTE = "{}:1: person PM303: relu: by hand", "{}:1: note PM209: relu: beware"


@pytest.fixture
def net(tmp_path):
    def run(old, new, *options):
        for name, (text, said, status) in (("old", old), ("new", new)):
            package = tmp_path / name / "codemods" / "paddle_migrate"
            package.mkdir(parents=True)
            (package / "__init__.py").touch()
            (package / "__main__.py").write_text(TOOL.format(text=text, said=said, status=status))
        (tmp_path / "real" / "deep").mkdir(parents=True, exist_ok=True)
        (tmp_path / "real" / "deep" / "a.py").write_text("x = old\n")
        words = [str(NET), "old", "new", "real", *options]
        return subprocess.run([sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, check=False)

    return run


def test_the_same(net):
    done = net(("new", NOTE, 0), ("new", NOTE, 0))
    assert done.returncode == 0, done.stderr
    assert "===" not in done.stdout
    assert "1  new: files whole" in done.stdout


def test_an_output_that_differs(net):
    done = net(("new", NOTE, 0), ("newer", NOTE, 0))
    assert done.returncode == 1
    assert "=== real/deep/a.py\n--- old\n+++ new\n@@ -1 +1 @@\n-x = new\n+x = newer\n" in done.stdout
    assert "1  outputs that differ" in done.stdout


def test_findings_that_differ(net):
    done = net(("new", NOTE, 0), ("new", PERSON, 0))
    assert done.returncode == 1
    assert "- deep/a.py:1: note PM209: relu: beware\n+ deep/a.py:1: person PM303: relu: by hand" in done.stdout
    assert "1  +person PM303" in done.stdout
    assert "1  old: files whole" in done.stdout
    assert "0  new: files whole" in done.stdout


def test_a_status_that_differs(net):
    done = net(("new", NOTE, 0), ("new", NOTE, 2))
    assert done.returncode == 1
    assert "exit status 0 → 2" in done.stdout


def test_an_output_that_is_no_python(net):
    assert "! the new output is no Python" in net(("new", NOTE, 0), ("1 2", NOTE, 0)).stdout


def test_options_for_both(net):
    done = net(("new", NOTE, 0), ("new", NOTE, 0), "--", "--more")
    assert done.returncode == 0
    assert "asked for more" not in done.stdout


def test_nothing_came(net):
    """A tool that breaks says other words, and writes nothing."""
    done = net(("new", NOTE, 0), ("new", "{0.none}", 0))
    assert done.returncode == 1
    assert "AttributeError" in done.stdout
    assert "+++ not written" in done.stdout


def test_what_was_no_python_before(net, tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "two.py").write_text("print old\n")
    done = net(("new", NOTE, 0), ("newer", NOTE, 0))
    assert "+print newer" in done.stdout
    assert "no Python" not in done.stdout
