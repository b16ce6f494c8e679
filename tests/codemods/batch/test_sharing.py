"""Helpers that several files need stand in one module, and every file finds it as it is run."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.project.helper_modules import DOCSTRING

NET = """\
import numpy as np
import paddle.fluid as fluid


def saved_and_loaded(folder):
    main = fluid.Program()
    start = fluid.Program()
    with fluid.program_guard(main, start):
        x = fluid.data("x", [None, 3], "float32")
        y = fluid.layers.fc(x, 2, param_attr=fluid.initializer.Constant(%s))
        y = fluid.layers.prelu(y, "all")
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(start)
    fluid.io.save_persistables(exe, folder, main)
    fluid.io.load_persistables(exe, folder, main)
    return exe.run(main, feed={"x": np.ones([2, 3], "float32")}, fetch_list=[y])[0].sum()
"""
FIRST, SECOND = NET % "0.5", NET % "0.25"
CALLED = 'if __name__ == "__main__":\n    import tempfile\n    print(float(saved_and_loaded(tempfile.mkdtemp())))\n'
MAIN = """\
import tempfile
{imports}
print(float(first.saved_and_loaded(tempfile.mkdtemp())), float(second.saved_and_loaded(tempfile.mkdtemp())))
"""
SCRIPTS = {"first.py": f"{FIRST}\n\n{CALLED}", "second.py": f"{SECOND}\n\n{CALLED}"}
HELPER = re.compile(r"^def load_persistables\(", re.MULTILINE)


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def said(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code in (0, 1), result.output
    return result.output


def texts(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))}


def module_of(folder: Path) -> str:
    """The one file with the helper, which is a module of its own."""
    (name,) = [name for name, text in texts(folder).items() if HELPER.search(text)]
    assert (folder / name).read_text(encoding="utf-8").startswith(f'"""{DOCSTRING}"""\n\nimport ')
    return name


def printed(folder: Path, *command: str) -> list[float]:
    environment = {**os.environ, "PADDLE_COMPAT": "0", "OMP_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-W", "ignore", *command], cwd=folder, env=environment, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [float(word) for word in done.stdout.split()]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_scripts_of_a_folder(here: Path) -> None:
    said("-w", str(written(here / "job", SCRIPTS)))
    assert module_of(here) == "job/paddle_helpers.py"
    assert printed(here, "job/first.py") == [6.0]
    assert printed(here / "job", "second.py") == [3.0]


@pytest.mark.slow
def test_what_python_parses_and_does_not_run(here: Path) -> None:
    broken = "def f():\n    x = 1\n    def g():\n        nonlocal x\n        x: int = 2\n    return g\n\n\n"
    folder = written(here, {"first.py": broken + FIRST, "second.py": SECOND})
    said("-w", str(folder))
    assert "fluid.Program" not in texts(folder)["first.py"]


def test_a_package_and_its_script(here: Path) -> None:
    """The script and the package's files each import it in a way that works."""
    files = {"nets/__init__.py": "", "nets/first.py": FIRST, "nets/second.py": SECOND,
             "main.py": MAIN.format(imports="from nets import first, second")}
    said("-w", str(written(here, files)))
    assert module_of(here) == "paddle_helpers.py"
    assert "\nfrom paddle_helpers import counted, load_persistables, named\n" in texts(here)["nets/first.py"]
    assert printed(here, "main.py") == [6.0, 3.0]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_package_that_is_installed_under_another_name(here: Path, jobs: str) -> None:
    """`Lib`, which is imported as `lib`: scripts that are no part of it share what they need in a package of it that
    they import; in `lib` itself nothing may be."""
    above = "from lib.core.base import nothing\n"
    files = {"__init__.py": "", "core/__init__.py": "", "core/base.py": "nothing = 0\n",
             "core/more/__init__.py": "", "core/more/deep.py": FIRST,
             "jobs/a/first.py": above + SCRIPTS["first.py"], "jobs/b/second.py": above + SCRIPTS["second.py"],
             "jobs/c/third.py": "from lib.core.more import deep\n" + SCRIPTS["first.py"]}
    folder = written(here / "Lib", files)
    said("-w", "-j", jobs, str(folder))
    found = texts(here)
    assert module_of(here) == "Lib/core/paddle_helpers.py"
    line = "from lib.core.paddle_helpers import counted, load_persistables, named\n"
    assert all(line in found[f"Lib/jobs/{name}.py"] for name in ("a/first", "b/second", "c/third"))
    (here / "lib").symlink_to(folder)
    scripts = ["-c", "import sys, runpy; sys.path[:0] = ['.']; runpy.run_path(sys.argv[1], run_name='__main__')"]
    assert printed(here, *scripts, "Lib/jobs/b/second.py") == [3.0]
    assert printed(here, *scripts, "Lib/jobs/c/third.py") == [6.0]
    (here / "lib").unlink()
    said("-w", "-j", jobs, str(folder))
    assert texts(here) == found


