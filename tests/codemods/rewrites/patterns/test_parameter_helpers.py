"""`LayerHelper` that a program asks for parameters alone."""

from __future__ import annotations

import numpy as np
import paddle
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
        OLD.replace("    w =", "    helper.append_op(type='scale')\n    w ="),
        OLD.replace("    w =", "    show(helper)\n    w ="),
        OLD.replace("shape=input.shape[1:2]", "stop_gradient=True, shape=[3]"),
        OLD.replace("shape=input.shape[1:2], dtype=dtype", "**given"),
        OWN.replace("Scale\")", "Scale\", param_attr=given)"),
        OWN.replace("helper.param_attr", "helper.bias_attr"),
    ],
)
def test_what_a_person_does(text):
    result = migrated(text)
    assert "LayerHelper(" in result.text
    assert "helper.create_parameter(" in result.text
    assert result.left


def test_the_values():
    """Each parameter has what its own initialiser gives, and the shape that it was asked for."""
    text = OLD.replace("name=name", "name=name, initializer=fluid.initializer.Constant(1.5)").replace(
        "    return helper.create_parameter(attr, [3], dtype, is_bias=True)", "    return w")
    names = {}
    paddle.enable_static()
    try:
        main, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(scope):
            exec(migrated(text + "w = scaled(x)\n").text, names)
            executor = paddle.static.Executor(paddle.CPUPlace())
            executor.run(startup)
            found, = executor.run(main, {"x": np.ones([1, 3, 4], "float32")}, [names["w"]])
    finally:
        paddle.disable_static()
    np.testing.assert_array_equal(found, np.full([3], 1.5, "float32"))
