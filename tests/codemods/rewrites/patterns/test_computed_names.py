"""`getattr(fluid.optimizer, name)` of a name that is computed: what 1.8.5's arguments meant, whichever it is."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.api import Options, migrate_source

BUILDER = """\
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.optimizer as known
import paddle.fluid.regularizer as decays


class Builder:
    def __init__(self, function, params, decay):
        self.function, self.params = function, params
        self.decay = getattr(decays, decay + 'Decay')(0.1) if decay else None

    def __call__(self, learning_rate):
        made = getattr(known, self.function)
        return made(learning_rate=learning_rate, regularization=self.decay, **self.params)


"""
RUNS = BUILDER + """\
def losses(builder, rate):
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        x = fluid.data('x', [None, 4])
        y = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.3))
        loss = fluid.layers.mean(fluid.layers.square(y - 1.5))
        builder(rate()).minimize(loss)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(fluid.default_startup_program())
        feed = {'x': np.arange(12).reshape(3, 4).astype('float32') / 8}
        for _ in range(4):
            print('%.4f' % exe.run(feed=feed, fetch_list=[loss])[0])


"""
EACH = """\
for made in (('SGD', {}, 'L1'), ('SGDOptimizer', {}, ''), ('Momentum', {'momentum': 0.9, 'use_nesterov': True}, 'L2'),
             ('AdamOptimizer', {'beta1': 0.8, 'epsilon': 0.01}, 'L2'), ('Adamax', {}, ''),
             ('RMSProp', {'rho': 0.9}, ''), ('Adagrad', {'initial_accumulator_value': 0.5}, 'L2')):
    losses(Builder(*made), lambda: 0.05)
"""
DECAYS = """\
losses(Builder('Momentum', {'momentum': 0.9}, ''), lambda: fluid.layers.exponential_decay(0.1, 1, 0.5))
"""


# of 1.8.5
LOSSES = """
0.6956 0.5707 0.5059 0.4648 0.6956 0.5646 0.4970 0.4573 0.6956 0.4870 0.4093 0.3689 0.6956 0.5928 0.5243 0.4882
0.6956 0.5643 0.5149 0.4967 0.6956 0.5664 0.4476 0.3916 0.6956 0.5896 0.5408 0.5123 0.6956 0.4796 0.4256 0.4132
"""


def test_they_learn_what_they_did(run_both_ways):
    for printed in run_both_ways({"each": {"main.py": RUNS + EACH + DECAYS}}):
        assert printed["each"] == LOSSES.split()


def test_a_variable_of_the_program_is_a_rate():
    text = BUILDER + "exe = fluid.Executor()\nrate = fluid.layers.create_global_var([1], 0.1, 'float32')\n"
    assert "of_any_rate(optimizer_named(self.function))" in migrate_source(text, "old.py", Options()).text


@pytest.mark.parametrize("line", [
    "getattr(known, name, None)", "getattr(*[known, name])", "list(map(known.__getattribute__, name))",
    "getattr(fluid.layers, name)",
])  # fmt: skip
def test_what_a_person_is_told(line):
    text = f"import paddle.fluid as fluid\nimport paddle.fluid.optimizer as known\nx = fluid.data('x', [2])\n{line}\n"
    result = migrate_source(text, "old.py", Options())
    assert [f for f in result.findings if f.level == "person"]
    assert "_named" not in result.text
    ast.parse(result.text)


SPARSE = """\
import numpy as np
import paddle.fluid as fluid
known = fluid.optimizer
def learn(name, **given):
    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [None], "int64")
        table = fluid.ParamAttr("table", initializer=fluid.initializer.Constant(0.5))
        e = fluid.embedding(x, [4, 2], is_sparse={sparse}, param_attr=table)
        loss = fluid.layers.reduce_mean(e * e * 1e-5)
        getattr(known, name)(**given).minimize(loss)
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(fluid.default_startup_program())
        for i in range(4):
            executor.run(feed={{"x": np.array([i % 3, 0, 0], "int64")}}, fetch_list=[loss])
        for row in np.array(fluid.global_scope().find_var("table").get_tensor())[:, 0]:
            print("%.4f" % row)
