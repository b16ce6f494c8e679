"""Losses that a script's own containers hold, and that its own operators take: what these do with them needs the
dimension that they had."""

from __future__ import annotations

METERS = """\
import numpy as np
from collections import OrderedDict, defaultdict


class Meter(dict):
    def add(self, **kw):
        for k, v in kw.items():
            self.setdefault(k, []).append(v.numpy() if hasattr(v, 'numpy') else v)
        return self

    def table(self):
        return {k: np.concatenate(v) for k, v in self.items()}


class Rows(list):
    def push(self, v):
        self.append(v)

    def last(self):
        return self[-1][0]


class Named(OrderedDict):
    def put(self, k, v):
        self[k] = v

    def show(self):
        return [(k, v.shape) for k, v in self.items()]


class Deep(Named):
    def put(self, k, v):
        super(Deep, self).put(k, v)

    def joined(self):
        return np.concatenate(list(self.values())).shape


class Base(list):
    def total(self):
        return sum(len(each) for each in self)


class Sub(Base):
    def take(self, v):
        super().append(v)


class Groups(defaultdict):
    def __init__(self):
        super(Groups, self).__init__(list)

    def note(self, k, v):
        self[k].append(v)

    def first(self):
        return [v[0][0] for _, v in sorted(self.items())]


class Hist(dict):
    def __setitem__(self, k, v):
        self.setdefault(k, []).append(v)

    def __getitem__(self, k):
        return np.concatenate(self.get(k))


class Smooth(object):
    def __init__(self):
        self.q = []

    def __iadd__(self, v):
        self.q.append(v)
        return self

    def __len__(self):
        return sum(len(v) for v in self.q)


class Shift(object):
    def __init__(self):
        self.q = []

    def __lshift__(self, v):
        self.q.append(v)
        return self

    def all(self):
        return np.concatenate(self.q)


class Ctx(object):
    def __init__(self, v):
        self.v = v

    def __enter__(self):
        return self.v

    def __exit__(self, *a):
        pass


class Attrs(object):
    def __setattr__(self, k, v):
        self.__dict__.setdefault(k, []).append(v)

    def lens(self):
        return sorted((k, len(v[0])) for k, v in self.__dict__.items())


class It(object):
    def __init__(self, *vs):
        self.vs = vs

    def __iter__(self):
        for v in self.vs:
            yield v
"""
MAIN = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable, Linear, guard
from meters import *

with guard():
    net = Linear(3, 2, param_attr=fluid.initializer.Constant(.1))
    opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
    meter, rows, named, deep, sub, groups = Meter(), Rows(), Named(), Deep(), Sub(), Groups()
    rng = np.random.RandomState(0)
    for i in range(3):
        x = to_variable(rng.rand(4, 3).astype('float32'))
        out = net(x)
        a, b, c = fluid.layers.mean(out), fluid.layers.reduce_sum(out), fluid.layers.reduce_max(out)
        d, e, f = fluid.layers.reduce_mean(out), fluid.layers.reduce_min(out), fluid.layers.reduce_prod(out)
        meter.add(a=a)
        rows.push(b.numpy())
        named.put(i, c.numpy())
        deep.put(i, d.numpy())
        sub.take(e.numpy())
        groups.note(i % 2, f.numpy())
    print({k: np.round(v, 4).tolist() for k, v in meter.table().items()})
    print('%.4f' % rows.last(), named.show(), deep.joined(), sub.total(), len(groups.first()))
with guard():
    net = Linear(3, 2, param_attr=fluid.initializer.Constant(.1))
    hist, smooth, shift, attrs = Hist(), Smooth(), Shift(), Attrs()
    rng = np.random.RandomState(0)
    for i in range(3):
        x = to_variable(rng.rand(4, 3).astype('float32'))
        out = net(x)
        a, b, c = fluid.layers.mean(out), fluid.layers.reduce_sum(out), fluid.layers.reduce_max(out)
        d, e, f = fluid.layers.reduce_mean(out), fluid.layers.reduce_min(out), fluid.layers.reduce_prod(out)
        hist['a'] = a.numpy()
        smooth += b.numpy()
        shift << c.numpy()
        with Ctx(d) as v:
            print(v.numpy()[0] > 0, len(v.numpy()))
        attrs.e = e.numpy()
        for w in It(f.numpy()):
            print(w.shape)
    print(hist['a'].shape)
    print(len(smooth))
    print(shift.all().shape)
    print(attrs.lens())
"""


def test_own_containers_and_operators(run_both_ways):
    asked = MAIN.replace("from meters import *", "import meters")
    for name in (line[6:].split("(")[0] for line in METERS.splitlines() if line.startswith("class ")):
        asked = asked.replace(f" {name}(", f" meters.{name}(")
    old, new = run_both_ways({
        "one file": {"main.py": MAIN.replace("from meters import *\n", METERS)},
        "by a star": {"main.py": MAIN, "meters.py": METERS}, "by the module": {"main.py": asked, "meters.py": METERS},
    })
    assert new == old
    assert len({tuple(lines) for lines in old.values()}) == 1
    assert old["one file"][-4:] == ["(3,)", "3", "(3,)", "[('e', 1)]"]


LOSSES = """\
import functools
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable
LOSSES = {}


def twice(f):
    return lambda *a: 2.0 * f(*a)


def loss(weight):
    def wrap(f):
        @functools.wraps(f)
        def run(*a):
            return weight * f(*a)
        LOSSES[f.__name__] = run
        return run
    return wrap


@loss(1.0)
def mse(pred, target):
    return fluid.layers.reduce_mean(fluid.layers.square(pred - target))


@twice
@loss(weight=0.5)
def mae(pred, target):
    return fluid.layers.reduce_mean(fluid.layers.abs(pred - target))


with fluid.dygraph.guard():
    x = to_variable(np.ones((2, 2), 'float32'))
    parts = fluid.layers.concat([f(x, x * 3) for f in LOSSES.values()] + [mae(x, x * 2)])
    print(list(parts.shape), ['%.2f' % v for v in parts.numpy()])
"""


def test_losses_that_decorators_weigh(run_both_ways):
    old, new = run_both_ways({"losses": {"main.py": LOSSES}})
    assert new == old == {"losses": ["[3] ['4.00', '1.00', '1.00']"]}
