"""Text that would take all memory, all day, or the process itself is refused with a word; ordinary text never is."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.api import migrate_source
from paddle_migrate.cli import main
from paddle_migrate.project.files import LARGEST as LARGEST_FILE
from paddle_migrate.text.limits import BRANCHES, LARGEST, LINKS

ROOT = Path(__file__).resolve().parents[3]
HEAD = "import paddle.fluid as fluid\n"
OLD = f"{HEAD}y = fluid.layers.relu(x)\n"
NEW = "import paddle.nn.functional as F\ny = F.relu(x)\n"

# n links within one another; the parser ends the process at some 3,000 to 20,000 of several of these
CHAINS = {
    "minus": lambda n: "x = " + "-" * n + "1",
    "not": lambda n: "x = " + "not " * n + "1",
    "plus": lambda n: "x = " + "1 + " * n + "1",
    "power": lambda n: "x = " + "2 ** " * n + "1",
    "and": lambda n: "x = " + "a and " * n + "b",
    "attributes": lambda n: "x = a" + ".b" * n,
    "calls": lambda n: "x = a" + "()" * n,
    "calls with arguments": lambda n: "x = a" + "(1, 2)" * n,
    "methods": lambda n: "x = a" + ".f(1, 2)" * n,
    "subscripts": lambda n: "x = a" + "[0]" * n,
    "conditions": lambda n: "x = " + "1 if a else " * n + "2",
    "lambdas": lambda n: "x = " + "lambda: " * n + "2",
    "lambdas with parameters": lambda n: "x = " + "lambda a, b=(1, 2), *c: " * n + "2",
    "comprehension": lambda n: "x = [a " + "for a in b " * n + "]",
    "pattern": lambda n: "match a:\n    case " + "1 | " * n + "2:\n        pass",
    "annotation": lambda n: "def f(a: " + "b | " * n + "c):\n    pass",
    "import": lambda n: "import a" + ".b" * n,
    "over lines": lambda n: "x = (\n" + "not \n" * n + "1)",
    "behind backslashes": lambda n: "x = \\\n" + "not \\\n" * n + "1",
    "in a field": lambda n: "x = f'{" + "-" * n + "1}'",
    "behind a bracket in a text": lambda n: "x = ')' + " + "-" * n + "1",
    "behind a comment": lambda n: "x = (  # )\n" + "-" * n + "1)",
    "brackets and links": lambda n: "x = " + "f(1, -" * (n // 4) + "1" + ")" * (n // 4),
}


@pytest.mark.parametrize("chain", CHAINS)
def test_what_nests_too_deeply_is_refused(chain):
    """In time, too: the parser's grows with the square."""
    text = f"{HEAD}{CHAINS[chain](20_000)}\n"
    began = time.process_time()
    result = migrate_source(text)
    assert [(f.code, f.message.startswith("nested too deeply")) for f in result.findings] == [("PM902", True)]
    assert result.text == text
    assert time.process_time() - began < 5


@pytest.mark.parametrize("chain", CHAINS)
def test_what_nests_deeply_is_not(chain):
    count = 90 if chain in ("import", "lambdas with parameters") else 200  # what Python takes, and what has three links
    result = migrate_source(f"{OLD}{CHAINS[chain](count)}\n")
    assert [f for f in result.findings if f.level == "error"] == []
    assert result.text == f"{NEW}{CHAINS[chain](count)}\n"


def test_branches_that_lie_in_one_another():
    branches = "if a:\n    pass\n" + "elif b:\n    x = 1\n"
    deep = branches + "elif b:\n    x = 1\n" * 20_000
    for text in (deep, deep.replace("\n", "\r"), deep.replace("\n", "\r\n")):
        assert [f.code for f in migrate_source(f"import paddle.fluid\n{text}").findings] == ["PM902"]
    most = branches + "elif b:\n    x = 1\n" * (BRANCHES - 5)
    assert migrate_source(OLD + most).text == NEW + most
    many = branches * (BRANCHES + 100)  # one after the other
    assert migrate_source(OLD + many).text == NEW + many


MANY = 3 * LINKS
FLAT = {
    "numbers": "x = [" + "-1.5e-3, " * MANY + "]",
    "rows": "x = [\n" + "    (1, -2, a.b[0]),\n" * MANY + "]",
    "table": "x = {\n" + "    'a': lambda a, b: a + b,\n" * MANY + "}",
    "arguments": "x = f(" + "a=b.c(-1), " * MANY + ")",
    "statements": "x = -1; " * MANY,
    "targets": "x = " * MANY + "1",
    "comparisons": "x = " + "a < " * MANY + "b",
    "prose": 'x = """' + "One - two / three. Not if, and so on + on...\n" * MANY + '"""',
    "a text": "x = '" + "a.b-c/d*e" * MANY + "'",
    "template": 'x = f"""' + "<a href='b-c/d.html'>{a.b}</a> - not {c[0]:>5.2f} {{d.e - f}} if\n" * MANY + '"""',
    "bytes": "x = (\n" + "    b'\\x00.-+'\n" * MANY + ")",
    "comments": "x = [  # a\n" + "    # not - a.b + c\n" * MANY + "]",
    "decorators": "@a.b\n" * MANY + "def f():\n    pass",
    "with": "with " + "a.b() as c, " * MANY + "d:\n    pass",
    "names": "from a.b import (\n" + "".join(f"    c{i},\n" for i in range(MANY)) + ")",
    "lines": "y.b = -x.a + 1\n" * MANY,
}


