"""CTC losses, decoding and distances of sequences that have a LoD: results, offsets, gradients."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(8)
GIVEN = {
    "x": r.randn(12, 5).astype("float32"), "y": r.randint(1, 5, (6, 1)).astype("int32"),
    "some": r.randint(1, 5, (6, 1)).astype("int32"), "p": r.rand(12, 5).astype("float32"),
    "blanks": np.tile(np.array([[1, 0, 0, 0, 0]], "float32"), (12, 1)), "found": r.randint(0, 4, (9, 1)),
    "wanted": r.randint(0, 4, (8, 1)), "none": r.randint(0, 4, (9, 1)), "four": r.randint(0, 4, (9, 1)),
}
LODS = {
    "x": [[0, 5, 8, 12]], "y": [[0, 2, 3, 6]], "some": [[0, 3, 3, 6]], "p": [[0, 5, 8, 12]], "blanks": [[0, 5, 8, 12]],
    "found": [[0, 3, 4, 9]], "wanted": [[0, 2, 5, 8]], "none": [[0, 0, 4, 9]], "four": [[0, 1, 4, 5, 9]],
}
CASES = [
    "L.warpctc(x, y)", "L.warpctc(x, y, blank=4)", "L.warpctc(x, y, 0, norm_by_times=True)", "L.warpctc(x, some)",
    "L.ctc_greedy_decoder(p, 0)", "L.ctc_greedy_decoder(p, 4, name='n')", "L.ctc_greedy_decoder(blanks, blank=0)",
    "L.edit_distance(found, wanted)", "L.edit_distance(found, wanted, False)", "L.edit_distance(none, wanted)",
    "L.edit_distance(found, wanted, normalized=True, ignored_tokens=[1])",
    "L.edit_distance(found, wanted, False, [0, 3])", "L.edit_distance(found, wanted, True, [0, 1, 2, 3])",
    "L.edit_distance(found, wanted, False, [0, 1, 2, 3])", "L.edit_distance(wanted, none, False)",
    "L.edit_distance(found, four)",
]


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.sequence.ctc", {case: case for case in CASES}, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_ctc(asked, case):
    asked.check(case)


@pytest.mark.parametrize("level", [0, 1])  # of what is fed sequences all the same
@pytest.mark.parametrize(
    ("tokens", "found"),  # as real 1.8.5 answers
    [([2, 2, 2], [[1.0], [2.0]]), ([0, 2, 2], [[0.0], [2.0]]), ([2, 2, 1], [[1.0], [1.0]])],
)
def test_a_decoder_that_finds_nothing(tokens, found, level):
    """Its result is one row of -1 behind the last sequence."""
    import paddle.fluid as fluid

    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        scores = fluid.data("scores", [None, 3], lod_level=level)
        wanted = fluid.data("wanted", [None, 1], "int64", lod_level=1)
        decoded = fluid.layers.ctc_greedy_decoder(scores, blank=2)
        distance, _ = fluid.layers.edit_distance(decoded, wanted, normalized=False)
        feed = {
            "scores": fluid.create_lod_tensor(np.eye(3, dtype="float32")[tokens], [[2, 1]], fluid.CPUPlace()),
            "wanted": fluid.create_lod_tensor(np.array([[0], [1], [1]]), [[1, 2]], fluid.CPUPlace()),
        }
        (answer,) = fluid.Executor(fluid.CPUPlace()).run(feed=feed, fetch_list=[distance])
    assert answer.tolist() == found
