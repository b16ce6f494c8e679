"""Boxes in images."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(12)


def boxes(shape, scale=1.0):
    """Boxes with their corners in order."""
    low = random.uniform(0, 0.6, [*shape, 2])
    return (np.concatenate([low, low + random.uniform(0.1, 0.4, [*shape, 2])], -1) * scale).astype("float32")


GIVEN = {
    "x": random.uniform(-2, 2, [2, 14, 4, 4]).astype("float32"),
    "wide": random.uniform(-2, 2, [2, 14, 3, 5]).astype("float32"),
    "sizes": np.array([[64, 48], [32, 80]], "int32"),
    "gt": random.uniform([0.2, 0.2, 0.05, 0.05], [0.8, 0.8, 0.4, 0.4], [2, 3, 4]).astype("float32"),
    "gt_label": random.randint(0, 2, [2, 3]).astype("int32"),
    "gt_score": random.uniform(0.2, 1, [2, 3]).astype("float32"),
    "b": boxes([5]),
    "c": boxes([3]),
    "pixels": np.round(boxes([4], 20.0)),
    "many": boxes([2, 6]),
    "scores": random.uniform(0, 1, [2, 3, 6]).astype("float32"),
    "loc": random.uniform(-1, 1, [2, 5, 4]).astype("float32"),
    "conf": random.uniform(-1, 1, [2, 5, 3]).astype("float32"),
    "offsets": random.uniform(-1, 1, [3, 5, 4]).astype("float32"),
    "variances": np.tile(np.array([0.1, 0.1, 0.2, 0.2], "float32"), [5, 1]),
    "image": random.uniform(0, 1, [1, 3, 12, 20]).astype("float32"),
    "map": random.uniform(0, 1, [1, 2, 3, 4]).astype("float32"),
    "spread": np.array([0.1, 0.1, 0.2, 0.2], "float32"),
    "classes": random.uniform(-3, 3, [4, 12]).astype("float32"),
    "chances": random.uniform(0, 1, [4, 3]).astype("float32"),
    "corners": random.uniform(-3, 3, [2, 8, 3, 4]).astype("float32"),
}
YOLO = "anchors=[10, 13, 16, 30], class_num=2, downsample_ratio=16"
LOSS = "anchors=[10, 13, 16, 30, 33, 23], class_num=2, downsample_ratio=16"
CASES = {
    "yolo_box": f"L.yolo_box(x, sizes, conf_thresh=0.1, {YOLO})",
    "yolo_box_more": f"L.yolo_box(x, sizes, conf_thresh=0.4, {YOLO}, clip_bbox=False, name='y', scale_x_y=1.2)",
    "yolo_box_wide": "L.yolo_box(wide, sizes, [10, 13, 16, 30], 2, 0.01, 16, clip_bbox=False)",
    "yolov3_loss": f"L.yolov3_loss(x, gt, gt_label, anchor_mask=[0, 1], ignore_thresh=0.5, {LOSS})",
    "yolov3_loss_more": f"L.yolov3_loss(x, gt, gt_label, anchor_mask=[1, 2], ignore_thresh=0.2, {LOSS},"
    " gt_score=gt_score, use_label_smooth=False, name='y', scale_x_y=1.1)",
    "multiclass_nms": "L.multiclass_nms(many, scores, 0.1, 5, 4)",
    "multiclass_nms_more": "L.multiclass_nms(bboxes=many, scores=scores, score_threshold=0.05, nms_top_k=-1,"
    " keep_top_k=-1, nms_threshold=0.1, normalized=False, nms_eta=0.9, background_label=-1, name='n')",
    "multiclass_nms_none": "L.multiclass_nms(many, scores, 2.0, 5, 4)",
    "detection_output": "L.detection_output(loc, conf, b, variances)",
    "detection_output_more": "L.detection_output(loc, conf, prior_box=b, prior_box_var=variances, background_label=1,"
    " nms_threshold=0.6, nms_top_k=3, keep_top_k=2, score_threshold=0.2, nms_eta=0.9)",
    "encode": "L.box_coder(b, variances, c)",
    "encode_list": "L.box_coder(prior_box=b, prior_box_var=[0.1, 0.1, 0.2, 0.2], target_box=c, name='e')",
    "encode_pixels": "L.box_coder(pixels, variances[:4], pixels, box_normalized=False)",
    "decode": "L.box_coder(b, variances, offsets, code_type='decode_center_size')",
    "decode_axis": "L.box_coder(c, [0.1, 0.1, 0.2, 0.2], offsets, 'decode_center_size', False, axis=1)",
    "prior_box": "L.prior_box(map, image, [4.0])",
    "prior_box_more": "L.prior_box(map, image, min_sizes=[4.0, 6.0], max_sizes=[8.0, 9.0], aspect_ratios=[1.0, 2.0],"
    " variance=[0.2, 0.2, 0.1, 0.1], flip=True, clip=True, steps=[5.0, 4.0], offset=0.4, name='p')",
    "prior_box_order": "L.prior_box(map, image, [4.0], [9.0], [2.0], min_max_aspect_ratios_order=True)",
    "anchors": "L.anchor_generator(map, anchor_sizes=[8.0, 16.0], aspect_ratios=[0.5, 1.0, 2.0], stride=[16.0, 8.0])",
    "anchors_more": "L.anchor_generator(map, 32.0, 0.7, [0.2, 0.2, 0.1, 0.1], [4.0, 4.0], offset=0.0, name='a')",
    "density": "L.density_prior_box(map, image, densities=[2, 1], fixed_sizes=[4.0, 8.0], fixed_ratios=[1.0, 2.0])",
    "density_more": "L.density_prior_box(map, image, [3], [6.0], [0.5], [0.2, 0.2, 0.1, 0.1], clip=True,"
    " steps=[5.0, 4.0], offset=0.4, flatten_to_2d=True, name='d')",
    "assigned": "L.box_decoder_and_assign(pixels, spread, classes, chances, 4.135)",
    "assigned_more": "L.box_decoder_and_assign(pixels, prior_box_var=spread, target_box=classes, box_score=chances,"
    " box_clip=0.1, name='a')",
    "assigned_none": "L.box_decoder_and_assign(pixels, spread, classes[:, :4], chances[:, :1], 4.135)",
    "iou": "L.iou_similarity(b, c)",
    "iou_pixels": "L.iou_similarity(x=pixels, y=pixels, box_normalized=False, name='i')",
    "polygon": "L.polygon_box_transform(corners)",
    "polygon_name": "L.polygon_box_transform(input=corners, name='p')",
}

@pytest.fixture(scope="module")
def answers(both):
    return both("layers.detection", CASES, GIVEN)


@pytest.mark.parametrize("name", sorted(CASES.keys() - {"yolo_box_wide"}))
def test_same_as_185(answers, name):
    answers.check(name)


def test_boxes_of_a_wide_map_are_in_their_places(answers, assert_close):
    """1.8.5 divided x by the number of rows, 3, where it should have taken that of columns, 5."""
    theirs, ours = (some["yolo_box_wide|0"].reshape([2, 30, 2, 2]) for some in (answers.theirs, answers.ours))
    assert_close(ours[..., 1], theirs[..., 1], 1e-6)
    middles = [some[..., 0].mean(axis=-1) for some in (theirs, ours)]
    assert_close(middles[1], middles[0] * 3 / 5, 1e-6)
    assert_close(answers.ours["yolo_box_wide|1"], answers.theirs["yolo_box_wide|1"], 1e-6)
