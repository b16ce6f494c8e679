"""Which `x.real` and `x.imag` are of a complex pair of 1.8's."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.pairs import is_of_pair


def _is_pair(read, text: str) -> bool:
    script = read(text)
    part = script.node("z.real")
    return is_of_pair(script.facts, script.facts.origins, part)


@pytest.mark.parametrize("text", [
    "z = fluid.dygraph.to_variable(x)\nuse(z.real)\n",
    "z = fluid.layers.relu(x) if a else fluid.layers.relu(y)\nuse(z.real)\n",
    "def f(z):\n    return z.real.numpy()\n",
    "def f(z):\n    return (z.real[0] * 2).numpy()\n",
    "def f(z):\n    return (z.real * z.real + z.imag * z.imag).numpy()\n",
    "def f(z):\n    return fluid.layers.reshape(z.real, [4])\n",
    "def f(z):\n    fluid.layers.relu(z)\n    return z.real\n",
])  # fmt: skip
def test_the_script_shows_it(read, text):
    assert _is_pair(read, text)


@pytest.mark.parametrize("text", [
    "def f(z):\n    return z.real\n",  # a number of Python's, an array of NumPy's
    "z = np.fft.fft(x)\nuse(z.real)\n",
    "z = fluid.dygraph.to_variable(x) if a else 1j\nuse(z.real)\n",
    "def f(z, y):\n    return (z.real + y).numpy()\n",  # y may be what has numpy()
    "def f(z, y):\n    return y[z.real].numpy()\n",
    "def f(z):\n    return fluid.layers.reshape(x, shape=z.real)\n",
    "def f(z):\n    fluid.layers.relu(z)\n    z = 1j\n    return z.real\n",
])  # fmt: skip
def test_it_may_be_anything(read, text):
    assert not _is_pair(read, text)
