"""A call that is written anew has its arguments in lines where the old one has them so."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n\n\ndef f(x, size):\n"


def migrated(call):
    text = migrate_source(HEAD + textwrap.indent(call, "    ")).text
    compile(text, "f.py", "exec")
    assert migrate_source(text).text == text
    return textwrap.dedent(text.partition("def f(x, size):\n")[2])


def test_each_in_a_line():
    assert migrated("""\
y = fluid.layers.fc(
    input=x,
    size=size,
    bias_attr=False,
    num_flatten_dims=2,
    param_attr=fluid.ParamAttr(
        initializer=fluid.initializer.Uniform(
            low=-1.0, high=size)))
return y
""") == """\
y = nn.Linear(
    in_features=math.prod(x.shape[2:]),
    out_features=size,
    weight_attr=paddle.ParamAttr(
        initializer=nn.initializer.Uniform(
            low=-1.0, high=size)),
    bias_attr=False)(paddle.flatten(x, start_axis=2))
return y
"""


def test_under_what_stands_behind_the_bracket():
    assert migrated("""\
return fluid.layers.fc(input=x,
                       size=size,
                       act="relu",
                       num_flatten_dims=2,
                       param_attr=fluid.ParamAttr(
                           name="w"))
""") == """\
return F.relu(nn.Linear(in_features=math.prod(x.shape[2:]),
                        out_features=size,
                        weight_attr=paddle.ParamAttr(
                            name="w"))(paddle.flatten(x, start_axis=2)))
"""


def test_an_input_that_is_not_named():
    text = migrated("y = fluid.layers.fc(x,\n                    size,\n                    num_flatten_dims=2)\n")
    assert text.startswith("y = nn.Linear(math.prod(x.shape[2:]),\n              ")


def test_what_is_no_layer_has_its_first_argument_without_a_name():
    given = "input=x, num_filters=20, filter_size=5, pool_size=2, pool_stride=2, act='relu'".replace(", ", ",\n    ")
    text = migrated(f"y = fluid.nets.simple_img_conv_pool(\n    {given})\n")
    assert text.startswith("y = F.max_pool2d(\n    F.relu(nn.Conv2D(")
    assert text.endswith(",\n    kernel_size=2,\n    stride=2)\n")


def test_in_a_block_that_moves_out():
    text = migrated("""\
with fluid.program_guard(fluid.Program()):
    y = fluid.layers.fc(
        input=x,
        num_flatten_dims=2,
        size=size)
""")
    assert "        in_features=math.prod(x.shape[2:]),\n        out_features=size)(" in text


@pytest.mark.parametrize("call", [
    "fluid.layers.fc(input=x, num_flatten_dims=2, size=size,\n    bias_attr=False)",
    "fluid.layers.fc(input=x, num_flatten_dims=2, size=size)",
    "print(fluid.layers.fc(input=x,\n                      num_flatten_dims=2,\n                      size=size))",
    'fluid.layers.fc(\n    input=x,\n    num_flatten_dims=2,\n    size=size,\n    param_attr="""a\nb""")',
])  # fmt: skip
def test_what_stays_in_a_line(call):
    assert "(math.prod(x.shape[2:]), out_features=size" in migrated(f"y = {call}\n")
