"""A program without fluid notices nothing: what is imported, what is there, what a step of training gives and takes.

What it takes is counted in calls of Python functions, which no other load of the machine changes.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import paddle_compat
import pytest

pytestmark = pytest.mark.slow

COMPAT = str(Path(paddle_compat.__file__).parents[1])
PROGRAM = """
import sys, site
site.addsitedir(sys.argv[1])
import collections, json
import paddle
import paddle.amp, paddle.io, paddle.static.quantization
paddle.seed(1)
layer = paddle.nn.Linear(3, 2, weight_attr=paddle.nn.initializer.KaimingUniform())
adam = paddle.optimizer.Adam(0.1, parameters=layer.parameters())
losses, calls = [], collections.Counter()
def train():
    loss = (layer(paddle.ones([4, 3])) * 2.0 + layer.bias).square().mean()
    loss.backward()
    adam.step()
    losses.append(float(loss.numpy()).hex())
train()
sys.setprofile(lambda frame, event, _: calls.update([frame.f_code.co_qualname] if event == "call" else []))
train(); train()
sys.setprofile(None)
adam.clear_grad()
loss = layer(paddle.ones([4, 3])).mean()
loss.backward(); layer(paddle.ones([4, 3])).mean().backward()
packages = ["paddle", "paddle.amp", "paddle.nn", "paddle.base", "paddle.base.framework", "paddle.io.dataloader"]
seen = {
    "modules": sorted(name for name in sys.modules if not name.startswith("paddle_compat")),
    "names": {name: sorted(vars(sys.modules[name]).keys() - {"__getattr__"}) for name in packages},
    "methods": [f"{type(each).__name__} {each.__qualname__}" for each in (getattr(paddle.Tensor, name) for name in
                ("backward", "gradient", "__getitem__", "numpy", "__mul__"))],
    "calls": dict(calls), "losses": losses, "gradients": layer.weight.grad.numpy().tolist(),
}
ours = sorted(name for name in sys.modules if name.startswith("paddle_compat"))
print(json.dumps([seen, ours]))
"""


def run(**environment):
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, COMPAT]
    environment = {**os.environ, **environment}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
    return json.loads(done.stdout)


def test_a_program_without_fluid_notices_nothing():
    beside, ours = run(PADDLE_COMPAT="1")
    alone, _ = run(PADDLE_COMPAT="0")
    assert beside == alone
    assert beside["calls"]["train"] == 2
    assert set(ours) == {"paddle_compat", "paddle_compat._finder"}
