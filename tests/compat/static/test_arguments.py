"""Arguments that are seldom given, in programs, beside 1.8.5."""

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
