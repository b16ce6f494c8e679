"""Losses: values, shapes, gradients, and what wrong labels do."""

import numpy as np
import pytest

IGNORED = "ignore:fluid.layers.softmax_with_cross_entropy. labels of ignore_index:UserWarning"
pytestmark = [pytest.mark.oracle, pytest.mark.filterwarnings(IGNORED)]

random = np.random.RandomState(7)
GIVEN = {
    "noughts": np.array([[0.0, 1.5, -0.0, -9.0], [0.0, 30.0, -30.0, 0.0], [9.0, 0.0, 0.0, 0.25]], "float32"),
    "x": random.uniform(-3, 3, [3, 4]).astype("float32"),
    "y": random.uniform(-3, 3, [3, 4]).astype("float32"),
    "p": (lambda a: (a / a.sum(-1, keepdims=True)).astype("float32"))(random.uniform(0.1, 1, [3, 4])),
    "q": (lambda a: (a / a.sum(-1, keepdims=True)).astype("float32"))(random.uniform(0.1, 1, [3, 4])),
    "p3": (lambda a: (a / a.sum(-1, keepdims=True)).astype("float32"))(random.uniform(0.1, 1, [2, 3, 4])),
    "label": np.array([[1], [2], [0]]),
    "flat": np.array([1, 2, 0]),
    "short": np.array([[1], [2]]),
    "label3": np.array([[[1], [2], [0]], [[3], [3], [1]]]),
    "across": np.array([[1, 2, 0, 1]]),
    "across3": np.array([[1, 2], [2, 1], [2, 2]]),
    "column": random.uniform(0.1, 0.9, [4, 1]).astype("float32"),
    "other": random.uniform(0.1, 0.9, [4, 1]).astype("float32"),
    "yes": np.array([[1], [0], [1], [1]], "float32"),
    "sign": np.array([[1], [-1], [1], [-1]], "float32"),
    "marks": np.array([[1, 0, -1, 1], [0, 0, 1, -1], [1, 1, 0, 0]], "float32"),
    "prior": (lambda a: (a / a.sum(-1, keepdims=True)).astype("float32"))(random.uniform(0.1, 1, [1, 4])),
    "tokens": np.array([[1, 2, 3], [1, 1, 0], [2, 0, 0]]),
    "token_counts": np.array([3, 2, 1]),
    "wanted": np.array([[1, 3, 3, 4], [2, 2, 0, 0], [2, 0, 0, 0]]),
    "wanted_counts": np.array([4, 2, 1]),
}
CASES = {
    "cross_entropy": "L.cross_entropy(p, label)",
    "cross_entropy_flat_label": "L.cross_entropy(p, flat)",
    "cross_entropy_ignored": "L.cross_entropy(p, label, ignore_index=2)",
    "cross_entropy_soft": "L.cross_entropy(input=p, label=q, soft_label=True)",
    "cross_entropy_soft_ignored": "L.cross_entropy(p, q, soft_label=True, ignore_index=2)",
    "cross_entropy_3d": "L.cross_entropy(p3, label3)",
    "cross_entropy_count": "L.cross_entropy(p, short)",
    "cross_entropy_float_label": "L.cross_entropy(p, q)",
    "softmax_ce": "L.softmax_with_cross_entropy(x, label)",
    "softmax_ce_ignored": "L.softmax_with_cross_entropy(x, label, ignore_index=2)",
    "softmax_ce_ignored_3d": "L.softmax_with_cross_entropy(p3, label3, ignore_index=3, return_softmax=True)",
    "softmax_ce_ignored_axis": "L.softmax_with_cross_entropy(x, across, axis=0, ignore_index=1)",
    "softmax_ce_none_ignored": "L.softmax_with_cross_entropy(x, label, False, 3)",
    "softmax_ce_soft": "L.softmax_with_cross_entropy(logits=x, label=q, soft_label=True)",
    "softmax_ce_soft_ignored": "L.softmax_with_cross_entropy(x, q, soft_label=True, ignore_index=2)",
    "softmax_ce_both": "L.softmax_with_cross_entropy(x, label, return_softmax=True)",
    "softmax_ce_axis": "L.softmax_with_cross_entropy(x, across, axis=0)",
    "softmax_ce_unstable": "L.softmax_with_cross_entropy(x, label, numeric_stable_mode=False)",
    "square_error_cost": "L.square_error_cost(x, y)",
    "mse_loss": "L.mse_loss(x, y)",
    "log_loss": "L.log_loss(column, yes)",
    "log_loss_epsilon": "L.log_loss(column, yes, epsilon=0.1)",
    "huber_loss": "L.huber_loss(x, y, 1.0)",
    "huber_loss_delta": "L.huber_loss(x, y, delta=0.5)",
    "huber_loss_wide": "L.huber_loss(x, y, delta=2.5)",
    "kldiv_mean": "L.kldiv_loss(x, q)",
    "kldiv_sum": "L.kldiv_loss(x, q, reduction='sum')",
    "kldiv_batchmean": "L.kldiv_loss(x, q, reduction='batchmean')",
    "kldiv_none": "L.kldiv_loss(x, q, reduction='none')",
    "sigmoid_ce": "L.sigmoid_cross_entropy_with_logits(x, q)",
    "sigmoid_ce_at_zero": "L.sigmoid_cross_entropy_with_logits(noughts, q)",
    "sigmoid_ce_ignored": "L.sigmoid_cross_entropy_with_logits(x, marks, ignore_index=-1)",
    "sigmoid_ce_normalized": "L.sigmoid_cross_entropy_with_logits(x, marks, ignore_index=-1, normalize=True)",
    "rank_loss": "L.rank_loss(yes, column, other)",
    "margin_rank_loss": "L.margin_rank_loss(sign, column, other)",
    "margin_rank_loss_given": "L.margin_rank_loss(sign, column, other, margin=0.5)",
    "smooth_l1": "L.smooth_l1(x, y)",
    "smooth_l1_sigma": "L.smooth_l1(x, y, sigma=2.0)",
    "smooth_l1_weights": "L.smooth_l1(x, y, inside_weight=q, outside_weight=q)",
    "bpr_loss": "L.bpr_loss(x, label)",
    "bpr_loss_name": "L.bpr_loss(input=x, label=label, name='b')",
    "dice_loss": "L.dice_loss(p3, label3)",
    "dice_loss_epsilon": "L.dice_loss(input=p3, label=label3, epsilon=0.5, name='d')",
    "mean_iou": "L.mean_iou(L.cast(across, 'int32'), L.cast(across * 0 + 1, 'int32'), num_classes=4)",
    "npair_loss": "L.npair_loss(x, y, L.cast(flat, 'float32'))",
    "npair_loss_reg": "L.npair_loss(anchor=x, positive=y, labels=L.cast(flat, 'float32'), l2_reg=0.5)",
    "focal": "L.sigmoid_focal_loss(x, L.cast(label, 'int32'), L.cast(L.ones([1], 'int64'), 'int32'))",
    "focal_more": "L.sigmoid_focal_loss(x, L.cast(label - 1, 'int32'), L.cast(L.ones([1], 'int64') * 2, 'int32'),"
    " gamma=3.0, alpha=0.5)",
    "warpctc": "L.warpctc(p3, L.cast(across3, 'int32'),"
    " input_length=L.ones([3], 'int64') * 2, label_length=L.ones([3], 'int64'))",
    "warpctc_more": "L.warpctc(p3, L.cast(across3, 'int32'), blank=3, norm_by_times=True,"
    " input_length=L.ones([3], 'int64') * 2, label_length=L.ones([3], 'int64'))",
    "warpctc_lod": "L.warpctc(p3, L.cast(across3, 'int32'))",
    "label_smooth": "L.label_smooth(q)",
    "label_smooth_prior": "L.label_smooth(q, prior_dist=prior, epsilon=0.3)",
    "label_smooth_more": "L.label_smooth(label=q, epsilon=0.2, dtype='float64', name='n')",
    "edit": "L.edit_distance(tokens, wanted, input_length=token_counts, label_length=wanted_counts)",
    "edit_count": "L.edit_distance(input=tokens, label=wanted, normalized=False, ignored_tokens=[],"
    " input_length=token_counts, label_length=wanted_counts)",
    "edit_lod": "L.edit_distance(tokens, wanted)[0]",
    "edit_ignored": "L.edit_distance(tokens, wanted, True, [2], token_counts, wanted_counts)[0]",
    "teacher": "L.teacher_student_sigmoid_loss(L.slice(x, [1], [0], [1]), marks[:, :1])",
    "teacher_bounds": "L.teacher_student_sigmoid_loss(input=L.slice(x, [1], [2], [3]), label=L.slice(x, [1], [1], [2]),"
    " soft_max_up_bound=0.4, soft_max_lower_bound=-0.2)",
}
_IGNORED = "had ignored labels in the gradient"
DIFFERS = {
    "softmax_ce_ignored": (_IGNORED, ["dx"]),
    "softmax_ce_ignored_3d": (_IGNORED, ["dp3"]),
    "softmax_ce_ignored_axis": (_IGNORED, ["dx"]),
}
# What the codemod leaves to a person: in words of its finding, why.
LEFT = {
    "warpctc_lod": "no LoD tensors any more",
    "edit_lod": "no LoD tensors any more",
    "edit_ignored": "no LoD tensors any more",
}


