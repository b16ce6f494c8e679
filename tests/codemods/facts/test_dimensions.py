"""A layer of what has no more dimensions than it keeps, and one, need not make it flat."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.facts.dimensions import has_dimensions
from paddle_migrate.facts.facts import Facts
from paddle_migrate.text.source import Source

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid import layers\n"
X = "x = fluid.data('x', [None, 13])\n"


def layer_of(lines, call):
    text = migrate_source(f"{HEAD}{X}{lines}out = {call}\n").text
    return text.rstrip("\n").rpartition("out = ")[2]


def is_matrix(text, of):
    """Whether the input of the last `fc` in the text, which is given `of`, is known to have two dimensions."""
    facts = Facts.find(Source(HEAD + X + text))
    reference = [each for each in facts.references if each.name.endswith(".fc")][-1]
    input = reference.argument("input")
    assert facts.source.code(input) == of
    return has_dimensions(facts, input, 2)


@pytest.mark.parametrize(
    "lines",
    [
        "h = fluid.layers.data('h', [4])\n",
        "h = layers.fc(x, 4)\n",
        "h = layers.relu(layers.fc(x, 4))\n",
        "h = layers.dropout(x, 0.5)\n",
        "h = layers.batch_norm(input=layers.fc(x, 4), act='relu')\n",
        "h = layers.elementwise_add(x, y)\n",
        "h = layers.concat([x, layers.tanh(x)], axis=1)\n",
        "h = layers.reshape(y, [-1, 8])\n",
        "h = layers.embedding(layers.data('w', [1], dtype='int64'), [9, 4])\n",
        "h = made()\nh = layers.fc(h, 4)\n",
        "h = x\nfor size in (3, 4):\n    h = layers.fc(h, size)\n",
        "h = layers.data('h', [4], lod_level=1)\n",
        "h = layers.elementwise_mul(x, y) * 2.0 + x\n",
        "def made(a):\n    return layers.relu(a)\nh = made(x)\n",
        "h = layers.sequence_pool(layers.embedding(layers.data('w', [1], dtype='int64'), [9, 4]), 'sum')\n",
        "h, c = layers.dynamic_lstm(y, 8)\n",
        "h = layers.embedding(y, [9, 4])\nh = layers.sequence_conv(h, 4)\n",
        "w = fluid.data('w', [None], 'int64')\nh = fluid.embedding(w, [9, 4])\n",
        "w = fluid.data('w', [None, 5], 'int64')\nh = layers.reduce_sum(fluid.embedding(w, [9, 4]), dim=1)\n",
        "w = fluid.data('w', [None, 5, 4])\nh = layers.reduce_mean(w, -1)\n",
        "w = fluid.data('w', [None, 5, 4, 2])\nh = layers.reduce_max(w, dim=[2, -1], keep_dim=False)\n",
        "h = layers.reduce_min(x, 1, True)\n",
        "h = layers.pow(layers.gather(layers.transpose(x, [1, 0]), index), 2.0)\n",
        "h = layers.one_hot(layers.data('w', [1], dtype='int64'), 9)\n",
    ],
)
def test_known(lines):
    assert is_matrix(f"{lines}out = layers.fc(h, 3)\n", "h")


@pytest.mark.parametrize(
    "lines",
    [
        "h = y\n",
        "h = fluid.data('h', [None, 1, 28, 28])\n",
        "h = fluid.data('h', shape)\n",
        "h = layers.data('h', [4, 4])\n",
        "h = fluid.embedding(layers.data('w', [1], dtype='int64'), [9, 4])\n",
        "h = layers.sequence_pool(fluid.embedding(layers.data('w', [1], dtype='int64'), [9, 4]), 'sum')\n",
        "h = layers.sequence_pool(y, 'sum')\n",
        "h = x + y\n",
        "def made(a):\n    if a:\n        return layers.conv2d(a, 4, 3)\n    return x\nh = made(x)\n",
        "def made(a):\n    return made(a)\nh = made(x)\n",
        "h, c = split(x)\n",
        "h = layers.data('h', [4], append_batch_size=False)\n",
        "h = layers.data('h', [n])\n",
        "h = layers.fc(x, 4, num_flatten_dims=2)\n",
        "h = layers.conv2d(y, 4, 3)\n",
        "h = layers.concat([x, y], axis=1)\n",
        "h = layers.embedding(y, [9, 4])\n",
        "h = x\nif deep:\n    h = layers.conv2d(y, 4, 3)\n",
        "h = layers.reshape(x, [-1, 1, 13])\n",
        "h = layers.elementwise_add(y, x)\n",
        "h = layers.reduce_sum(x)\n",
        "h = layers.reduce_sum(x, dim=1)\n",
        "w = fluid.data('w', [None, 5, 4])\nh = layers.reduce_sum(w, dim=1, keep_dim=True)\n",
        "w = fluid.data('w', [None, 5, 4])\nh = layers.reduce_sum(w, dim=dims)\n",
        "w = fluid.data('w', [None, 5, 4])\nh = layers.reduce_sum(w, dim=1, keep_dim=keeps)\n",
        "h = fluid.one_hot(x, 9)\n",
        "h = y\nfor _ in range(n):\n    h = layers.squeeze(h, axes=[1])\n",
        "h = y\nfor _ in range(n):\n    h = layers.reduce_mean(layers.squeeze(h, axes=[1]), dim=0)\n",
    ],
)
def test_not_known(lines):
    assert not is_matrix(f"{lines}out = layers.fc(h, 3)\n", "h")


@pytest.mark.parametrize(
    ("calls", "flat"),
    [("net(x)\n", False), ("net(x)\nnet(layers.fc(x, 2))\n", False), ("", True), ("net(x)\nnet(y)\n", True),
     ("net(x)\nrun(net)\n", True), ("net(*x)\n", True)],
)  # fmt: skip
def test_what_a_function_is_given(calls, flat):
    other = "def first(h):\n    return layers.relu(h)\n"
    assert is_matrix(f"{calls.replace('net', 'later').replace('layers.fc(x, 2)', 'first(x)')}{other}"
                     "def later(h):\n    return layers.fc(h, 3)\n", "h") != flat


@pytest.mark.parametrize(
    ("lines", "new"),
    [
        ("h = layers.fc(fluid.data('v', [2, 3, 4]), 5, num_flatten_dims=2)\n",
         "nn.Linear(in_features=h.shape[2], out_features=3)(h)"),
        ("h = fluid.embedding(fluid.data('w', [None, 9], 'int64'), [9, 4])\n",
         "nn.Linear(in_features=h.shape[2], out_features=3)(h)"),
        ("h = x\n", "nn.Linear(math.prod(h.shape[2:]), 3)(paddle.flatten(h, start_axis=2))"),
    ],
)
def test_two_that_are_kept(lines, new):
    assert layer_of(lines, "layers.fc(h, 3, num_flatten_dims=2)") == new


@pytest.mark.parametrize(("place", "flat"), [("0", False), ("1", True), ("2", True), ("i", True)])
def test_elements_of_a_list(place, flat):
    assert is_matrix(f"hs = [layers.fc(x, 4), y]\nout = layers.fc(hs[{place}], 3)\n", f"hs[{place}]") != flat


@pytest.mark.parametrize(
    ("call", "new"),
    [
        ("layers.fc(input=x, size=3, act='relu')", "paddle.static.nn.fc(x=x, size=3, activation='relu')"),
        ("layers.fc(x, 3, num_flatten_dims=1, bias_attr=False)", "paddle.static.nn.fc(x, 3, bias_attr=False)"),
    ],
)  # fmt: skip
def test_todays_own_makes_it_flat(call, new):
    assert layer_of("", call) == new


def test_another_axis_is_made_flat():
    assert "paddle.flatten(" in layer_of("", "layers.fc(x, 3, num_flatten_dims=-1)")
