"""Notebooks, Markdown, reStructuredText, shell scripts, requirements: only the legacy code in them changes."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.formats import migrator
from paddle_migrate.options import Options


def migrate(name, text):
    return migrator(name)(text, name, Options())


def notebook(*cells, indent=1, **options):
    made = [
        {"cell_type": kind, "execution_count": 3, "metadata": {"collapsed": False}, "outputs": [], "source": source}
        for kind, source in cells
    ]
    document = {"cells": made, "metadata": {"语言": "zh"}, "nbformat": 4, "nbformat_minor": 2}
    return json.dumps(document, indent=indent, **options) + "\n"


def sources(text):
    return ["".join(c["source"]) for c in json.loads(text)["cells"]]


@pytest.mark.parametrize(
    "options", [{}, {"indent": None}, {"ensure_ascii": False}, {"indent": 4, "ensure_ascii": False}]
)
def test_one_name_space_across_cells(options):
    old = notebook(
        ("markdown", ["# fluid\n", "import paddle.fluid as fluid"]),
        ("code", ["%matplotlib inline\n", "import paddle.fluid as fluid  # 飞桨\n", "!pip list"]),
        ("code", "%%bash\nls fluid.layers.relu(x)\n"),
        ("code", ["y = fluid.layers.relu(x)\n", "files = !ls\n", "y.shape?"]),
        **options,
    )
    result = migrate("a.ipynb", old)
    assert sources(result.text) == [
        "# fluid\nimport paddle.fluid as fluid",
        "%matplotlib inline\nimport paddle.nn.functional as F  # 飞桨\n!pip list",
        "%%bash\nls fluid.layers.relu(x)\n",
        "y = F.relu(x)\nfiles = !ls\ny.shape?",
    ]
    back = result.text.replace("import paddle.nn.functional as F", "import paddle.fluid as fluid")
    assert back.replace("F.relu", "fluid.layers.relu") == old
    assert [(f.place, f.line) for f in result.findings if f.level == "rewritten"] == [("cell 4", 1)]


@pytest.mark.parametrize(
    "text",
    [
        notebook(("code", ["import paddle\n", "print(paddle.__version__)"])),
        notebook(("code", "paddle = 1\r\n"), indent=None),
        '{"cells": [], "x": "paddle \\u98de", "y": [1.0e5, -0.0, true]}',
    ],
)
def test_a_notebook_with_nothing_to_do_keeps_every_byte(text):
    result = migrate("a.ipynb", text)
    assert (result.text, result.changed) == (text, False)


@pytest.mark.parametrize("name", ["notes.txt", "other.toml", "uwsgi.ini"])
def test_files_of_other_kinds_that_pre_commit_hands_on(name, tmp_path):
    path = tmp_path / name
    path.write_text("[paddle]\nfluid was = old\n")
    result = CliRunner().invoke(main, ["--check", str(path)])
    assert (result.exit_code, path.read_text()) == (0, "[paddle]\nfluid was = old\n")
    path.write_text("import paddle.fluid as fluid\nfluid.layers.relu(x)\n")
    assert CliRunner().invoke(main, ["--check", str(path)]).exit_code == 1


@pytest.mark.parametrize("text", ['{"cells": [paddle', '["paddle"]', '{"cells": [{"x": "paddle"}]}'])
def test_a_broken_notebook(text, tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    result = CliRunner().invoke(main, ["-w", str(path)])
    assert result.exit_code == 2
    assert "not a notebook" in result.output
    assert path.read_text() == text


CELL = {"cell_type": "code", "input": ["import paddle.fluid as fluid"], "language": "python"}


@pytest.mark.parametrize(("old", "version"), [
    ({"nbformat": 3, "worksheets": [{"cells": [CELL]}]}, 3),
    ({"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": "a"}, "worksheets": []}, 3),
    ({"worksheets": [{"cells": [CELL, CELL]}, {"cells": [CELL]}], "nbformat": 2}, 2),
    ({"nbformat": 3, "worksheets": [{"cells": [{**CELL, "input": "import paddle.fluid"}]}], "cells": None}, 3),
])
def test_a_notebook_of_an_old_version(tmp_path, old, version):
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({**old, "说明": "paddle"}))
    (tmp_path / "b.py").write_text("import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n")
    before = path.read_bytes()
    result = CliRunner().invoke(main, ["-w", str(tmp_path)])
    assert result.exit_code == 2
    assert f"a notebook of version {version}, which jupyter nbconvert" in result.output
    assert path.read_bytes() == before
    assert "F.relu(x)" in (tmp_path / "b.py").read_text()


def test_a_cell_that_is_no_python_does_not_stop_the_others():
    result = migrate(
        "a.ipynb",
        notebook(("code", "import paddle.fluid as fluid"), ("code", "print 1"), ("code", "fluid.layers.relu(x)")),
    )
    assert sources(result.text) == ["import paddle.nn.functional as F", "print 1", "F.relu(x)"]
    assert [(f.place, f.code) for f in result.findings if f.level == "error"] == [("cell 2", "PM902")]


MARKDOWN = """\
# 教程 import paddle.fluid

Text with `fluid.layers.relu(x)` in it.

```python
import paddle.fluid as fluid
```

1. then

   ```python
   y = fluid.layers.relu(x)
   # 注释
   ```

```
$ python -m paddle.distributed.launch --selected_gpus=0,1 --started_port 6170 train.py
```

