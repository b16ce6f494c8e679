"""Optimizers that are written into scripts: Paddle 1's steps, in whatever clothes, in both modes."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid


def drawn(name, *shape):
    values = np.linspace(-1, 1, int(np.prod(shape))).reshape(shape).astype('float32')
    return fluid.ParamAttr(name=name, learning_rate=0.5, initializer=fluid.initializer.NumpyArrayInitializer(values))


def network():
    x, y = fluid.layers.data('x', [4]), fluid.layers.data('y', [1])
    hidden = fluid.layers.fc(x, 8, act='tanh', param_attr=drawn('first', 4, 8), bias_attr=False)
    out = fluid.layers.fc(hidden, 1, param_attr=drawn('second', 8, 1))
    return fluid.layers.mean(fluid.layers.square_error_cost(out, y))


main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    loss = network()
"""
RUN = """\
with fluid.scope_guard(fluid.Scope()):
    exe, random = fluid.Executor(fluid.CPUPlace()), np.random.RandomState(0)
    exe.run(startup)
    for _ in range(6):
        feed = {'x': random.rand(8, 4).astype('float32'), 'y': random.rand(8, 1).astype('float32')}
        value, = exe.run(main, feed=feed, fetch_list=[loss])
        print('%.5f' % value[0])
"""
L2, NORM = "fluid.regularizer.L2Decay(0.01)", "fluid.clip.GradientClipByGlobalNorm(0.5)"
PROGRAMS = {
    "plain": "    fluid.optimizer.Ftrl(0.1, l1=0.01, l2=0.5).minimize(loss)\n",
    "name": f"    optimizer = fluid.optimizer.DecayedAdagrad(0.1, 0.9, regularization={L2})\n"
            "    optimizer.minimize(loss)\n",
    "halves": "    optimizer = fluid.optimizer.FtrlOptimizer(learning_rate=0.1)\n"
              "    optimizer.apply_gradients(optimizer.backward(loss))\n",
    "dict": "    kinds = {'lamb': fluid.optimizer.LambOptimizer, 'sgd': fluid.optimizer.SGD}\n"
            "    kinds['lamb'](learning_rate=0.1).minimize(loss)\n",
    "schedule": "    rate = fluid.layers.linear_lr_warmup(fluid.layers.polynomial_decay(0.1, 4), 2, 0.0, 0.1)\n"
                f"    fluid.optimizer.LarsMomentum(rate, momentum=0.9, grad_clip={NORM}).minimize(loss)\n",
    "excluded": "    lamb = fluid.optimizer.Lamb(fluid.layers.noam_decay(4, 3), lamb_weight_decay=0.1,\n"
                "                                exclude_from_weight_decay_fn=lambda p: p.name == 'second')\n"
                "    lamb.minimize(loss)\n",
    "class": "    class Trainer(object):\n        def __init__(self, kind, rate):\n            self.rate = rate\n"
             "            if kind == 'ftrl':\n                self.optimizer = fluid.optimizer.Ftrl(self.rate)\n"
             "            else:\n                self.optimizer = fluid.optimizer.Adadelta(self.rate, rho=0.9)\n\n"
             "    trainer = Trainer('adadelta', 0.1)\n    trainer.optimizer.minimize(loss)\n",
    "derived": "    class Mine(fluid.optimizer.FtrlOptimizer):\n        def __init__(self, rate):\n"
               "            super(Mine, self).__init__(learning_rate=rate, l1=0.02)\n\n    Mine(0.1).minimize(loss)\n",
    "taken": "    class Lamb(object):\n        legs = 4\n\n    fluid.optimizer.Lamb(0.1).minimize(loss)\n"
             "    print(Lamb.legs)\n",
    "some": "    fluid.optimizer.Lamb(0.1).minimize(loss, parameter_list=['second'])\n",
}
SPARSE = """\
import numpy as np
import paddle.fluid as fluid
values = np.linspace(-1, 1, 21).reshape(7, 3).astype('float32')
attr = fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(values))
IDS = np.array([[1, 2], [2, 6]], 'int64')
"""
OTHERS = {
    "file": {
        "main.py": HEAD + "    from optim import make\n    make(0.5).minimize(loss)\n" + RUN,
        "optim.py": "import paddle.fluid as fluid\n\n\ndef make(rate):\n"
                    "    return fluid.optimizer.Adadelta(learning_rate=rate, epsilon=1e-3, rho=0.9)\n",
    },
    "rows": {"main.py": SPARSE + """\
x = fluid.data('x', [None, 2], 'int64')
loss = fluid.layers.mean(fluid.layers.square(fluid.embedding(x, [7, 3], is_sparse=True, param_attr=attr)))
fluid.optimizer.Lamb(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for _ in range(4):
    print('%.5f' % exe.run(feed={'x': IDS}, fetch_list=[loss])[0][0])
"""},
}
LAYER = {
    "rows of a layer": {"main.py": SPARSE + """\
with fluid.dygraph.guard():
    table = fluid.dygraph.Embedding([7, 3], is_sparse=True, param_attr=attr)
    optimizer = fluid.optimizer.Lamb(0.1, parameter_list=table.parameters())
    for _ in range(4):
        loss = fluid.layers.mean(fluid.layers.square(table(fluid.dygraph.to_variable(IDS))))
        loss.backward()
        optimizer.minimize(loss)
        table.clear_gradients()
        print('%.5f' % loss.numpy()[0])
"""},
}
FLAT = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data('x', [None, 4])
y = fluid.data('y', [None, 1])
out = fluid.layers.fc(x, 1)
loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
fluid.optimizer.{made}.minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for _ in range(6):
    feed = {{'x': np.ones([8, 4], 'float32'), 'y': np.ones([8, 1], 'float32')}}
    value, = exe.run(feed=feed, fetch_list=[loss])
    print(value[0])
