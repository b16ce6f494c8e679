"""What chance decides shows, and nothing else does."""

from __future__ import annotations

import pytest
from ways import Way

pytestmark = pytest.mark.slow

HEAD = """\
import numpy as np
import paddle
paddle.enable_static()
x = paddle.static.data('x', [1], 'float32')
yes, most = paddle.mean(x) > 0, paddle.full([1], 50.0, 'float32')
"""
RUN = """
exe = paddle.static.Executor(paddle.CPUPlace())
print('found', exe.run(feed={'x': np.ones([1], 'float32')}, fetch_list=[y])[0].shape)
"""
WRITES = ["paddle.assign(x * 8, output=x)", "paddle.increment(x)"]


@pytest.mark.skipif("__import__('paddle').__version__ < '3'", reason="Paddle 2.6 writes in the order of the program")
@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize(
    "read",
    [
        "y = paddle.static.nn.cond(yes, lambda: x, lambda: x * 2)",
        "y = paddle.static.nn.switch_case(paddle.full([1], 0, 'int32'), {0: lambda: x, 1: lambda: x * 2})",
        "y, = paddle.static.nn.while_loop(lambda b: b < most, lambda b: [b * 2], [x])",
    ],
)
def test_a_race(read, write, bare: Way):
    assert "writes into what" in bare.run({"main.py": f"{HEAD}{read}\n{write}{RUN}"}).error


@pytest.mark.parametrize(
    "text",
    [
        "y = paddle.static.nn.cond(yes, lambda: x, lambda: x * 2)",
        f"y = paddle.static.nn.cond(yes, lambda: x * 1, lambda: x * 2)\n{WRITES[0]}",
        f"y = paddle.static.nn.cond(yes, lambda: paddle.assign(x), lambda: x * 2)\n{WRITES[0]}",
        f"z = x + 0\ny, = paddle.static.nn.while_loop(lambda b: b < most, lambda b: [b * 2], [z])\n{WRITES[0]}",
        f"y = x * 2\n{WRITES[0]}",
    ],
)  # fmt: skip
def test_no_race(text, bare: Way):
    assert not bare.run({"main.py": HEAD + text + RUN}).error
