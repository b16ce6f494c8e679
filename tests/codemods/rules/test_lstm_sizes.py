"""An LSTM over sequences trains as in 1.8.5, whose gradient on CPU was another where the width is a multiple of 8."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers


def drawn(name, *shape):
    values = np.cos(np.arange(int(np.prod(shape)))).reshape(shape) * 0.4
    return fluid.ParamAttr(name=name, initializer=fluid.initializer.NumpyArrayInitializer(values.astype('float32')))


def lstm(rows, size, **more):
    return L.dynamic_lstm(rows, size, param_attr=drawn('w', size // 4, size), bias_attr=drawn('b', 1, 7 * size // 4),
                          **more)


def train(build, dtype='float32'):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x, y = fluid.data('x', [None, 3], dtype, lod_level=1), fluid.data('y', [None, 1], dtype)
        out = L.fc(L.sequence_pool(build(x), 'max'), 1, param_attr=fluid.initializer.Constant(0.3))
        loss = L.reduce_mean(L.square(out - y))
        fluid.optimizer.SGD(0.5).minimize(loss)
    with fluid.scope_guard(fluid.Scope()):
        exe, random = fluid.Executor(fluid.CPUPlace()), np.random.RandomState(1)
        exe.run(startup)
        for _ in range(4):
            rows = fluid.create_lod_tensor(random.rand(8, 3).astype(dtype), [[3, 1, 4]], fluid.CPUPlace())
            fed = {'x': rows, 'y': np.array([[1], [0], [2]], dtype)}
            print('%.5f' % exe.run(main, feed=fed, fetch_list=[loss])[0][0])


def wide(x, size):
    return L.fc(x, size, param_attr=drawn('first', 3, size))


"""
BODIES = {
    "number": "def build(x):\n    return lstm(wide(x, 32), 32)[0]\n\n\ntrain(build)\n",
    "backwards": "def build(x):\n    return lstm(wide(x, 64), 64, is_reverse=True)[0]\n\n\ntrain(build)\n",
    "name": "WIDTH = 8\n\n\ndef build(x):\n    hidden, cell = lstm(wide(x, 4 * WIDTH), size=WIDTH * 4)\n"
            "    return hidden\n\n\ntrain(build)\n",
    "argument": "def build(x, size=96):\n    return lstm(wide(x, size), size)[0]\n\n\ntrain(build)\n",
    "loop": "for size in (20, 32, 48):\n    train(lambda x: lstm(wide(x, size), size)[0])\n",
    "class": "class Net(object):\n    def __init__(self, size):\n        self.sizes = {'lstm': size}\n\n"
             "    def build(self, x):\n        size = self.sizes['lstm']\n"
             "        return lstm(wide(x, size), size)[0]\n\n\ntrain(Net(32).build)\n",
    "plain": "def build(x):\n    weight, bias = drawn('w', 8, 32), drawn('b', 1, 32)\n"
             "    return L.dynamic_lstm(wide(x, 32), 32, param_attr=weight, bias_attr=bias, use_peepholes=False,\n"
             "                          cell_activation='sigmoid', candidate_activation='relu')[0]\n\n\ntrain(build)\n",
    "projected": "def build(x):\n    return L.dynamic_lstmp(wide(x, 32), 32, 5, bias_attr=drawn('b', 1, 56),\n"
                 "                           param_attr=fluid.initializer.Constant(0.2))[0]\n\n\ntrain(build)\n",
    "clipped": "def build(x):\n"
               "    return L.dynamic_lstmp(wide(x, 64), 64, 5, bias_attr=drawn('b', 1, 112), cell_clip=0.15,\n"
               "                           param_attr=fluid.initializer.Constant(0.2), proj_clip=0.1)[0]\n\n\n"
               "train(build)\n",
    "two": "def build(x):\n    first = lstm(wide(x, 32), 32)[0]\n    rows = L.fc([first, wide(x, 32)], 32,\n"
           "                param_attr=fluid.initializer.Constant(0.1))\n"
           "    return L.dynamic_lstm(rows, 32, param_attr=drawn('v', 8, 32), is_reverse=True)[0]\n\n\ntrain(build)\n",
}
FILES = {
    "main.py": HEAD.partition("def wide")[0] + "from net import build\n\n\ntrain(build(lstm))\n",
    "net.py": "import paddle.fluid as fluid\n\n\ndef build(lstm):\n    def made(x):\n"
              "        return lstm(fluid.layers.fc(x, 40 - 8, param_attr=fluid.initializer.Constant(0.3)), 32)[0]\n\n"
              "    return made\n",
}
AS_ON_CARDS = "import os\nimport paddle\nos.environ['PADDLE_COMPAT_LSTM'] = 'right'\n" \
    "known, paddle.is_compiled_with_cuda = paddle.is_compiled_with_cuda, lambda: True\n"
AGAIN = "paddle.is_compiled_with_cuda = known\nos.environ.pop('PADDLE_COMPAT_LSTM')\n"


def test_the_same_numbers(run_both_ways):
    old, new = run_both_ways({**{name: {"main.py": HEAD + body} for name, body in BODIES.items()}, "file": FILES})
    assert {name: lines for name, lines in old.items() if len(lines) < 4 or "Error" in lines[-1]} == {}
    assert new == old


def test_with_cuda_it_is_the_right_gradient(run_both_ways):
    bodies = {name: BODIES[name] for name in ("number", "projected", "clipped")}
    old, new = run_both_ways({name: {"main.py": AS_ON_CARDS + HEAD + body + AGAIN} for name, body in bodies.items()})
    cut, _ = run_both_ways({name: {"main.py": HEAD + body} for name, body in bodies.items()})
    assert new == old
    assert [name for name in bodies if old[name] == cut[name]] == []


@pytest.mark.parametrize("name", BODIES)
def test_nobody_is_asked(name):
    result = migrate_source(HEAD + BODIES[name])
    assert result.left == []
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize(("size", "is_said"), [("32", True), ("n * 4", True), ("20", False), ("36", False)])
def test_it_is_said_where_it_may_be(size, is_said):
    text = f"import paddle.fluid as fluid\nx = fluid.data('x', [None, 4], lod_level=1)\n" \
           f"h, c = fluid.layers.dynamic_lstm(x, {size})\n"
    notes = [each for each in migrate_source(text).findings if "was wrong" in each.message]
    assert [each.code for each in notes] == ["PM202"] * is_said
