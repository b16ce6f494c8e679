"""Arguments that are seldom given, in programs, beside 1.8.5."""

import numpy as np
import pytest


@pytest.mark.oracle
def test_results_are_called_what_they_were_called(both):
    both("named")


@pytest.mark.oracle
def test_layers_with_parameters_and_nets(both):
    both("layer_arguments", 1e-6)


@pytest.mark.oracle
def test_programs_gradients_files_and_plain_functions(both):
    both("more_arguments", 1e-6)


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:save_inference_model. program_only:UserWarning")
def test_sequences_dygraph_readers_and_more(both):
    both("other_arguments", 1e-6)


def test_callbacks_of_a_script_are_spoken_of(fluid):
    loss = fluid.layers.mean(fluid.layers.fc(fluid.data("x", [None, 2]), 1))
    with pytest.warns(UserWarning, match="callbacks are not called"):
        fluid.backward.append_backward(loss, callbacks=[lambda block, context: None])


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:fluid.layers.gather took a row more than once:UserWarning")
@pytest.mark.filterwarnings("ignore:fluid.layers.scatter replaced rows:UserWarning")
def test_rows_taken_twice_and_replaced_have_their_gradients(both):
    both("rows_taken_twice")


@pytest.mark.oracle
def test_evaluators(both):
    both("evaluator_arguments", 1e-6)


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:The `ujson` module is not found:UserWarning")
def test_cells_trees_files_and_readers(both):
    both("rare_arguments", 1e-6)


@pytest.mark.oracle
def test_layers_decays_and_lists_of_dygraph_mode(both):
    both("dygraph_arguments", 1e-6)


@pytest.mark.oracle
def test_what_a_script_changes_behind_a_call_is_not_changed_in_the_program(both):
    both("changed_later")


@pytest.mark.parametrize("joined", [
    lambda L, parts, axis: L.concat(parts, axis=axis), lambda L, parts, axis: L.concat(input=parts, axis=axis),
    lambda L, parts, axis: L.concat(parts, axis, "n"),
])
def test_an_axis_that_is_a_variable(fluid, joined):
    """It is no list of one, as the variable is that a concat is given for its list."""
    layers, x = fluid.layers, fluid.data("x", [None, 2])
    found = joined(layers, [x, x * 2.0], layers.fill_constant([1], "int32", 1))
    out, = fluid.Executor(fluid.CPUPlace()).run(feed={"x": np.ones([1, 2], "float32")}, fetch_list=[found])
    assert out.tolist() == [[1.0, 1.0, 2.0, 2.0]]


def test_tensors_of_an_array_are_joined(fluid):
    layers, x = fluid.layers, fluid.data("x", [None, 2], "float32")
    array, zero = layers.create_array("float32"), layers.fill_constant([1], "int64", 0)
    for place in range(3):
        layers.array_write(x + float(place), zero + place, array)
    found = [layers.concat(array, axis=1), layers.concat(input=array), layers.concat(x)]
    outs = fluid.Executor(fluid.CPUPlace()).run(feed={"x": np.ones([1, 2], "float32")}, fetch_list=found)
    assert [out.tolist() for out in outs] == [
        [[1.0, 1.0, 2.0, 2.0, 3.0, 3.0]], [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], [[1.0, 1.0]]]
