from __future__ import annotations

import ast

import pytest
from paddle_migrate.formats.magics import Magics, is_python, only_python, speaks_of_fluid


@pytest.mark.parametrize(
    "cell",
    [
        "%time x = f(y)\n",
        "%%timeit -n 3\nf()\n",
        "!pip install x \\\n  y\nz\n",
        "if a:\n    !ls\n    %cd x\n",
        "files = !ls {x}\n",
        "model?\nx.y??\n",
        "%load_ext fluid.layers\nx\n",
    ],
)
def test_hidden_and_shown_again(cell):
    magics = Magics(lambda line, _: line)
    hidden = magics.hide(cell)
    ast.parse(hidden)
    assert hidden != cell
    assert magics.show(hidden) == cell


@pytest.mark.parametrize("cell", ["a = 1 \\\n  % b\n", "x = '''\n%time\n'''\n", "a = (b\n     % c)\n", "a != b\n"])
def test_python_is_not_touched(cell):
    assert Magics(lambda line, _: line).hide(cell) == cell
    assert only_python(cell) == (cell, [])


def test_only_the_python_of_a_cell():
    python, given = only_python("%time x = 1\nif x:\n    !ls\nhome = %env HOME\n")
    assert python.startswith("x = 1\nif x:\n    pass\n")
    assert given == ["home = %env HOME"]


@pytest.mark.parametrize(("cell", "python"), [("x", True), ("%%time\nx", True), ("%%bash\nx", False)])
def test_cells(cell, python):
    assert is_python(cell) == python


@pytest.mark.parametrize("code", ["import paddle.fluid as fluid", "from paddle import fluid", "x = fluid.layers.relu"])
def test_code_that_speaks_of_fluid(code):
    assert speaks_of_fluid(code)


@pytest.mark.parametrize("code", ["fluid.velocity", "import fluid", "a/fluid.layers", "fluids.layers.relu"])
def test_code_that_does_not(code):
    assert not speaks_of_fluid(code)
