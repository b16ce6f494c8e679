"""Adam over sparse gradients keeps 1.8's steps in programs, and steps some rows alone where it did."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None], 'int64')\n"
EMBEDDED = "e = fluid.embedding(x, [9, 4]{})\nloss = fluid.layers.mean(e)\n"
LAST = "fluid.optimizer.{}.minimize(loss)\n"


def migrated(sparse, optimizer, **options):
    options = Options(programs=True, **options)
    return migrate_source(HEAD + EMBEDDED.format(sparse) + LAST.format(optimizer), options=options)


@pytest.mark.parametrize("sparse", [", is_sparse=True", ", is_sparse=sparse"])
@pytest.mark.parametrize("optimizer", ["Adam(0.1)", "AdamOptimizer(0.1, lazy_mode=lazy)"])
def test_of_sparse_ones(sparse, optimizer):
    result = migrated(sparse, optimizer)
    assert "of_rows(Adam(" in result.text
    assert not result.left
    assert migrate_source(result.text).text == result.text


def test_one_whose_arguments_are_not_seen_is_for_a_person():
    result = migrated(", is_sparse=True", "Adam(**given)")
    assert "of_rows" not in result.text
    assert "PM343" in [each.code for each in result.left]


def test_dygraph_has_sparse_gradients():
    assert "of_rows" not in migrated(", is_sparse=True", "Adam(0.1)", dygraph=True).text


@pytest.mark.parametrize(
    ("sparse", "optimizer"),
    [("", "Adam(0.1)"), (", is_sparse=False", "Adam(0.1)"), (", is_sparse=True", "SGD(0.1)")],
)
def test_of_others_nothing(sparse, optimizer):
    result = migrated(sparse, optimizer)
    assert "of_rows" not in result.text
    assert not result.left


DYGRAPH = """\
import paddle.fluid as fluid
with fluid.dygraph.guard():
    net = fluid.dygraph.Embedding([9, 4]{})
    kinds = [{}]
"""


@pytest.mark.parametrize("sparse", [", is_sparse=True", ", is_sparse=sparse"])
@pytest.mark.parametrize("optimizer", ["Adam(0.1, parameter_list=some)", "AdamOptimizer(**given)"])
def test_of_sparse_ones_in_dygraph(sparse, optimizer):
    result = migrate_source(DYGRAPH.format(sparse, f"fluid.optimizer.{optimizer}"))
    assert "of_sparse(Adam" in result.text
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("of", ["fluid.optimizer.Adam", "dict(a=fluid.optimizer.AdamOptimizer)",
                                "lambda k: k(fluid.optimizer.Adam)"])
@pytest.mark.parametrize("text", [DYGRAPH, HEAD + "e = fluid.embedding(x, [9, 4]{})\nkinds = [{}]\n"])
def test_a_class_that_is_handed_on_is_for_a_person(of, text):
    left = migrate_source(text.format(", is_sparse=True", of), options=Options(programs=True)).left
    assert "PM343" in [each.code for each in left]
    assert "PM343" not in [each.code for each in migrate_source(text.format("", of)).left]


@pytest.mark.parametrize(("sparse", "used"), [
    (", is_sparse=True", "isinstance(net, fluid.optimizer.Adam)"), (", is_sparse=True", "fluid.optimizer.SGD(0.1)"),
    ("", "fluid.optimizer.Adam(0.1)"), (", is_sparse=False", "fluid.optimizer.Adam(0.1)"),
])  # fmt: skip
def test_of_others_in_dygraph_nothing(sparse, used):
    result = migrate_source(DYGRAPH.format(sparse, used))
    assert "of_sparse" not in result.text
    assert "PM343" not in [each.code for each in result.left]


@pytest.mark.parametrize("clip", ["GradientClipByGlobalNorm(1.0)", "GradientClipByNorm(clip_norm=1.0)"])
@pytest.mark.parametrize(
    ("sparse", "said"),
    [(", is_sparse=True, padding_idx=0", ["PM343"]), (", padding_idx=pad, is_sparse=sparse", ["PM343"]),
     (", is_sparse=True", []), (", padding_idx=0", []), (", is_sparse=True, padding_idx=None", []),
     (", is_sparse=False, padding_idx=0", [])],
)
def test_norms_with_the_row_of_the_padding_are_said(clip, sparse, said):
    assert [each.code for each in migrated(sparse, f"SGD(0.1, grad_clip=fluid.clip.{clip})").left] == said


@pytest.mark.parametrize("clip", ["GradientClipByValue(1.0)", None])
def test_of_others_no_norm_is(clip):
    clip = f"fluid.clip.{clip}" if clip else "None"
    left = migrated(", is_sparse=True, padding_idx=0", f"SGD(0.1, grad_clip={clip})").left
    assert not any("norm" in each.message for each in left)


STEPS = """\
import numpy as np
import paddle.fluid as fluid
def net(is_sparse):
    x = fluid.data("x", [None, 1], "int64")
    e = fluid.embedding(x, [6, 2], is_sparse=is_sparse, param_attr=fluid.initializer.Constant(1.0))
    h = fluid.layers.fc(e, 1, param_attr=fluid.initializer.Constant(0.3), num_flatten_dims=2)
    return fluid.layers.mean(fluid.layers.square(h))
