"""What IPython adds to Python: magics that run Python, commands, cells that are scripts of their own."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.formats import migrator
from paddle_migrate.options import Options

IMPORT = "import paddle.fluid as fluid\n"


def notebook(*cells):
    made = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in cells]
    return json.dumps({"cells": made, "metadata": {"语言": "zh"}, "nbformat": 4}, indent=1) + "\n"


def migrate(*cells, **options):
    result = migrator("a.ipynb")(notebook(*cells), "a.ipynb", Options(**options))
    again = migrator("a.ipynb")(result.text, "a.ipynb", Options(**options))
    assert again.text == result.text
    return result, [cell["source"] for cell in json.loads(result.text)["cells"]]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("%time y = fluid.layers.relu(x)", "%time y = F.relu(x)"),
        ("%timeit fluid.layers.relu(x)", "%timeit F.relu(x)"),
        ("%timeit -n 10 -r3 fluid.layers.relu(x)", "%timeit -n 10 -r3 F.relu(x)"),
        ("%prun -q fluid.layers.relu(x)\n", "%prun -q F.relu(x)\n"),
        ("for i in r:\n    %time fluid.layers.relu(x)\n", "for i in r:\n    %time F.relu(x)\n"),
        ("if r:\n    %time y = fluid.layers.relu(\\\n  x)\n", "if r:\n    %time y = F.relu(\\\n  x)\n"),
        ("%%time\ny = fluid.layers.relu(x)", "%%time\ny = F.relu(x)"),
        ("%%timeit -n 3 y = fluid.layers.relu(x)\ny + 1", "%%timeit -n 3 y = F.relu(x)\ny + 1"),
        ("%%timeit -n 3\nfluid.layers.relu(x)", "%%timeit -n 3\nF.relu(x)"),
        ("%%capture out\ny = fluid.layers.relu(x)", "%%capture out\ny = F.relu(x)"),
        ("%matplotlib inline\nz = (fluid.layers.relu(x)\n% 2)", "%matplotlib inline\nz = (F.relu(x)\n% 2)"),
        ("z = (fluid.layers.relu(x)\n% 2)", "z = (F.relu(x)\n% 2)"),
        ("y = fluid.layers.relu(x)\ny?\n?y\nfiles = !ls *.py\nls = %env", None),
    ],
)
def test_magics_that_run_python(before, after):
    result, cells = migrate(IMPORT, before)
    assert cells[1] == (after or before.replace("fluid.layers", "F"))
    assert "fluid" not in cells[0]
    assert [f.place for f in result.findings if f.code == "PM101"] == ["cell 2"]
    assert result.left == []


def test_a_magic_whose_statement_goes():
    assert migrate(IMPORT, "if x:\n    %time fluid.enable_dygraph()\n")[1] == ["", "if x:\n    pass\n"]
    assert migrate(IMPORT, "%%time fluid.enable_dygraph()\nx = 1")[1] == ["", "%%time\nx = 1"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("!pip install paddlepaddle==1.8.5", '!pip install "paddlepaddle>=2.6"'),
        ("%pip install -q paddlepaddle==1.8.5", '%pip install -q "paddlepaddle>=2.6"'),
        ("out = !pip install paddlepaddle==1.8.5", 'out = !pip install "paddlepaddle>=2.6"'),
        ("!python -m paddle.distributed.launch --selected_gpus=0 t.py", None),
        ("!python -m paddle.distributed.launch \\\n  --selected_gpus=0 t.py\nx = 1", None),
        ("%%bash\npython -m paddle.distributed.launch --selected_gpus=0 t.py\n", None),
        ("%%sh\npip install paddlepaddle==1.8.5\n", '%%sh\npip install "paddlepaddle>=2.6"\n'),
        ("%%script bash\npip install paddlepaddle==1.8.5\n", '%%script bash\npip install "paddlepaddle>=2.6"\n'),
        (
            "get_ipython().system('pip install paddlepaddle==1.8')",
            "get_ipython().system('pip install \"paddlepaddle>=2.6\"')",
        ),
        ("%%writefile requirements.txt\npaddlepaddle==1.8.5\n", "%%writefile requirements.txt\npaddlepaddle>=2.6\n"),
        ("%%writefile run.sh\npip install paddlepaddle<2\n", '%%writefile run.sh\npip install "paddlepaddle>=2.6"\n'),
    ],
)
def test_commands(before, after):
    result, cells = migrate(IMPORT, before)
    assert cells[1] == (after or before.replace("--selected_gpus", "--gpus"))
    assert [f.place for f in result.findings if f.level == "rewritten"] == ["cell 2"]


def test_the_line_of_a_command():
    result, _ = migrate("x = 1\n\n!pip install numpy\n!pip install paddlepaddle==1.8.5\n")
    assert [(f.line, f.place) for f in result.findings] == [(4, "cell 1")]


def test_scripts_that_the_notebook_writes():
    result, cells = migrate(
        "import paddle.fluid as f\ny = f.layers.relu(x)",
        "%%writefile train.py\nimport paddle.fluid as fluid\ny = fluid.layers.relu(x)\n",
        "%%writefile other.py\nfluid = 1\n",
        "%%writefile -a train.py\nz = fluid.layers.tanh(y)\nw = fluid.layers.no_such_thing(y)\n",
        "%%python3\nimport paddle.fluid as fluid\ny = fluid.layers.relu(x)\n",
    )
    assert cells == [
        "import paddle.nn.functional as F\ny = F.relu(x)",
        "%%writefile train.py\nimport paddle\nimport paddle.nn.functional as F\nimport paddle.fluid as fluid\n"
        "y = F.relu(x)\n",
        "%%writefile other.py\nfluid = 1\n",
        "%%writefile -a train.py\nz = paddle.tanh(y)\nw = fluid.layers.no_such_thing(y)\n",
        "%%python3\nimport paddle.nn.functional as F\ny = F.relu(x)\n",
    ]
    assert [(f.place, f.line, f.code) for f in result.left] == [("cell 4", 3, "PM301")]


TRAIN = """\
%%writefile train.py
import paddle.fluid as fluid


