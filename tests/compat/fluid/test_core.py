"""The dtypes of ``fluid.core.VarDesc.VarType``, which real scripts name."""

import multiprocessing
import os
import signal

import numpy as np
import pytest

GIVEN = {"x": np.array([[1.5, -2.0]], "float32")}
CASES = {
    "asked": "fluid.dygraph.to_variable(np.array([x.dtype == fluid.core.VarDesc.VarType.FP32]))",
    "asked_in_vain": "fluid.dygraph.to_variable(np.array([x.dtype == fluid.core.VarDesc.VarType.FP64]))",
    **{
        f"cast_{name}": f"L.cast(x * x, fluid.core.VarDesc.VarType.{name})"
        for name in ("BOOL", "UINT8", "INT8", "INT32", "INT64", "FP16", "FP32", "FP64")
    },
    "zeros": "L.zeros([2], dtype=fluid.core.VarDesc.VarType.INT32)",
    "full": "L.fill_constant([2], fluid.core.VarDesc.VarType.FP64, 1.5)",
}


@pytest.fixture(scope="module")
def answers(both):
    return both("core", CASES, GIVEN)


@pytest.mark.oracle
@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)


def test_kinds_of_variables_are_those_of_programs(fluid):
    kinds = fluid.core.VarDesc.VarType
    assert (kinds.LOD_TENSOR, kinds.SELECTED_ROWS, kinds.LOD_TENSOR_ARRAY) == (7, 8, 13)
    assert fluid.data("x", [None, 1]).type == kinds.LOD_TENSOR
    assert fluid.layers.create_array("float32").type == kinds.LOD_TENSOR_ARRAY


def test_operators_by_their_old_names(fluid):
    with fluid.dygraph.guard():
        x = fluid.dygraph.to_variable(np.array([[1.0, 2.0]], "float32"))
        assert fluid.core.ops.scale(x, "scale", 3.0, "bias", 1.0).numpy().tolist() == [[4.0, 7.0]]


def test_a_failed_process_is_an_error_of_185(fluid):
    before = signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # where a loader has asked for the same
    process = multiprocessing.get_context("fork").Process(target=os._exit, args=(1,))
    process.start()
    fluid.core._set_process_pids(id(process), (process.pid,))
    try:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        with pytest.raises(fluid.core.EnforceNotMet, match=r"FatalError: .*exit"):
            fluid.core._throw_error_if_process_failed()
    finally:
        fluid.core._erase_process_pids(id(process))
        process.join()
        signal.signal(signal.SIGCHLD, before)
