"""LayerHelper: its activation where append_activation() stood, or the whole left alone."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid.layer_helper import LayerHelper\n"


def test_the_activation_stands_where_it_was_appended(check_transformed):
    check_transformed(
        HEAD
        + """\
class Block(fluid.dygraph.Layer):
    def forward(self, x, y):
        y = fluid.layers.elementwise_add(x=x, y=y)

        layer_helper = LayerHelper(self.full_name(), act='relu')
        return layer_helper.append_activation(y)

    def twice(self, x):
        helper = fluid.layer_helper.LayerHelper('twice', act="swish")
        if self.first:
            x = helper.append_activation(fluid.layers.mean(x))
        # then the other
        return helper.append_activation(x)  # swish
""",
        """\
import paddle
import paddle.nn as nn
import paddle.nn.functional as F
class Block(nn.Layer):
    def forward(self, x, y):
        y = x + y

        return F.relu(y)

    def twice(self, x):
        if self.first:
            x = F.swish(paddle.mean(x))
        # then the other
        return F.swish(x)  # swish
""",
    )


@pytest.mark.parametrize(
    "body",
    [
        "helper = LayerHelper('net', act='relu')\nuse(helper)\ny = helper.append_activation(x)\n",
        "helper = LayerHelper('net', act='unheard_of')\ny = helper.append_activation(x)\n",
        "helper = LayerHelper('net', act='relu')\nhelper.append_op(type=kind)\n",
        "helper = LayerHelper('net', act='relu')\nhelper.get_parameter('w')\n",
        "y = LayerHelper('net', act=act).append_activation(x)\n",
        "y = LayerHelper('net', act='relu').append_activation(*xs)\n",
        "helper = LayerHelper('net', act='relu')\nhelper = LayerHelper('net', act='tanh')\n"
        "helper.append_activation(x)\n",
    ],
)
def test_what_else_is_done_with_it_is_left(check_noop, body):
    result = check_noop("from paddle.fluid.layer_helper import LayerHelper\n" + body)
    assert {finding.code for finding in result.left} == {"PM303"}


@pytest.mark.parametrize(
    ("made", "use"),
    [
        ("act=act", "append_activation(x)"), ("**options", "append_bias_op(x, dim_start=1)"), ("**locals()", "input()"),
        ("**locals()", "create_parameter(helper.param_attr, [2, 3], helper.input_dtype())"),
        ("act='relu'", "append_activation(*xs)"),
    ],
)
def test_what_it_does_besides_a_class_of_today_s_does(made, use):
    text = f"def layer(input, x, xs, act, options):\n    helper = LayerHelper('net', {made})\n    return helper.{use}\n"
    before = "from paddle.fluid.layer_helper import LayerHelper\n" + text
    result = migrate_source(before)
    assert not result.left
    assert result.text.endswith(text)
    assert "class LayerHelper:" in result.text
    assert "fluid" not in result.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LayerHelper('net', act='relu').append_activation(x)", "F.relu(x)"),
        ("LayerHelper('net', act='leaky_relu').append_activation(input_var=x)", "leaky_relu(x)"),
        ("LayerHelper(self.full_name(), act='tanh').append_activation(x + 1)", "paddle.tanh(x + 1)"),
    ],
)
def test_without_a_name(old, new):
    result = migrate_source(f"from paddle.fluid.layer_helper import LayerHelper\ny = {old}\n")
    assert f"y = {new}\n" in result.text
    assert not result.left


COUNTS = """
    import numpy as np
    import paddle.fluid as fluid
    from paddle.fluid.initializer import Constant
    from paddle.fluid.layer_helper import LayerHelper

    class Counts(object):
        def __init__(self, score, other):
            given = locals()
            del given['self']
            helper = LayerHelper("counts", **given)
            wrong = fluid.layers.reduce_sum(fluid.layers.cast(fluid.layers.less_equal(score, other), 'float32'))
            total, _ = helper.create_or_get_global_variable(name="total", persistable=True, dtype='float32', shape=[1])
            both, self.is_new = helper.create_or_get_global_variable("both", True, dtype='float32', shape=[2, 1])
            for var in [total, both]:
                helper.set_variable_initializer(
                    var, Constant(
                        value=0.0, force_cpu=True))
            for out, new in ((total, wrong), (both, total)):
                helper.append_op(type="elementwise_add", inputs={"X": [out], "Y": [new]}, outputs={"Out": [out]})
            self.share, self.total, self.both = (total + 1.0) / (both + 1.0), total, both
            self.names = [total.name, both.name]

    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x = fluid.data('x', [-1, 2])
        y = fluid.data('y', [-1, 1], 'int64')
        w = fluid.layers.fc(x, 2, param_attr=Constant(0.5), act='sigmoid')
        p, q = fluid.layers.slice(w, [1], [0], [1]), fluid.layers.slice(x, [1], [1], [2])
        one, other = Counts(p, q), Counts(p, q)
        sums = fluid.contrib.layers.ctr_metric_bundle(p, label=fluid.layers.cast(y, 'float32'))
        loss = fluid.layers.mean(w)
        fluid.optimizer.SGD(0.5).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    r = np.random.RandomState(0)
    for _ in range(3):
        feed = {'x': r.rand(5, 2).astype('float32'), 'y': r.randint(0, 2, [5, 1])}
        found = exe.run(main, feed=feed, fetch_list=[loss, one.share, one.total, one.both, other.both] + list(sums))
        print([np.round(each.reshape(-1).astype('float64'), 3).tolist() for each in found])
    print(one.names, one.is_new, other.is_new, [each.name for each in sums[:2]])
