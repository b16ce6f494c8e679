"""`LayerHelper` that a program asks for parameters alone."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 3, 4])\n"


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


OLD = """\
def scaled(input, name="n"):
    helper = fluid.layer_helper.LayerHelper("scaled", **locals())
    dtype = helper.input_dtype()
    attr = fluid.ParamAttr(name=name)
    w = helper.create_parameter(attr=attr, shape=input.shape[1:2], dtype=dtype)
    return helper.create_parameter(attr, [3], dtype, is_bias=True)
"""
NEW = """\
def scaled(input, name="n"):
    dtype = input.dtype
    attr = paddle.ParamAttr(name=name)
    w = paddle.static.create_parameter(attr=attr, shape=input.shape[1:2], dtype=dtype)
    return paddle.static.create_parameter(attr=attr, shape=[3], dtype=dtype, is_bias=True)
"""
OWN = """\
helper = fluid.layer_helper.LayerHelper("Scale")
w = helper.create_parameter(attr=helper.param_attr, shape=[3], dtype="float32")
"""


def test_parameters_and_the_dtype():
    result = migrated(OLD)
    assert result.text.endswith(NEW)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_an_attribute_of_a_helper_without_one():
    result = migrated(OWN)
    assert result.text.endswith("w = paddle.static.create_parameter(attr=None, shape=[3], dtype=\"float32\")\n")
    assert not result.left


@pytest.mark.parametrize(
    "text",
    [
        OLD.replace("input_dtype()", "input_dtype('x')"),
        OLD.replace("(input, name", "(x, input_, name").replace("input.", "x."),
        OLD.replace("**locals()", "**given"),
        OLD.replace("attr = fluid.ParamAttr(name=name)", "attr = name and fluid.ParamAttr(name=name)"),
        OLD.replace("attr = fluid.ParamAttr(name=name)", "attr = False"),
        OWN.replace("Scale\")", "Scale\", param_attr=given)"),
        OWN.replace("helper.param_attr", "helper.bias_attr"),
    ],
)
def test_what_a_class_in_the_script_does(text):
    result = migrated(text)
    assert "class LayerHelper:" in result.text
    assert "helper.create_parameter(" in result.text
    assert not result.left


@pytest.mark.parametrize(
    "text",
    [
        OLD.replace("    w =", "    helper.append_op(type='scale')\n    w ="),
        OLD.replace("    w =", "    show(helper)\n    w ="),
        OLD.replace("shape=input.shape[1:2]", "stop_gradient=True, shape=[3]"),
        OLD.replace("shape=input.shape[1:2], dtype=dtype", "**given"),
    ],
)
def test_what_a_person_does(text):
    result = migrated(text)
    assert "LayerHelper(" in result.text
    assert "helper.create_parameter(" in result.text
    assert result.left
