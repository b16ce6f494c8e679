"""Metrics that a program counts over its runs: values, states and names after each run."""

import pytest

pytestmark = pytest.mark.oracle


@pytest.mark.filterwarnings("ignore:fluid.evaluator.* is deprecated:UserWarning")
@pytest.mark.filterwarnings("ignore:Executor.run was given a program without operators:UserWarning")
def test_areas_bundles_and_evaluators(both):
    both("metrics")


def test_evaluators_say_what_replaced_them(fluid):
    words = [fluid.data(name, [None, 1], "int64", lod_level=1) for name in ("one", "other")]
    from paddle_compat._runtime import warn

    warn._warned.clear()
    with pytest.warns(UserWarning, match=r"please use fluid\.metrics\.EditDistance"):
        evaluator = fluid.evaluator.EditDistance(*words)
    with pytest.raises(RuntimeError, match="is not initialized"):
        evaluator.eval(fluid.Executor(fluid.CPUPlace()))
