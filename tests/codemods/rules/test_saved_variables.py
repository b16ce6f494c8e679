"""Which files save variables, and which load those of another, by what they say."""

from __future__ import annotations

import pytest
from paddle_migrate.rules.parameters import LOADS_VARIABLES, SAVES_VARIABLES

F = b"import paddle.fluid as F\n"


@pytest.mark.parametrize("text", [
    b"fluid.load(main, 'm')\n", F + b"F.load(main, 'm')\n", b"import numpy as np\n" + F + b"x = 1\nF.load(main, 'm')\n",
    b"fluid.io.load_params(exe, 'm')\n", b"io.load_vars(exe, 'm')\n",
])  # fmt: skip
def test_it_loads(text):
    assert LOADS_VARIABLES.search(text)


@pytest.mark.parametrize("text", [
    F + b"numpy.load('m')\n", b"F.load('m')\n", F + b"F.save(main, 'm')\nF.load(main, 'm')\n", F + b"F.loads('m')\n",
    b"import json as F\nF.load(f)\n", F + b"fluid.io.save_params(exe, 'm')\nF.load(main, 'm')\n",
])  # fmt: skip
def test_it_loads_none_of_another(text):
    assert not LOADS_VARIABLES.search(text)


@pytest.mark.parametrize(("text", "saves"), [
    (F + b"F.save(main, 'm')\n", True), (b"fluid.save(main, 'm')\n", True), (F + b"np.save('m', x)\n", False),
    (F + b"F.layers.save('m')\n", False),
])  # fmt: skip
def test_it_saves(text, saves):
    assert bool(SAVES_VARIABLES.search(text)) is saves
