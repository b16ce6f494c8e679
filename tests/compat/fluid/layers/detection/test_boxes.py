"""Boxes of several images: results and the offsets that they keep."""

import numpy as np
import paddle.fluid as fluid
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(6)


def boxes(*shape, scale=1.0):
    low = r.uniform(-0.2, 0.6, [*shape, 2])
    return (np.concatenate([low, low + r.uniform(0.1, 0.9, [*shape, 2])], -1) * scale).astype("float32")


GIVEN = {
    "found": boxes(5, scale=40.0), "classes": boxes(5, 3, scale=40.0),
    "info": np.array([[30, 25, 1.5], [20, 21, 0.8], [28, 28, 1]], "float32"),
    "true": boxes(5), "priors": boxes(4), "loc": boxes(5, 4),
    "spread": np.tile(np.array([0.1, 0.1, 0.2, 0.2], "float32"), [4, 1]),
}
BY_IMAGE = [[0, 2, 3, 5]]
LODS = dict.fromkeys(("found", "classes", "true", "loc"), BY_IMAGE)
CASES = [
    "fixed(L.box_clip(found, info))", "fixed(L.box_clip(input=classes, im_info=info, name='c'))",
    "fixed(L.box_coder(priors, spread, true))",
    "fixed(L.box_coder(priors, spread, loc, code_type='decode_center_size'))", "fixed(L.iou_similarity(true, priors))",
]


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.detection.boxes", {case: case for case in CASES}, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_boxes(asked, case):
    asked.check(case)


def test_one_image_whose_size_is_a_constant():
    """Which has one row while the program is built, whatever stands for the boxes then."""
    boxes = np.array([[0, 0, 5, 5], [2, 2, 11, 9]], "float32")
    with fluid.program_guard(fluid.Program()):
        found = fluid.data("found", [None, 4], lod_level=1)
        cut = fluid.layers.box_clip(found, fluid.layers.fill_constant([1, 3], "float32", 2.0))
        feed = {"found": fluid.create_lod_tensor(boxes, [[2]], fluid.CPUPlace())}
        (given,) = fluid.Executor(fluid.CPUPlace()).run(feed=feed, fetch_list=[cut], return_numpy=False)
    np.testing.assert_array_equal(np.array(given), [[0, 0, 0, 0], [0, 0, 0, 0]])
    assert given.recursive_sequence_lengths() == [[2]]
