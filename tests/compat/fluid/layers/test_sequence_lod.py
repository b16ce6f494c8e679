"""Masks, positions and beam search paths; nested structures."""

import numpy as np
import pytest
from paddle_migrate.api import migrate_source

pytestmark = pytest.mark.oracle

random = np.random.RandomState(8)
GIVEN = {
    "lengths": np.array([2, 0, 4]),
    "short": np.array([[1], [3]], "int32"),
    "sequence": random.uniform(-2, 2, [2, 3, 6]).astype("float32"),
    "narrow": random.uniform(-2, 2, [2, 3, 2]).astype("float32"),
    "ids": np.array([[[2, 2], [6, 1]], [[3, 9], [6, 1]], [[0, 1], [9, 0]]]),
    "parents": np.array([[[0, 0], [1, 1]], [[1, 0], [1, 0]], [[0, 0], [0, 1]]]),
    "chances": random.uniform(0, 1, [3, 6, 3]).astype("float32"),
    "steps": np.array([[6], [4], [1]]),
}
CASES = {
    "sequence_mask": "L.sequence_mask(lengths)",
    "sequence_mask_more": "L.sequence_mask(x=lengths, maxlen=6, dtype='float32', name='m')",
    "sequence_mask_tensor": "L.sequence_mask(lengths, maxlen=fluid.dygraph.to_variable(np.array([5], 'int32')))",
    "sequence_mask_2d_none": "L.sequence_mask(short, dtype='float32')",
    "sequence_mask_2d": "L.sequence_mask(short, maxlen=4, dtype='bool')",
    "add_position_encoding": "L.add_position_encoding(sequence, 1.0, 1.0)",
    "add_position_encoding_more": "L.add_position_encoding(input=sequence, alpha=0.5, beta=2.0, name='p')",
    "add_position_encoding_narrow": "L.add_position_encoding(narrow, 1.0, 1.0)",
    "gather_tree": "L.gather_tree(ids, parents)",
    "flatten": "L.concat(L.utils.flatten({'a': sequence, 'b': [sequence, (sequence,)]}))",
    "map_structure": "L.utils.map_structure(lambda v: v * 2.0, [sequence, narrow])",
    "pack_sequence_as": "L.utils.pack_sequence_as([0, [0]], [sequence, narrow])[1][0]",
    "convert_to_list": "L.zeros(L.utils.convert_to_list(2, 3, 'size'), 'float32')",
    "_is_symmetric_padding": "fluid.dygraph.to_variable(np.array([L.utils._is_symmetric_padding(v, 2) for v in "
        "([1, 1, 2, 2], [1, 2, 2, 2], [1, 2])] + [L.utils._is_symmetric_padding(padding=[3, 4], data_dim=1)]))",
    "is_sequence": "fluid.dygraph.to_variable(np.array([L.utils.is_sequence(v) for v in ([1], (1,), {}, 'a', 1)]))",
    "is_sequence_replaced": (
        "fluid.dygraph.to_variable(np.array((lambda own: ["
        "setattr(L.utils, 'is_sequence', lambda v: isinstance(v, list) and type(v[0]) is not int),"
        " L.utils.map_structure(np.sum, [[1, 2], [3]]),"
        " setattr(L.utils, 'is_sequence', own)][1])(L.utils.is_sequence)))"
    ),
    "ctc": "L.ctc_greedy_decoder(chances, 0, steps)",
    "ctc_more": "L.ctc_greedy_decoder(input=chances, blank=2, input_length=steps, padding_value=-1, name='c')",
}
# What the codemod leaves to a person: in words of its finding, why.
LEFT = {"is_sequence_replaced": "a module used as a value"}


@pytest.fixture(scope="module")
def answers(both):
    return both("layers.sequence_lod", CASES, GIVEN, left=LEFT)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)


def test_a_decoder_without_lengths_says_what_it_needs(fluid):
    """1.8.5 took the lengths of a LoD tensor, and ended the process when there were none."""
    with pytest.raises(NotImplementedError, match="give input_length"):
        fluid.layers.ctc_greedy_decoder(None, 0)


def test_a_replaced_is_sequence_goes_where_todays_functions_look_for_it():
    old = "from paddle.fluid.layers import utils\n\nutils.is_sequence = mine\n"
    new = "import paddle\n\npaddle.utils.layers_utils.is_sequence = mine\n"
    assert migrate_source(old).text == new
