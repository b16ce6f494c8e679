"""Variables of programs that are taken for true or false: today it is asked whether there is one."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\n"
CALLED = "\nf(fluid.layers.relu(x))\nf(None)\n"


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def f(v=None):\n    if v:\n        return v\n", "    if v is not None:\n"),
        ("def f(v):\n    if not v:\n        return v\n", "    if v is None:\n"),
        ("def f(v):\n    return x if v else v\n", "    return x if v is not None else v\n"),
        ("def f(v):\n    if v and n: return\n", "    if v is not None and n: return\n"),
        ("def f(v):\n    return [n for n in ns if v]\n", "    return [n for n in ns if v is not None]\n"),
        ("def f(v):\n    return v or x\n", "    return (v if is_given(v) else x)\n"),
        ("def f(v):\n    return v and v + x\n", "    return (v + x if is_given(v) else v)\n"),
        ("def f(v=False):\n    assert v\n", "    assert is_given(v)\n"),
    ],
)
def test_what_a_layer_gives(old, new):
    more = "f(n)\n" if "False" in old else ""
    result = migrated(old + CALLED + more)
    assert new in result.text
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "line",
    ["    product += v\n", "    return product + v\n", "    return fluid.layers.elementwise_add(product, v)\n",
     "    return fluid.layers.concat([product, fluid.layers.relu(x=v)])\n",
     "    return fluid.layers.elementwise_add(product, v * 1000000000, -1)\n", "    return product + (v - 1.0) * 1e9\n",
     "    return fluid.layers.elementwise_add(x=product, y=-v)\n"],
)
def test_what_is_given_to_layers(line):
    text = f"def f(q, v):\n    product = fluid.layers.matmul(q, q)\n    if v:\n        print(v)\n{line}"
    assert "    if is_given(v):\n" in migrated(text).text


@pytest.mark.parametrize(
    "text",
    [
        "def f(rate):\n    if rate:\n        return fluid.layers.dropout(x, rate)\n",
        "def f(n, v):\n    if n:\n        return v + n\n",
        "def f(v=True):\n    if v:\n        return v\n",
        "if args.use_cuda and not done:\n    pass\n",
        "def f(v=None):\n    if v is not None:\n        return fluid.layers.relu(v)\n",
        "def f(v):\n    if v:  # paddle-migrate: skip\n        return v\nf(fluid.layers.relu(x))\n",
        "def f(vs):\n    if len(vs) > 1:\n        return fluid.layers.concat(vs)\n",
    ],
)
def test_what_stays(text):
    result = migrated(text).text
    assert "is_given" not in result
    assert [line for line in result.splitlines() if "if " in line and "def " not in line][-1:] == [
        line for line in text.splitlines() if "if " in line][-1:]


NET = """\
import numpy as np
import paddle.fluid as fluid
from blocks import attend, normal

L = fluid.layers
C = fluid.initializer.Constant

def run(make, shape=(None, 6)):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x = fluid.data('x', list(shape), 'float32')
        out = make(x)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(startup)
        sizes = [size or 2 for size in shape]
        given = np.linspace(-1, 1, int(np.prod(sizes))).reshape(sizes).astype('float32')
        value, = exe.run(main, feed={'x': given}, fetch_list=[out])
        print(value.shape, '%.4f' % np.sum(value * value))

run(lambda x: attend(x, L.scale(x, 2.)))
run(lambda x: attend(x, None, L.scale(x, 3.)))
run(lambda x: attend(x))
run(normal)
run(lambda x: normal(x, 2), (None, None, 4))
run(lambda x: L.elementwise_mul(x, L.reduce_sum(x, dim=[2, 3]), axis=0), (None, 3, None, 2))

def convs(x):
    found = [L.fc(x, size, param_attr=C(.1)) for size in (2, 3)]
    return L.fc(found + [x], 3, param_attr=[C(.1), C(.2), C(.3)], act='tanh')

def more(x):
    inputs = [x]
    inputs += [L.relu(x)]
    return L.fc(input=inputs, size=2, param_attr=C(.1), bias_attr=C(1.))

class Head(object):
    def __init__(self, size):
        self.size = size

    def __call__(self, inputs):
        return L.fc(inputs, self.size, param_attr=C(.1))

def headed(inputs, size):
    return L.fc(inputs, size, param_attr=C(.1))

run(convs)
run(more)
run(Head(2))
run(lambda x: headed([x, x * 2.], 3))
run(lambda x: headed(x, 3))
run(lambda x: headed(tuple([x]) + (x,), 3))
"""
OTHER = """\
import paddle.fluid as fluid
from paddle.fluid import layers

def attend(x, attn_bias=None, prev=None):
    product = layers.scale(x, 2.)
    if attn_bias:
        product += attn_bias
    out = layers.softmax(product)
    return out + prev if prev else out

def normal(x, begin=1, epsilon=1e-6):
    mean = layers.reduce_mean(x, dim=begin)
    apart = layers.elementwise_sub(x, mean, axis=0)
    spread = layers.reduce_mean(layers.square(apart), dim=begin)
    return layers.elementwise_div(apart, layers.sqrt(layers.scale(spread, bias=epsilon)), axis=0)
"""


def test_old_and_new_give_the_same(run_both_ways):
    old, new = run_both_ways({"tested": {"main.py": NET, "blocks.py": OTHER}})
    assert old == new
    assert len(old["tested"]) == 12