@pytest.mark.parametrize("form", FLAT)
def test_what_is_long_and_flat_is_rewritten(form):
    text = FLAT[form] + "\n"
    result = migrate_source(OLD + text)
    assert [f for f in result.findings if f.level == "error"] == []
    assert result.text == NEW + text


def test_a_python_file_that_is_too_large():
    text = OLD + "y = fluid.layers.relu(x)\n" * (LARGEST // 25)
    began = time.process_time()
    result = migrate_source(text)
    assert time.process_time() - began < 5
    assert (result.text, [f.code for f in result.findings]) == (text, ["PM905"])
    assert "2.0 MB of Python" in result.findings[0].message


def test_large_files_that_hold_nothing_old(tmp_path):
    """Tables of data, and notebooks with pictures."""
    (tmp_path / "data.py").write_text("import paddle\nx = [\n" + "    1, 2, 3,\n" * (LARGEST // 10) + "]\n")
    picture = {"output_type": "display_data", "data": {"image/png": "A" * (2 * LARGEST)}}
    cell = {"cell_type": "code", "source": OLD, "outputs": [picture]}
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": [cell]}))
    result = CliRunner().invoke(main, ["-w", str(tmp_path)])
    assert result.exit_code == 0, result.stderr
    assert "1 changed" in result.stderr
    assert json.loads((tmp_path / "n.ipynb").read_text())["cells"][0]["source"] == NEW


def test_a_file_that_is_larger_than_any_source(tmp_path):
    with open(tmp_path / "x.py", "wb") as file:
        file.truncate(LARGEST_FILE + 1)  # holds nothing, and takes no room
    (tmp_path / "a.py").write_text(OLD)
    result = CliRunner().invoke(main, ["-w", str(tmp_path)])
    assert result.exit_code == 2
    assert "x.py: error PM905: larger than 100 MB" in result.stderr
    assert (tmp_path / "a.py").read_text() == NEW


@pytest.mark.parametrize(
    "lines",
    [
        ["```python\nimport paddle.fluid as fluid\n"],
        ["```python\nx\n", "~~~~python\nx\n", "````python\nx\n"],
        [f"{'`' * n}python\nx\n" for n in range(300, 3, -1)],
    ],
)
def test_fences_that_nothing_closes_do_not_take_all_day(tmp_path, lines):
    path = tmp_path / "x.md"
    path.write_text("paddle\n" + "".join(lines[n % len(lines)] for n in range(10_000)))
    began = time.process_time()
    assert CliRunner().invoke(main, ["--check", "--no-cache", str(path)]).exit_code == 0
    assert time.process_time() - began < 20  # minutes, were it quadratic


def test_a_fence_is_closed_by_one_that_is_as_long(tmp_path):
    """Whatever stands before it without an end."""
    path = tmp_path / "x.md"
    path.write_text(f"~~~\n````python\nx\n```python\n{OLD}```\n")
    CliRunner().invoke(main, ["-w", str(path)])
    assert path.read_text() == f"~~~\n````python\nx\n```python\n{NEW}```\n"


DIES = """
import os, sys
sys.path += {paths}
os.cpu_count = lambda: 2
from paddle_migrate.batch import migrating as process
from paddle_migrate.formats import migrator

def dying(name):
    if os.path.basename(name) in ("f3.py", "f17.py"):
        os._exit(9)
    return migrator(name)

process.migrator = dying
if __name__ == "__main__":
    from paddle_migrate.cli import main
    main()
"""


@pytest.mark.slow
def test_a_process_that_ends_takes_only_its_file_with_it(tmp_path):
    (tmp_path / "in").mkdir()
    for n in range(20):
        (tmp_path / "in" / f"f{n}.py").write_text(OLD)
    (tmp_path / "run.py").write_text(DIES.format(paths=[str(ROOT / part) for part in ("codemods", "compat")]))
    command = [sys.executable, str(tmp_path / "run.py"), "-w", "-j", "2", "in"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    for n in range(20):
        assert (tmp_path / "in" / f"f{n}.py").read_text() == (OLD if n in (3, 17) else NEW)
    assert "20 file(s): 18 changed" in done.stderr
    assert done.stderr.count("error PM906: the process that looked at the file ended") == 2
