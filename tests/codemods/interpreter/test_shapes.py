"""The shapes that are worked out are those that NumPy and the compat layer give."""

from __future__ import annotations

import ast

import numpy as np
import paddle
import paddle_compat
import pytest
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.values import Array, Symbol
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source
from paddle_migrate.unsized.dialect import ScriptDialect

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L
from paddle.fluid.dygraph import BatchNorm, Conv2D, Conv2DTranspose, Embedding, LayerNorm, Linear, Pool2D, to_variable
a = np.zeros([4, 6], 'float32')
b = np.ones([2, 3, 8, 10], 'float32')
ids = np.zeros([4, 5, 1], 'int64')
"""
IN_NUMPY = [
    "np.array([[1, 2, 3], [4, 5, 6]])",
    "np.array([a, a, a])",
    "np.array([x for x in [a, a]])",
    "np.array([x[0] for x in [(a, 1), (a, 2)]]).astype('float32').reshape(-1, 2, 12)",
    "a.reshape(3, -1)",
    "a.reshape([2, -1, 3])",
    "np.reshape(b, (2, -1))",
    "b.transpose(0, 2, 3, 1)",
    "np.transpose(b, [1, 0, 2, 3])",
    "b[:, 1:, ::2]",
    "b[0]",
    "b[..., 0]",
    "b[:, None]",
    "b[0, :, 3:-2]",
    "np.concatenate([a, a], axis=1)",
    "np.concatenate((a, a))",
    "np.stack([a, a], axis=1)",
    "np.expand_dims(a, 1)",
    "np.squeeze(ids, -1)",
    "ids.squeeze()",
    "a + a[0]",
    "a * 2 - 1",
    "b.mean(axis=(2, 3))",
    "b.sum(axis=1, keepdims=True)",
    "a.T",
    "np.zeros((2,) + a.shape)",
    "np.arange(3, 11, 2)",
    "np.random.RandomState(0).rand(3, 4)",
    "np.random.uniform(0, 1, [3, 4])",
    "np.zeros([len(a), a.size // 8])",
    "np.zeros([3 if a.shape[1] > 5 else 2, max(2, 7)])",
    "np.zeros([sum([1, 2]), int(3.7), 2 ** 3])",
    "np.zeros([d for d in b.shape if d != 3])",
    "np.zeros(list(b.shape)[1:])",
    "np.zeros(list({'x': 5, 'y': 6}.values()))",
]
IN_FLUID = [
    "L.reshape(x, [0, -1])",
    "L.reshape(x, [-1, 2, 3, 10])",
    "L.reshape(x, [x.shape[0], x.shape[1] * 2, -1])",
    "L.flatten(x)",
    "L.flatten(x, axis=2)",
    "L.transpose(x, [0, 2, 3, 1])",
    "L.concat([x, x], axis=1)",
    "L.split(x, 5, dim=3)[0]",
    "L.split(x, [1, 2], dim=1)[1]",
    "L.stack([x, x], axis=1)",
    "L.unstack(x, axis=1)[0]",
    "L.unsqueeze(x, [1])",
    "L.squeeze(L.unsqueeze(x, [1]), [1])",
    "L.slice(x, axes=[1, 3], starts=[0, 2], ends=[2, 7])",
    "L.matmul(x, x, transpose_y=True)",
    "L.elementwise_add(x, to_variable(np.ones([3], 'float32')), axis=1)",
    "L.elementwise_mul(x, x)",
    "L.reduce_sum(x, dim=[2, 3])",
    "L.reduce_mean(x, dim=1, keep_dim=True)",
    "L.expand(x, [1, 2, 1, 3])",
    "L.pad2d(x, [1, 2, 3, 4])",
    "L.pool2d(x, 3, 'max', 2, 1)",
    "L.pool2d(x, 3, 'avg', 2, 1, ceil_mode=True)",
    "L.pool2d(x, global_pooling=True)",
    "L.resize_nearest(x, [16, 20])",
    "L.resize_bilinear(x, scale=2)",
    "L.softmax(L.relu(x))",
    "L.dropout(x, 0.5)",
    "L.mean(x)",
    "L.fill_constant([2, 7], 'float32', 0.0)",
    "L.topk(x, 3)[0]",
    "Conv2D(3, 5, 3, stride=2, padding=1)(x)",
    "Conv2D(3, 6, [3, 1], padding=[1, 0], dilation=2, groups=3)(x)",
    "Conv2DTranspose(3, 5, 4, stride=2, padding=1)(x)",
    "Pool2D(2, 'max', 2)(x)",
    "Pool2D(3, 'avg', 2, 1, ceil_mode=True)(x)",
    "Pool2D(pool_type='avg', global_pooling=True)(x)",
    "BatchNorm(3, act='relu')(x)",
    "LayerNorm([8, 10])(x)",
    "Linear(10, 7)(x)",
    "Embedding([9, 6])(to_variable(ids))",
    "fluid.dygraph.Sequential(Conv2D(3, 4, 3), Pool2D(2, 'max', 2))(x)",
]


def worked_out(text):
    script = Script.of(Source(text), Options())
    machine = Interpreter(ScriptDialect(script, Places(script.source), []))
    machine.run(ast.parse(text))
    return machine.module.names["result"]


@pytest.mark.parametrize("expression", IN_NUMPY)
def test_numpy(expression):
    text = f"{HEAD.splitlines()[0]}\n" + "\n".join(HEAD.splitlines()[4:]) + f"\nresult = {expression}\n"
    names = {}
    exec(text, names)
    assert worked_out(text).shape == names["result"].shape


@pytest.mark.parametrize("expression", IN_FLUID)
def test_fluid(expression):
    text = f"{HEAD}with fluid.dygraph.guard():\n    x = to_variable(b)\n    result = {expression}\n"
    paddle_compat.install()
    names = {}
    exec(text, names)
    paddle.disable_static()
    assert worked_out(text).shape == tuple(names["result"].shape)


@pytest.mark.parametrize(
    ("expression", "shape"),
    [
        ("x", "?xx"),
        ("x.reshape(-1, 4)", "?4"),
        ("np.array([row for row in read()])", None),
        ("np.zeros([n, 3]) + np.zeros([1, 3])", "?3"),
        ("np.zeros([n, 3]).reshape(n, 3, 1)", "?31"),
        ("np.zeros([n, 3, 4]).reshape(n, -1)", "?x"),
        ("np.zeros([n, 3, 4]).reshape(-1, 12)", "?x"),
        ("np.zeros([2, 3]) if n > 2 else np.zeros([2, 4])", "2?"),
        ("np.zeros([2, 3]) if n > 2 else np.zeros([2])", None),
    ],
)
def test_what_is_not_known_stays_unknown(expression, shape):
    """`?` is any number, `x` is 12."""
    found = worked_out(f"import numpy as np\nn = int(input())\nx = np.zeros([n, 12, 12])\nresult = {expression}\n")
    if shape is None:
        assert not isinstance(found, Array) or found.shape is None
        return
    said = ["?" if isinstance(d, Symbol) else {12: "x"}.get(d, str(d)) for d in found.shape]
    assert "".join(said) == shape


def test_a_batch_of_unknown_size():
    """What a reader collects until it has enough is as long as it will be."""
    found = worked_out("""\
