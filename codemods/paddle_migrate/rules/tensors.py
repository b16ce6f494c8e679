"""What functions of `fluid.layers` do with the tensors that they are given, by their short names."""

from __future__ import annotations

_KEEP = frozenset({
    "abs", "clip", "elementwise_add", "elementwise_div", "elementwise_max", "elementwise_min", "elementwise_mul",
    "elementwise_sub", "pow", "relu", "scale", "square",
})  # fmt: skip
REDUCTIONS = frozenset({"reduce_max", "reduce_min", "reduce_prod", "reduce_sum"})
_MOVE = frozenset({
    "concat", "expand", "flatten", "gather", "matmul", "reshape", "slice", "split", "squeeze", "stack", "transpose",
    "unsqueeze",
})  # fmt: skip

# their results have the dtype of their first argument, of a list that of its elements
KEEP_DTYPE = _KEEP | _MOVE | REDUCTIONS
# their results have its shape, too
ELEMENT_BY_ELEMENT = _KEEP | {
    "assign", "cast", "ceil", "cos", "exp", "floor", "gelu", "increment", "log", "logsigmoid", "reciprocal", "round",
    "rsqrt", "sigmoid", "sin", "softplus", "softsign", "sqrt", "sum", "sums", "tanh", "to_variable",
}  # fmt: skip
# 1.8.5 had these for floats only
FLOATS_ONLY = frozenset({
    "batch_norm", "bpr_loss", "conv2d", "cos_sim", "cross_entropy", "dropout", "exp", "gelu", "huber_loss",
    "kldiv_loss", "l2_normalize", "label_smooth", "layer_norm", "leaky_relu", "log", "log_loss", "log_softmax",
    "logsigmoid", "mean", "mse_loss", "pool2d", "reduce_mean", "rsqrt", "sigmoid",
    "sigmoid_cross_entropy_with_logits", "smooth_l1", "softmax", "softmax_with_cross_entropy", "softplus",
    "softsign", "sqrt", "square_error_cost", "tanh",
})  # fmt: skip
TAKE_LISTS = frozenset({"concat", "meshgrid", "multiplex", "stack", "sum", "sums"})
# a tensor without a dimension is as good for these as one with one
TAKE_ANY_SHAPE = frozenset({"reshape", "Print", "is_empty", "has_inf", "has_nan", "isfinite"})
# Functions of tensors that are as good for the numbers that get_lr() works with.
OF_NUMBERS = {
    "elementwise_min": "min", "elementwise_max": "max", "abs": "abs", "ceil": "math.ceil", "floor": "math.floor",
    "exp": "math.exp", "sqrt": "math.sqrt", "cos": "math.cos", "sin": "math.sin",
}
