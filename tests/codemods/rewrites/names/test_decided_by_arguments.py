"""What a rule decides by arguments that functions, classes and configs hand on: the form that is written is right for
all of them, or a person is told."""

from __future__ import annotations

from textwrap import dedent

import pytest
from paddle_migrate.api import migrate_source

PROGRAM = """
    import numpy as np
    import paddle.fluid as fluid
    L = fluid.layers
    def pool(x, kind, ceil, exclusive, padding=0):
        return L.pool2d(x, 3, kind, 2, padding, ceil_mode=ceil, exclusive=exclusive)
    def average(x, ceil=False, exclusive=True):
        return L.pool2d(x, pool_size=3, pool_type='avg', pool_stride=2, ceil_mode=ceil, exclusive=exclusive)
    class Net(object):
        def __init__(self, **config):
            self.config = config
        def of(self, x):
            x = L.prelu(x, self.config['mode'], param_attr=fluid.initializer.Constant(0.3))
            return pool(x, self.config['kind'], self.config['ceil'], self.config['exclusive'])
    def diagonal(x, offset=0, first=0, second=1):
        return L.trace(x, offset, first, second)
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        x = fluid.data('x', [2, 3, 6, 6])
        outs = [Net(mode=mode, kind=kind, ceil=ceil, exclusive=exclusive).of(x - 0.5)
                for mode, kind in (('all', 'avg'), ('channel', 'max'), ('channel', 'avg'))
                for ceil in (False, True) for exclusive in (False, True)]
        outs += [average(x), average(x, True), average(x, True, False), average(x, exclusive=False)]
        outs += [pool(x, 'avg', True, False, 1), pool(x, 'avg', True, False, [1, 1])]
        outs += [diagonal(x), diagonal(x, 1, 3, 2), diagonal(x, 1, 2, 3), diagonal(x, -1, -1, -2)]
        outs += [diagonal(x, 1, -1, 0)]
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    feed = {'x': np.random.RandomState(0).rand(2, 3, 6, 6).astype('float32')}
    for got in exe.run(main, feed=feed, fetch_list=outs):
        print(got.shape, '%.3f' % (got.ravel() * np.arange(1, 1 + got.size)).sum())
"""
DYGRAPH = """
    import numpy as np
    import paddle.fluid as fluid
    L = fluid.layers
    class Net(fluid.dygraph.Layer):
        def __init__(self, kind, ceil, exclusive, padding=0):
            super(Net, self).__init__()
            self.pool = fluid.dygraph.Pool2D(3, kind, 2, padding, ceil_mode=ceil, exclusive=exclusive)
            self.other = fluid.dygraph.Pool2D(3, 'avg', 2, ceil_mode=ceil, exclusive=exclusive)
        def forward(self, x):
            return L.concat([L.reshape(self.pool(x), [2, -1]), L.reshape(self.other(x), [2, -1])], 1)
    def diagonal(x, *given):
        return L.trace(x, *given)
    with fluid.dygraph.guard():
        x = fluid.dygraph.to_variable(np.random.RandomState(0).rand(2, 3, 6, 6).astype('float32'))
        outs = [Net(kind, ceil, exclusive, padding)(x) for kind in ('max', 'avg') for ceil in (False, True)
                for exclusive in (False, True) for padding in (0, 1)]
        outs += [diagonal(x, *given) for given in ((0, 0, 1), (1, 3, 2), (1, 2, 3), (-1, -1, -2), (1, -1, 0))]
        for got in outs:
            print(list(got.shape), '%.3f' % (got.numpy().ravel() * np.arange(1, 1 + got.numpy().size)).sum())
"""


def test_in_programs_and_dygraph(run_both_ways):
    old, new = run_both_ways({"program": {"main.py": PROGRAM}, "dygraph": {"main.py": DYGRAPH}})
    assert len(old["program"]) == 23
    assert len(old["dygraph"]) == 21
    assert new == old


IGNORED = """
    import paddle.fluid as fluid
    KEPT = {{'soft_label': False}}
    def loss(x, y, *given, **more):
        return fluid.layers.softmax_with_cross_entropy({})
    with fluid.dygraph.guard():
        x = fluid.layers.ones([2, 3], 'float32')
        y = fluid.layers.ones([2, 1], 'int64')
        x.stop_gradient = False
        {}.backward()
"""


@pytest.mark.parametrize(("given", "call", "told"), [
    ("x, y, **more", "loss(x, y, ignore_index=2)", True), ("*(x, y), ignore_index=2", "loss(x, y)", True),
    ("x, y, *given", "loss(x, y, False, 2)", True), ("**dict(logits=x, label=y, ignore_index=1)", "loss(x, y)", True),
    ("x, y, **more", "loss(x, y, soft_label=False)", False), ("*(x, y)", "loss(x, y)", False),
    ("x, y, **KEPT", "loss(x, y)", False), ("x, y, *given", "loss(x, y, False)", False),
])  # fmt: skip
def test_what_differs_is_told_behind_stars_too(given, call, told):
    found = migrate_source(dedent(IGNORED.format(given, call)))
    assert [each.code for each in found.left] == ["PM343"] * told
