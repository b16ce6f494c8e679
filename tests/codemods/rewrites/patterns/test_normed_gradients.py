"""Gradients that are asked for of a network with a LayerNorm are told: today's Paddle has other ones on the CPU."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid import dygraph\n"
NET = """\
class Net(dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.norm = dygraph.LayerNorm(4)

    def forward(self, x):
        return self.norm(x)


"""


def said(text, **more):
    return [each.code for each in migrate_source(text, options=Options(), **more).left if each.code == "PM343"]


@pytest.mark.parametrize("text", [
    HEAD + NET + "g, = dygraph.grad(Net()(x), [x])\n", HEAD + NET + "g = fluid.dygraph.grad(outputs=y, inputs=x)[0]\n",
    HEAD + NET + "def penalty(y, x):\n    return dygraph.grad(y, [x], create_graph=True)[0]\n",
    HEAD + "from paddle.fluid.dygraph import grad\nn = dygraph.LayerNorm(4)\ng = grad(n(x), x)\n",
])  # fmt: skip
def test_it_is_told(text):
    assert said(text) == ["PM343"]


def test_a_norm_of_another_file(tmp_path):
    (tmp_path / "net.py").write_text(HEAD + NET)
    text = HEAD + "import net\ng, = dygraph.grad(net.Net()(x), [x])\n"
    (tmp_path / "main.py").write_text(text)
    project = Project(tmp_path.glob("*.py"), [tmp_path])
    result = migrate_source(text, filename=str(tmp_path / "main.py"), project=project)
    assert [each.code for each in result.findings if each.code == "PM343"] == ["PM343"]


@pytest.mark.parametrize("text", [
    HEAD + NET + "loss = Net()(x)\nloss.backward()\n", HEAD + "g, = dygraph.grad(dygraph.Linear(4, 4)(x), [x])\n",
    HEAD + NET + "def grad(y, x):\n    return x\ng = grad(1, 2)\n", HEAD + NET + "g = net.grad(y, x)\n",
])  # fmt: skip
def test_others_are_not(text):
    assert said(text) == []
