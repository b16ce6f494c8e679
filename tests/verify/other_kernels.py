"""Today's commonest operators, computed in double precision: right, and rounded elsewhere than Paddle's own.

What another CPU, another library or another order of the same additions does to a script, on any machine alike.
"""

import paddle
from paddle import _C_ops

NAMES = ("conv2d", "conv2d_transpose", "depthwise_conv2d", "linear", "matmul", "mean", "sigmoid", "softmax", "tanh")


def another(kernel):
    def call(*args, **kwargs):
        wide = [a.astype("float64") if is_single(a) else a for a in args]
        result = kernel(*wide, **kwargs)
        return result.astype("float32") if any(map(is_single, args)) else result

    return call


def is_single(value):
    return isinstance(value, paddle.Tensor) and value.dtype == paddle.float32


def install():
    for name in NAMES:
        if hasattr(_C_ops, name):
            setattr(_C_ops, name, another(getattr(_C_ops, name)))
