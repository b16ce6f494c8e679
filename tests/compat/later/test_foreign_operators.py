"""A package that loads operators built for Paddle 1 when it is imported: it goes on, and they raise."""

import paddle
import pytest
from paddle_compat._runtime import foreign_operators
from paddle_compat._runtime.gone import GoneError

MODEL = """
    import paddle.fluid as fluid
    from paddle.fluid.layers.layer_function_generator import OpProtoHolder
    from paddle.fluid.layer_helper import LayerHelper

    def load():
        fluid.load_op_library("late.so")

    def described(name):
        return OpProtoHolder.instance().get_op_proto(name).comment

    def encrypted(x):
        helper = LayerHelper("mpc_add")
        out = helper.create_variable_for_type_inference(x.dtype)
        helper.append_op(type="mpc_add", inputs={"X": [x]}, outputs={"Out": [out]})
        return out
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    monkeypatch.setattr(foreign_operators, "_wanted", [])


def test_the_package_is_imported_and_told(fluid, package):
    with pytest.warns(UserWarning, match=r"enc\.so holds operators that were built for 1\.x"):
        model = package("with_operators", model=f'{MODEL}\n    fluid.load_op_library("enc.so")\n')
    assert model.described("mpc_add") == ""
    assert model.described("scale")
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        x = fluid.data("x", [2])
        with pytest.raises(ValueError, match="mpc_add is no operator"):
            model.encrypted(x)
    with pytest.raises(GoneError, match="load_op_library is gone"):
        model.load()


def test_elsewhere_an_unknown_operator_is_unknown(fluid, package):
    model = package("without_operators", model=MODEL)
    with pytest.raises(ValueError, match="mpc_add"):
        model.described("mpc_add")


def test_a_script_is_refused(fluid, tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import paddle.fluid as fluid\nfluid.load_op_library('x.so')\n")
    with pytest.raises(GoneError, match="load_op_library is gone"):
        exec(compile(script.read_text(), str(script), "exec"), {"__name__": "__main__"})
    assert paddle.base.framework.OpProtoHolder is not foreign_operators.OpProtoHolder
