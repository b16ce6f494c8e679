"""Names that have another form in a program than in dynamic mode; each has 1.8.5's signature."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.rules.library import library

HEAD = 'import paddle.fluid as fluid\nx = fluid.data("x", [None, 4])\n'
NAMES = {
    **dict.fromkeys(("Print", "accuracy", "auc", "create_global_var", "create_parameter", "size", "py_func", "fc",
                     "fill_constant_batch_size_like", "gaussian_random_batch_size_like", "sequence_mask",
                     "uniform_random_batch_size_like", "conv2d_transpose", "batch_norm", "prelu", "unstack",
                     "hsigmoid", "linear_lr_warmup", "Switch", "GRUCell", "LSTMCell", "RNNCell", "rnn",
                     "BeamSearchDecoder", "dynamic_decode", "IfElse", "StaticRNN", "While", "array_read", "array_write",
                     "affine_grid", "create_array", "increment", "kldiv_loss", "scale", "tensor_array_to_tensor"),
                    "paddle.fluid.layers"),
    **dict.fromkeys(("basic_gru", "basic_lstm", "ctr_metric_bundle", "tdm_child"), "paddle.fluid.contrib.layers"),
    "img_conv_group": "paddle.fluid.nets",
    **dict.fromkeys(("get_program_parameter", "is_parameter", "is_persistable", "get_program_persistable_vars",
                     "save_params", "save_persistables"), "paddle.fluid.io"),
    **dict.fromkeys(("append_backward", "calc_gradient", "gradients"), "paddle.fluid.backward"),
    "ClipByValue": "paddle.fluid.clip", "GradientClipByValue": "paddle.fluid.clip",
    **dict.fromkeys(("PaddleCloudRoleMaker", "UserDefinedCollectiveRoleMaker", "UserDefinedRoleMaker"),
                    "paddle.fluid.incubate.fleet.base.role_maker"),
    **dict.fromkeys(("Scope", "WeightNormParamAttr", "cuda_places"), "paddle.fluid"),
}  # fmt: skip


def test_each_is_a_name_of_185_with_its_parameters():
    today = library().module("paddle_compat._today")
    assert sorted(NAMES) == sorted(today.names())
    for name, home in NAMES.items():
        old, beyond = library().legacy(f"{home}.{name}")
        assert old is not None, name
        assert not beyond, name
        new = today.find(name)
        if new.kind == old.kind == "function":
            assert [p.name for p in new.params] == [p.name for p in old.params], name


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("s = fluid.core.Scope()", "s = paddle.static.Scope()"),
        ("a = fluid.layers.accuracy(x, y, total=t)", "a = counted_accuracy(x, y, total=t)"),
        ("v = fluid.layers.create_global_var([1], 0.0, 'int64')",
         "v = global_variable([1], 0.0, 'int64', name=generated_name())"),
        ("v = fluid.layers.create_global_var([1], 0.0, 'int64', name='n')",
         "v = global_variable([1], 0.0, 'int64', name='n')"),
        ("v = fluid.layers.create_global_var([1], 0.0, 'int64', name='n_%d' % n)",
         "v = global_variable([1], 0.0, 'int64', name='n_%d' % n)"),
        ("v = fluid.layers.create_global_var([1], 0.0, 'int64', name=n)",
         "v = global_variable([1], 0.0, 'int64', name=n or generated_name())"),
        ("v = list(filter(fluid.io.is_parameter, vs))", "v = list(filter(lambda var: var.is_parameter, vs))"),
        ("h = fluid.layers.fc([x, y], 3, act='tanh')", "h = paddle.static.nn.fc([x, y], 3, activation='tanh')"),
        ("h = fluid.layers.fc([x], 3)", "h = paddle.static.nn.fc([x], 3)"),
        ("h = fluid.layers.fc([x], 3, 2)", "h = nn.Linear(math.prod(x.shape[2:]), 3)(paddle.flatten(x, start_axis=2))"),
        ("h = fluid.layers.fc(input=[z], size=3, act='tanh')",
         "h = paddle.static.nn.fc(x=[z], size=3, activation='tanh')"),
        ("h = fluid.layers.fc([x], 3, param_attr=[a])", "h = paddle.static.nn.fc([x], 3, weight_attr=[a])"),
        ("h = fluid.layers.fc([*x], 3, 2)", "h = sum_of_linears([*x], 3, 2)"),
        ("h = fluid.layers.fc([a for a in x], 3)", "h = paddle.static.nn.fc([a for a in x], 3)"),
        ("ys = [x, x]\nh = fluid.layers.fc(ys, 3, 2)", "ys = [x, x]\nh = sum_of_linears(ys, 3, 2)"),
        ("h = fluid.layers.fc(x, 3, act='leaky_relu')",
         "h = leaky_relu(paddle.static.nn.fc(x, 3))"),
        ("h = fluid.layers.fc(x, 3, act=act)", "h = activated_by_old_name(paddle.static.nn.fc(x, 3), act)"),
        ("act = 'relu' if deep else None\nh = fluid.layers.fc(x, 3, act=act)",
         "act = 'relu' if deep else None\nh = paddle.static.nn.fc(x, 3, activation=act)"),
        ("h = fluid.layers.conv2d_transpose(x, 3, size, 5, act='relu')",
         "h = F.relu(nn.Conv2DTranspose(x.shape[1], 3, 5)(x, size))"),
        ("h = fluid.layers.conv2d_transpose(x, 3, output_size=size, filter_size=width)",
         "h = nn.Conv2DTranspose(x.shape[1], 3, kernel_size=width)(x, size)"),
        ("h = fluid.layers.batch_norm(x, 'relu')", "h = nn.BatchNorm(x.shape[1], 'relu')(x)"),
        ("h = fluid.layers.batch_norm(x, act=act)", "h = activated_by_old_name(nn.BatchNorm(x.shape[1])(x), act)"),
        ("h = fluid.layers.batch_norm(x, act='leaky_relu')",
         "h = leaky_relu(nn.BatchNorm(x.shape[1])(x))"),
        ("h = fluid.nets.img_conv_group(x, [3, 3], 2, conv_act='relu')",
         "h = conv_group(x, [3, 3], 2, conv_act='relu')"),
        ("m = fluid.layers.sequence_mask(x, dtype='float32')", "m = F.sequence_mask(x, dtype='float32')"),
        ("r = fluid.layers.uniform_random_batch_size_like(x, [1, 5], min=0.)",
         "r = uniform_like_batch(x, [1, 5], min=0.)"),
        ("r = fluid.layers.gaussian_random_batch_size_like(x, [1, 5], seed=1)", "r = normal_like_batch(x, [1, 5])"),
        ("s = fluid.layers.elementwise_add(x, y, act=act)", "s = activated_by_old_name(x + y, act)"),
        ("g = fluid.gradients(a, x)", "g = gradients(a, x)"),
        ("s = made(x)\nh = fluid.layers.reshape(x, [-1, 2], s, 'relu')",
         "s = made(x)\nh = F.relu(paddle.reshape(x, shape=[-1, 2] if s is None else s))"),
        ("n = fluid.layers.fill_constant([fluid.layers.shape(x)[0], 1], 'int64', 0)",
         "n = paddle.full([paddle.shape(x)[0], 1], dtype='int64', fill_value=0)"),
        ("s = fluid.layers.shape(x)\nprint(s)", 's = paddle.cast(paddle.shape(x), dtype="int32")\nprint(s)'),
        ("h = fluid.layers.reshape(x, [-1, 2], actual_shape=None)", "h = paddle.reshape(x, [-1, 2])"),
        ("h = fluid.layers.layer_norm(x, act=act)", "h = activated_by_old_name(nn.LayerNorm(x.shape[1:])(x), act)"),
    ],
)  # fmt: skip
def test_in_a_program(old, new):
    result = migrate_source(f"{HEAD}{old}\n", options=Options(programs=True))
    assert result.text.endswith(f"\n{new}\n")
    assert not result.left


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fluid.layers.batch_norm(x, act=act)", "nn.BatchNorm(x.shape[1], act=act)(x)"),
        ("fluid.layers.conv2d(x, 3, 3, act=act)", "activated(nn.Conv2D(x.shape[1], 3, 3)(x), act)"),
        ("fluid.nets.img_conv_group(x, [3], 2, conv_act=act)", "conv_group(x, [3], 2, conv_act=act)"),
    ],
)
@pytest.mark.parametrize("calls", ["block(x)\nblock(x, 'relu')", "block(x, act='tanh')"])
def test_activations_that_every_call_shows(old, new, calls):
    text = f"{HEAD}def block(x, act=None):\n    return {old}\n\n{calls}\n"
    result = migrate_source(text, options=Options(programs=True))
    assert f"    return {new}\n" in result.text
    assert not result.left


@pytest.mark.parametrize("calls", ["", "block(x, 'leaky_relu')", "block(x, act=act)", "block(**act)", "act = block"])
def test_activations_of_calls_that_are_not_seen(calls):
    text = f"{HEAD}def block(x, act=None):\n    return fluid.layers.batch_norm(x, act=act)\n\n{calls}\n"
    result = migrate_source(text, options=Options(programs=True))
    assert "    return activated_by_old_name(nn.BatchNorm(x.shape[1])(x), act)\n" in result.text



COUNTED = "    n = fluid.layers.create_tensor(dtype='int64')\n" \
    "    a = fluid.layers.accuracy(input=x, label=y, total=n)\n"


@pytest.mark.parametrize("more", ["", "    b = a * 2\n    return a\n"])
def test_counts_that_nobody_reads(more):
    result = migrate_source(f"{HEAD}def f(x, y):\n{COUNTED}{more}", options=Options(programs=True))
    assert f"def f(x, y):\n    a = paddle.static.accuracy(input=x, label=y)\n{more}" in result.text
    assert not result.left
    assert any("nobody reads" in finding.message for finding in result.findings)


@pytest.mark.parametrize(
    "lines",
    [
        f"def f(x, y):\n{COUNTED}    return a, n\n",
        f"def f(x, y):\n{COUNTED}    n = 3\n",
        f"if x:\n{COUNTED}",  # another file may read it
        "def f(x, y, n):\n    return fluid.layers.accuracy(x, y, total=n)\n",
        f"def f(x, y, m):\n{COUNTED.replace('total=n', 'total=n, correct=m')}",
        "def f(x, y):\n    n = m = fluid.layers.create_tensor('int64')\n"
        "    return fluid.layers.accuracy(x, y, total=n)\n",
    ],
)
def test_counts_that_may_be_read(lines):
    text = migrate_source(HEAD + lines, options=Options(programs=True)).text
    assert "counted_accuracy(" in text
    assert "paddle.empty(" in text or "n):" in lines


def test_groups_under_activations_of_other_names_are_left():
    line = "h = fluid.nets.img_conv_group(x, [3], 2, conv_act='leaky_relu')"
    result = migrate_source(f"{HEAD}{line}\n", options=Options(programs=True))
    assert line in result.text
    assert result.left


@pytest.mark.parametrize("line", ["a = fluid.layers.accuracy(x, y, total=t)", "n = fluid.layers.size(x)"])
def test_dynamic_mode_has_its_own(line):
    text = f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    {line}\n"
    result = migrate_source(text, options=Options(programs=True))
    assert "paddle.static" not in result.text
    assert "fluid" not in result.text


def test_a_shape_of_a_run_is_worked_out_once():
    line = "h = fluid.layers.reshape(x, [-1, 2], actual_shape=made(x))\n"
    result = migrate_source(HEAD + line, options=Options(programs=True))
    assert result.text.count("made(x)") == 1
    assert not result.left


def test_dygraph_passes_over_the_shape_of_a_run():
    text = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    h = fluid.layers.reshape(x, [-1, 2], s)\n"
    assert migrate_source(text).text.endswith("h = paddle.reshape(x, [-1, 2])\n")


GLOBAL = 'c = fluid.layers.create_global_var([4], 0.5, "float32", True, name="c")\n'


@pytest.mark.parametrize(
    ("line", "is_helped"),
    [
        (f"{GLOBAL}fluid.layers.assign(x, c)", True),
        (f"{GLOBAL}for each in [c]:\n    fluid.layers.assign(output=each, input=x)", True),
        (f"{GLOBAL}h = fluid.layers.assign(c)", False),
        ('c = fluid.layers.create_parameter([4], "float32")\nfluid.layers.assign(x, c)', False),
        ("def f(c):\n    fluid.layers.assign(x, c)", False),
    ],
)
def test_what_is_assigned_to_a_global_variable(line, is_helped):
    new = migrate_source(f"{HEAD}{line}\n", options=Options(programs=True)).text
    assert ("assigned(" in new.partition("\nx = ")[2]) == is_helped
    assert ("paddle.assign(" in new.partition("\nx = ")[2]) != is_helped


CENTERS = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.layers.data("x", [4])
c = fluid.layers.create_global_var([4], 0.5, "float32", True, name="c")
h = fluid.layers.fc(x, 4, param_attr=fluid.initializer.Constant(0.1), bias_attr=False)
loss = fluid.layers.reduce_mean(fluid.layers.square(h * c - x))
{}
fluid.optimizer.SGD(0.01).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for i in range(4):
    a, b = exe.run(feed={{"x": np.ones((2, 4), "float32") * (i + 1)}}, fetch_list=[loss, c])
    print("%.4f %.4f" % (a[0], b.sum()))
"""
# of 1.8.5: the way back reads what a variable is by then
SET = ["0.6400 2.1600", "2.4294 2.6796", "4.3883 3.6277", "3.8124 5.2967"]
AS_IT_WAS = ["0.6400 2.0000", "2.5345 2.0000", "5.4767 2.0000", "8.8798 2.0000"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [("fluid.layers.assign(c * 0.9 + 0.225 * fluid.layers.reduce_mean(h, dim=0), c)", SET), ("", AS_IT_WAS)],
)
def test_a_global_variable_that_is_assigned_to_is_not_trained(run_both_ways, line, expected):
    old, new = run_both_ways({"centers": {"main.py": CENTERS.format(line)}}, Options(programs=True))
    assert old["centers"] == new["centers"] == expected


