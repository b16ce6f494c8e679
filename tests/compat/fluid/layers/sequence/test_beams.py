"""Beam search: what is chosen, its offsets, and the sentences at the end."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(9)
GIVEN = {
    "last": np.array([[1], [2], [3], [4]]), "some": np.array([[0], [2], [3], [0]]),
    "one": np.array([[0], [0], [3], [4]]),
    "before": r.randn(4, 1).astype("float32"), "ids": r.randint(0, 9, (4, 3)),
    "scores": r.randn(4, 3).astype("float32"),
    "chances": r.rand(4, 3).astype("float32"), "equal": np.ones((4, 3), "float32"),
    "last_b": np.array([[1], [0], [3], [4]]), "before_b": r.randn(4, 1).astype("float32"),
    "ids_b": r.randint(0, 9, (4, 3)), "scores_b": r.randn(4, 3).astype("float32"),
}
EACH, TWO = [[0, 2, 4], [0, 1, 2, 3, 4]], [[0, 1, 2], [0, 2, 4]]
LODS = {name: TWO if name.endswith("_b") else EACH for name in GIVEN}
STEPS = (  # of two sources: the first ends early, in the last two steps nothing is left of it
    ([1, 2, 3, 4], [[0, 1, 2], [0, 2, 4]]), ([5, 0, 6, 7], EACH), ([0, 0, 8, 9], [[0, 2, 4], [0, 1, 2, 4, 4]]),
    ([2, 0], [[0, 2, 4], [0, 0, 0, 1, 2]]), ([7, 0], [[0, 0, 2], [0, 1, 2]]),
)
for number, (ids, lod) in enumerate(STEPS):
    GIVEN[f"i{number}"], GIVEN[f"s{number}"] = np.array(ids)[:, None], r.randn(len(ids), 1).astype("float32")
    LODS[f"i{number}"] = LODS[f"s{number}"] = lod


def array(name, count):
    """An array of 1.8.5's with so many steps."""
    made = ""
    for number in range(count):
        place = f"L.fill_constant([1], 'int64', {number})"
        made = f"L.array_write({name}{number}, {place}{', ' if made else ''}{made})"
    return made


def cases():
    for last in ("last", "some", "one"):
        for size in (1, 2, 3, 5):
            case = f"L.beam_search({last}, before, ids, scores, {size}, 0, return_parent_idx=True)"
            yield case, case
    for case in (
        "L.beam_search(last, before, ids, chances, 2, end_id=0, is_accumulated=False)",
        "L.beam_search(last, before, None, scores, 2, 0)", "L.beam_search(last, before, ids, equal, 2, 0, name='n')",
        "L.beam_search(last, before, ids, scores, 2, 0, level=1)",
        "L.beam_search(last_b, before_b, ids_b, scores_b, 2, 0, return_parent_idx=True)",
        "L.beam_search(last_b, before_b, ids_b, scores_b, 2, 0, 1)",
    ):
        yield case, case
    for count in range(2, len(STEPS) + 1):
        lists = (f"[{', '.join(f'{name}{number}' for number in range(count))}]" for name in "is")
        arrays = (array(name, count) for name in "is")
        named = ", name='n'" if count == 2 else ""
        theirs, ours = (f"L.beam_search_decode({', '.join(given)}, 2, 0{named})" for given in (arrays, lists))
        yield theirs, ours


CASES = {theirs: (theirs, ours) for theirs, ours in cases()}


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.sequence.beams", CASES, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_beams(asked, case):
    asked.check(case)
