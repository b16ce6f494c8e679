"""Code blocks that end in a header with a comment for its body, in documents and in notebooks' prose."""

from __future__ import annotations

import json

import pytest
from paddle_migrate.formats.documents import migrate_markdown
from paddle_migrate.formats.notebook import migrate_notebook

OLD = "place = fluid.CPUPlace()\nwith fluid.dygraph.guard(place):\n    # train here\n"
NEW = 'place = "cpu"\npaddle.device.set_device(place)\n# train here\n'


def notebook(*cells):
    made = [{"cell_type": kind, "metadata": {}, "source": source} for kind, source in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4})


def fenced(code):
    return f"Train with paddle:\n\n```python\n{code}```\nAnd on.\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD, NEW),
        (OLD.replace("    #", "\n  # one\n\n  #"), NEW.replace("# train", "\n# one\n\n# train")),
        (
            "def f(x):\n    y = fluid.layers.relu(x)\n    if y:  # so\n        # more\n",
            "def f(x):\n    y = F.relu(x)\n    if y:  # so\n        # more\n",
        ),
    ],
)
def test_a_comment_for_a_body(old, new):
    result = migrate_markdown(fenced(old))
    assert (result.text, result.left) == (fenced(new), [])
    assert migrate_markdown(result.text).text == result.text


@pytest.mark.parametrize(
    "code",
    [
        "with fluid.dygraph.guard():\n",
        "with fluid.dygraph.guard():\n# train here\n",
        "x = fluid.dygraph.guard(\n    # train here\n",
        "with fluid.dygraph.guard()\n    # train here\n",
    ],
)
def test_what_cannot_be_read_stays(code):
    result = migrate_markdown(fenced(code))
    assert (result.text, [f.code for f in result.left]) == (fenced(code), ["PM338"])


@pytest.mark.parametrize("code", ["with x:\n    # fluid\n", "fluid = {}\nif fluid:\n    # paddle\n"])
def test_must_not_change(code):
    assert migrate_markdown(fenced(code)).text == fenced(code)


def test_prose_of_a_notebook():
    """Its blocks know the program's imports, and its findings their cell and line."""
    cells = [("code", "from paddle import fluid as f\ndevice = f.CPUPlace()"), ("code", "%time f.layers.relu(x)")]
    text = fenced("with f.dygraph.guard(device):\n    # train here\n")
    result = migrate_notebook(notebook(*cells, ("markdown", text), ("raw", text)))
    new = [cell["source"] for cell in json.loads(result.text)["cells"]]
    assert new[2:] == [fenced("paddle.device.set_device(device)\n# train here\n"), text]
    assert [(f.line, f.code) for f in result.findings if f.place == "cell 3"] == [(4, "PM104")]
    assert migrate_notebook(result.text).text == result.text


def test_prose_that_imports_fluid_is_a_program_of_its_own():
    program = "import paddle.fluid as fluid\nprint(fluid.layers.relu(x))\n"
    result = migrate_notebook(notebook(("code", "import paddle"), ("markdown", fenced(program))))
    new = "import paddle.nn.functional as F\nprint(F.relu(x))\n"
    assert json.loads(result.text)["cells"][1]["source"] == fenced(new)


def test_a_program_that_is_not_python_tells_nothing():
    result = migrate_notebook(notebook(("code", "import paddle.fluid as f\nx = ("), ("markdown", fenced(OLD))))
    assert json.loads(result.text)["cells"][1]["source"] == fenced(NEW)


@pytest.mark.parametrize("text", ["`fluid.layers`", fenced("# paddle-migrate: skip-file\n" + OLD)])
def test_prose_that_stays(text):
    old = notebook(("markdown", "paddle"), ("markdown", text))
    assert migrate_notebook(old).text == old
