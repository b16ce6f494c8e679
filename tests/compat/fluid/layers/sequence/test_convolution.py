"""Convolutions over rows, and images as sequences of windows: results, offsets, gradients."""

import numpy as np
import pytest
from paddle_compat.fluid.layers.sequence import convolution

pytestmark = pytest.mark.oracle

r = np.random.RandomState(5)
GIVEN = {
    "x": r.randn(7, 3).astype("float32"), "empty": r.randn(7, 3).astype("float32"),
    "padded": r.randn(2, 4, 3).astype("float32"), "nested": r.randn(7, 3).astype("float32"),
    "w1": r.randn(3, 4).astype("float32"), "w2": r.randn(6, 4).astype("float32"),
    "w3": r.randn(9, 4).astype("float32"), "w5": r.randn(15, 4).astype("float32"),
    "ahead": r.randn(3, 3).astype("float32"), "alone": r.randn(1, 3).astype("float32"),
    "image": r.randn(2, 3, 5, 4).astype("float32"), "size": np.array([[5, 4], [3, 2]], "float32"),
    "double": np.array([[9, 8], [6, 4]], "float32"),
}
LODS = {"x": [[0, 3, 4, 7]], "empty": [[0, 0, 4, 4, 7, 7]], "nested": [[0, 2, 3], [0, 2, 4, 7]]}
SEQUENCE = ("L.sequence_conv({x}, 4, filter_size={size}, padding_start={start}, param_attr=P('w{size}'), "
            "bias_attr=False)")
BEYOND = SEQUENCE.format(x="x", size=2, start=1)
WINDOWS = (
    "image, 2", "image, 2, 2", "image, filter_size=[2, 3], stride=[1, 2]", "image, 3, 2, 1, name='n'",
    "image, [2, 3], [2, 1], padding=[1, 0, 2, 1]", "image, 3, 3, [1, 0]", "image, 2, 3",
    "fixed(image), 2, 1, 0, fixed(size)", "fixed(image), 2, 2, [0, 1, 1, 0], input_image_size=fixed(size)",
    "fixed(image), 2, 1, 0, input_image_size=fixed(double), out_stride=2",
    "fixed(image), 2, 1, 0, fixed(double), [2, 1]", "fixed(image), 2, 1, 0, fixed(double), out_stride=[2, 3]",
)


def cases():
    for start, size in ((None, 3), (0, 3), (-2, 3), (1, 2), (None, 1), (None, 2), (0, 5), (-4, 5)):
        for x in ("x", "empty"):
            yield SEQUENCE.format(x=x, size=size, start=start), f"C._sequence_conv({x}, w{size}, {size}, {start})"
    yield SEQUENCE.format(x="nested", size=3, start=None), "C._sequence_conv(nested, w3, 3, None)"
    for x in ("x", "padded"):
        yield f"L.row_conv({x}, 2, P('ahead'))", f"C._row_conv({x}, ahead)"
        yield f"L.row_conv({x}, 0, P('alone'))", f"C._row_conv({x}, alone)"
    for window in WINDOWS:
        yield f"L.im2sequence({window})", f"L.im2sequence({window})"


CASES = {theirs: (theirs, ours) for theirs, ours in cases()}
# Where a window begins behind its sequence, 1.8.5's gradient of the weight read what was not written: ours has zeros.
WRONG = {BEYOND: ("dw2",)}


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.sequence.convolution", CASES, GIVEN, LODS, {"C": convolution}, WRONG)


@pytest.mark.parametrize("case", CASES)
def test_convolution(asked, case):
    asked.check(case)


def test_the_gradient_of_a_weight_beyond_the_sequence(asked):
    around = np.zeros((7, 6), "float32")
    for row, next_rows in {0: (1, 2), 1: (2,), 4: (5, 6), 5: (6,)}.items():
        for place, number in enumerate(next_rows):
            around[row, 3 * place : 3 * place + 3] = GIVEN["x"][number]
    weight = (np.cos(np.arange(28)) + 1.5).reshape(7, 4)
    np.testing.assert_allclose(asked.ours[f"{BEYOND}|dw2"], around.T @ weight, rtol=1e-5, atol=1e-6)
