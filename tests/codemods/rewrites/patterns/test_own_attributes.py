"""Attributes that a script gives to variables of its programs: a person's, for Paddle 3's variables take none."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\nloss = fluid.layers.mean(fluid.layers.fc(x, 2))\n"


def found(text):
    result = migrate_source(HEAD + text, options=Options(programs=True))
    return [(each.line, each.name) for each in result.findings if each.code == "PM333"]


@pytest.mark.parametrize(
    "text",
    [
        "loss.note = None\n",
        "total = 0\nfor i in range(3):\n    total = total + i * loss\ntotal.note = 1\n",
        "out = {'loss': loss}\nout['loss'].note = 3\n",
        "def mark(v):\n    v.note = 1\nmark(loss * 2.0)\n",
        "class Net:\n    def build(self):\n        self.loss = loss\n        self.loss.note = 'a'\n",
    ],
)
def test_of_a_variable(text):
    ((line, name),) = found(f"{text}print(loss.note)\n")
    assert name == "note"
    assert ".note = " in (HEAD + text).splitlines()[line - 1]
    result = migrate_source(HEAD + text, options=Options(programs=True))  # where nobody reads it
    assert ".note" not in result.text
    assert not [each for each in result.findings if each.code == "PM333"]


@pytest.mark.parametrize("text", [
    "loss.note = 1\nprint(getattr(other, 'note', None))\n", "loss.note = 1\nif other.note == 2:\n    print(1)\n",
    "loss.note = count()\n", "loss.note = 1\nprint(loss.__dict__)\n", "loss.note = loss.mark = 1\n",
])
def test_one_that_may_be_read(text):
    assert ".note = " in migrate_source(HEAD + text, options=Options(programs=True)).text
    assert (HEAD.count("\n") + 1, "note") in found(text)


@pytest.mark.parametrize("name", ["gradient_clip_attr", "error_clip"])
def test_one_that_185_heeded_is_never_taken_out(name):
    text = f"w = fluid.layers.create_parameter([2], 'float32')\nw.{name} = clip\nh = w * 2.0\nh.{name} = clip\n"
    result = migrate_source(HEAD + text, options=Options(programs=True))
    assert result.text.count(f".{name} = clip\n") == 2
    assert len(result.left) >= 1


@pytest.mark.parametrize(
    "text",
    [
        "loss.persistable = True\nx.stop_gradient = False\n",
        "class Net:\n    pass\nnet = Net()\nnet.loss = loss\nnet.note = 1\n",
        "def mark(v):\n    v.note = 1\nmark(object)\n",
        "n = 1\nfor i in range(3):\n    n = n + i\nn.note = 1\n",
        "loss.note = 1  # paddle-migrate: skip\n",
    ],
)
def test_of_something_else(text):
    assert found(text) == []


def test_in_dynamic_mode():
    text = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    y = fluid.layers.relu(x)\n    y.note = 1\n"
    assert not [each for each in migrate_source(text).findings if each.code == "PM333"]
