"""Folders that scripts put on Python's path themselves."""

from __future__ import annotations

import pytest
from paddle_migrate.project.project import Project
from paddle_migrate.project.search_path import added_folders


@pytest.mark.parametrize("line", [
    "sys.path.append('../shared')",
    "sys.path.insert(0, '../shared/')",
    "sys.path.append(os.path.abspath('../shared'))",
    "sys.path.append(os.path.join(os.path.dirname(__file__), '..', 'shared'))",
    "sys.path.append(sys.path[0] + '/../shared')",
    "here = os.path.dirname(os.path.abspath(__file__))\nsys.path.append(os.path.join(here, '../shared'))",
    "def main():\n    sys.path.append(os.getcwd() + '/../shared')",
])  # fmt: skip
def test_it_is_seen(tmp_path, line):
    found = added_folders(tmp_path / "a" / "train.py", f"import os, sys\n{line}\n".encode())
    assert found == [tmp_path / "shared"]


@pytest.mark.parametrize("line", [
    "sys.path.append(os.environ['root'])",
    "sys.path.append(args.root)",
    "sys.path.append(made())",
    "sys.path.append(here)",
    "print('sys.path.append(x)')",
    "sys.path.append(",
    "path.append('../shared')",
])  # fmt: skip
def test_what_is_not_seen(tmp_path, line):
    assert added_folders(tmp_path / "a" / "train.py", f"import os, sys\n{line}\n".encode()) == []


@pytest.mark.parametrize(("line", "found"), [("sys.path.append('../shared')", True), ("import sys", False)])
def test_a_module_there_is_found(tmp_path, line, found):
    train, nets = tmp_path / "a" / "train.py", tmp_path / "shared" / "nets.py"
    for path, text in ((train, f"{line}\nimport nets\n"), (nets, "x = 1\n")):
        path.parent.mkdir()
        path.write_text(text)
    modules = Project([train], [tmp_path]).modules(train, "nets")
    assert [module.path for module in modules] == [nets] * found


def test_what_stands_beside_comes_first(tmp_path):
    for name in ("a/train.py", "a/nets.py", "shared/nets.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("import sys\nsys.path.append('../shared')\n")
    train = tmp_path / "a" / "train.py"
    assert [m.path for m in Project([train], [tmp_path]).modules(train, "nets")] == [tmp_path / "a" / "nets.py"]


def test_nothing_outside_of_what_the_run_was_given(tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "nets.py").write_text("x = 1\n")
    (tmp_path / "run").mkdir()
    train = tmp_path / "run" / "train.py"
    train.write_text("import sys\nsys.path.append('../outside')\n")
    assert Project([train], [tmp_path / "run"]).modules(train, "nets") == []
