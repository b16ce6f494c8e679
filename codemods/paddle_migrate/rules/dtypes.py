"""The dtypes of what functions of 1.8.5's programs make of nothing but what they are told."""

from __future__ import annotations

import re

FLOATS = "float32"
TOLD = {  # by an argument, else this
    "cast": "", "create_global_var": "", "create_parameter": "", "create_tensor": "", "fill_constant": "", "ones": "",
    "zeros": "", "uniform_random": FLOATS, "gaussian_random": FLOATS,
}  # fmt: skip
ALWAYS = {
    "autoincreased_step_counter": "int64", "argmax": "int64", "argmin": "int64", "shape": "int32",
    "_decay_step_counter": FLOATS, "accuracy": FLOATS,
    **dict.fromkeys(("equal", "not_equal", "less_than", "less_equal", "greater_than", "greater_equal",
                     "logical_and", "logical_or", "logical_xor", "logical_not"), "bool"),
}  # fmt: skip
_OF_FLOATS = {  # of these tensors 1.8.5 took floats alone
    **dict.fromkeys(("cos", "elu", "gelu", "hard_sigmoid", "leaky_relu", "log", "logsigmoid", "reciprocal", "relu",
                     "relu6", "rsqrt", "sigmoid", "sin", "softplus", "softsign", "sqrt", "swish", "tanh",
                     "tanh_shrink"),
                    ("x",)),
    "softmax": ("input",), "log_loss": ("input", "label"), "sigmoid_cross_entropy_with_logits": ("x", "label"),
    "smooth_l1": ("x", "y"), "square_error_cost": ("input", "label"),
}  # fmt: skip
# a file that may have tensors of whole numbers
MAY_BE_WHOLE = re.compile(
    rb"int(?:8|16|32|64)|argm(?:ax|in)|argsort|topk|\bshape\(|to_variable|randint|randperm|nonzero"
    rb"|(?:\.|import\b.*)\b(?:range|where)\b|dtype *= *int\b|\(.*,\s*int\)"
)


def of_floats(name: str) -> tuple[str, ...]:
    """The first parameters of a function, in which it takes tensors of floats alone."""
    return _OF_FLOATS.get(name.rpartition(".")[2], ()) if name.startswith("paddle.fluid.layers.") else ()
