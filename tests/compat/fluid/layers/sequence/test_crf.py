"""Conditional random fields over sequences: losses, paths, offsets, gradients."""

import numpy as np
import pytest
from paddle_compat.fluid.layers.sequence import crf

pytestmark = pytest.mark.oracle

r = np.random.RandomState(6)
GIVEN = {
    "x": r.randn(9, 5).astype("float32"), "y": r.randint(0, 5, (9, 1)), "w": r.randn(7, 5).astype("float32"),
    "empty": r.randn(9, 5).astype("float32"), "of_empty": r.randint(0, 5, (9, 1)),
    "one": r.randn(3, 5).astype("float32"), "of_one": r.randint(0, 5, (3, 1)),
    "padded": r.randn(3, 4, 5).astype("float32"),
    "of_padded": r.randint(0, 5, (3, 4)), "deep": r.randint(0, 5, (3, 4, 1)), "length": np.array([[2], [4], [1]]),
    "flat": np.array([2, 4, 1]),
}
LODS = {"x": [[0, 3, 4, 9]], "y": [[0, 3, 4, 9]], "one": [[0, 1, 2, 3]], "of_one": [[0, 1, 2, 3]],
        "empty": [[0, 0, 4, 4, 9, 9]], "of_empty": [[0, 0, 4, 4, 9, 9]]}
LOSSES = (("x", "y", ""), ("one", "of_one", ""), ("empty", "of_empty", ""), ("padded", "of_padded", ", length"),
          ("padded", "deep", ", length=flat"))


def cases():
    for x, y, length in LOSSES:
        loss = f"L.linear_chain_crf({x}, {y}, P('w'){length})"
        yield loss, f"C._linear_chain_crf({x}, w, {y}{length})"
        named = length if "=" in length or not length else ", length=length"
        decoded = f"({loss}, L.crf_decoding({x}, fluid.ParamAttr(name='w'){{}}))[1]"
        yield decoded.format(named), f"C._crf_decoding({x}, w{named})"
        yield decoded.format(f", label={y}{named}"), f"C._crf_decoding({x}, w, label={y}{named})"


CASES = {theirs: (theirs, ours) for theirs, ours in cases()}


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.sequence.crf", CASES, GIVEN, LODS, {"C": crf})


@pytest.mark.parametrize("case", CASES)
def test_crf(asked, case):
    asked.check(case)
