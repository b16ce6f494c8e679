"""Dygraph programs in clothes: activations by every way, rows that are taken twice, what is loaded, schedules of a
script's own, and numbers of tensors."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from functools import partial
from other import block
from paddle.fluid.dygraph import BatchNorm, Conv2D, Layer, LayerList, Linear, to_variable
L = fluid.layers
C = fluid.initializer.Constant
X = (np.arange(6).reshape(2, 3).astype('float32') - 2.5) / 3
def show(v):
    print(np.round(v.numpy(), 5).ravel().tolist())
"""
OTHER = """\
import paddle.fluid as fluid

def block(taken, given, act=None):
    return fluid.dygraph.Linear(taken, given, param_attr=fluid.initializer.Constant(.9), act=act)

class Decay(fluid.dygraph.learning_rate_scheduler.LearningRateDecay):
    def __init__(self, base, begin=0, step=1):
        super(Decay, self).__init__(begin, step)
        self.base = base
    def step(self):
        return self.base / (self.step_num + 1)

class Opt(fluid.optimizer.MomentumOptimizer):
    def __init__(self, learning_rate, parameter_list=None):
        super(Opt, self).__init__(learning_rate, .9, parameter_list=parameter_list)
"""
ACTIVATIONS = {
    "a class attribute": "class Net(Layer):\n    act = 'leaky_relu'\n    def __init__(self):\n"
        "        super(Net, self).__init__()\n"
        "        self.fc = Linear(3, 2, param_attr=C(.3), bias_attr=C(-.1), act=self.act)\n"
        "    def forward(self, x):\n        return self.fc(x)\nwith fluid.dygraph.guard():\n"
        "    show(Net()(to_variable(X)))",
    "a default": "def make(act='hard_sigmoid'):\n"
        "    return Linear(3, 2, param_attr=C(.3), bias_attr=C(-.1), act=act)\nwith fluid.dygraph.guard():\n"
        "    x = to_variable(X)\n    show(make()(x)); show(make('leaky_relu')(x)); show(make(None)(x))",
    "a dictionary": "cfg = {'act': 'leaky_relu'}\nwith fluid.dygraph.guard():\n"
        "    show(Linear(3, 2, param_attr=C(.3), bias_attr=C(-.1), act=cfg['act'])(to_variable(X)))",
    "keywords": "kw = dict(param_attr=C(.3), act='hard_sigmoid')\nwith fluid.dygraph.guard():\n"
        "    show(Linear(3, 2, **kw)(to_variable(X)))",
    "a partial": "fc = partial(Linear, act='leaky_relu', param_attr=C(.3))\nwith fluid.dygraph.guard():\n"
        "    show(fc(3, 2)(to_variable(X)))\n    show(fc(3, 2, act='tanh')(to_variable(X)))",
    "a list of layers": "class Net(Layer):\n    def __init__(self, acts=('leaky_relu', 'swish')):\n"
        "        super(Net, self).__init__()\n"
        "        self.ls = LayerList([Linear(3, 3, param_attr=C(.3), act=a) for a in acts])\n"
        "    def forward(self, x):\n        for l in self.ls: x = l(x)\n        return x\n"
        "with fluid.dygraph.guard():\n    show(Net()(to_variable(X)))\n"
        "    show(Net(['relu6', 'elu', 'softsign', None])(to_variable(X)))",
    "getattr": "def act_fn(name):\n    return getattr(L, name)\nwith fluid.dygraph.guard():\n    x = to_variable(X)\n"
        "    for a in ('leaky_relu', 'relu', 'hard_sigmoid'): show(act_fn(a)(x))",
    "getattr of an attribute": "class Net(Layer):\n    def __init__(self, act='leaky_relu'):\n"
        "        super(Net, self).__init__()\n        self.act = act\n    def forward(self, x):\n"
        "        return getattr(fluid.layers, self.act)(x) if self.act else x\nwith fluid.dygraph.guard():\n"
        "    show(Net()(to_variable(X)))\n    show(Net('sigmoid')(to_variable(X)))\n"
        "    show(Net(None)(to_variable(X)))",
    "a table": "ACTS = {'leaky': L.leaky_relu, 'hs': L.hard_sigmoid, 'none': None}\nwith fluid.dygraph.guard():\n"
        "    x = to_variable(X)\n    for k in sorted(ACTS):\n        if ACTS[k]: show(ACTS[k](x))",
    "a normalisation": "class CB(Layer):\n    def __init__(self, act='leaky_relu'):\n"
        "        super(CB, self).__init__()\n        self.c = Conv2D(1, 2, 1, param_attr=C(.5), bias_attr=False)\n"
        "        self.b = BatchNorm(2, act=act)\n    def forward(self, x):\n        return self.b(self.c(x))\n"
        "with fluid.dygraph.guard():\n    x = to_variable(X.reshape(2, 1, 1, 3))\n"
        "    show(CB()(x)); show(CB(act='hard_sigmoid')(x)); show(CB(act=None)(x))",
    "keywords of a normalisation": "kw = {'act': 'leaky_relu'}\nwith fluid.dygraph.guard():\n"
        "    x = to_variable(X.reshape(2, 1, 1, 3))\n"
        "    show(BatchNorm(1, **kw)(x)); show(partial(BatchNorm, act='relu6')(1)(x))",
    "a sum": "def add(a, b, act='leaky_relu'):\n    return L.elementwise_add(a, b, act=act)\n"
        "with fluid.dygraph.guard():\n    x = to_variable(X)\n"
        "    show(add(x, x)); show(L.elementwise_mul(x, x, act='hard_sigmoid'))",
    "another file": "with fluid.dygraph.guard():\n    x = to_variable(X)\n"
        "    for a in ('leaky_relu', 'hard_swish', 'soft_relu', 'stanh'):\n        show(block(3, 2, a)(x))",
}
ROWS = {
    "a function": "def pick(v, i):\n    return L.gather(v, i)\nwith fluid.dygraph.guard():\n"
        "    x = to_variable(X); x.stop_gradient = False\n"
        "    y = L.reduce_sum(pick(x, to_variable(np.array([0, 0, 1]))) * 2.)\n    y.backward()\n"
        "    print(x.gradient().tolist())",
    "a class": "class P_(Layer):\n    def __init__(self):\n        super(P_, self).__init__()\n"
        "        self.w = self.create_parameter([3, 2], attr=C(.5))\n    def forward(self, i):\n"
        "        return L.gather(self.w, i)\nwith fluid.dygraph.guard():\n    p = P_()\n"
        "    L.reduce_sum(p(to_variable(np.array([1, 1, 2])))).backward()\n    print(p.w.gradient().tolist())",
    "an argument": "with fluid.dygraph.guard():\n    x = to_variable(X); x.stop_gradient = False\n"
        "    y = L.reduce_sum(L.gather(x, to_variable(np.array([0, 0])), overwrite=False))\n    y.backward()\n"
        "    print(x.gradient().tolist())",
    "keywords": "kw = {'overwrite': True}\nwith fluid.dygraph.guard():\n"
        "    x = to_variable(X); x.stop_gradient = False\n"
        "    y = L.reduce_sum(L.gather(x, to_variable(np.array([0, 0])), **kw))\n    y.backward()\n"
        "    print(x.gradient().tolist())",
    "places": "with fluid.dygraph.guard():\n    x = to_variable(X); x.stop_gradient = False\n"
        "    y = L.reduce_sum(L.gather_nd(x, to_variable(np.array([[0], [0]]))))\n    y.backward()\n"
        "    print(x.gradient().tolist())",
}
LOADED = {
    "a function": "with fluid.dygraph.guard():\n    net = Linear(3, 2, param_attr=C(.3))\n"
        "    fluid.save_dygraph(net.state_dict(), 'm')\n    def load(path, **kw):\n"
        "        p, o = fluid.load_dygraph(path)\n        return p if o is None else (p, o)\n    p = load('m')\n"
        "    print(type(p).__name__, sorted(p), [type(v).__name__ for v in p.values()])",
    "a class": "with fluid.dygraph.guard():\n    net = Linear(3, 2, param_attr=C(.3))\n"
        "    opt = fluid.optimizer.Adam(.1, parameter_list=net.parameters())\n"
        "    L.mean(net(to_variable(X))).backward(); opt.minimize(L.mean(net(to_variable(X))))\n"
        "    class S(object):\n        path = 'ck'\n        def save(self):\n"
        "            fluid.save_dygraph(net.state_dict(), self.path); fluid.save_dygraph(opt.state_dict(), self.path)\n"
        "        def load(self):\n            self.p, self.o = fluid.dygraph.load_dygraph(self.path); return self\n"
        "    S().save()\n    s = S().load()\n    print(len(s.p), s.o is None, s.p['weight'].sum().round(4))\n"
        "    net.set_dict(s.p); opt.set_dict(s.o)\n    show(net(to_variable(X)))",
    "a loop": "with fluid.dygraph.guard():\n    net = Linear(3, 2, param_attr=C(.3))\n"
        "    fluid.save_dygraph(net.state_dict(), 'm')\n    sd = fluid.load_dygraph('m')[0]\n"
        "    for k, v in sd.items(): sd[k] = v * 2\n    net.set_dict(sd)\n    show(net(to_variable(X)))\n"
        "    for k in list(sd):\n        if k == 'bias': sd.pop(k)\n"
        "    print(sorted(sd), sd['weight'].mean().round(3), isinstance(sd['weight'], np.ndarray))",
}
SCHEDULES = {
    "its own": "class Decay(fluid.dygraph.learning_rate_scheduler.LearningRateDecay):\n"
        "    def __init__(self, base, begin=0, step=1):\n        super(Decay, self).__init__(begin, step)\n"
        "        self.base = base\n    def step(self):\n        return self.base / (self.step_num + 1)\n"
        "with fluid.dygraph.guard():\n    net = Linear(3, 1, param_attr=C(.3))\n"
        "    opt = fluid.optimizer.SGD(Decay(.5), parameter_list=net.parameters())\n    for i in range(3):\n"
        "        loss = L.mean(L.square(net(to_variable(X)) - 1.))\n        loss.backward()\n"
        "        opt.minimize(loss)\n        net.clear_gradients()\n"
        "        print(round(float(loss.numpy()[0]), 5), round(float(opt.current_step_lr()), 5))",
    "a function": "class Decay(fluid.dygraph.learning_rate_scheduler.LearningRateDecay):\n"
        "    def __init__(self, base, begin=0, step=1):\n        super(Decay, self).__init__(begin, step)\n"
        "        self.base = base\n    def step(self):\n        return self.base / (self.step_num + 1)\n"
        "def make(net, kind='decay', **kw):\n"
        "    return fluid.optimizer.Adam(Decay(.1) if kind == 'decay' else .1, parameter_list=net.parameters(), **kw)\n"
        "with fluid.dygraph.guard():\n    net = Linear(3, 1, param_attr=C(.3))\n    opt = make(net, beta1=.8)\n"
        "    for i in range(3):\n        loss = L.mean(L.square(net(to_variable(X)) - 1.))\n        loss.backward()\n"
        "        opt.minimize(loss)\n        net.clear_gradients()\n"
        "        print(round(float(loss.numpy()[0]), 5), round(float(opt.current_step_lr()), 5))",
    "a table": "cfg = {'lr': {'name': 'exp', 'base': .5}}\n"
        "TABLE = {'exp': lambda b: fluid.dygraph.ExponentialDecay(b, 1, .5),\n"
        "         'poly': lambda b: fluid.dygraph.PolynomialDecay(b, 4)}\n"
        "with fluid.dygraph.guard():\n    net = Linear(3, 1, param_attr=C(.3))\n"
        "    opt = fluid.optimizer.SGD(TABLE[cfg['lr']['name']](cfg['lr']['base']), parameter_list=net.parameters())\n"
        "    for i in range(3):\n        loss = L.mean(L.square(net(to_variable(X)) - 1.))\n        loss.backward()\n"
        "        opt.minimize(loss)\n        net.clear_gradients()\n"
        "        print(round(float(loss.numpy()[0]), 5), round(float(opt.current_step_lr()), 5))",
    "read before": "with fluid.dygraph.guard():\n    net = Linear(3, 1, param_attr=C(.3))\n"
        "    lr = fluid.dygraph.PiecewiseDecay([1, 2], [.5, .1, .01], 0)\n"
        "    opt = fluid.optimizer.SGD(lr, parameter_list=net.parameters())\n    for i in range(3):\n"
        "        print(round(float(opt.current_step_lr()), 5))\n"
        "        loss = L.mean(L.square(net(to_variable(X)) - 1.))\n        loss.backward()\n"
        "        opt.minimize(loss)\n        net.clear_gradients()\n"
        "        print(round(float(loss.numpy()), 5), round(float(opt.current_step_lr()), 5))",
    "a class": "class Trainer(object):\n    def __init__(self, net):\n        self.net = net\n"
        "        self.lr = fluid.dygraph.CosineDecay(.5, 1, 3)\n"
        "        self.opt = fluid.optimizer.SGD(learning_rate=self.lr, parameter_list=net.parameters())\n"
        "    def step(self, x):\n        loss = L.mean(L.square(self.net(x) - 1.))\n"
        "        loss.backward(); self.opt.minimize(loss); self.net.clear_gradients()\n        return loss\n"
        "with fluid.dygraph.guard():\n    t = Trainer(Linear(3, 1, param_attr=C(.3)))\n"
        "    for i in range(3):\n        print(round(float(t.step(to_variable(X)).numpy()[0]), 5))\n"
        "        print(round(float(t.opt.current_step_lr()), 5))",
    "another file": "from other import Decay, Opt\nwith fluid.dygraph.guard():\n"
        "    net = Linear(3, 1, param_attr=C(.3))\n    opt = Opt(Decay(.5), parameter_list=net.parameters())\n"
        "    for i in range(3):\n        loss = L.mean(L.square(net(to_variable(X)) - 1.))\n        loss.backward()\n"
        "        opt.minimize(loss)\n        net.clear_gradients()\n"
        "        print(round(float(loss.numpy()[0]), 5), round(float(opt.current_step_lr()), 5))",
}
NUMBERS = {
    "formatted": "with fluid.dygraph.guard():\n    v = L.mean(to_variable(X + 1.))\n"
        "    print('%.3f' % v.numpy(), '%.3f' % v.numpy()[0], '{:.3f}'.format(v.numpy()[0]), '%s' % v.numpy().shape)",
    "a function": "def log(step, **kw):\n"
        "    print('%d ' % step + ' '.join('%s=%.4f' % (k, float(v)) for k, v in sorted(kw.items())))\n"
        "with fluid.dygraph.guard():\n    v = L.mean(to_variable(X + 1.))\n"
        "    log(1, loss=v.numpy(), acc=v.numpy()[0]); log(2, loss=v)",
    "taken apart": "def first(t):\n    a, = t.numpy()\n    return a\nwith fluid.dygraph.guard():\n"
        "    v = L.reduce_sum(to_variable(X + 1.))\n    print(round(float(first(v)), 4))\n    [b] = v.numpy()\n"
        "    print(b.shape, round(float(b), 4))",
    "put in": "with fluid.dygraph.guard():\n    a = np.zeros(3, 'float32')\n    for i in range(3):\n"
        "        a[i] = L.reduce_sum(to_variable(X * i)).numpy()\n    print(a.round(4).tolist())\n"
        "    d = {'l': L.mean(to_variable(X)).numpy()}\n    a[0] = d['l']\n    print(a.round(4).tolist())",
    "a dtype": "from paddle.fluid.framework import convert_np_dtype_to_dtype_ as conv\n"
        "def zeros(s, dtype='float32'):\n    return L.fill_constant(s, conv(np.dtype(dtype)), 0)\n"
        "with fluid.dygraph.guard():\n"
        "    show(zeros([2])); print(zeros([2], 'int64').numpy().dtype, conv('float32') == to_variable(X).dtype)",
    "calculated": "import math\nwith fluid.dygraph.guard():\n    v = L.mean(to_variable(X + 1.))\n"
        "    print(round(math.exp(v.numpy()), 4), round(float(max(v.numpy(), 0.)), 4), int(v.numpy() * 10))",
    "divided": "def half(v, n=2):\n    return v / n\nwith fluid.dygraph.guard():\n"
        "    i = to_variable(np.array([3, -4, 7]))\n"
        "    print(half(i).numpy().tolist(), half(i).numpy().dtype, (i / 2.).numpy().dtype if False else '')",
    "divided in a class": "class D(Layer):\n    k = 2\n    def forward(self, v):\n"
        "        return v / self.k, v // self.k, v % self.k\nwith fluid.dygraph.guard():\n"
        "    print([t.numpy().tolist() for t in D()(to_variable(np.array([3, -5, 7])))])",
    "divided by what is held": "cfg = {'n': 3}\nwith fluid.dygraph.guard():\n"
        "    i = L.cast(to_variable(X * 9), 'int32')\n    print((i / cfg['n']).numpy().tolist(), i.numpy().tolist())",
    "a shape": "with fluid.dygraph.guard():\n    x = to_variable(X)\n    n = L.shape(x)\n"
        "    print((n / 2).numpy().tolist(), (n[1] / 2).numpy().tolist())",
    "one of several": "def parts(v, k=0):\n    return L.unstack(v, k)\nwith fluid.dygraph.guard():\n"
        "    x = to_variable(X); x.stop_gradient = False\n    a = parts(x)[1]\n    L.reduce_sum(a * 2.).backward()\n"
        "    show(a); print(x.gradient().tolist())",
}
KINDS = {"act": ACTIVATIONS, "rows": ROWS, "loaded": LOADED, "schedule": SCHEDULES, "number": NUMBERS}


