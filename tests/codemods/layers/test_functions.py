"""The sizes of what Paddle's functions give, and of what is not known of them."""

from __future__ import annotations

import numpy as np
import pytest
from paddle_migrate.layers.convert import layered
from paddle_migrate.layers.text import without_unread

HEAD = """\
import math
import paddle
import paddle.nn as nn
import paddle.nn.functional as F

"""
NET = HEAD + """\
def halved(a, scale=2):
    return a * 0.5 / scale

def joined(a, b):
    return paddle.concat([a, b], axis=1)

def net(x, y, inputs, n):
    {lines}
    return nn.Linear({size}, 2)(z)
"""


def made(expression: str, size: str, lines: str = "") -> str:
    """What the layer behind an expression is made with; nothing where the function stays one."""
    text = layered(NET.format(lines=f"{lines}z = {expression}", size=size)).text
    line = next((each for each in text.split("\n") if ", 2)" in each and "self." in each), "")
    return line.strip().removeprefix("self.linear = nn.Linear(").removesuffix(", 2)")


@pytest.mark.parametrize(("expression", "size", "wanted"), [
    ("paddle.unsqueeze(x, axis=[1])", "z.shape[1]", "1"),
    ("paddle.unsqueeze(x, axis=[1])", "z.shape[2]", "in_channels"),
    ("paddle.unsqueeze(x, axis=[2, 3])", "z.shape[1]", "in_channels"),
    ("paddle.unsqueeze(x, axis=[1])", "math.prod(z.shape[1:])", "in_features"),
    ("paddle.unsqueeze(x, axis=[-1])", "z.shape[-1]", "1"),
    ("paddle.squeeze(x, axis=[1])", "z.shape[1]", "in_features"),
    ("paddle.squeeze(x, axis=[3])", "z.shape[1]", "in_channels"),
    ("paddle.squeeze(x, axis=-1)", "math.prod(z.shape[1:])", "in_features"),
    ("paddle.concat([x, y], axis=1)", "z.shape[1]", "in_channels + y_channels"),
    ("paddle.concat([x, x], axis=1)", "z.shape[1]", "2 * in_channels"),
    ("paddle.concat([x, y], axis=1)", "z.shape[2]", "in_features"),
    ("paddle.concat([paddle.flatten(x, 1), paddle.flatten(y, 1)], axis=-1)", "z.shape[1]", "in_features + y_features"),
    ("paddle.concat([x, y], axis=2)", "math.prod(z.shape[1:])", "in_features + y_features"),
    ("paddle.concat([x, y], axis=-1)", "math.prod(z.shape[2:])", "in_features + y_features"),
    ("paddle.split(x, 4, axis=1)[2]", "z.shape[1]", ""),
    ("parts[2]", "z.shape[1]", "in_channels // 4"),
    ("parts[n]", "z.shape[1]", "in_channels // 4"),
    ("parts[0]", "z.shape[2]", "in_features"),
    ("some[1]", "z.shape[1]", "n"),
    ("some[n]", "z.shape[1]", ""),
    ("first", "z.shape[1]", "3"),
    ("paddle.reshape(x, [-1, n, 3])", "z.shape[1]", "n"),
    ("paddle.reshape(x, [-1, n, 3])", "math.prod(z.shape[1:])", "n * 3"),
    ("paddle.reshape(x, [0, 0, 4])", "z.shape[1]", "in_channels"),
    ("paddle.transpose(x, [0, 2, 1])", "z.shape[1]", "in_features"),
    ("paddle.matmul(x, y)", "z.shape[-1]", "in_features"),
    ("F.one_hot(x, n)", "z.shape[-1]", "n"),
    ("paddle.slice(x, axes=[1], starts=[0], ends=[1])", "z.shape[2]", "in_features"),
    ("paddle.mean(x, axis=[2, 3])", "z.shape[1]", "in_channels"),
    ("paddle.mean(x, axis=[2, 3, 4], keepdim=True)", "math.prod(z.shape[1:])", "in_channels"),
    ("paddle.max(x, axis=[2, 3, 4])", "z.shape[-1]", "in_channels"),
    ("paddle.mean(x, axis=[2, 3], keepdim=True)", "z.shape[-1]", ""),
    ("paddle.mean(x, axis=[1])", "z.shape[1]", "in_features"),
    ("paddle.sum(x, axis=1)", "z.shape[1]", "in_features"),
    ("paddle.sum(x, axis=1)", "math.prod(z.shape[1:])", "in_features"),
    ("paddle.max(x, axis=2)", "z.shape[1]", "in_channels"),
    ("paddle.sum(paddle.concat([x, y], axis=2), axis=1)", "z.shape[1]", "in_features + y_features"),
    ("paddle.sum(nn.Embedding(9, n)(x), axis=1)", "z.shape[1]", "n"),
    ("paddle.flatten(x, start_axis=2)", "z.shape[2]", "in_features"),
    ("paddle.flatten(x, start_axis=2)", "z.shape[1]", "in_channels"),
    ("inputs[1]", "z.shape[1]", "in_channels"),
    ("inputs[0] + inputs[1]", "z.shape[1]", "in_channels"),
    ("halved(paddle.tanh(x))", "z.shape[1]", "in_channels"),
    ("halved(joined(x, y))", "z.shape[1]", "in_channels + y_channels"),
    # what is not known
    ("paddle.unsqueeze(x, axis=[1])", "z.shape[-1]", ""),
    ("paddle.unsqueeze(x, axis=[n])", "z.shape[1]", ""),
    ("paddle.squeeze(x, axis=[0])", "math.prod(z.shape[1:])", ""),
    ("paddle.reshape(x, [-1, n, 0])", "math.prod(z.shape[1:])", ""),
    ("paddle.reshape(x, [2, -1])", "z.shape[1]", ""),
    ("paddle.matmul(x, y, transpose_y=True)", "z.shape[-1]", ""),
    ("paddle.slice(x, axes=[1], starts=[0], ends=[1])", "z.shape[1]", ""),
    ("paddle.mean(x, axis=n)", "z.shape[1]", ""),
    ("paddle.sum(x, axis=-1)", "z.shape[1]", ""),
    ("paddle.sum(x, axis=1, keepdim=n)", "z.shape[1]", ""),
    ("paddle.sum(x, axis=2)", "math.prod(z.shape[1:])", ""),
    ("paddle.sum(x, axis=[-2])", "math.prod(z.shape[1:])", ""),
    ("paddle.transpose(x, [0, n, 1])", "z.shape[1]", ""),
    ("inputs[n]", "z.shape[1]", ""),
    ("paddle.concat(inputs, axis=1)", "z.shape[1]", ""),
    ("F.max_pool2d(x, 2)", "math.prod(z.shape[1:])", ""),
    ("x", "z.shape[0]", ""),
])
def test_sizes(expression, size, wanted):
    lines = ""
    if expression.startswith("parts"):
        lines = "parts = paddle.split(x, 4, axis=1)\n    "
    elif expression.startswith(("some", "first")):
        lines = "some = paddle.split(x, [3, n], axis=1)\n    first, second = paddle.split(x, [3, n], axis=1)\n    "
    assert made(expression, size, lines) == wanted


