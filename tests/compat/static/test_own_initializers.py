"""Initializers that scripts derive: 1.8.5 called them with the variable and a block."""

from __future__ import annotations

import numpy as np
import pytest

RAMP = np.linspace(0, 1, 6, dtype="float32").reshape(3, 2)


def own(fluid):
    initializer = fluid.initializer

    class Handing(initializer.Initializer):
        def __call__(self, var, block):
            values = np.linspace(0, 1, int(np.prod(var.shape))).reshape(var.shape)
            return initializer.NumpyArrayInitializer(values.astype("float32"))(var, block)

    class Sometimes(initializer.ConstantInitializer):
        def __call__(self, var, block=None):
            return Handing()(var, block) if len(var.shape) > 1 else super().__call__(var, block)

    class Derived(initializer.NumpyArrayInitializer):
        def __init__(self):
            super().__init__(RAMP)

    return {"handing": Handing(), "sometimes": Sometimes(0.5), "derived": Derived()}


@pytest.mark.parametrize("name", ["handing", "sometimes", "derived"])
@pytest.mark.parametrize("made", ["fc", "create_parameter", "block"])
def test_what_they_fill(fluid, name, made):
    program, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(program, startup), fluid.scope_guard(fluid.Scope()):
        initializer = own(fluid)[name]
        attr = fluid.ParamAttr(name="w", initializer=initializer)
        if made == "fc":
            fluid.layers.fc(fluid.data("x", [None, 3]), 2, param_attr=attr)
        elif made == "create_parameter":
            fluid.layers.create_parameter([3, 2], "float32", attr=attr)
        else:
            startup.global_block().create_parameter(name="w", shape=[3, 2], dtype="float32", initializer=initializer)
        fluid.Executor(fluid.CPUPlace()).run(startup)
        np.testing.assert_array_equal(np.array(fluid.global_scope().find_var("w").get_tensor()), RAMP)


def test_vectors_are_what_paddles_fills(fluid):
    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        attr = fluid.ParamAttr(name="w", initializer=own(fluid)["sometimes"])
        fluid.layers.create_parameter([2], "float32", attr=attr)
        fluid.Executor(fluid.CPUPlace()).run(fluid.default_startup_program())
        np.testing.assert_array_equal(np.array(fluid.global_scope().find_var("w").get_tensor()), [0.5, 0.5])