@pytest.mark.parametrize("kind", KINDS)
def test_old_and_new_give_the_same(kind, run_both_ways):
    """The old ones print what 1.8.5 does."""
    scripts = {name: {"main.py": f"{HEAD}{text}\n", "other.py": OTHER} for name, text in KINDS[kind].items()}
    old, new = run_both_ways(scripts)
    assert not [(name, lines) for name, lines in old.items() if any("Error" in line for line in lines)]
    assert new == old


RATE = "with fluid.dygraph.guard():\n    opt = fluid.optimizer.SGD(.5, parameter_list=net.parameters())\n"


@pytest.mark.parametrize(
    "text",
    ["def rate(o):\n    return o._global_learning_rate().numpy()\n" + RATE + "    print(rate(opt).tolist())\n",
     RATE + "    rate = opt._global_learning_rate().numpy()\n    print(rate[0])\n",
     "def show(v):\n    print(v.shape)\n" + RATE + "    show(opt._global_learning_rate().numpy())\n",
     RATE + "    kept = [opt._global_learning_rate().numpy()]\n    print(kept[0].round(3))\n"],
)
def test_a_rate_of_which_an_array_s_methods_are_asked_is_told(text):
    assert "PM312" in [each.code for each in migrate_source(HEAD + text).left]


def test_a_rate_that_is_a_number_is_not():
    text = RATE + "    rate = opt._global_learning_rate().numpy()\n    print(rate * 2, '%.3f' % rate)\n"
    assert "PM312" not in [each.code for each in migrate_source(HEAD + text).left]
