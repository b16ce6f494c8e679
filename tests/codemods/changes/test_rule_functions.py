"""Legacy functions as functions of the script: run under compat and migrated, in several clothes."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

STATIC = '''\
from functools import partial
import numpy as np
import paddle.fluid as fluid

dense = partial(fluid.layers.fc, size=4, act='relu')
ACTS = {'relu': fluid.layers.relu, 'leaky': fluid.layers.leaky_relu}

def apply(fn, *args, **kwargs):
    return fn(*args, **kwargs)

def conv(x, **kwargs):
    return fluid.layers.conv2d(x, 3, 3, **kwargs)

def reducer(kind):
    return fluid.layers.reduce_sum if kind == 'sum' else fluid.layers.mean

class Net:
    act = fluid.layers.leaky_relu
    def __init__(self, pool=fluid.layers.pool2d):
        self.pool = pool
    def __call__(self, x):
        return self.pool(x, 2, pool_type='avg', pool_stride=2)

x = fluid.data('x', [None, 2, 8, 8], 'float32')
h = Net()(conv(x, padding=1, act='sigmoid', param_attr=fluid.initializer.Constant(0.05)))
h = ACTS['leaky'](h, alpha=0.1)
h = dense(h, param_attr=fluid.initializer.Constant(0.02))
h = apply(fluid.layers.elementwise_mul, h, h, act='tanh')
loss = reducer('mean')(h)
total = reducer('sum')(h)
opt = {'sgd': fluid.optimizer.SGD, 'momentum': fluid.optimizer.Momentum}['momentum'](learning_rate=0.1, momentum=0.9)
opt.minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
data = np.random.RandomState(0).rand(5, 2, 8, 8).astype('float32')
for _ in range(3):
    out = exe.run(feed={'x': data}, fetch_list=[loss, total])
    print([each.shape for each in out], *['%.6f' % each[0] for each in out])
'''
DYNAMIC = '''\
from functools import partial
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, BatchNorm, Linear, Pool2D, Layer

OPTIMIZERS = {'sgd': fluid.optimizer.SGD, 'momentum': fluid.optimizer.Momentum}
I = fluid.initializer.Constant

class Block(Layer):
    def __init__(self, cin, cout, conv=Conv2D, norm_layer=BatchNorm, pool=Pool2D, **kwargs):
        super(Block, self).__init__()
        self.conv = conv(cin, cout, 3, padding=1, param_attr=I(0.1), **kwargs)
        self.norm = norm_layer(num_channels=cout, act='relu')
        self.pool = pool(pool_size=2, pool_type='avg', pool_stride=2)
    def forward(self, x):
        return self.pool(self.norm(self.conv(x)))

dense = partial(Linear, 48, param_attr=I(0.03))
def make(cls, cfg):
    return cls(**cfg)

with fluid.dygraph.guard():
    net = Block(2, 3, act='sigmoid')
    head = dense(1, act='tanh')
    lin = Linear(*(3, 4), **{'act': 'relu', 'param_attr': I(0.2)})
    opt = OPTIMIZERS['momentum'](learning_rate=0.1, momentum=0.9, parameter_list=net.parameters() + head.parameters())
    opt2 = make(fluid.optimizer.SGD, {'learning_rate': 0.1, 'parameter_list': lin.parameters()})
    x = fluid.dygraph.to_variable(np.random.RandomState(0).rand(5, 2, 8, 8).astype('float32'))
    for i in range(3):
        h = fluid.layers.reshape(net(x), [5, -1])
        loss = fluid.layers.reduce_mean(head(h)) + fluid.layers.reduce_mean(lin(h[:, :3]))
        loss.backward()
        opt.minimize(loss)
        opt2.minimize(loss)
        opt.clear_gradients()
        opt2.clear_gradients()
        print('%.4f' % loss.numpy()[0])
    print(sorted(net.state_dict()), sorted(head.state_dict()))
'''


@pytest.mark.parametrize("script", [STATIC, DYNAMIC], ids=["static", "dynamic"])
def test_the_same_numbers(run_both_ways, script):
    old, new = run_both_ways({"train": {"main.py": script}})
    assert old == new
    assert "Error" not in str(old)
    assert migrate_source(script).left == []


@pytest.mark.parametrize("use", [
    "f = fluid.layers.relu\n", "f = [fluid.layers.square_error_cost]\n", "f = g(act=fluid.layers.tanh)\n",
])  # fmt: skip
def test_a_name_that_takes_the_same_needs_no_function(use):
    result = migrate_source(f"import paddle.fluid as fluid\n{use}")
    assert result.left == []
    assert "def " not in result.text


@pytest.mark.parametrize("use", [
    "f = fluid.layers.roi_align\n", "f = fluid.layers.exponential_decay\n", "y = fluid.layers.dropout(**given)\n",
    "class A(fluid.dygraph.Pool2D):\n    pass\n", "f = [fluid.layers.relu.__doc__]\n",
])  # fmt: skip
def test_what_has_no_such_form_is_left(use):
    result = migrate_source(f"import paddle.fluid as fluid\n{use}")
    assert result.left
    assert use in result.text


def test_python_s_own_names_are_python_s():
    use = "def isinstance(x, y): pass\nf = [fluid.layers.crop]\n"
    text = f"import paddle.fluid as fluid\n{use}"
    assert "    if builtins.isinstance(shape, (list, tuple)):" in migrate_source(text).text


def test_functions_of_several_files_stand_in_one_module(run_both_ways):
    """What both files need of them is the same, whoever asks."""
    part = "from functools import partial\nimport paddle.fluid as fluid\n{}\n"
    files = {
        "net.py": part.format("dense = partial(fluid.layers.fc, act='tanh')\ndef conv(x, **more):\n"
                              "    return fluid.layers.conv2d(x, 2, 3, **more)"),
        "main.py": "import numpy as np\n" + part.format(
            "from net import conv, dense\n"
            "I = fluid.initializer.Constant\n"
            "x = fluid.data('x', [None, 1, 4, 4])\n"
            "def last(x, **more):\n    return fluid.layers.fc(x, 1, **more)\n"
            "y = last(dense(conv(x, param_attr=I(0.1)), size=3, param_attr=I(0.2)), param_attr=I(0.3))\n"
            "exe = fluid.Executor(fluid.CPUPlace())\n"
            "exe.run(fluid.default_startup_program())\n"
            "print(exe.run(feed={'x': np.ones([1, 1, 4, 4], 'float32')}, fetch_list=[y])[0].round(5).tolist())\n"
        ),
    }
    old, new = run_both_ways({"two": files})
    assert old == new
    assert "Error" not in str(old)