AREAS = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data('x', [None, 2], 'float32')
y = fluid.data('y', [None, 1], 'int64')
{made}
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
drawn = np.random.RandomState(0)
for _ in range(4):
    p = drawn.rand(6, 1)
    feed = {{'x': np.concatenate([1 - p, p], 1).astype('float32'), 'y': drawn.randint(0, 2, (6, 1))}}
    area, last, early, late = exe.run(feed=feed, fetch_list=[area_, last_, states[0], states[3]])
    print(round(float(np.ravel(area)[0]), 6), round(float(np.ravel(last)[0]), 6), early.shape, late.shape)
print([each.name for each in states], early.ravel().tolist(), late.ravel().tolist())
"""
RUNNING = {
    "default": "area_, last_, states = fluid.layers.auc(x, y, num_thresholds=15)",
    "all": "area_, last_, states = fluid.layers.auc(input=x, label=y, num_thresholds=15, slide_steps=0)",
    "several": "def metric(steps):\n    return fluid.layers.auc(x, y, num_thresholds=15, slide_steps=steps)\n"
               "first = metric(1)\narea_, last_, states = metric(3)",
    "behind a variable": "fluid.layers.create_global_var([1], 0, 'int64', persistable=True)\n"
                         "found = fluid.layers.auc(x, y, 'ROC', 15, 1, 2)\narea_, last_, states = found",
}


def test_counts_of_areas_are_named_and_kept_as_in_old_files(run_both_ways):
    old, new = run_both_ways({name: {"main.py": AREAS.format(made=made)} for name, made in RUNNING.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert all(lines[-1].count("_generated_var_") == 4 for lines in old.values())
    assert new == old


TREE = """\
import numpy as np
import paddle.fluid as fluid