ids = np.array([[1], [3], [1]], "int64")
for sparse in (True, False):
    for regular in (None, fluid.regularizer.L2Decay(0.1)):
        main, start = fluid.Program(), fluid.Program()
        with fluid.program_guard(main, start):
            loss = net(sparse)
            clip = fluid.clip.GradientClipByGlobalNorm(0.5)
            fluid.optimizer.Adam(learning_rate=0.1, regularization=regular, grad_clip=clip).minimize(loss)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(start)
        for i in range(5):
            print("%.4f" % exe.run(main, feed={"x": ids if i % 2 else ids[:1] + 1}, fetch_list=[loss])[0])
"""
OF_185 = """
0.3600 0.0900 0.0007 0.0460 0.0632 0.3600 0.0676 0.0015 0.0470 0.0597
0.3600 0.0900 0.0011 0.0441 0.0597 0.3600 0.0676 0.0015 0.0470 0.0597
"""


LAZY = """\
import numpy as np
import paddle.fluid as fluid
rows = fluid.initializer.NumpyArrayInitializer(np.float32([[0.0, 0.1], [0.2, 0.3], [0.4, 0.5]]))
weight = fluid.ParamAttr("w", initializer=rows)
batches = [([[0, 1]], [[1]]), ([[0, 0]], [[2]]), ([[1, 0]], [[0]]), ([[0, 0]], [[0]])]
for lazy in (True, False):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start), fluid.unique_name.guard():
        x, z = fluid.data("x", [None, 2], "int64"), fluid.data("z", [None, 1], "int64")
        e, f = (fluid.embedding(each, [3, 2], is_sparse=True, param_attr=weight) for each in (x, z))
        h = fluid.layers.fc(e, 3, num_flatten_dims=2, param_attr=fluid.initializer.Constant(0.3))
        loss = fluid.layers.reduce_mean(fluid.layers.square(h)) + fluid.layers.reduce_mean(f * f)
        fluid.optimizer.Adam(0.1, lazy_mode=lazy).minimize(loss)
    with fluid.scope_guard(fluid.Scope()):
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(start)
        for x, z in batches:
            exe.run(main, feed={"x": np.array(x), "z": np.array(z)}, fetch_list=[loss])
        for each in np.array(fluid.global_scope().find_var("w").get_tensor()).ravel():
            print("%.4f" % each)
"""
OF_LAZY_185 = "0.0573 0.0083 0.0743 0.1742 0.3361 0.4361 0.0569 0.0081 -0.0164 0.0835 0.2396 0.3396"


KEPT = """\
import numpy as np
import paddle.fluid as fluid
def value(name):
    return np.array(fluid.global_scope().find_var(name).get_tensor()).ravel()[0]
for uses in (1, 2):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [None], "int64")
        w = fluid.ParamAttr("w", initializer=fluid.initializer.Constant(0.1))
        rows = [fluid.embedding(x + step, [6, 2], is_sparse=True, param_attr=w) for step in range(uses)]
        loss = fluid.layers.mean(fluid.layers.square(fluid.layers.concat(rows, 0)))
        fluid.optimizer.Adam(0.001).minimize(loss)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(start)
        for i in range(2):
            exe.run(main, feed={"x": np.array([0, 1, 3])}, fetch_list=[loss])
            print("%.6f %.6f %.7f" % tuple(value("w" + of) for of in ("_beta1_pow_acc_0", "_beta2_pow_acc_0", "")))
"""
OF_KEPT_185 = ["0.810000 0.998001 0.0992559", "0.729000 0.997003 0.0983976"] * 2


def test_what_adam_keeps(run_both_ways):
    """A checkpoint of 1.8.5's goes on."""
    old, new = run_both_ways({"kept": {"main.py": KEPT}})
    assert old["kept"] == new["kept"] == OF_KEPT_185


IN_DYGRAPH = """\
import numpy as np
import paddle.fluid as fluid
makes = [lambda p: fluid.optimizer.Adam(0.05, parameter_list=p),
         lambda p: fluid.optimizer.Adam(0.05, 0.8, 0.99, 1e-6, p),
         lambda p: fluid.optimizer.AdamOptimizer(0.05, parameter_list=p, lazy_mode=True)]
for sparse in (True, False):
    for make in makes:
        with fluid.dygraph.guard():
            net = fluid.dygraph.Embedding([4, 2], is_sparse=sparse, param_attr=fluid.initializer.Constant(0.1))
            steps = make(net.parameters())
            for i in range(4):
                got = net(fluid.dygraph.to_variable(np.array([[i % 3], [0], [0]], "int64")))
                loss = fluid.layers.reduce_mean(got * got * 1e-5)
                loss.backward()
                steps.minimize(loss)
                net.clear_gradients()
            for row in net.weight.numpy()[:, 0]:
                print("%.4f" % row)
"""
OF_DYGRAPH_185 = """
-0.0167 0.0588 0.0725 0.1000 0.0802 0.0973 0.0981 0.1000 -0.0167 0.0836 0.0851 0.1000
-0.0282 0.0541 0.0702 0.1000 0.0784 0.0971 0.0980 0.1000 -0.0282 0.0541 0.0702 0.1000
"""