import numpy as np
def read(rows):
    batch = []
    for row in rows:
        batch.append(np.reshape(row, [1, 5]))
        if len(batch) == 7:
            yield np.array(batch)
            batch = []
    if len(batch) > 0:
        yield np.array(batch)
for result in read(open('rows')):
    pass
""")
    assert isinstance(found.shape[0], Symbol)
    assert found.shape[1:] == (1, 5)
    assert np.prod(found.shape[1:]) == 5


@pytest.mark.parametrize(
    ("expression", "shape"),
    [
        ("cv2.imread('a.png')", "??3"),
        ("cv2.imread('a.png', 0)", "??"),
        ("np.transpose(cv2.resize(cv2.imread('a.png'), (4, 5)), (2, 0, 1)).astype('float32') / 255.0", "354"),
        ("cv2.cvtColor(cv2.imread('a.png'), cv2.COLOR_BGR2GRAY)[None]", "1??"),
        ("np.array(Image.open('a.png').convert('RGB').resize((4, 5)))", "543"),
        ("np.array(Image.open('a.png').resize((4, 5), Image.BICUBIC).convert('L')).reshape(1, 1, 5, 4)", "1154"),
        ("np.array(Image.open('a.png'))", "???"),
    ],
)
def test_images(expression, shape):
    found = worked_out(f"import cv2\nimport numpy as np\nfrom PIL import Image\nresult = {expression}\n")
    assert "".join("?" if isinstance(d, Symbol) else str(d) for d in found.shape) == shape
