"""Programs whose runs are asked for the same in other clothes: what is fetched without a dimension, by name, and the
softmax beside its loss."""

from __future__ import annotations

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1], 'int64')
    start = fluid.initializer.NumpyArrayInitializer(np.linspace(-1, 1, 9).reshape(3, 3).astype('float32'))
    out = L.fc(x, 3, param_attr=start)
    loss, soft = L.softmax_with_cross_entropy(out, y, return_softmax=True)
    cost, total = L.mean(loss), L.reduce_sum(soft)
    fluid.optimizer.SGD(0.1).minimize(cost)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
feed = {'x': np.arange(6).reshape(2, 3).astype('float32') / 6, 'y': np.array([[0], [2]])}
def run(fetched):
    return exe.run(main, feed=dict(feed), fetch_list=fetched)
"""
WITHOUT_DIMENSION = {
    "dictionary": "names, outs = ['c', 't'], run([cost, total])\n"
        'got = dict(zip(names, outs))\n'
        "print(round(float(got['c'][0]), 4), round(float(got['t'][0]), 4))",
    "list": 'kept = []\n'
        'for i in range(2):\n'
        '    kept.append(run([cost])[0])\n'
        'print([round(float(k[0]), 4) for k in kept], np.concatenate(kept).shape, len(kept[0]))',
    "loop": "for n, o in zip(['c', 't'], run([cost, total])):\n"
        '    print(n, round(float(o[0]), 4), o.shape)',
    "returned": 'def first():\n'
        '    return run([cost, total])\n'
        'c, t = first()\n'
        'print(round(float(c[0]), 4), np.array(t).shape)',
    "passed": 'def show(value, *rest):\n'
        '    print(round(float(value[0]), 4), len(rest), len(rest[0]))\n'
        'show(*run([cost, total]))',
    "reused": 'c = run([cost])[0]\n'
        'print(round(float(c[0]), 4))\n'
        'c = run([soft])[0]\n'
        'print(c[0].round(4).tolist())',
}
SOFTMAX = {
    "fetched": 'print([np.round(v, 4).ravel().tolist() for v in run([loss, soft])])',
    "twice": 'print([np.round(v, 4).ravel().tolist() for v in [*run([soft]), *run([soft])]])',
    "summed": 'print(np.round(run([total])[0], 4).ravel().tolist())',
    "beside": 'print([np.round(v, 4).ravel().tolist() for v in run([soft, out, loss])])',
}
BY_NAME = {
    "name": 'print(np.round(run([cost.name])[0], 4).ravel().tolist())',
    "alone": 'print(np.round(run(cost.name)[0], 4).ravel().tolist())',
    "names": 'print([np.round(v, 4).ravel().tolist() for v in run([v.name for v in (cost, total)])])',
    "parameter": 'w = main.all_parameters()[0].name\n'
        'print([np.round(v, 4).ravel().tolist() for v in run([cost, w])])',
    "looked_up": 'v = main.global_block().var(cost.name)\n'
        'w = fluid.framework._get_var(total.name, main)\n'
        'print([np.round(v, 4).ravel().tolist() for v in run([v, w, main.global_block().var(x.name)])])',
    "looked_up_later": 'def find(name, program=main):\n'
        '    return program.global_block().var(name)\n'
        'found = [find(n) for n in (cost.name, total.name)]\n'
        'print([np.round(v, 4).ravel().tolist() for v in run([*found, find(name=soft.name)])])',
    "held": "d = {'fetch': [cost.name, soft.name]}\n"
        "print([np.round(v, 4).ravel().tolist() for v in run(d['fetch'])])",
}


def test_runs_print_the_same(run_both_ways):
    """The old ones print what 1.8.5 does, but for rounding."""
    clothes = {**WITHOUT_DIMENSION, **SOFTMAX, **BY_NAME}
    old, new = run_both_ways({name: {"main.py": HEAD + lines + "\n"} for name, lines in clothes.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old
