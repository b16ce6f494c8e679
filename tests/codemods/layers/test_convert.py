"""What stays a function, and why; what others still find."""

from __future__ import annotations

import pytest
from paddle_migrate.layers.convert import layered
from paddle_migrate.layers.elsewhere import Neighbours

HEAD = "import paddle\nimport paddle.nn as nn\nimport paddle.nn.functional as F\n\n\n"
NET = f"{HEAD}def net(x, size):\n    h = nn.Linear(x.shape[1], size)(x)\n    return F.relu(h)\n"


def test_others_still_find_the_function():
    made = layered(NET)
    assert made.classes == ("Net",)
    assert made.text == f"""{HEAD}class Net(nn.Layer):
    def __init__(self, in_features, size):
        super().__init__()
        self.linear = nn.Linear(in_features, size)

    def forward(self, x):
        h = self.linear(x)
        return F.relu(h)


def net(x, size):
    return Net(in_features=x.shape[1], size=size)(x)
"""


def test_calls_of_the_file_are_of_the_class():
    made = layered(f"{NET}\n\ndef main():\n    x = paddle.static.data('x', [None, 4])\n    return net(x, 3)\n")
    assert "def net" not in made.text
    assert made.text.endswith("    return Net(in_features=x.shape[1], size=3)(x)\n")


@pytest.mark.parametrize("line", ["globals()['net'](x, 2)", "eval('net')(x, 2)", "vars()[kind](x, 2)"])
def test_a_file_that_finds_functions_by_their_names_keeps_them(line):
    made = layered(f"{NET}\n\ndef main(kind):\n    x = paddle.static.data('x', [None, 4])\n    {line}\n    net(x, 3)\n")
    assert "def net(x, size):\n    return Net(in_features=x.shape[1], size=size)(x)\n" in made.text
    assert made.text.endswith("    Net(in_features=x.shape[1], size=3)(x)\n")


@pytest.mark.parametrize("named", [True, False])
def test_a_file_that_is_imported_keeps_it_where_others_call_it(named):
    others = Neighbours(lambda reading, is_for_loop, apart: None, lambda name: named, lambda made: None, True,
                        lambda reading: lambda node: None)
    assert ("def net(x, size):\n    return Net(" in layered(NET, neighbours=others).text) == named


def test_what_is_worked_out_of_an_input_makes_no_layer():
    outer = "\n\ndef outer(x):\n    count = len(x)\n    return net(x, count)\n"
    made = layered(NET + outer)
    assert [(each.name, "count is worked out of a tensor" in each.why) for each in made.left] == [("outer", True)]
    assert "class Outer" not in made.text
    made = layered(NET + outer.replace("(x):", "(x, words):").replace("len(x)", "len(words)"))
    assert made.left == ()
    assert "class Outer" in made.text


def test_a_linear_layer_takes_the_last_dimension():
    text = layered(NET.replace("F.relu(h)", "nn.Linear(h.shape[2], 3)(h)")).text
    assert "nn.Linear(size, 3)" in text


@pytest.mark.parametrize(("old", "new", "why"), [
    ("    h = ", "    if x is not None:\n        x = nn.Linear(3, 3)(x)\n    h = ", "asks whether a tensor is there"),
    ("    h = ", "    for y in x:\n        y = nn.Linear(3, 3)(y)\n    h = ", "a loop over tensors"),
    ("    h = ", "    while size:\n        y = nn.Linear(3, 3)(x)\n    h = ", "another kind than if and for"),
    ("nn.Linear(x.shape[1], size)(x)", "nn.Linear(3, 3)(x) if size else x", "the middle of an expression"),
    ("nn.Linear(x.shape[1], size)(x)", "[nn.Linear(3, 3)(x) for _ in range(2)][0]", "the middle of an expression"),
    ("F.relu(h)", "nn.Linear(made(h).shape[1], 3)(h)", "is not known when the layer is made"),
    ("size)(x)", "int(x.sum()))(x)", "x is worked out of a tensor"),
    ("    h = ", "    k = Kept()\n    k.y = nn.Linear(3, 4)(x)\n    x = nn.Linear(k.y.shape[1], 3)(k.y)\n    h = ",
     "k is worked out of a tensor"),
    ("    h = ", "    k = {}\n    k['y'] = nn.Linear(3, 4)(x)\n    x = nn.Linear(k['n'], 3)(k['y'])\n    h = ",
     "k is worked out of a tensor"),
    ("(x, size)", "(x, *size)", "by stars or has decorators"),
    ("def net", "@cached\ndef net", "by stars or has decorators"),
    ("    h = ", "    text = '''a\n    b'''\n    h = ", "a string of several lines"),
    ("    h = ", "    global known\n    h = ", "keeps values of its own"),
    ("F.relu(h)", "nn.Linear(h.shape[2], 3)(x)", "is not known when the layer is made"),
    ("    h = ", "    y = nn.Linear(x.shape[0], 3)(x)\n    h = ", "is not known when the layer is made"),
])
def test_what_stays_a_function(old, new, why):
    text = NET.replace(old, new)
    assert text != NET
    made = layered(text)
    assert (made.text, made.classes) == (text, ())
    assert [why in each.why for each in made.left] == [True]


@pytest.mark.parametrize("text", [
    f"{HEAD}def plain(x):\n    return F.relu(x)\n",
    f"{HEAD}class Net(nn.Layer):\n    def __init__(self):\n        self.a = nn.Linear(3, 3)\n",
    f"{HEAD}def build():\n    x = paddle.static.data('x', [None, 3])\n    return nn.Linear(3, 3)(x)\n",
    "def broken(:\n",
])
def test_what_is_no_builder_is_left(text):
    made = layered(text)
    assert (made.text, made.classes, made.left) == (text, (), ())