```cpp
fluid.layers.relu(x);
```
"""


def test_markdown():
    result = migrate("a.md", MARKDOWN)
    assert result.text == (
        MARKDOWN.replace("import paddle.fluid as fluid", "import paddle.nn.functional as F")
        .replace("   y = fluid.layers.relu(x)", "   y = F.relu(x)")
        .replace("--selected_gpus", "--gpus")
        .replace("--started_port", "--start_port")
    )
    assert [f.line for f in result.findings if f.code == "PM101"] == [12]


@pytest.mark.parametrize(
    ("code", "slips"),
    [
        ("fluid.dygraph.save_dygraph(mnist.state_dict(), 'm')", 0),  # made in the script that the page is about
        ("mnist.eval()", 0),
        ("net = fluid.dygraph.Linear(2, 2)\nmnist.train()", 1),
        ("mnist.fit(shuffle=true)", 1),
    ],
)
def test_a_page_may_speak_of_names_that_it_does_not_define(code, slips):
    result = migrate("a.md", f"```python\nimport paddle.fluid as fluid\n```\n\n```python\n{code}\n```\n")
    assert [f.code for f in result.left] == ["PM307"] * slips


def test_restructured_text():
    text = (
        "Title\n=====\n\n.. code-block:: python\n\n    import paddle.fluid as fluid\n"
        "    y = fluid.layers.relu(x)\n\nText fluid.\n"
    )
    assert migrate("a.rst", text).text == (
        "Title\n=====\n\n.. code-block:: python\n\n    import paddle.nn.functional as F\n"
        "    y = F.relu(x)\n\nText fluid.\n"
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "# paddle\n\n```python\nwith fluid.dygraph.guard():\n```\n\n~~~\nx = (\n~~~\n"),
        ("a.rst", ".. code-block:: python\n   :linenos:\n\n   import paddle\n\npaddle\n"),
        ("a.sh", "python train.py --selected_gpus=0  # paddle\n"),
        ("a.yml", "run: python -m paddle.distributed.launch --gpus 0,1 train.py\n"),
        ("requirements.txt", "paddlepaddle>=2.6\npaddlepaddle-gpu==3.0.0\npaddlehub==1.8\nnumpy\n"),
    ],
)
def test_what_must_not_change(name, text):
    result = migrate(name, text)
    assert (result.text, result.changed) == (text, False)


def test_shell():
    text = (
        "export CUDA_VISIABLE_DEVICES=0,1\npython -m paddle.distributed.launch \\\n  --selected_gpus=0,1 \\\n"
        "  --cluster_node_ips=$IPS --node_ip=$IP train.py --started_port_of_mine 1\n"
    )
    result = migrate("run.sh", text)
    assert result.text == (
        "export CUDA_VISIBLE_DEVICES=0,1\npython -m paddle.distributed.launch \\\n  --gpus=0,1 \\\n"
        "  --ips=$IPS --host=$IP train.py --started_port_of_mine 1\n"
    )
    assert [f.line for f in result.findings] == [1, 3, 4, 4]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("paddlepaddle==1.8.5\n", "paddlepaddle>=2.6\n"),
        ("paddlepaddle-gpu==1.8.4.post97  # cuda 9\n", "paddlepaddle-gpu>=2.6  # cuda 9\n"),
        ("paddlepaddle >=1.7, <2\n", "paddlepaddle >=2.6\n"),
        ("paddlepaddle~=2.0\n", "paddlepaddle>=2.6\n"),
    ],
)
def test_pins(before, after):
    result = migrate("requirements.txt", before)
    assert result.text == after
    assert [f.code for f in result.findings] == ["PM113"]


TRAINING = [
    "import numpy as np\nimport paddle.fluid as fluid\nfrom paddle.fluid.dygraph import Conv2D, Linear",
    """\
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.conv = Conv2D(1, 4, 3, act='relu')
        self.fc = Linear(144, 10, act='softmax')

    def forward(self, x):
        return self.fc(fluid.layers.reshape(self.conv(x), [-1, 144]))
""",
    """\
losses = []
with fluid.dygraph.guard(fluid.CPUPlace()):
    net = Net()
    opt = fluid.optimizer.SGDOptimizer(0.01, parameter_list=net.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(np.ones([8, 1, 8, 8], 'float32'))
        y = fluid.dygraph.to_variable(np.arange(8).reshape(8, 1).astype('int64'))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(net(x), y))
        loss.backward()
        opt.minimize(loss)
        net.clear_gradients()
        losses.append(loss.numpy()[0])
""",
    "assert losses[2] < losses[1] < losses[0]\n",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.ipynb", "a.md"])
def test_a_migrated_notebook_or_tutorial_trains(name, tmp_path):
    """Its code, cell by cell in one name space, in a process of its own without the compat layer."""
    if name == "a.ipynb":
        result = migrate(name, notebook(*(("code", cell) for cell in TRAINING)))
        cells = sources(result.text)
    else:
        result = migrate(name, "\n".join(f"Text\n\n```python\n{cell.rstrip()}\n```\n" for cell in TRAINING))
        cells = re.findall(r"```python\n(.*?)```", result.text, re.DOTALL)
    assert len(cells) == len(TRAINING)
    assert "fluid" not in result.text
    script = tmp_path / "cells.py"
    script.write_text(f"space = {{}}\nfor cell in {cells!r}:\n    exec(cell, space)\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