@pytest.fixture(scope="module")
def answers(both):
    return both("layers.loss", CASES, GIVEN, left=LEFT, differs=DIFFERS)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)


def test_cross_entropy_at_probability_zero(answers, fluid):
    """1.8.5 takes 1e20 for minus the logarithm of 0; a softmax that has saturated does not end the training."""
    with fluid.dygraph.guard():
        p = fluid.dygraph.to_variable(np.array([[1.0, 0.0]], "float32"))
        label = fluid.dygraph.to_variable(np.array([[1]]))
        assert fluid.layers.cross_entropy(p, label).numpy().tolist() == [[np.float32(1e20)]]


def test_an_index_that_is_no_class(fluid):
    """1.8.5 wrote beyond the rows of such labels; they have no gradient here, and that is said."""
    with fluid.dygraph.guard(fluid.CPUPlace()):
        x = fluid.dygraph.to_variable(GIVEN["x"])
        x.stop_gradient = False
        label = fluid.dygraph.to_variable(np.array([[1], [-1], [0]]))
        with pytest.warns(UserWarning, match="ignore_index=-1 is no class"):
            loss = fluid.layers.softmax_with_cross_entropy(x, label, ignore_index=-1)
        loss.backward()
        assert loss.numpy()[1] == 0
        assert not x.gradient()[1].any()
        assert x.gradient()[0].any()
