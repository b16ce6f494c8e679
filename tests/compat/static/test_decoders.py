"""Cells, networks of them and decoders give 1.8.5's numbers and gradients, and refuse what it refused."""

import pytest


@pytest.mark.oracle
def test_values_and_gradients(both):
    both("decoders")


@pytest.fixture
def rows(fluid):
    """Float32 [-1, 5, 4]."""
    return fluid.data("x", [None, 5, 4])


def test_cells_that_are_none(fluid, rows):
    layers = fluid.layers
    with pytest.raises(TypeError, match="'hidden_size' in GRUCell"):
        layers.GRUCell("6")
    with pytest.raises(NotImplementedError, match="must implent the call function"):
        layers.RNNCell()(rows, rows)
    with pytest.raises(NotImplementedError, match="says no state_shape"):
        layers.RNNCell().get_initial_states(rows)
    with pytest.raises(TypeError, match="'states' in LSTMCell"):
        layers.LSTMCell(6)(rows, rows)
    with pytest.raises(TypeError, match="'inputs' in rnn"):
        layers.rnn(layers.GRUCell(6), 1)
    with pytest.raises(TypeError, match="'sequence_length' in rnn"):
        layers.rnn(layers.GRUCell(6), rows, sequence_length=5)


def test_decoders_that_are_none(fluid, rows):
    layers = fluid.layers
    for method in ("initialize", "step", "finalize"):
        with pytest.raises(NotImplementedError):
            getattr(layers.Decoder(), method)(*[None] * (1 if method == "initialize" else 3))
    with pytest.raises(TypeError, match="tile_beam_merge_with_batch"):
        layers.BeamSearchDecoder.tile_beam_merge_with_batch(1, 2)


def test_states_of_a_structure_that_changes(fluid, rows):
    class Cell(fluid.layers.RNNCell):
        state_shape = ((4,), (4,))

        def call(self, inputs, states):
            return inputs, states[0]

    with pytest.raises((TypeError, ValueError), match=r"(?i)structure"):
        fluid.layers.rnn(Cell(), rows)
