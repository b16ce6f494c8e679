"""Programs over sequences train with 1.8.5's numbers, from the first values of their parameters on."""

import pytest

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings("ignore:dynamic_lstm and dynamic_lstmp"),
    # Paddle 2.6's Adagrad says it of itself, in dynamic mode
    pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning"),
]


def test_every_function_with_parameters(both):
    asked = both("sequences")
    for key in [key for key in asked.theirs if key.startswith("first ")]:
        assert asked.ours[key].tobytes() == asked.theirs[key].tobytes(), key


def test_what_changes_nothing(both):
    asked = both("unused")
    assert asked.ours["plain"].tobytes() == asked.ours["padding"].tobytes() == asked.ours["stride"].tobytes()
    assert asked.ours["refused"]
