"""Names of what programs compute, which Paddle 3 has not, are said where nothing gives the variable itself."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\nloss = fluid.layers.mean(x)\n"


def said(text):
    found = migrate_source(HEAD + text, options=Options(programs=True)).left
    return [f.line - HEAD.count("\n") for f in found if f.name.startswith("Variable.")]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("print(loss.name)\n", [1]),
        ("kept = loss\nnames = {'loss': kept.name}\n", [2]),
        ("gradient = loss.name + '@GRAD'\n", [1]),
        ("print(x.lod_level)\nprint(loss.grad_name)\n", [1, 2]),
        ("loss.error_clip = clip\n", [1]),
        ("def net():\n    return x, fluid.layers.mean(x)\n\na, b = net()\nfind(b.name)\n", [5]),
        ("if n:\n    loss = fluid.layers.scale(loss, n)\nshow(loss.name)\n", [3]),
    ],
)
def test_what_is_said(text, lines):
    assert said(text) == lines


@pytest.mark.parametrize(
    "text",
    [
        "print(x.name)\n",
        "w = fluid.layers.create_parameter([2], 'float32')\nprint(w.name)\n",
        "exe = fluid.Executor()\nexe.run(fetch_list=[loss.name])\n",
        "names = [v.name for v in those]\n",
        "def show(loss):\n    print(loss.name)\n",
        "fluid.backward.append_backward(loss, no_grad_set=set([loss.name]))\n",
        "print(loss.name)  # paddle-migrate: skip\n",
        "print(args.name, self.name)\n",
        "print(args.lod_level, self.error_clip)\n",
    ],
)
def test_what_is_not(text):
    assert said(text) == []
