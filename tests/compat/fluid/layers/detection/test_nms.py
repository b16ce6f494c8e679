"""The best of overlapping boxes, image by image."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(7)


def boxes(*shape, scale=1.0):
    low = r.uniform(0, 0.6, [*shape, 2])
    return (np.concatenate([low, low + r.uniform(0.1, 0.4, [*shape, 2])], -1) * scale).astype("float32")


GIVEN = {
    "many": boxes(3, 8), "scores": r.uniform(0, 1, [3, 4, 8]).astype("float32"), "one": boxes(2, 8),
    "sure": r.uniform(0, 1, [2, 1, 8]).astype("float32"),
    "rows": boxes(7, 4, scale=20.0), "chances": r.uniform(0, 1, [7, 4]).astype("float32"),
    "priors": boxes(8), "spread": np.tile(np.array([0.1, 0.1, 0.2, 0.2], "float32"), [8, 1]),
    "loc": r.randn(3, 8, 4).astype("float32"), "conf": r.randn(3, 8, 4).astype("float32"),
}
GIVEN["scores"][1] *= 0.3
low, high = GIVEN["one"][..., :2], GIVEN["one"][..., 2:]
GIVEN["four"] = np.concatenate([low, low * [0, 1] + high * [1, 0], high, low * [1, 0] + high * [0, 1] - 0.02],
                               -1).astype("float32")
BY_IMAGE = [[0, 2, 3, 7]]
LODS = dict.fromkeys(("rows", "chances"), BY_IMAGE)
ROWS = "L.multiclass_nms(rows, chances, 0.2, 5, 6, 0.2, False"
CASES = [
    "fixed(L.matrix_nms(many, scores, 0.3, 0.1, 6, 5))",
    "[fixed(each) for each in L.matrix_nms(many, scores, 0.05, 0.2, -1, -1, True, 1.5, -1, False, True, 'm')]",
    "fixed(L.locality_aware_nms(one, sure, 0.2, 6, 5, background_label=-1))",
    "fixed(L.locality_aware_nms(one, sure, 0.1, -1, -1, 0.05, False, 0.9, -1, name='l'))",
    "fixed(L.locality_aware_nms(bboxes=four, scores=sure, score_threshold=0.2, nms_top_k=6, keep_top_k=5,"
    " nms_threshold=0.1))", "fixed(L.locality_aware_nms(one, sure, 9.0, 6, 5))",
    "L.locality_aware_nms(many, scores, 0.2, 6, 5)",
    "fixed(L.multiclass_nms(many, scores, 0.35, 5, 4))", "fixed(L.multiclass_nms(many, scores, 2.0, 5, 4))",
    f"fixed({ROWS}))", f"fixed({ROWS}, nms_eta=0.9, background_label=-1, name='n'))",
    "fixed(L.detection_output(loc, conf, priors, spread, keep_top_k=5))",
    "[fixed(each) for each in L.detection_output(loc, conf, priors, spread, return_index=True)]",
    "[fixed(each) for each in L.detection_output(loc, conf, priors, spread, score_threshold=2.0, return_index=True)]",
    "[fixed(each) for each in fluid.contrib.multiclass_nms2(many, scores, 0.35, 5, 4, return_index=True)]",
    "fixed(fluid.contrib.multiclass_nms2(many, scores, 0.1, -1, -1, 0.5, False, 0.9, -1, False, 'n'))",
    "[fixed(each) for each in fluid.contrib.multiclass_nms2(rows, chances, 0.2, 5, 6, return_index=True)]",
]


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.detection.nms", {case: case for case in CASES}, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_nms(asked, case):
    asked.check(case)
