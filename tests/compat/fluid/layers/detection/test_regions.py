"""Regions pooled, moved and laid flat: results, offsets, gradients."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(9)


def boxes(*shape, scale=1.0):
    low = r.uniform(-0.1, 0.6, [*shape, 2])
    return (np.concatenate([low, low + r.uniform(0.2, 0.6, [*shape, 2])], -1) * scale).astype("float32")


corners = boxes(5, scale=14.0)
GIVEN = {
    "image": r.randn(3, 12, 9, 8).astype("float32"), "rois": boxes(5, scale=16.0),
    "empty": np.array([[3, 3, 3, 3], [5, 5, 2, 2], [1, 2, 4, 7], [2, 2, 2, 9], [-9, -9, -3, -2]], "float32"),
    "moved": r.uniform(-1, 1, [5, 2, 2, 3]).astype("float32"),
    "classes": r.uniform(-1, 1, [5, 6, 2, 2]).astype("float32"),
    "count": np.array([2, 1, 2], "int64"), "bare": boxes(5, scale=16.0),
    "four": (corners[:, [0, 1, 2, 1, 2, 3, 0, 3]] + r.uniform(-1, 1, [5, 8])).astype("float32"),
    "offset": r.randn(3, 18, 9, 8).astype("float32"), "mask": r.uniform(0, 1, [3, 9, 9, 8]).astype("float32"),
}
LODS = {name: [[0, 2, 3, 5]] for name in ("rois", "empty", "four")}
CASES = [
    "L.roi_align(image, rois, 2, 3, 0.5, 2)", "L.roi_pool(image, rois, 2, 3, 0.5)",
    "L.psroi_pool(image, rois, 2, 0.5, 2, 3)", "L.psroi_pool(image, empty, output_channels=12, spatial_scale=1.0,"
    " pooled_height=1, pooled_width=1, name='p')", "L.psroi_pool(image, rois, 5, 0.5, 2, 3)",
    "L.prroi_pool(image, rois, 0.5, 2, 3)", "L.prroi_pool(image, rois)", "L.prroi_pool(image, empty, pooled_height=2)",
    "L.prroi_pool(image, bare, 0.25, 2, 2, batch_roi_nums=count, name='p')",
    "L.deformable_roi_pooling(image, rois, moved, False, 0.5, [1, 1], 2, 3, [2, 3], 3, 0.2)",
    "L.deformable_roi_pooling(image, rois, moved, no_trans=True, pooled_height=2, pooled_width=2, sample_per_part=2,"
    " group_size=[1, 1], position_sensitive=False, name='d')",
    "L.deformable_roi_pooling(image, rois, classes, spatial_scale=0.5, pooled_height=3, pooled_width=2,"
    " part_size=[2, 2], trans_std=0.05, sample_per_part=2)",
    "L.roi_perspective_transform(image, four, 5, 7, 0.5)", "L.roi_perspective_transform(input=image, rois=four,"
    " transformed_height=4, transformed_width=3, name='t')",
]

NOT_SQUARE = "L.deformable_roi_pooling(image, rois, moved, False, 0.5, [1, 1], 2, 3, [2, 3], 3, 0.2)"
DIFFERS = {NOT_SQUARE: ("dmoved", "dimage"), "L.prroi_pool(image, empty, pooled_height=2)": ("dempty",)}
# Where results are position_sensitive, 1.8.5 made a float of a whole number and refused it: its operator is asked.
OURS = "L.deformable_roi_pooling(image, rois, classes, False, 0.5, [2, 2], 2, 2, [2, 2], 2, 0.1, True)"
THEIRS = """(lambda x, rois, trans, h, out, count: (h.append_op(
    type='deformable_psroi_pooling', inputs={'Input': x, 'ROIs': rois, 'Trans': trans},
    outputs={'Output': out, 'TopCount': count},
    attrs={'no_trans': False, 'spatial_scale': 0.5, 'output_dim': 3, 'group_size': [2, 2], 'pooled_height': 2,
           'pooled_width': 2, 'part_size': [2, 2], 'sample_per_part': 2, 'trans_std': 0.1}), out)[1])(
    image, rois, classes, fluid.layer_helper.LayerHelper('d'), *[L.create_tensor('float32') for _ in 'ab'])"""


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.detection.regions", {case: case for case in CASES} | {OURS: (THEIRS, OURS)},
                        GIVEN, LODS, differs=DIFFERS)


@pytest.mark.parametrize("case", [*CASES, OURS])
def test_regions(asked, case):
    asked.check(case, program=case != OURS)
