"""Legacy names behind a module of the project."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.project.members import bound, members
from paddle_migrate.project.project import Project


@pytest.fixture
def found(tmp_path):
    """What a text of the project reaches: the code, the module and what it means."""
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("")
    (tmp_path / "pkg" / "a.py").write_text("import paddle.fluid as fluid\n")
    (tmp_path / "utils.py").write_text("import paddle.fluid as fluid\nL = fluid.layers\nx = 1\n")

    def find(text):
        reached = members(ast.parse(text), tmp_path / "main.py", Project([], [tmp_path]))
        return [(ast.unparse(member.node), member.module, member.meaning) for member in reached]

    return find


@pytest.mark.parametrize(
    ("text", "code", "module"),
    [
        ("import utils\nutils.fluid.layers.relu(x)\n", "utils.fluid", "utils"),
        ("import utils as u\nu.fluid\n", "u.fluid", "utils"),
        ("import pkg.a\nimport pkg\npkg.a.fluid\n", "pkg.a.fluid", "pkg.a"),
        ("from pkg import a\na.fluid\n", "a.fluid", "pkg.a"),
        ("from . import utils\nutils.fluid\n", "utils.fluid", ".utils"),
        ("from .pkg import a as b\nb.fluid\n", "b.fluid", ".pkg.a"),
        ("def f():\n    utils.fluid\nimport utils\n", "utils.fluid", "utils"),
        ("import importlib\nhome = importlib.import_module('utils')\nhome.fluid\n", "home.fluid", "utils"),
        ("def f():\n    home = __import__('utils')\n    home.fluid\n", "home.fluid", "utils"),
    ],
)
def test_reached(found, text, code, module):
    assert found(text) == [(code, module, "paddle.fluid")]


def test_in_the_order_of_the_text(found):
    text = "import utils\nf(utils.L.relu(utils.fluid.data))\nutils.L\n"
    assert [code for code, _, _ in found(text)] == ["utils.L", "utils.fluid", "utils.L"]


@pytest.mark.parametrize(
    "text",
    [
        "import utils\nutils.x\n",
        "import utils\nutils.nothing\n",
        "import utils\nutils.fluid = 2\n",
        "import numpy\nnumpy.fluid\n",
        "utils.fluid\n",
        "import importlib\nhome = importlib.import_module('ut' + name)\nhome.fluid\n",
        "home = __import__('utils')\nhome = 1\nhome.fluid\n",
        "home = __import__('pkg.utils')\nhome.fluid\n",
        "import utils\nother.utils.fluid\n",
        "import utils\nutils = 1\nutils.fluid\n",
        "import utils\ndef f(utils):\n    return utils.fluid\n",
        "import utils\ndef utils(): pass\nutils.fluid\n",
        "import utils\nfor utils in x: utils.fluid\n",
        "import utils\ntry: pass\nexcept E as utils: utils.fluid\n",
        "import utils\nimport pkg.a as utils\nutils.fluid\n",
        "import utils\nfrom numpy import utils\nutils.fluid\n",
    ],
)
def test_not_reached(found, text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("import a.b\nimport a.c\n", {"a": 1}),
        ("import a.b as c\nfrom d import c\n", {"c": 2}),
        ("def f(x, *y, z=1, **k): x = y\n", {"f": 1, "x": 2, "y": 1, "z": 1, "k": 1}),
        ("with f() as g: h(i for i in j)\n", {"g": 1, "i": 1}),
        ("del a\n", {"a": 1}),
        ("f(a.b)\n", {}),
    ],
)
def test_how_often_a_name_gets_a_meaning(text, counts):
    assert bound(ast.parse(text)) == counts
