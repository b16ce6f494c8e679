"""Proposed boxes, their levels, and what they and their anchors are to be found as."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(8)
SIZE = 64.0


def boxes(*shape, scale=SIZE):
    low = r.uniform(0, 0.6, [*shape, 2])
    return np.round(np.concatenate([low, low + r.uniform(0.1, 0.4, [*shape, 2])], -1) * scale).astype("float32")


grid = np.stack(np.meshgrid(np.arange(4) * 16.0, np.arange(4) * 16.0), -1)[:, :, None]
ANCHORS = np.concatenate([grid - r.uniform(-6, 6, [1, 1, 3, 2]), grid + r.uniform(12, 30, [1, 1, 3, 2])], -1)
true = boxes(6)
segments = np.concatenate([[[x, y], [x2, y], [x2, y2], [x, y2 - 5]] for x, y, x2, y2 in true] + [
    [[3, 3], [20, 6], [12, 25]]]).astype("float32")
GIVEN = {
    "scores": r.uniform(0, 1, [2, 3, 4, 4]).astype("float32"), "deltas": r.randn(2, 12, 4, 4).astype("float32"),
    "info": np.array([[SIZE, 60.0, 1.6], [SIZE, SIZE, 0.5]], "float32"),
    "flat": ANCHORS.reshape(-1, 4).astype("float32"),
    "anchors": ANCHORS.astype("float32"), "spread": np.full([4, 4, 3, 4], 0.2, "float32"),
    "rois": boxes(9), "more": boxes(7), "chances": r.uniform(0, 1, [9, 1]).astype("float32"),
    "other": r.uniform(0, 1, [7, 1]).astype("float32"), "true": true / 1.6,
    "crowd": np.array([[0], [1], [0], [0], [0], [0]], "int32"),
    "calm": np.zeros((6, 1), "int32"), "kinds": r.randint(1, 4, (6, 1)).astype("int32"),
    "loc": r.randn(2, 48, 4).astype("float32"), "conf": r.randn(2, 48, 1).astype("float32"),
    "each": r.randn(2, 48, 3).astype("float32"), "segments": segments,
    "found": np.array([[1], [0], [2], [3], [0], [0], [0], [0], [0]], "int32"),
    "none": np.array([[1], [0], [2], [3], [0], [0], [0], [0], [0]], "int32"),
    "sure": r.uniform(0, 1, [2, 48, 3]).astype("float32"), "coarse": r.uniform(0, 1, [2, 5, 3]).astype("float32"),
    "far": r.randn(2, 5, 4).astype("float32"), "five": boxes(5),
}
LODS = {
    **{name: [[0, 5, 9]] for name in ("rois", "chances", "found")}, **{name: [[0, 2, 7]] for name in ("more", "other")},
    **{name: [[0, 2, 6]] for name in ("true", "crowd", "calm", "kinds")},
    "segments": [[0, 2, 6], [0, 1, 3, 4, 5, 6, 7], [0, 4, 8, 12, 16, 20, 24, 27]],
}
RPN = "L.rpn_target_assign(loc, conf, flat, flat, true, crowd, info, use_random=False"
LABELS = "L.generate_proposal_labels(rois, kinds, calm, true, info, class_nums=4, use_random=False"
CASES = [
    "L.generate_proposals(scores, deltas, info, anchors, spread)",
    "L.generate_proposals(scores, deltas, info, anchors, spread, 20, 5, 0.7, 9.0, 0.9, 'g', True)",
    "L.generate_proposals(scores, deltas, info, anchors, spread, nms_thresh=0.1, min_size=30.0)",
    "(lambda levels, order: [*levels, order])(*L.distribute_fpn_proposals(rois, 2, 5, 4, 60))",
    "(lambda levels, order: [*levels, order])(*L.distribute_fpn_proposals(rois, 3, 4, refer_level=4, refer_scale=20,"
    " name='d'))",
    "[L.collect_fpn_proposals([rois, more], [chances, other], 2, 3, 7)]",
    "[L.collect_fpn_proposals([more, rois, rois], [other, chances, chances], 2, 3, post_nms_top_n=99, name='c')]",
    LABELS + ")",
    LABELS + ", batch_size_per_im=4, fg_fraction=0.5, fg_thresh=0.3, bg_thresh_hi=0.3, bg_thresh_lo=0.02)",
    LABELS + ", bbox_reg_weights=[0.2, 0.1, 1.0, 0.5], is_cls_agnostic=True)", LABELS + ", is_cascade_rcnn=True)",
    LABELS.replace("calm", "crowd") + ")",
    "L.generate_mask_labels(info, kinds, crowd, segments, rois, found, 4, 7)",
    "L.generate_mask_labels(im_info=info, gt_classes=kinds, is_crowd=calm, gt_segms=segments, rois=rois,"
    " labels_int32=found, num_classes=4, resolution=14)",
    "[L.retinanet_detection_output([loc, far], [sure, coarse], [flat, five], info)]",
    "[L.retinanet_detection_output([loc, far], [sure, coarse], [flat, five], info, 0.6, 9, 12, 0.2, 0.9)]",
    "[L.retinanet_detection_output([far], [coarse], [five], info, score_threshold=2.0, nms_threshold=0.0)]",
]
TARGETS = [
    RPN + ")", RPN + ", rpn_batch_size_per_im=8, rpn_straddle_thresh=-1.0, rpn_fg_fraction=0.25)",
    RPN + ", rpn_positive_overlap=0.3, rpn_negative_overlap=0.6, rpn_straddle_thresh=9.0)",
    "L.retinanet_target_assign(loc, each, flat, flat, true, kinds, crowd, info, 3)",
    "L.retinanet_target_assign(loc, each, flat, flat, true, kinds, calm, info, num_classes=3, positive_overlap=0.2,"
    " negative_overlap=0.3)",
]


@pytest.fixture(scope="module")
def asked(of_sequences):
    # 1.8.5 fails where it is asked for a gradient of operators that have none
    cases = {case: f"[fixed(each) for each in {case}]" for case in CASES} | {case: case for case in TARGETS}
    # of a row that gather takes twice it kept one gradient; the other is of weight 0
    return of_sequences("layers.detection.proposals", cases, GIVEN, LODS,
                        differs=dict.fromkeys(TARGETS[1:], ("dloc",)))


@pytest.mark.parametrize("case", CASES + TARGETS)
def test_proposals(asked, case):
    asked.check(case)