C = fluid.contrib.layers
tree = np.array([[0, 0, 0, 1, 2], [0, 1, 0, 3, 4], [0, 1, 0, 5, 6], [0, 2, 1, 0, 0], [1, 2, 1, 0, 0], [2, 2, 2, 0, 0],
                 [3, 2, 2, 0, 0]])
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    one, two = fluid.data("one", [None, 1], "int32"), fluid.data("two", [None, 2], "int64")
    start = fluid.initializer.NumpyArrayInitializer(tree.astype("int32"))
    a, b = C.tdm_child(one, 7, 2, fluid.ParamAttr("tree", initializer=start))
    c, d = C.tdm_child(x=two, node_nums=7, child_nums=2, dtype="int64", param_attr=fluid.ParamAttr(name="wide"))
    e, f = C.tdm_child(two, 7, 3)
    found = fluid.layers.embedding(fluid.layers.reshape(c, [-1, 1]), [7, 3], param_attr=fluid.initializer.Constant(0.5))
    fluid.optimizer.SGD(0.1).minimize(fluid.layers.mean(found))
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
fluid.global_scope().find_var("wide").get_tensor().set(tree, fluid.CPUPlace())
feed = {"one": np.arange(7, dtype="int32").reshape(7, 1), "two": np.array([[0, 1], [2, 3], [6, 2]])}
for _ in range(2):
    for v in exe.run(main, feed=feed, fetch_list=[a, b, c, d, e]):
        print(v.shape, v.dtype, v.ravel().tolist())
print(sorted(each.name for each in main.all_parameters() if "tdm" in each.name))
"""


def test_children_of_trees(run_both_ways):
    """As 1.8.5 found them."""
    old, new = run_both_ways({"tree": {"main.py": TREE}})
    assert old["tree"] == new["tree"]
    assert old["tree"][:5] == old["tree"][5:-1] == [
        "(7, 1, 2) int32 [0, 0, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0]",
        "(7, 1, 2) int32 [0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]",
        "(3, 2, 2) int64 [0, 0, 3, 4, 5, 6, 0, 0, 0, 0, 5, 6]",
        "(3, 2, 2) int64 [0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1]",
        f"(3, 2, 3) int32 {[0] * 18}",
    ]
    assert old["tree"][-1] == "['tdm_child_2.w_0']"
