"""The device of a rank, and where ranks are prepared."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.ranks import is_device_of_rank
from paddle_migrate.facts.start import has_block_to_spawn, prepares

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid.dygraph.parallel import Env, prepare_context\n"
BLOCK = HEAD + "with fluid.dygraph.guard():\n    strategy = prepare_context()\n    m = f(strategy)\n"


def _place(read, text):
    facts = read(HEAD + text).facts
    return facts, next(c for c in facts.source.all(cst.Call) if facts.source.code(c.func).endswith("Place"))


@pytest.mark.parametrize(
    "text",
    [
        "p = fluid.CUDAPlace(Env().dev_id)\n",
        "n = Env().dev_id\np = fluid.CUDAPlace(n)\n",
        "n = 0\nn = Env().dev_id\np = fluid.CUDAPlace(n)\n",
    ],
)
def test_device_of_a_rank(read, text):
    assert is_device_of_rank(*_place(read, text))


@pytest.mark.parametrize(
    "text",
    [
        "p = fluid.CUDAPlace(0)\n",
        "p = fluid.CUDAPlace()\n",
        "p = fluid.CPUPlace()\n",
        "p = fluid.CUDAPlace(Env().local_rank)\n",
        "n = 0\nif many:\n    n = Env().dev_id\np = fluid.CUDAPlace(n)\n",
        "n = Env().dev_id\nn = 0\np = fluid.CUDAPlace(n)\n",
    ],
)
def test_other_devices(read, text):
    assert not is_device_of_rank(*_place(read, text))


def test_a_block_that_can_become_a_function(read):
    facts = read(BLOCK).facts
    assert len(prepares(facts)) == 1
    assert has_block_to_spawn(facts)


@pytest.mark.parametrize(
    "text",
    [
        "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    pass\n",
        BLOCK + "print(m)\n",  # shared with the rest of the file
        HEAD + "def train():\n    prepare_context()\n",
        HEAD + "if parallel:\n    prepare_context()\n",
    ],
)
def test_no_such_block(read, text):
    assert not has_block_to_spawn(read(text).facts)
