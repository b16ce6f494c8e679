"""A notebook is run as the script that its code cells come to, before and after the migration."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.verify.scripts import as_script

SMALL = Path(__file__).parent / "small_legacy.py"


def notebook(*cells: str) -> str:
    code = [{"cell_type": "code", "source": cell.splitlines(keepends=True), "outputs": []} for cell in cells]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": ["# Title\n"]}, *code], "nbformat": 4})


def body(*cells: str) -> str:
    return as_script(notebook(*cells)).partition("\n")[2].strip()


def test_cells_in_their_order() -> None:
    assert body("a = 1\n", "b = a") == "a = 1\n\n\nb = a"
    assert as_script(json.dumps({"cells": [{"cell_type": "code", "source": "a = 1"}]})).endswith("\n\na = 1\n")


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("if x:\n    !ls\n", "if x:\n    pass"),
        ("model?\n", "pass"),
        ("%%time\nx = 1", "pass\nx = 1"),
        ("%timeit -n 3 f(x)\n", "f(x)"),
        ("!pip install x \\\n  y\nz\n", "pass\nz"),
        ("a = 1 \\\n  % b\n", "a = 1 \\\n  % b"),
        ("%time train(x)\n", "train(x)"),
        ("%%bash\nrm -rf x\n", "# cell 2 is none of Python's: %%bash"),
        ("x = 7 % y\n", "x = 7 % y"),
        ("x = a != b\n", "x = a != b"),
    ],
)
def test_what_only_ipython_can_do(cell: str, python: str) -> None:
    assert body(cell) == python


@pytest.mark.parametrize("cell", ["files = !ls\n", "x = %env HOME\n"])
def test_what_is_needed_and_cannot_be_had(cell: str) -> None:
    with pytest.raises(SourceError, match="cell 2 needs what IPython alone can give"):
        body(cell)


def verify(*arguments: object):
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


@pytest.mark.parametrize(
    ("text", "said"),
    [("{}", "not a notebook"), ('{"worksheets": []}', "a notebook of version 3"),
     (notebook("import paddle.fluid\nfiles = !ls\n"), "files = !ls")],
)
def test_what_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "train.ipynb").write_text(text)
    result = verify(tmp_path / "train.ipynb")
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.slow
def test_a_notebook_with_a_module_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    text = SMALL.read_text()
    cut, end, main_part = text.index("class Net"), text.index("def batches"), text.index("if __name__")
    imports = "import paddle.fluid as fluid\nfrom paddle.fluid.dygraph.nn import BatchNorm, Conv2D, Linear, Pool2D\n"
    (tmp_path / "mine" / "net.py").write_text(imports + "\n\n" + text[cut:end].rstrip() + "\n")
    first = "%matplotlib inline\n" + text[:cut] + "from net import Net\n"
    run = "args = argparse.Namespace(batches=3, adam=False)\n%time train(args)\ndisplay('done')\n"
    path = tmp_path / "mine" / "train.ipynb"
    path.write_text(notebook(first, "!nvidia-smi\n", text[end:main_part], run))
    before = {path: path.read_bytes() for path in (tmp_path / "mine").iterdir()}
    result = verify(path)
    assert result.exit_code == 0, result.output
    assert "The same: 3 step(s) agree" in result.stdout
    assert {path: path.read_bytes() for path in (tmp_path / "mine").iterdir()} == before
