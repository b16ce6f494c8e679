"""Common operators: what compat adds to a call of today's operator, and how it compares with real 1.8.5."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator
from typing import Any

import paddle_compat
from beside import beside_185

ROUNDS, CALLS = 40, 5
# An operator that takes less is measured with the call of it, and 1.8.5 with its older, slower calls.
LONG_ENOUGH = 100e-6
# name: legacy expression, today's, float inputs `x` and `y` and their shapes
OPS: dict[str, tuple[str, str, dict[str, list[int]]]] = {
    "relu": ("L.relu(x)", "F.relu(x)", {"x": [64, 4096]}),
    "sigmoid": ("L.sigmoid(x)", "F.sigmoid(x)", {"x": [64, 4096]}),
    "tanh": ("L.tanh(x)", "paddle.tanh(x)", {"x": [64, 4096]}),
    "softmax": ("L.softmax(x)", "F.softmax(x)", {"x": [64, 4096]}),
    "exp": ("L.exp(x)", "paddle.exp(x)", {"x": [64, 4096]}),
    "elementwise_add": ("L.elementwise_add(x, y)", "paddle.add(x, y)", {"x": [256, 4096], "y": [256, 4096]}),
    "elementwise_add axis": (
        "L.elementwise_add(x, y, axis=1)",
        "paddle.add(x, paddle.reshape(y, [64, 1, 1]))",
        {"x": [32, 64, 28, 28], "y": [64]},
    ),
    "elementwise_mul": ("L.elementwise_mul(x, y)", "paddle.multiply(x, y)", {"x": [256, 4096], "y": [256, 4096]}),
    "matmul": ("L.matmul(x, y)", "paddle.matmul(x, y)", {"x": [256, 512], "y": [512, 256]}),
    "matmul alpha": ("L.matmul(x, y, alpha=0.5)", "paddle.matmul(x, y) * 0.5", {"x": [256, 512], "y": [512, 256]}),
    "reduce_sum": ("L.reduce_sum(x, dim=1)", "paddle.sum(x, axis=1)", {"x": [256, 4096]}),
    "reduce_mean": ("L.reduce_mean(x, dim=-1)", "paddle.mean(x, axis=-1)", {"x": [256, 4096]}),
    "mean": ("L.mean(x)", "paddle.mean(x)", {"x": [256, 4096]}),
    "concat": ("L.concat([x, y], axis=1)", "paddle.concat([x, y], axis=1)", {"x": [256, 2048], "y": [256, 2048]}),
    "transpose": ("L.transpose(x, [0, 2, 1])", "paddle.transpose(x, [0, 2, 1])", {"x": [64, 128, 128]}),
    "split": ("L.split(x, 2, dim=1)[0]", "paddle.split(x, 2, axis=1)[0]", {"x": [256, 4096]}),
    "pad2d": ("L.pad2d(x, [1, 1, 1, 1])", "F.pad(x, [1, 1, 1, 1])", {"x": [32, 16, 28, 28]}),
    "pool2d": ("L.pool2d(x, 2, 'max', 2)", "F.max_pool2d(x, 2, 2)", {"x": [32, 16, 28, 28]}),
    "topk": ("L.topk(x, 5)[0]", "paddle.topk(x, 5)[0]", {"x": [64, 1024]}),
    "clip": ("L.clip(x, -0.5, 0.5)", "paddle.clip(x, -0.5, 0.5)", {"x": [256, 4096]}),
}

# Runs beside 1.8.5 and beside compat alike: medians of the seconds that a call takes, by name.
TIMED = '''
import json, statistics, sys, time
import numpy as np
import paddle, paddle.fluid as fluid
ops, rounds, calls = json.loads(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
took = {}
with fluid.dygraph.guard(fluid.CPUPlace()):
    for name, (legacy, _, inputs) in ops.items():
        random = np.random.RandomState(0)
        given = {k: fluid.dygraph.to_variable(random.rand(*s).astype("float32")) for k, s in inputs.items()}
        call = eval("lambda: " + legacy, dict(given, L=fluid.layers))
        call()
        times = []
        for _ in range(rounds):
            start = time.perf_counter()
            for _ in range(calls):
                call()
            times.append((time.perf_counter() - start) / calls)
        took[name] = statistics.median(times)
print(json.dumps(took))
'''


def measure() -> Iterator[dict[str, Any]]:
    paddle_compat.install()
    before = theirs()
    ours = {name: seconds(name) for name in OPS}
    after = theirs()
    for name, (compat, by_hand) in ours.items():
        long = by_hand >= LONG_ENOUGH
        row = {
            "figure": f"{name}: compat / by hand",
            "measured": compat / by_hand,
            "by hand, us": by_hand * 1e6,
            "rounds": ROUNDS,
        }
        yield {**row, "goal": "<= 1.05"} if long else row
    both = [name for name in before if name in after]
    for name in both:
        beside = (before[name] + after[name]) / 2
        yield {
            "figure": f"{name}: compat / 1.8.5",
            "measured": ours[name][0] / beside,
            "goal": "<= 1.0",
            "1.8.5, us": beside * 1e6,
        }


def seconds(name: str) -> tuple[float, float]:
    """What a call takes under compat and by hand, in turns."""
    import numpy as np
    import paddle
    import paddle.fluid as fluid
    import paddle.nn.functional as F

    legacy, modern, inputs = OPS[name]
    random = np.random.RandomState(0)
    given = {key: paddle.to_tensor(random.rand(*shape).astype("float32")) for key, shape in inputs.items()}
    scope = {**given, "L": fluid.layers, "F": F, "paddle": paddle}
    calls = [eval(f"lambda: {text}", scope) for text in (legacy, modern)]
    # Otherwise it would not be the same work.
    np.testing.assert_allclose(np.ravel(calls[0]().numpy()), np.ravel(calls[1]().numpy()), rtol=1e-6, atol=1e-6)
    took: list[list[float]] = [[], []]
    for number in range(ROUNDS):
        for way in (0, 1) if number % 2 else (1, 0):
            start = time.perf_counter()
            for _ in range(CALLS):
                calls[way]()
            took[way].append((time.perf_counter() - start) / CALLS)
    return statistics.median(took[0]), statistics.median(took[1])


def theirs() -> dict[str, float]:
    """The same calls under real 1.8.5, where there is one."""
    printed = beside_185(TIMED, json.dumps(OPS), str(ROUNDS), str(CALLS))
    took: dict[str, float] = json.loads(printed) if printed else {}
    return took