"""


def test_variables_that_last_are_counted_on(run_both_ways):
    """The numbers are 1.8.5's."""
    old, new = run_both_ways({"counts": {"main.py": COUNTS}})
    assert old == new
    assert old["counts"] == [
        "[[0.649], [1.0, 1.0], [6.0], [9.0, 9.0], [9.0, 9.0], [1.567], [2.705], [3.246], [3.284], [2.0], [5.0]]",
        "[[0.619], [0.571, 0.571], [16.0], [36.0, 36.0], [36.0, 36.0], [2.499], [4.815], [6.339], [6.534], [6.0], "
        "[10.0]]",
        "[[0.574], [0.321, 0.321], [16.0], [68.0, 68.0], [68.0, 68.0], [3.782], [7.315], [9.208], [9.732], [8.0], "
        "[15.0]]",
        "['total', 'both'] True False ['_generated_var_1', '_generated_var_0']",
    ]


KEPT = """\
import paddle.fluid as fluid
from paddle.fluid.layer_helper import LayerHelper
def counted(x, given=None):
    helper = LayerHelper("counted")
    seen, is_new = helper.create_or_get_global_variable({})
    {}
    return seen
counted(fluid.data("x", [2, 3]))
"""
FULL = "name='seen', persistable=True, dtype='float32', shape=[1]"
ZEROS = "helper.set_variable_initializer(seen, fluid.initializer.Constant(0.0))"


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        (ZEROS, ""), (f"for each in [seen]:\n        {ZEROS}", ""), ("helper.set_variable_initializer(initializer="
         "fluid.initializer.Constant(), var=seen)", ""),
        (f"if is_new:\n        {ZEROS}\n        print(seen)", "    if is_new:\n        print(seen)\n"),
        (f"for each in [seen]:\n        {ZEROS}\n        print(each)",
         "    for each in [seen]:\n        print(each)\n"),
        (f"for each in given.pop():\n        {ZEROS}", "    for each in given.pop():\n        pass\n"),
    ],
)
def test_variables_that_last_are_full_of_zeros_anyway(line, stays):
    result = migrate_source(KEPT.format(FULL, line))
    assert not result.left
    assert f"    seen, is_new = kept_variable({FULL})\n{stays}    return seen\n" in result.text


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (FULL, "helper.set_variable_initializer(seen, fluid.initializer.Constant(2.0))"),
        (FULL, "helper.set_variable_initializer(seen, fluid.initializer.Normal())"),
        (FULL, "helper.set_variable_initializer(seen, given)"),
        (FULL, "helper.set_variable_initializer(x, fluid.initializer.Constant(0.0))"),
        (FULL, "y = helper.set_variable_initializer(seen, fluid.initializer.Constant(0.0))"),
        (FULL.replace("True", "False"), ZEROS), (FULL.replace("True", "given"), ZEROS),
        (FULL.replace("persistable=True, ", ""), ZEROS), (FULL.replace("shape", "stop_gradient=True, shape"), ZEROS),
        ("**given", ZEROS),
    ],
)
def test_other_variables_of_helpers_are_left(arguments, line):
    text = KEPT.format(arguments, line)
    result = migrate_source(text)
    assert "PM303" in {finding.code for finding in result.left}
    assert f"helper.create_or_get_global_variable({arguments})" in result.text