@pytest.mark.slow
def test_what_is_imported_relatively(here: Path) -> None:
    relative = {"lib/nets/__init__.py": "from . import first, second\n", "lib/__init__.py": "",
                "lib/nets/first.py": FIRST.replace("import numpy", "from . import second\nimport numpy"),
                "lib/nets/second.py": SECOND.replace("import numpy", "from ..other import nothing\nimport numpy"),
                "lib/other.py": "nothing = 0\n",
                "setup.py": "from setuptools import setup\nsetup()\n"}
    said("-w", str(written(here, relative)))
    assert module_of(here) == "lib/nets/paddle_helpers.py"
    assert "\nfrom .paddle_helpers import counted, load_persistables, named\n" in texts(here)["lib/nets/second.py"]
    written(here, {"main.py": MAIN.format(imports="from lib.nets import first, second")})
    assert printed(here, "main.py") == [6.0, 3.0]


@pytest.mark.slow
def test_what_others_import_relatively(here: Path) -> None:
    """These import nothing of their own: how they are loaded is told by those who load them."""
    files = {"lib/__init__.py": "", "lib/nets/__init__.py": "from .all import first, second\n",
             "lib/nets/all.py": "from ..other import nothing\nfrom . import first\nfrom . import second\n",
             "lib/nets/first.py": FIRST, "lib/nets/second.py": SECOND, "lib/other.py": "nothing = 0\n"}
    said("-w", str(written(here, files)))
    assert module_of(here) == "lib/paddle_helpers.py"
    assert "\nfrom ..paddle_helpers import " in texts(here)["lib/nets/first.py"]
    written(here, {"main.py": MAIN.format(imports="from lib.nets import first, second")})
    assert printed(here, "main.py") == [6.0, 3.0]


@pytest.mark.slow
@pytest.mark.parametrize("load", [
    "import sys\n    sys.path.insert(0, 'lib/nets')\n    return __import__(name)",
    "import importlib, sys\n    sys.path.insert(0, 'lib/nets')\n    return importlib.import_module(name)",
    "from importlib import util\n    spec = util.spec_from_file_location(name, 'lib/nets/' + name + '.py')\n"
    "    module = util.module_from_spec(spec)\n    spec.loader.exec_module(module)\n    return module",
])
def test_what_is_loaded_by_a_path(here: Path, load: str) -> None:
    """It is a part of no package then, whoever else imports it as one; its own imports show what it finds."""
    own = "from lib.other import nothing\nimport numpy"
    files = {"lib/__init__.py": "", "lib/nets/__init__.py": "", "lib/other.py": "nothing = 0\n",
             "lib/nets/all.py": "from . import first\nfrom . import second\n",
             "lib/nets/first.py": FIRST.replace("import numpy", own),
             "lib/nets/second.py": SECOND.replace("import numpy", own)}
    said("-w", str(written(here, {**files, "lib/loading.py": f"def load(name):\n    {load}\n"})))
    assert module_of(here) == "paddle_helpers.py"
    assert "\nfrom paddle_helpers import " in texts(here)["lib/nets/first.py"]
    main = MAIN.format(imports="from lib.loading import load\nfirst, second = load('first'), load('second')")
    written(here, {"main.py": main})
    assert printed(here, "main.py") == [6.0, 3.0]


@pytest.mark.slow
def test_two_folders_of_one_program(here: Path) -> None:
    """Each has a module of its own, and none the other's name: one process may have both folders on its path."""
    main = MAIN.format(imports="import sys\nsys.path.append('lib')\nimport lib.job as first\nsecond = first")
    files = {"lib/one.py": FIRST, "lib/two.py": SECOND, "lib/job.py": f"import one\nimport two\n{FIRST}",
             "third.py": SCRIPTS["first.py"], "main.py": f"{main}\n\n{FIRST}\nprint(saved_and_loaded('x'))\n"}
    said("-w", str(written(here / "all", files)))
    made = sorted(name for name, text in texts(here).items() if HELPER.search(text))
    assert made == ["all/all_helpers.py", "all/lib/lib_helpers.py"]
    assert printed(here / "all", "main.py") == [6.0, 6.0, 6.0]


