"""`act="sequence_softmax"`: an activation that goes by the rows of sequences."""

from __future__ import annotations

from paddle_migrate.api import migrate_source

PROGRAM = """
    import numpy as np
    import paddle.fluid as fluid
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        x = fluid.data('x', [None, 3], lod_level=1)
        w = fluid.layers.fc(x, 1, act='sequence_softmax', param_attr=fluid.initializer.Constant(0.3))
        v = fluid.layers.fc(x, 1, act="sequence_softmax", bias_attr=False, param_attr=fluid.initializer.Constant(-0.3))
        y = fluid.layers.sequence_pool(fluid.layers.elementwise_mul(x, w, axis=0), 'sum')
        loss = fluid.layers.mean(y * y)
        fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    for _ in range(2):
        rows = np.arange(15, dtype='float32').reshape(5, 3) / 10
        feed = {'x': fluid.create_lod_tensor(rows, [[2, 3]], fluid.CPUPlace())}
        for o in exe.run(main, feed=feed, fetch_list=[w, v, y, loss], return_numpy=False):
            print(' '.join('%.4f' % x for x in np.array(o).ravel()))
"""
FOUND = [  # by 1.8.5
    "0.4329 0.5671 0.2484 0.3254 0.4262",
    "0.5671 0.4329 0.4262 0.3254 0.2484",
    "0.1701 0.2701 0.3701 0.9534 1.0534 1.1534",
    "0.5979",
    "0.4344 0.5656 0.2502 0.3257 0.4241",
    "0.5671 0.4329 0.4262 0.3254 0.2484",
    "0.1697 0.2697 0.3697 0.9522 1.0522 1.1522",
    "0.5966",
]


def test_softmax_within_each_sequence(run_both_ways):
    old, new = run_both_ways({"program": {"main.py": PROGRAM}})
    assert new == old
    assert old["program"] == FOUND


def test_in_dygraph_it_is_none():
    text = "import paddle.fluid as fluid\nlayer = fluid.dygraph.Linear(3, 1, act='sequence_softmax')\ny = layer(x)\n"
    assert [each.code for each in migrate_source(text).left] == ["PM303"]