"""
WHOLE = {name: {"main.py": HEAD + body + RUN} for name, body in PROGRAMS.items()}
LEFT = {
    "DGCMomentumOptimizer(0.1, 0.9, 0)": "PM302",
    "Lamb(0.1, regularization=fluid.regularizer.L2Decay(0.1))": "PM",
    "Dpsgd(0.1)": "PM302",
}
SAME = ["SGD(0.1)", "Adagrad(0.1)", "RMSProp(0.1)", "Adamax(0.1)", "Momentum(0.1, 0.9)"]


@pytest.mark.parametrize("scripts", [{**WHOLE, **OTHERS}, LAYER], ids=["programs", "layers"])
def test_the_same_numbers(scripts, run_both_ways):
    old, new = run_both_ways(scripts)
    assert {name: lines for name, lines in old.items() if len(lines) < 4 or "Error" in lines[-1]} == {}
    assert new == old


@pytest.mark.parametrize("name", PROGRAMS)
def test_nobody_is_asked(name):
    result = migrate_source(HEAD + PROGRAMS[name] + RUN)
    assert result.left == []
    assert "fluid" not in result.text
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("made", [
    "LambOptimizer(learning_rate=0.1)", "Ftrl(0.1, l1=0.1)", "Adadelta(0.1)", "LarsMomentum(0.1, 0.9)",
])
def test_a_loop_takes_them_too(made):
    result = migrate_source(FLAT.format(made=made), options=Options(dygraph=True))
    assert result.left == []
    assert f"class {made.partition('(')[0].removesuffix('Optimizer')}(" in result.text
    assert ".step()" in result.text


@pytest.mark.parametrize("made", LEFT)
def test_a_person_is_told(made):
    left = migrate_source(HEAD + f"    fluid.optimizer.{made}.minimize(loss)\n" + RUN).left
    assert any(finding.code.startswith(LEFT[made]) for finding in left)


@pytest.mark.parametrize("made", SAME)
def test_nothing_is_written_for_what_has_the_same_steps(made):
    text = migrate_source(HEAD + f"    fluid.optimizer.{made}.minimize(loss)\n" + RUN).text
    assert f"paddle.optimizer.{made.partition('(')[0]}(" in text
    assert "class " not in text
