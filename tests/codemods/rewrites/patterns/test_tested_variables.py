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


CLOTHES_HEAD = """\
import numpy as np
import paddle.fluid as fluid
from functools import partial
from given import Att, cared, att
L = fluid.layers
C = fluid.initializer.Constant
x, m = fluid.data('x', [None, 3]), fluid.data('m', [None])
def show(*found):
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    feed = {'x': np.arange(6).reshape(2, 3).astype('float32') / 6, 'm': np.array([.5, 2.], 'float32')}
    for each in exe.run(feed=feed, fetch_list=list(found)):
        print(each.shape, each.ravel().round(4).tolist())
"""
GIVEN = """\
import paddle.fluid as fluid

class Att(object):
    def __init__(self, bias=None, scale=None):
        self.parts = {'b': bias, 's': scale}

    def __call__(self, v):
        v = fluid.layers.relu(v)
        if self.parts['b']:
            v = v + self.parts['b']
        return v * self.parts['s'] if self.parts['s'] else v

def att(v, bias=None, scale=None):
    v = fluid.layers.relu(v)
    if bias:
        v = v + bias
    return v * scale if scale else v

def cared(v, cfg):
    bias = cfg.get('bias')
    return fluid.layers.elementwise_add(v, bias) if bias else v
"""
TRUE = {
    "a dictionary": "d = {'bias': x, 'none': None}\nshow(x + d['bias'] if d['bias'] else x, x * 3 if d['none'] else x)",
    "a list": "st = [x, None]\nwhile st[0]:\n    h = st.pop(0)\nshow(h)",
    "a result": "def bias(n):\n    return x if n else None\nshow(*[x + bias(n) if bias(n) else x for n in (0, 1)])",
    "another file": "show(att(x), att(x, x * 2), att(x, bias=None, scale=x))",
    "another file's object": "show(Att()(x), Att(bias=x * 2)(x), Att(x, x)(x))",
    "a configuration": "show(cared(x, {}), cared(x, {'bias': x}))",
    "numbers": "d = {'n': 0, 'l': [], 's': 'a'}\nshow(*[x if d[k] else x * 2 for k in 'nls'])",
    "variables in a list": "hs = []\nif not hs:\n    hs.append(x)\nif hs:\n    hs.append(hs[-1] * 2)\nshow(*hs)",
}
ALONG = {
    "an attribute": "class N(object):\n    axis = 0\n    def norm(self, v):\n"
        "        return L.elementwise_sub(v, L.reduce_mean(v, -1), axis=self.axis)\nshow(N().norm(x))",
    "keywords": "kw = {'axis': 0}\nshow(L.elementwise_sub(x, L.reduce_mean(x, dim=1), **kw))",
    "a partial": "sub = partial(L.elementwise_sub, axis=0)\nshow(sub(x, m), sub(x=x, y=L.reduce_sum(x, -1)))",
    "a table": "ops = {'add': L.elementwise_add, 'div': L.elementwise_div}\n"
        "show(*[ops[k](x, m, axis=0) for k in sorted(ops)])",
}
CONNECTED = {
    "a default": "def f(v, more=[]):\n    return L.fc([v] + more, 2, param_attr=C(.2))\nshow(f(x), f(x, [x]))",
    "a dictionary": "fs = {'a': x, 'b': x * 2}\nshow(L.fc([fs[k] for k in sorted(fs)], 2, param_attr=[C(.1), C(.4)]))",
    "an object": "class H(object):\n    def __init__(self):\n        self.held = []\n    def add(self, v):\n"
        "        self.held.append(v)\n        return self\n    def out(self):\n"
        "        return L.fc(self.held, 2, param_attr=C(.3))\nshow(H().add(x).add(x * 2).out(), H().add(x).out())",
    "stars": "def head(*vs):\n    return L.fc(list(vs), 2, param_attr=C(.3))\nshow(head(x, x * 2), head(x))",
    "a tuple": "pair = (x, x * 2)\nshow(L.fc(list(pair), 2, param_attr=C(.3)), L.fc(pair, 2, param_attr=C(.2)))",
}


def test_clothes(run_both_ways):
    """The old ones print what 1.8.5 does."""
    texts = {**TRUE, **{f"along {k}": v for k, v in ALONG.items()}, **{f"of {k}": v for k, v in CONNECTED.items()}}
    scripts = {name: {"main.py": f"{CLOTHES_HEAD}{text}\n", "given.py": GIVEN} for name, text in texts.items()}
    old, new = run_both_ways(scripts)
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old
