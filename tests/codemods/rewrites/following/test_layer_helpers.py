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
