"""What 1.8.5 built is built: shapes that only a run tells, layers made before the program, scopes of names."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle


def test_shapes_and_what_comes_out(both):
    both("built")


def test_scopes_of_names(both):
    both("scopes_of_names")


def test_operators_are_of_the_program_of_their_variable(both):
    both("operators_elsewhere")


def test_layers_made_before_the_program(fluid):
    loss = fluid.dygraph.MSELoss()
    a, b = fluid.data("a", [2]), fluid.data("b", [2])
    mean = loss(a, b)
    executor = fluid.Executor(fluid.CPUPlace())
    ones = np.ones(2, "float32")
    assert executor.run(feed={"a": ones, "b": ones * 3}, fetch_list=[mean])[0].tolist() == [4.0]
    assert isinstance(loss, fluid.dygraph.MSELoss)
    with fluid.dygraph.guard():
        tensor = fluid.dygraph.to_variable(ones)
        assert loss(tensor, tensor * 2).numpy().tolist() == [1.0]
