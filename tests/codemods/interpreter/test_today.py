"""Shapes of today's functions, which mixed scripts call beside fluid's: those that Paddle gives, or none."""

from __future__ import annotations

import ast
import inspect
import operator

import paddle
import pytest
from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.knows.today import FUNCTIONS, spelled
from paddle_migrate.interpreter.knows.today.layers import CLASSES
from paddle_migrate.interpreter.values import Items

HEAD = """\
import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F
import paddle.fluid as fluid
x = paddle.to_tensor(np.ones([2, 3, 4], 'float32'))
image = paddle.to_tensor(np.ones([2, 4, 5, 6], 'float32'))
one = paddle.to_tensor(np.ones([2, 1, 4], 'float32'))
ids = paddle.to_tensor(np.zeros([4, 1], 'int64'))
kernel = paddle.to_tensor(np.ones([2, 4, 3, 3], 'float32'))
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
    "F.cross_entropy(p, flat, reduction='none')", "paddle.expand(one, [2, 5, 4])", "F.pad(image, [1, 1, 1, 1])",
    "paddle.gather(x, flat % 2)", "paddle.argmax(x)", "paddle.sum(x, 1, None, True)", "x.sum(1, keepdim=True)",
    "x.flatten(1).T", "F.conv2d(image, kernel, stride=2, padding=1)", "F.max_pool2d(image, 2)", "nn.Linear(4, 3)(x)",
    "nn.Conv2D(4, 2, [2, 3], dilation=2)(image)", "paddle.where(x > 0, x, one)", "paddle.sum(flat.astype('int32'))",
    "paddle.nn.Sequential(nn.Linear(4, 3), nn.ReLU())(x)", "paddle.full([2], 1.5)", "paddle.arange(3)", "x[0]",
    "paddle.zeros([2, 3])", "paddle.ones(shape=[4])", "paddle.clip(x, 0, 1)", "paddle.unstack(x, 1)",
]  # fmt: skip
UNKNOWN = [
    "F.cross_entropy(p, flat, reduction=how)", "F.pad(image, how)", "paddle.unique(flat)", "paddle.reshape(x, how)",
    "paddle.sum(x, axis=how)", "paddle.concat([x, x], how)", "paddle.matmul(x, x, True, how)", "paddle.expand(x, flat)",
    "paddle.sum(x, keepdim=how)", "paddle.sum(x, nonsense=1)", "F.no_such_function(x)", "paddle.zeros(how)",
]  # fmt: skip


@pytest.fixture(scope="module")
def found():
    names = {case: f"case_{number}" for number, case in enumerate([*KNOWN, *UNKNOWN])}
    text = HEAD + "how = input()\n" + "".join(f"{name} = {case}\n" for case, name in names.items())
    machine = Interpreter(Stars([]))
    machine.run(ast.parse(text))
    return {case: machine.module.names.get(name) for case, name in names.items()}


@pytest.fixture(scope="module")
def scope():
    found = {}
    exec(HEAD.replace("import paddle.fluid as fluid\n", ""), found)
    return found


def results(value):
    value = value.values if isinstance(value, Items) else value
    return list(value) if isinstance(value, (list, tuple)) else [value]


@pytest.mark.parametrize("case", KNOWN)
def test_it_is_paddle_s(found, scope, case):
    ours, theirs = results(found[case]), results(eval(case, scope))
    assert [value.shape for value in ours] == [tuple(value.shape) for value in theirs]
    for value, real in zip(ours, theirs, strict=True):
        assert value.dtype in ("", "float", str(real.dtype).rpartition(".")[2])


@pytest.mark.parametrize("case", UNKNOWN)
def test_it_is_not_guessed(found, case):
    assert all(getattr(value, "shape", None) is None for value in results(found[case]))


def names(function):
    parameters = inspect.signature(function).parameters.values()
    return [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


@pytest.mark.skipif(paddle.__version__.startswith("2."), reason="the order of arguments is that of the newest Paddle")
@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {"paddle.meshgrid"}))  # which takes anything
def test_arguments_are_named_as_paddle_names_them(name):
    ours, theirs = names(FUNCTIONS[name]), names(operator.attrgetter(name.removeprefix("paddle."))(paddle))
    assert theirs[: len(ours)] == ours


@pytest.mark.parametrize("name", CLASSES)
def test_classes_are_paddle_s(name):
    assert isinstance(operator.attrgetter(name.removeprefix("paddle."))(paddle), type)


@pytest.mark.parametrize(("name", "plain"), [
    ("paddle.tensor.reshape", "paddle.reshape"), ("paddle.nn.functional.sigmoid", "paddle.nn.functional.sigmoid"),
    ("paddle.nn.functional.tanh", "paddle.nn.functional.tanh"), ("paddle.relu", "paddle.relu"),
    ("paddle.fluid.layers.relu", "paddle.fluid.layers.relu"),
])  # fmt: skip
def test_a_second_name_is_the_first(name, plain):
    assert spelled(name) == plain
