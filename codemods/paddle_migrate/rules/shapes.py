"""Layers of programs by what they do to the number of dimensions, for where only that is asked and nothing is run."""

from __future__ import annotations

LAYERS = "paddle.fluid.layers."
DATA = "paddle.fluid.data"
# what has as many dimensions as its first argument
ALIKE = frozenset(
    (
        "abs", "batch_norm", "brelu", "cast", "ceil", "clip", "cos", "cumsum", "dropout", "elementwise_add",
        "elementwise_div", "elementwise_max", "elementwise_min", "elementwise_mul", "elementwise_pow",
        "elementwise_sub", "elu", "exp", "expand", "floor", "gather", "gelu", "hard_shrink", "hard_sigmoid",
        "hard_swish", "l2_normalize", "label_smooth", "layer_norm", "leaky_relu", "log", "log_softmax", "logsigmoid",
        "one_hot", "pow", "prelu", "reciprocal", "relu", "relu6", "reverse", "round", "rsqrt", "scale",
        "sequence_expand", "sequence_expand_as", "sequence_first_step", "sequence_last_step", "sequence_pool",
        "sequence_reverse", "sequence_softmax", "sigmoid", "sign", "sin", "slice", "soft_relu", "softmax", "softplus",
        "softshrink", "softsign", "sqrt", "square", "stanh", "swish", "tanh", "tanh_shrink", "thresholded_relu",
        "transpose",
    )
)
OF_IDS = "embedding"  # of ids [N, 1] it is [N, D]
IDS = "paddle.fluid.embedding"  # of ids [N, 1] it is [N, 1, D]
REDUCED = frozenset(f"reduce_{name}" for name in ("max", "mean", "min", "prod", "sum"))  # takes those in dim= away
LOSSES = frozenset(("cross_entropy", "sigmoid_cross_entropy_with_logits", "softmax_with_cross_entropy"))
LISTS = frozenset(("concat", "sum", "sums"))  # what has the number of dimensions of those in its list
# what has two dimensions, whatever it is given
MATRICES = frozenset(("cos_sim", "dynamic_gru", "flatten", "sequence_conv", "sequence_conv_pool"))
PAIRS = frozenset(("dynamic_lstm", "dynamic_lstmp"))  # two of these
# parameters that take sizes, whole numbers of any width; a cast, which gives them another
SIZES = {
    "cast": ("x",), "crop_tensor": ("shape",), "expand": ("expand_times",), "fill_constant": ("shape",),
    "gaussian_random": ("shape",), "image_resize": ("out_shape",), "ones": ("shape",), "reshape": ("shape",),
    "resize_bilinear": ("out_shape",), "resize_nearest": ("out_shape",), "sequence_mask": ("maxlen",),
    "slice": ("starts", "ends"), "uniform_random": ("shape",), "zeros": ("shape",),
}
# whose sizes are told
OF_SHAPE = ("create_parameter", "fill_constant", "gaussian_random", "ones", "reshape", "uniform_random", "zeros")
# what is made of no variable, and what is written into it had gradients in 1.8.5; what has its own answer
OPEN = ("gaussian_random", "linspace", "ones_like", "uniform_random")
MADE_TO_LAST = ("create_parameter", "create_tensor", "data")
