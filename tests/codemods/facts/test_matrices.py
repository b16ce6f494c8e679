"""A layer of what has two dimensions need not make it flat."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid import layers\n"
X = "x = fluid.data('x', [None, 13])\n"
FLAT = "paddle.flatten("


def layer_of(lines, call="layers.fc(h, 3)"):
    text = migrate_source(f"{HEAD}{X}{lines}out = {call}\n").text
    return text.rstrip("\n").rpartition("out = ")[2]


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
    ],
)
def test_known(lines):
    assert layer_of(lines) == "nn.Linear(h.shape[1], 3)(h)"


@pytest.mark.parametrize(
    "lines",
    [
        "h = y\n",
        "h = fluid.data('h', [None, 1, 28, 28])\n",
        "h = fluid.data('h', shape)\n",
        "h = layers.data('h', [4, 4])\n",
        "h = layers.data('h', [4], append_batch_size=False)\n",
        "h = layers.data('h', [n])\n",
        "h = layers.fc(x, 4, num_flatten_dims=2)\n",
        "h = layers.conv2d(y, 4, 3)\n",
        "h = layers.concat([x, y], axis=1)\n",
        "h = layers.embedding(y, [9, 4])\n",
        "h = x\nif deep:\n    h = layers.conv2d(y, 4, 3)\n",
        "h = layers.reshape(x, [-1, 1, 13])\n",
        "h = layers.elementwise_add(y, x)\n",
    ],
)
def test_not_known(lines):
    assert FLAT in layer_of(lines)


def test_what_a_function_is_given():
    assert FLAT in migrate_source(f"{HEAD}{X}def net(h):\n    return layers.fc(h, 3)\nnet(x)\n").text


@pytest.mark.parametrize(
    ("call", "new"),
    [
        ("layers.fc(input=x, size=3, act='relu')", "F.relu(nn.Linear(in_features=x.shape[1], out_features=3)(x))"),
        ("layers.fc(x, 3, num_flatten_dims=1, bias_attr=False)", "nn.Linear(x.shape[1], 3, bias_attr=False)(x)"),
    ],
)
def test_a_layer(call, new):
    assert layer_of("", call) == new


def test_another_axis_is_made_flat():
    assert FLAT in layer_of("", "layers.fc(x, 3, num_flatten_dims=-1)")
