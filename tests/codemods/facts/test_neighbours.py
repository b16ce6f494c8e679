"""The mode of a file that shows none."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.neighbours import mode_around
from paddle_migrate.project.project import Project

PLAIN = b"import paddle.fluid as fluid\ndef f(x):\n    return fluid.layers.relu(x)\n"
DYNAMIC = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    pass\n"
STATIC = "import paddle.fluid as fluid\nexe = fluid.Executor(fluid.CPUPlace())\n"


def _mode(folder, raw=PLAIN, **files):
    (folder / "plain.py").write_bytes(raw)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return mode_around(folder / "plain.py", raw, Project(sorted(folder.glob("*.py"))))


@pytest.mark.parametrize(("text", "wanted"), [(DYNAMIC, "dynamic"), (STATIC, "static")])
def test_of_a_file_that_imports_it(tmp_path, text, wanted):
    assert _mode(tmp_path, main=f"from plain import f\n{text}") == wanted


@pytest.mark.parametrize(("text", "wanted"), [(DYNAMIC, "dynamic"), (STATIC, "static")])
def test_of_a_file_that_it_imports(tmp_path, text, wanted):
    assert _mode(tmp_path, b"import other\n" + PLAIN, other=text) == wanted


def test_of_a_file_that_imports_who_imports_it(tmp_path):
    assert _mode(tmp_path, main="import step\n" + STATIC, step="from plain import f\n") == "static"


@pytest.mark.parametrize(("text", "wanted"), [(DYNAMIC, "dynamic"), (STATIC, "static")])
def test_of_a_file_that_is_imported_beside_it(tmp_path, text, wanted):
    files = {"main": "import agent\nfrom plain import f\nagent.Agent(f)\n", "agent": text}
    assert _mode(tmp_path, **files) == wanted
    files = {"main": "import step\n", "step": "import agent, plain\n", "agent": text}
    assert _mode(tmp_path, **files) == wanted


def test_of_several_that_agree(tmp_path):
    text = f"import plain\n{STATIC}"
    assert _mode(tmp_path, one=text, two=text, three="import plain\n") == "static"


@pytest.mark.parametrize(("text", "wanted"), [(DYNAMIC, "dynamic"), (STATIC, "static")])
def test_of_a_file_that_imports_it_from_its_package(tmp_path, text, wanted):
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .plain import f\n")
    (folder / "plain.py").write_bytes(PLAIN)
    (tmp_path / "main.py").write_text(f"from package import f\n{text}")
    project = Project(sorted(tmp_path.rglob("*.py")), [tmp_path])
    assert mode_around(folder / "plain.py", PLAIN, project) == wanted


@pytest.mark.parametrize("files", [
    {"main": "import step\n" + STATIC, "step": "from plain import f\n", "other": "import step\n" + DYNAMIC},
    {"other": STATIC},  # not of its own
    {"one": f"import plain\n{STATIC}", "two": f"import plain\n{DYNAMIC}"},
    {"main": "import plain\n"},
    {"main": "import plain\nimport own\nown.Executor()\n"},
    {"main": "import one, plain, two\n", "one": STATIC, "two": DYNAMIC},
    {"main": "import plain\n", "other": "import agent\n", "agent": STATIC},
    {},
])  # fmt: skip
def test_not_told(tmp_path, files):
    assert _mode(tmp_path, **files) == "unknown"


def test_a_file_is_not_its_own_neighbour(tmp_path):
    assert _mode(tmp_path, b"import plain\n" + STATIC.encode()) == "unknown"
