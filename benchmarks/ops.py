"""Common operators: what compat adds to a call of today's operator, and how it compares with real 1.8.5."""

from __future__ import annotations

import runpy
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import paddle_compat
from curves import oracle_python
from turns import SETS, TOGETHER, Turns, Way, in_turns

ROUNDS, CALLS = 7, 5
# the last one is what today's Paddle itself costs
PAIRS = (("compat", "by hand", "<= 1.05"), ("compat", "1.8.5", "<= 1.0"), ("by hand", "1.8.5", ""))
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

# Each step is some calls of the operator whose number the batch gives.
SCRIPT = """
{imports}

def train(batches, weights):
    with guard:
        calls = []
        for number, text in enumerate({texts}):
            own = {{key.split()[1]: variable(value) for key, value in weights.items() if key.split()[0] == str(number)}}
            calls.append(eval("lambda: " + text, dict(globals(), **own)))
        for number, _ in batches:
            call = calls[int(number)]
            for _ in range({calls}):
                result = call()
            yield result
"""
LEGACY = """
import paddle
import paddle.fluid as fluid
import paddle.fluid.layers as L
variable = fluid.dygraph.to_variable
guard = fluid.dygraph.guard(fluid.CPUPlace())
"""
MODERN = """
import contextlib
import paddle
import paddle.nn.functional as F
paddle.set_device("cpu")
variable = paddle.to_tensor
guard = contextlib.nullcontext()
"""


def measure() -> Iterator[dict[str, Any]]:
    batches = [(number, 0) for _ in range(ROUNDS + 1) for number in range(len(OPS)) for _ in range(TOGETHER)]
    random = np.random.RandomState(0)
    given = {
        f"{number} {name}": random.rand(*shape).astype("float32")
        for number, (_, _, inputs) in enumerate(OPS.values())
        for name, shape in inputs.items()
    }
    with tempfile.TemporaryDirectory() as folder:
        found = ways(Path(folder))
        check_same_work(found, given)
        turns = in_turns(found, batches, given, warm_up=len(OPS) * TOGETHER)
    for way in turns.losses:
        np.testing.assert_allclose(turns.losses[way], turns.losses["compat"], rtol=1e-4)
    for way, other, goal in PAIRS:
        for number, name in enumerate(OPS if other in turns.seconds else ()):
            own = Turns({way: all_of[number :: len(OPS)] for way, all_of in turns.seconds.items()}, {})
            took = own.undisturbed(other) / CALLS
            row = {
                "figure": f"{name}: {way} / {other}",
                "measured": own.undisturbed(way) / own.undisturbed(other),
                f"{other}, us": took * 1e6,
                "rounds": SETS * ROUNDS * TOGETHER,
            }
            yield {**row, "goal": goal} if goal and took >= LONG_ENOUGH else row


def check_same_work(found: dict[str, Way], given: dict[str, np.ndarray]) -> None:
    """Every element of every result, compat's and by hand."""
    paddle_compat.install()
    each = [(number, 0) for number in range(len(OPS))]
    compat, by_hand = (runpy.run_path(str(found[way].script))["train"](each, given) for way in ("compat", "by hand"))
    for ours, theirs in zip(compat, by_hand, strict=True):
        np.testing.assert_allclose(np.ravel(ours.numpy()), np.ravel(theirs.numpy()), rtol=1e-6, atol=1e-6)


def ways(folder: Path) -> dict[str, Way]:
    """The same calls in a script of each dialect."""
    old, new = folder / "old.py", folder / "new.py"
    for path, imports, which in ((old, LEGACY, 0), (new, MODERN, 1)):
        texts = [row[which] for row in OPS.values()]
        path.write_text(SCRIPT.format(imports=imports, texts=texts, calls=CALLS))
    found = {"by hand": Way(new, "today"), "compat": Way(old, "compat")}
    return {**found, "1.8.5": Way(old, "1.8.5")} if oracle_python() else found
