"""Shapes of today's functions, which mixed scripts call beside fluid's: those that Paddle gives, or none."""

from __future__ import annotations

import ast

import numpy as np
import paddle
import paddle.nn.functional as F
import pytest
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.values import Array, Items
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source
from paddle_migrate.unsized.dialect import ScriptDialect

HEAD = """\
import numpy as np
import paddle
import paddle.nn.functional as F
import paddle.fluid as fluid
x = paddle.to_tensor(np.ones([2, 3, 4], 'float32'))
image = paddle.to_tensor(np.ones([2, 4, 5, 6], 'float32'))
one = paddle.to_tensor(np.ones([2, 1, 4], 'float32'))
ids = paddle.to_tensor(np.zeros([4, 1], 'int64'))
flat = paddle.to_tensor(np.zeros([4], 'int64'))
p = paddle.to_tensor(np.ones([4, 5], 'float32'))
"""
KNOWN = [
    "paddle.mean(x)", "paddle.mean(x, axis=1)", "paddle.mean(x, 1, keepdim=True)", "paddle.sum(x, axis=[0, 2])",
    "paddle.max(x, axis=-1)", "paddle.prod(x)", "paddle.flatten(x)", "paddle.flatten(x, 1)",
    "paddle.flatten(image, start_axis=1, stop_axis=2)", "paddle.split(x, 2)", "paddle.split(x, [1, 2], axis=1)",
    "paddle.squeeze(one)", "paddle.squeeze(one, axis=1)", "paddle.unsqueeze(x, 0)", "paddle.unsqueeze(x, axis=[0, 2])",
    "paddle.add(x, one)", "paddle.multiply(x, x)", "paddle.pow(x, 2)", "paddle.pow(x, one)", "paddle.topk(x, 2)",
    "paddle.topk(x, k=1, axis=1)", "paddle.cumsum(x)", "paddle.cumsum(x, axis=1)", "F.one_hot(ids, 5)",
    "F.one_hot(flat, num_classes=5)", "F.embedding(ids, p)", "F.cross_entropy(p, flat)", "F.mse_loss(p, p)",
    "F.maxout(image, 2)", "F.softmax(x)", "F.relu(x)", "paddle.concat([x, x], axis=1)", "paddle.stack([x, x], 1)",
    "paddle.transpose(x, [1, 0, 2])", "paddle.reshape(x, [2, -1])", "paddle.matmul(x, x, transpose_y=True)",
    "paddle.zeros([2, 3])", "paddle.ones(shape=[4])", "paddle.clip(x, 0, 1)", "paddle.unstack(x, 1)",
]  # fmt: skip
UNKNOWN = [
    "F.cross_entropy(p, flat, reduction='none')", "paddle.expand(one, [2, 5, 4])", "F.pad(image, [1, 1, 1, 1])",
    "paddle.gather(x, flat)", "paddle.argmax(x)", "paddle.sum(x, 1, None, True)",
]  # fmt: skip


@pytest.fixture(scope="module")
def found():
    names = {case: f"case_{number}" for number, case in enumerate([*KNOWN, *UNKNOWN])}
    text = HEAD + "".join(f"{name} = {case}\n" for case, name in names.items())
    script = Script.of(Source(text), Options())
    machine = Machine(ScriptDialect(script, Places(script.source), []))
    machine.run(ast.parse(text))
    scope = {"np": np, "paddle": paddle, "F": F}
    exec(HEAD.replace("import paddle.fluid as fluid\n", ""), scope)
    return {case: (shapes(machine.module.names.get(name)), real(eval(case, scope))) for case, name in names.items()}


def shapes(value):
    if isinstance(value, (Items, list, tuple)):
        return [shapes(v) for v in (value.values if isinstance(value, Items) else value)]
    return value.shape if isinstance(value, Array) else None


def real(value):
    return [real(v) for v in value] if isinstance(value, (list, tuple)) else tuple(value.shape)


@pytest.mark.parametrize("case", KNOWN)
def test_it_is_paddle_s(found, case):
    ours, wanted = found[case]
    assert ours == wanted


@pytest.mark.parametrize("case", UNKNOWN)
def test_it_is_not_guessed(found, case):
    assert found[case][0] is None