def test_rows_in_dygraph(run_both_ways):
    old, new = run_both_ways({"dygraph": {"main.py": IN_DYGRAPH}})
    assert old["dygraph"] == new["dygraph"] == OF_DYGRAPH_185.split()


def test_rows_alone(run_both_ways):
    old, new = run_both_ways({"lazy": {"main.py": LAZY}})
    assert old["lazy"] == new["lazy"] == OF_LAZY_185.split()


def test_the_numbers(run_both_ways):
    old, new = run_both_ways({"steps": {"main.py": STEPS}})
    assert old["steps"] == new["steps"] == OF_185.split()


@pytest.mark.parametrize(("sparse", "target", "said"), [
    (", is_sparse=True", "2.6", ["PM343"]), (", is_sparse=sparse", "2.6", ["PM343"]), (", is_sparse=True", "3", []),
    ("", "2.6", []), (", is_sparse=False", "2.6", []),
])  # fmt: skip
@pytest.mark.parametrize(("made", "clip"), [
    ("", "SGD(0.1, grad_clip=fluid.clip.GradientClipByValue(0.5))"), ("clip = {}\n", "SGD(0.1, grad_clip=clip)"),
    ("fluid.clip.set_gradient_clip({})\n", "SGD(0.1)"), ("make = lambda: {}\n", "SGD(0.1, grad_clip=make())"),
])  # fmt: skip
def test_values_of_sparse_gradients_that_are_clipped(made, clip, sparse, target, said):
    text = HEAD + made.format("fluid.clip.GradientClipByValue(0.5)") + EMBEDDED.format(sparse) + LAST.format(clip)
    left = migrate_source(text, options=Options(programs=True, target=target)).left
    assert [each.code for each in left if "by value" in each.message] == said


@pytest.mark.parametrize(("sparse", "clip", "said"), [
    ("True", "Value(0.5)", ["PM343"]), ("sparse", "Value(max=0.5, min=-1.0)", ["PM343"]), ("False", "Value(0.5)", []),
    ("True", "Norm(0.5)", []), ("True", "GlobalNorm(0.5)", []),
])  # fmt: skip
@pytest.mark.parametrize("target", ["2.6", "3"])
def test_values_of_sparse_gradients_that_are_clipped_in_dygraph(sparse, clip, said, target):
    text = DYGRAPH.format(f", is_sparse={sparse}", f"fluid.clip.GradientClipBy{clip}")
    assert [each.code for each in migrate_source(text, options=Options(target=target)).left] == said


TABLE = HEAD + """NAME = 'tab' + 'le'
def table(x, name='table', sparse=True, pad=0):
    return fluid.embedding(x, [9, 4], is_sparse=sparse, padding_idx=pad, param_attr=fluid.ParamAttr(name=name))
"""
READ = "w = fluid.global_scope().find_var('table').get_tensor()\n"


@pytest.mark.parametrize("made", ["e = table(x)", "e = table(x, NAME)", "e = [table(x, n) for n in ('table', 'b')][0]",
                                  "class Net(object):\n    name = 'table'\n    def net(self, x):\n"
                                  "        return table(x, name=self.name)\ne = Net().net(x)"])
@pytest.mark.parametrize("read", [READ, "w = fluid.default_main_program().global_block().var(NAME)\n",
                                  "w = fluid.layers.create_parameter([9, 4], 'float32', name='table')\n",
                                  "o = fluid.layers.fc(e, 4, param_attr=fluid.ParamAttr(name=NAME))\n"])
def test_a_row_of_padding_that_is_read_elsewhere_is_said(made, read):
    last = "fluid.optimizer.SGD(0.1).minimize(fluid.layers.mean(e))\n"
    result = migrate_source(f"{TABLE}{made}\n{read}{last}", options=Options(programs=True))
    assert "PM343" in [each.code for each in result.left]


@pytest.mark.parametrize(("made", "read"), [
    ("e = table(x)", ""), ("e = table(x, 'other')", READ), ("e = table(x, sparse=False)", READ),
    ("e = table(x, pad=None)", READ), ("e = fluid.embedding(x, [9, 4], padding_idx=0, param_attr='table')", READ),
])
def test_of_other_rows_nothing(made, read):
    function = TABLE if "table(" in made else HEAD
    last = "fluid.optimizer.SGD(0.1).minimize(fluid.layers.mean(e))\n"
    result = migrate_source(f"{function}{made}\n{read}{last}", options=Options(programs=True))
    assert "PM343" not in [each.code for each in result.left]