def train():
    with fluid.dygraph.guard():
        strategy = fluid.dygraph.prepare_context()
        model = fluid.dygraph.DataParallel(Net(), strategy)


train()
"""


@pytest.mark.parametrize(("command", "spawns"), [("!python train.py", True), ("%run train.py", True)])
def test_a_script_that_is_started_plainly_starts_its_processes(command, spawns):
    assert ("dist.spawn(train)" in migrate(TRAIN, command)[1][0]) == spawns


@pytest.mark.parametrize("command", ["!{}", "%%bash\n{}", "!cd x && {}"])
def test_a_script_that_the_notebook_launches_does_not_start_itself(command):
    launch = command.format("python -m paddle.distributed.launch --gpus=0,1 train.py")
    _, cells = migrate(TRAIN, launch)
    assert "dist.spawn" not in cells[0]
    assert "init_parallel_env" in cells[0]
    assert cells[1] == launch


@pytest.mark.parametrize(
    ("cell", "line", "code"),
    [
        ("x = 1\n%custom fluid.layers.relu(x)", 2, "PM337"),
        ("!echo {fluid.layers.relu(x)}", 1, "PM337"),
        ("%time fluid.layers.relu(x", 1, "PM337"),
        ("%%cython\n\nimport paddle.fluid as fluid\n", 3, "PM337"),
        ("%%cache a.pkl y\ny = fluid.layers.relu(x)", 2, "PM337"),
        ("%%writefile a.py\n\nprint fluid.layers.relu(x)\n", 3, "PM338"),
        ("get_ipython().run_line_magic('time', 'y = fluid.layers.relu(x)')", 1, "PM336"),
        ("get_ipython().magic('time y = fluid.layers.relu(x)')", 1, "PM336"),
    ],
)
def test_what_is_left_is_said_and_keeps_its_import(cell, line, code):
    result, cells = migrate(IMPORT, cell, "y = fluid.layers.relu(x)")
    assert cells[1] == cell
    assert [(f.place, f.line, f.code) for f in result.left] == [("cell 2", line, code)]
    if not cell.startswith("%%"):
        assert IMPORT.strip() in cells[0]


@pytest.mark.parametrize(
    "cell",
    [
        "# fluid was the old one\n!ls fluid\n!grep -r fluid.layers .\n!cat fluid.py",
        "%run old_train.py --epochs 1\n%load train.py\n%env FLUID=1",
        "%%html\n<b>fluid.layers.relu</b>",
        "%%markdown\nimport paddle.fluid as fluid",
        "%%bash\ngrep -r paddle.fluid . # fluid.layers.relu",
        "%%writefile notes.txt\nimport paddle.fluid as fluid\n",
        "%%writefile train.py\nimport paddle\nprint(paddle.__version__)  # not fluid\n",
        "import paddle\n%time y = paddle.nn.functional.relu(x)\n%timeit -n 3 y",
        "!pip install paddlepaddle==2.6.2 paddlehub==1.8\n%pip install paddlepaddle",
        "print('%d fluid' % 3)\ntext = '''\n%time fluid\n'''",
        "%%time\n# paddle-migrate: skip-file\nimport paddle.fluid as fluid\nfluid.layers.relu(x)",
        "%%\nfluid",
        "%%writefile\nfluid.layers",
    ],
)
def test_must_not_change(cell):
    result, cells = migrate("import paddle", cell)
    assert cells[1] == cell
    assert result.findings == []
    assert not result.changed


def test_check_does_not_pass(tmp_path):
    path = tmp_path / "a.ipynb"
    for cell, status in [("%custom paddle.fluid.layers.relu(x)", 1), ("%custom paddle.nn.functional.relu(x)", 0)]:
        path.write_text(notebook(cell))
        assert CliRunner().invoke(main, ["--check", "--no-cache", str(path)]).exit_code == status