@pytest.mark.parametrize(("lines", "expression", "wanted"), [
    ("some = [x]\n    some.append(y)", "paddle.concat(some, axis=1)", "in_channels + y_channels"),
    ("some = []\n    some.append(x)\n    some.append(y)", "paddle.concat(some, axis=1)", "in_channels + y_channels"),
    ("some = [x]\n    some += [x, y]", "paddle.concat(some, axis=1)", "in_channels + in_channels + y_channels"),
    ("some = [x]\n    some += [y]", "some[-1]", "in_channels"),
    ("some = [x]\n    for i in range(n):\n        some.append(y)", "paddle.concat(some, axis=1)", "some_channels"),
    # what is not known
    ("some = [x]\n    some.insert(0, y)", "paddle.concat(some, axis=1)", ""),
    ("some = [x]\n    some.extend(inputs)", "paddle.concat(some, axis=1)", ""),
    ("some = [x]\n    some += inputs", "paddle.concat(some, axis=1)", ""),
    ("some = [x]\n    some *= 2", "paddle.concat(some, axis=1)", ""),
    ("some = [*inputs, x]", "paddle.concat(some, axis=1)", ""),
    ("some = [x]\n    some.append(y)", "paddle.concat(some, axis=n)", ""),
])
def test_lists_that_become_longer(lines, expression, wanted):
    """All that is appended counts: a network of dense blocks had layers of the first one's size."""
    assert made(expression, "z.shape[1]", lines + "\n    ") == wanted


RUN = HEAD + """\
import numpy as np
paddle.seed(3)

def net(ids, x, pair):
    emb = nn.Embedding(10, 4)(ids)
    flat = paddle.flatten(emb, start_axis=1)
    a, b = paddle.split(x, [2, 4], axis=1)
    h = paddle.concat([flat, nn.Linear(math.prod(flat.shape[1:]), 3)(flat)], axis=1)
    h = nn.Linear(h.shape[1], 5)(h) + paddle.mean(nn.Linear(b.shape[2], 5)(b), axis=1)
    last = nn.Linear(math.prod(pair[1].shape[2:]), 5)(paddle.flatten(pair[1], start_axis=2))
    return nn.LayerNorm(last.shape[(len(last.shape) - 1):])(last) * paddle.unsqueeze(h, axis=[1])

out = net(paddle.arange(6).reshape([2, 3]), paddle.ones([2, 6, 2]), [None, paddle.ones([2, 4, 3, 2])])
shape = np.array(out.shape)
"""


def test_they_are_the_sizes_that_there_are():
    """Run: a wrong size raises."""
    made = layered(RUN)
    assert made.classes == ("Net",)
    for text in (RUN, made.text):
        names: dict[str, object] = {}
        exec(compile(text, "net", "exec"), names)
        assert np.array_equal(names["shape"], [2, 4, 5])


@pytest.mark.parametrize(("text", "names", "new"), [
    ("a = 1\nif b:\n    a = 2\n    c()", {"a"}, "if b:\n    c()"),
    ("a = 1\nif b:\n    a = 2", {"a"}, "a = 1\nif b:\n    a = 2"),  # of which nothing would be left
    ("a = 1\nf(a)", {"a"}, "a = 1\nf(a)"),
    ("a = 1\nself.a = 3", {"a"}, "a = 1\nself.a = 3"),
    ("a = 1\nb = 2", {"b"}, "a = 1"),
    ("a = 1  # of all", {"a"}, "a = 1  # of all"),
])
def test_sizes_that_nothing_reads_go(text, names, new):
    assert without_unread(text, names) == new