@pytest.mark.slow
def test_a_folder_that_is_put_on_the_path(here: Path) -> None:
    """Behind the line that puts it there, under a name of which processes have no other."""
    files = {"job/second.py": f"import sys\nsys.path.append('..')\nimport shared\n{SECOND}\n\n{CALLED}",
             "job/first.py": f"import sys\nsys.path.append('..')\nimport shared\n{FIRST}\n\n{CALLED}",
             "shared.py": FIRST}
    said("-w", str(written(here / "all", files)))
    assert module_of(here) == "all/all_helpers.py"
    assert printed(here / "all" / "job", "second.py") == [3.0]


@pytest.mark.slow
def test_functions_with_an_old_signature(here: Path) -> None:
    """A rule that is written as a function stands there once, too."""
    text = SCRIPTS["first.py"].replace("def saved", "reduced = [fluid.layers.reduce_mean]\n\n\ndef saved")
    said("-w", str(written(here, {"first.py": text, "second.py": text})))
    assert module_of(here) == "paddle_helpers.py"
    assert {name for name, new in texts(here).items() if "reduce_mean(input, " in new} == {"paddle_helpers.py"}
    assert printed(here, "first.py") == [6.0]


def test_places_that_are_not_sure(here: Path) -> None:
    """Nobody imports these, and they run nothing: how they are loaded is not known."""
    said("-w", str(written(here, {"nets/first.py": FIRST, "nets/second.py": SECOND})))
    assert all(HELPER.search(text) for text in texts(here).values())
    assert len(texts(here)) == 2


@pytest.mark.parametrize(
    "files",
    [
        {"a/first.py": SCRIPTS["first.py"], "b/second.py": SCRIPTS["second.py"]},  # none finds the other's folder
        {"first.py": SCRIPTS["first.py"]},
        {"first.py": SCRIPTS["first.py"], "second.py": "import paddle.fluid as fluid\nprint(fluid.layers.relu)\n"},
        {"pkg/__init__.py": "", "pkg/first.py": SCRIPTS["first.py"], "pkg/second.py": SCRIPTS["second.py"]},
    ],
)
def test_what_stays_in_the_file(here: Path, files: dict[str, str]) -> None:
    said("-w", str(written(here, files)))
    assert texts(here).keys() == files.keys()
    assert HELPER.search("".join(texts(here).values()))


@pytest.mark.parametrize("options", [("--interactive", "-w"), ("--dygraph",), ("--check",)])
def test_options_of_which_no_module_comes(here: Path, options: tuple[str, ...]) -> None:
    written(here, SCRIPTS)
    CliRunner().invoke(main, [*options, "."], input="yes\nyes\nyes\n")
    assert texts(here).keys() == SCRIPTS.keys()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_second_run_changes_nothing(here: Path, jobs: str) -> None:
    said("-w", "-j", jobs, str(written(here, SCRIPTS)))
    before = texts(here)
    assert "3 file(s): 0 changed" in said("-w", "-j", jobs, ".")
    assert texts(here) == before
    assert "0 would change" in said("--check", "--no-cache", ".")


def test_a_file_that_comes_later(here: Path) -> None:
    """What the module has stays, and what the file needs comes to it."""
    said("-w", str(written(here, SCRIPTS)))
    before = (here / "paddle_helpers.py").read_text(encoding="utf-8")
    later = "import paddle.fluid as fluid\nprint(fluid.layers.cos_sim)\nx = fluid.layers.cos_sim\n"
    net = SCRIPTS["first.py"].replace("fluid.layers.fc(", "fluid.layers.cos_sim(x, x) + fluid.layers.fc(")
    said("-w", str(written(here, {"later.py": later, "third.py": net}) / "third.py"))
    after = (here / "paddle_helpers.py").read_text(encoding="utf-8")
    assert {node.name for node in ast.parse(before).body if isinstance(node, ast.FunctionDef)} <= {
        node.name for node in ast.parse(after).body if isinstance(node, ast.FunctionDef)}
    assert "def cos_sim(" in after
    assert "from paddle_helpers import cos_sim, counted, load_persistables, named\n" in texts(here)["third.py"]


