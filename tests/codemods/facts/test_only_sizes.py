"""A shape of which nothing but sizes is taken."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.only_sizes import is_of_sizes

HEAD = "from paddle.fluid import layers\n"


def asked(read, text):
    script = read(HEAD + text)
    return is_of_sizes(script.facts, script.node("layers.shape(x)"))


@pytest.mark.parametrize("text", [
    "h = layers.fill_constant(shape=[layers.shape(x)[0], 1], value=0, dtype='float32')\n",
    "h = layers.fill_constant(layers.shape(x), 'float32', 0)\n",
    "h = layers.expand(y, [1, layers.shape(x)[1]])\n",
    "m = layers.sequence_mask(n, maxlen=layers.shape(x)[1], dtype='float32')\n",
    "s = layers.shape(x)\nbatch = s[0]\nh = layers.reshape(y, [batch, s[1] * 2, -1])\n",
    "s = layers.shape(x)\ns.stop_gradient = True\nsize = [s[2], s[3]]\nh = layers.resize_bilinear(y, size)\n",
    "s = layers.shape(x)\nt = layers.slice(s, axes=[0], starts=[2], ends=[4])\nh = layers.image_resize(y, t)\n",
    "s = layers.shape(x)\ns = layers.cast(x=s, dtype='float32')\nn = layers.reduce_prod(s)\n",
    "def f(x, y):\n    s = layers.shape(x)\n    return layers.slice(y, axes=[1], starts=[0], ends=[s[1]])\n",
    "def f(x):\n    return layers.shape(x)\nh = layers.reshape(y, f(x))\n",
    "def f(s):\n    return layers.reshape(y, [s[0], 1])\nh = f(layers.shape(x))\n",
])  # fmt: skip
def test_sizes(read, text):
    assert asked(read, text)


@pytest.mark.parametrize("text", [
    "print(layers.shape(x))\n",
    "s = layers.shape(x)\nh = layers.reshape(y, s)\nrun(fetch_list=[s])\n",
    "ids = layers.range(0, layers.shape(x)[0], 1, 'int32')\n",
    "n = layers.reduce_prod(layers.shape(x))\n",
    "s = layers.shape(x)\nh = layers.fill_constant([s[0] * n], 'float32', s[1])\n",
    "h = layers.fill_constant([layers.shape(x)[0] / 2], 'float32', 0)\n",
    "h = layers.fill_constant([layers.shape(x)[0] * n], 'float32', 0)\n",
    "s = layers.concat([layers.shape(x)[0:1], layers.shape(x)])\nh = layers.reshape(y, s)\n",
    "h = made(layers.shape(x))\n",
    "s, t = layers.shape(x), y\nh = layers.reshape(t, s)\n",
    "self.s = layers.shape(x)\nh = layers.reshape(y, self.s)\n",
    "s = layers.shape(x)\nh = layers.crop_tensor(y, shape=[1, 2], offsets=[s[0], 0])\n",
])  # fmt: skip
def test_what_is_more(read, text):
    assert not asked(read, text)
