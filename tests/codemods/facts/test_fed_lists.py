"""Lists of data, in one file and through others."""

from __future__ import annotations

from pathlib import Path

import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.fed_lists import lists_data
from paddle_migrate.project.project import Project
from paddle_migrate.text.source import Source

HEAD = "import paddle.fluid as fluid\n"
X = "x = fluid.data('x', [1])\n"
NET = (
    f"{HEAD}def inputs(n):\n    a = fluid.layers.data('a', [1])\n    many = [fluid.data(str(i), [1]) for i in n]\n"
    "    return [a] + many\n\n\ndef all_of_it(n):\n    many = inputs(n)\n    return n, many\n\n\n"
    "class Net(object):\n    def inputs(self):\n        return [fluid.data('a', [1]), *inputs(3)]\n\n\n"
    "def either(n):\n    if n:\n        return ['a']\n    return inputs(n)\n"
)


@pytest.fixture
def found(tmp_path: Path):
    """Whether what `fed` is set to is a list of data, beside net.py."""

    def find(text: str) -> bool:
        (tmp_path / "net.py").write_text(NET)
        (tmp_path / "train.py").write_text(HEAD + text)
        project = Project([tmp_path / "net.py", tmp_path / "train.py"], [tmp_path])
        facts = Facts.find(Source(HEAD + text, "train.py"), project, tmp_path / "train.py")
        assign = facts.source.module.body[-1].body[0]  # type: ignore[union-attr,index]
        return lists_data(facts, assign.value)  # type: ignore[union-attr]

    return find


@pytest.mark.parametrize(
    "text",
    [
        f"{X}fed = [x, x]",
        f"{X}xs = [x]\nfed = xs + [b.var('n')]",
        "def f():\n    x = fluid.data('x', [1])\n    return x, 1\ny, n = f()\nfed = [y]",
        "x = 'a'\nx = fluid.data('x', [1])\nfed = [x]",
        "from net import inputs\nfed = inputs(2)",
        "import net\nn, xs = net.all_of_it(2)\nfed = xs",
        "from net import Net\nnet = Net()\nxs = net.inputs()\nfed = xs",
        "fed = [block.var(n) for n in names]",
    ],
)
def test_data(found, text):
    assert found(text)


@pytest.mark.parametrize(
    "text",
    [
        "fed = []",
        f"{X}fed = [x, 'y']",
        "fed = ['x']",
        "def f(xs):\n    return xs\nfed = f(ys)",
        "from net import either\nfed = either(2)",
        "import net\nn, xs = net.all_of_it(2)\nfed = n",
        "import net\nn, *xs = net.all_of_it(2)\nfed = xs",
        "from elsewhere import inputs\nfed = inputs(2)",
        f"{X}xs = [x]\nif n:\n    xs = names\nfed = xs",
        "xs = xs + xs\nfed = xs",
        "fed = [n for n in names]",
    ],
)
def test_what_may_be_names(found, text):
    assert not found(text)
