"""Operators that are one function of ``fluid.layers``: which of its parameters was which place or attribute.

A row is ``operator: function parameter=place … -> outputs``. Left out are a parameter of an attribute's own name, of an
input's name in small letters, and ``input`` or ``x`` for the first input; without outputs the first one is meant.
Of two rows for one function the first is written, both are read.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

_ALIKE = (
    "abs acos asin atan brelu ceil cos elu erf exp floor gelu hard_shrink hard_sigmoid hard_swish leaky_relu log "
    "logsigmoid pow reciprocal relu relu6 round rsqrt selu sigmoid sign sin soft_relu softplus softsign sqrt square "
    "stanh tanh tanh_shrink thresholded_relu cumsum softmax mul mean sum clip clip_by_norm stack concat expand "
    "gather gather_nd pad pad2d shape is_empty elementwise_add elementwise_sub elementwise_mul elementwise_div "
    "elementwise_max elementwise_min elementwise_pow elementwise_mod elementwise_floordiv equal not_equal less_than "
    "less_equal greater_than greater_equal logical_and logical_or logical_xor logical_not cross_entropy lrn maxout "
    "pixel_shuffle sequence_softmax sequence_expand sequence_expand_as sequence_concat sequence_reshape "
    "iou_similarity sequence_slice sequence_scatter polygon_box_transform space_to_depth kron bmm scatter_nd_add "
    "index_select index_sample log1p strided_slice unstack assign label_smooth scale"
)

_ROWS = """
softshrink: softshrink alpha=lambda
matmul: matmul transpose_x=transpose_X transpose_y=transpose_Y
sum: sums input=X
cos_sim: cos_sim X=X Y=Y
expand_as: expand_as target_tensor=target_tensor
scatter: scatter index=Ids
where_index: where condition=Condition
transpose2: transpose perm=axis
transpose: transpose perm=axis
squeeze2: squeeze
squeeze: squeeze
unsqueeze2: unsqueeze
unsqueeze: unsqueeze
flatten2: flatten
flatten: flatten
affine_channel: affine_channel
fill_zeros_like: zeros_like
uniform_random: uniform_random
gaussian_random: gaussian_random
uniform_random_batch_size_like: uniform_random_batch_size_like
top_k: topk -> Out Indices
arg_max: argmax
arg_min: argmin
argsort: argsort -> Out Indices
reverse: reverse
flip: flip
grid_sampler: grid_sampler grid=Grid -> Output
roi_align: roi_align rois=ROIs
roi_pool: roi_pool rois=ROIs
sigmoid_cross_entropy_with_logits: sigmoid_cross_entropy_with_logits
smooth_l1_loss: smooth_l1 inside_weight=InsideWeight outside_weight=OutsideWeight -> Out
huber_loss: huber_loss input=X label=Y -> Out
bpr_loss: bpr_loss
shuffle_channel: shuffle_channel
temporal_shift: temporal_shift
yolov3_loss: yolov3_loss gt_box=GTBox gt_label=GTLabel gt_score=GTScore -> Loss
log_loss: log_loss input=Predicted label=Labels
sequence_reverse: sequence_reverse -> Y
sequence_pad: sequence_pad pad_value=PadValue maxlen=padded_length -> Out Length
sequence_unpad: sequence_unpad
sequence_enumerate: sequence_enumerate
lod_reset: lod_reset
yolo_box: yolo_box img_size=ImgSize -> Boxes Scores
multiclass_nms: multiclass_nms bboxes=BBoxes
multiclass_nms2: multiclass_nms bboxes=BBoxes
"""


class Row(NamedTuple):
    """One row; ``places`` are given to parameters by their names."""

    kind: str
    function: str
    places: dict[str, str]
    outputs: list[str]


@functools.cache
def rows() -> list[Row]:
    """All rows."""
    found = [Row(kind, kind, {}, []) for kind in _ALIKE.split()]
    for line in _ROWS.strip().splitlines():
        kind, _, rest = line.partition(": ")
        call, _, outputs = rest.partition(" -> ")
        function, *places = call.split()
        found.append(Row(kind, function, dict(place.split("=") for place in places), outputs.split()))
    return found
