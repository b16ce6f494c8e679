"""Static scripts train with 1.8.5's numbers, from the first values of their parameters on."""

import pytest

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning"),
]


def test_fit_a_line(both):
    asked = both("fit_a_line")
    assert asked.ours["first"].tobytes() == asked.theirs["first"].tobytes()


def test_digits(both):
    both("digits", 3e-6)


def test_every_optimizer_decay_and_clip(both):
    both("optimizers", 2e-6)


@pytest.mark.filterwarnings("ignore:Executor.run was given a program without operators:UserWarning")
def test_every_layer_with_parameters(both):
    """Results, names, shapes, and gradients of the parameters."""
    both("layers", 2e-6)


def test_gradients(both):
    both("gradients")


def test_feeders_compiled_programs_and_files(both):
    both("files")


def test_ssd(both):
    both("ssd", 2e-6)


def test_average_precision(both):
    both("precision")


def test_rcnn(both):
    both("rcnn", 2e-6)


def test_slices_whose_bounds_a_run_tells(both):
    both("slices")


def test_counts_that_are_saved_and_loaded(both):
    both("kept_counts")


def test_names_of_results(both):
    both("result_names")


def test_several_calls_for_gradients_have_ends_of_their_own(both):
    both("later_backwards")