for name in ("Adam", "AdamOptimizer", "SGD"):
    learn(name, learning_rate=0.05)
learn("Adam", learning_rate=0.05, lazy_mode=True)
"""
OF_ROWS_185 = """
0.3413 0.4326 0.4549 0.5000 0.3413 0.4326 0.4549 0.5000
0.5000 0.5000 0.5000 0.5000 0.3413 0.4732 0.4756 0.5000
"""


def test_rows_of_sparse_gradients_have_their_steps(run_both_ways):
    old, new = run_both_ways({"rows": {"main.py": SPARSE.format(sparse=True)}})
    assert old["rows"] == new["rows"] == OF_ROWS_185.split()


@pytest.mark.parametrize(("names", "sparse", "dygraph", "kept"), [
    ("'Adam'", "True", False, True), ("'Adam'", "args.sparse", False, True), ("args.name", "True", False, True),
    ("'SGD'", "True", False, False), ("'Adam'", "False", False, False), ("'AdamOptimizer'", "True", True, True),
])  # fmt: skip
def test_rows_where_the_optimizer_has_a_computed_name(names, sparse, dygraph, kept):
    text = SPARSE.format(sparse=sparse).partition("for name in")[0]
    result = migrate_source(f"{text}learn({names}, learning_rate=0.1)\n", "old.py", Options(dygraph=dygraph))
    assert ("rows_of_any(optimizer_named(name), of_rows)(**given)" in result.text) == kept
    assert "optimizer_named(name)" in result.text


MAKES = """\
import paddle.fluid as fluid
def make(name, **given):
    return getattr(fluid.optimizer, name)(**given)
"""
EMBEDS = "{}e = fluid.dygraph.Embedding([5, 3], is_sparse=True)\n"


def test_rows_in_dygraph_and_in_files_of_unknown_mode():
    text = MAKES + EMBEDS.format("with fluid.dygraph.guard():\n    ") + "    make(KIND, learning_rate=0.1)\n"
    assert "rows_of_any(optimizer_named(name), of_sparse)(**given)" in migrate_source(text, "old.py", Options()).text
    left = migrate_source(MAKES + "is_sparse = True\n", "old.py", Options()).left
    assert [each.message.partition(",")[0] for each in left] == ["it may be Adam"]


@pytest.mark.parametrize(("names", "is_left", "is_open"), [
    ("'Lamb'", True, False), ("('Adam' if fast else 'FtrlOptimizer')", True, False),
    ("{'kind': 'DecayedAdagrad'}['kind']", True, False), ("('Adam' if fast else 'SGDOptimizer')", False, False),
    ("os.environ['OPTIMIZER']", False, True),
])  # fmt: skip
def test_a_name_whose_arguments_are_others_is_a_persons(names, is_left, is_open):
    text = f"import os\nimport paddle.fluid as fluid\nx = fluid.data('x', [2])\nname = {names}\n"
    result = migrate_source(f"{text}opt = getattr(fluid.optimizer, name)(learning_rate=0.1)\n", "old.py", Options())
    assert bool(result.left) == is_left
    assert ("optimizer_named(name)" in result.text) != is_left
    assert ("PM202" in [each.code for each in result.findings]) == is_open


@pytest.mark.parametrize("text", [
    "import mine.optimizer as known\nmade = getattr(known, name)\n",
    "import paddle\nmade = getattr(paddle.optimizer, name)(0.1)\n",
    "import paddle.fluid as fluid  # paddle-migrate: skip\n"
    "made = getattr(fluid.optimizer, name)  # paddle-migrate: skip\n",
])  # fmt: skip
def test_what_stays(check_noop, text):
    check_noop(text)