def test_a_file_that_needs_more_later(here: Path) -> None:
    """It imports that from the same module, in one line."""
    said("-w", str(written(here, SCRIPTS)))
    more = "import paddle.fluid as fluid\n\n\ndef near(x, y):\n    return fluid.layers.cos_sim(x, y)\n"
    text = texts(here)["first.py"].replace("import paddle\n", f"import paddle\n{more}\n\n", 1)
    said("-w", str(written(here, {"first.py": text})))
    (line,) = [line for line in texts(here)["first.py"].splitlines() if "paddle_helpers" in line]
    assert line == "from paddle_helpers import cos_sim, counted, load_persistables, named"
    assert {"cos_sim", "load_persistables", "named"} <= set(re.findall(r"def (\w+)", texts(here)["paddle_helpers.py"]))


def test_what_was_changed_in_the_module_stays(here: Path) -> None:
    """Comments, definitions and imports of people's own."""
    said("-w", str(written(here, SCRIPTS)))
    module = here / "paddle_helpers.py"
    before = module.read_text(encoding="utf-8")
    own = before.replace("import paddle\n", "import paddle  # ours\nimport sys\n")
    own = own.replace("\n\ndef load(", "\n\n# of files\ndef load(")
    own += "\n\ndef mine():\n    return sys.path\n\n\nif not mine():\n    raise ImportError\n"
    written(here, {"paddle_helpers.py": own})
    net = SCRIPTS["first.py"].replace("fluid.layers.fc(", "fluid.layers.cos_sim(x, x) + fluid.layers.fc(")
    said("-w", str(written(here, {"third.py": net})))
    after = module.read_text(encoding="utf-8")
    assert [line for line in own.splitlines() if line not in after.splitlines()] == []
    assert after.count("\ndef load_persistables(") == after.count("\ndef cos_sim(") == 1
    compile(after, "module", "exec")


@pytest.mark.parametrize("text", ["def (:\n", "\n\nx = '\\xff'\n"])
def test_a_module_that_cannot_be_read(here: Path, text: str) -> None:
    """It is left, and another one is written."""
    module = f'"""{DOCSTRING}"""\n'.encode() + text.encode().replace(b"\\xff", b"\xff")
    (written(here, SCRIPTS) / "paddle_helpers.py").write_bytes(module)
    CliRunner().invoke(main, ["-w", "."])
    assert (here / "paddle_helpers.py").read_bytes() == module
    assert [path for path in here.glob("*_helpers.py") if HELPER.search(path.read_text(errors="replace"))]


def test_a_name_that_is_taken(here: Path) -> None:
    said("-w", str(written(here, {**SCRIPTS, "paddle_helpers.py": "mine = 1\n"})))
    assert module_of(here) == "test_a_name_that_is_taken0_helpers.py"
    assert texts(here)["paddle_helpers.py"] == "mine = 1\n"


def test_it_is_written_elsewhere(here: Path) -> None:
    said("-o", "new", str(written(here / "old", SCRIPTS)))
    assert module_of(here) == "new/paddle_helpers.py"
    assert texts(here / "old") == SCRIPTS


def test_files_that_do_not_stay_together(here: Path) -> None:
    """Of several that are given each by itself, all are written into one folder."""
    files = {"main.py": MAIN.format(imports="from nets import first, second"), "nets/__init__.py": "",
             "nets/first.py": FIRST, "nets/second.py": SECOND, "third.py": SCRIPTS["first.py"]}
    written(here, files)
    said("-o", "new", "main.py", "nets/first.py", "nets/second.py", "third.py")
    assert not list((here / "new").glob("*_helpers.py"))


def test_a_diff_that_git_takes(here: Path) -> None:
    written(here, SCRIPTS)
    made = subprocess.run([sys.executable, "-m", "paddle_migrate", "."], capture_output=True, check=False).stdout
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "apply"], input=made, check=True)
    by_patch = texts(here)
    said("-w", "--allow-dirty", str(written(here, SCRIPTS)))
    assert texts(here) == by_patch
    assert "paddle_helpers.py" in by_patch


def test_what_is_said(here: Path) -> None:
    written(here, SCRIPTS)
    shown = said("-v", ".")
    assert "→ load_persistables, written into paddle_helpers.py" in shown
    assert "written into the script" not in shown
    assert "2 file(s): 2 would change" in shown
    assert "helpers that several files share: paddle_helpers.py\n" in shown


def test_methods_that_any_of_the_files_asks_for(here: Path) -> None:
    """The module has what all of them need."""
    text = """\
import numpy as np
import paddle.fluid as fluid
auc = fluid.metrics.Accuracy()
auc.update(np.array([0.5]), 2)
print(auc.{})
"""
    said("-w", str(written(here, {"first.py": text.format("eval()"), "second.py": text.format("reset()")})))
    assert {"eval", "reset", "update"} <= set(re.findall(r"def (\w+)", texts(here)["paddle_helpers.py"]))
