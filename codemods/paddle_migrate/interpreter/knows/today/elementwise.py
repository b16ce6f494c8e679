"""Today's functions of one tensor or two, element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.dtypes import common, dtype_in, dtype_of, floating
from paddle_migrate.interpreter.joining import join
from paddle_migrate.interpreter.knows.arguments import nested_shape, shape_of
from paddle_migrate.interpreter.values import UNKNOWN, Array, tensor

# in the shape and dtype of `x`
_KEEP = ("abs", "ceil", "clip", "floor", "increment", "neg", "nn.functional.relu", "round", "scale", "sign", "square")
# the same, of tensors that have dimensions
_KEEP_ALL = ("flip", "roll", "shard_index", "tril", "triu")
# in the shape of `x`, floats
_FLOATS = (
    "acos", "asin", "atan", "cos", "cosh", "erf", "exp", "expm1", "log", "log10", "log1p", "log2",
    "nn.functional.alpha_dropout", "nn.functional.celu", "nn.functional.dropout", "nn.functional.elu",
    "nn.functional.gelu", "nn.functional.hardshrink", "nn.functional.hardsigmoid", "nn.functional.hardswish",
    "nn.functional.hardtanh", "nn.functional.leaky_relu", "nn.functional.log_sigmoid", "nn.functional.mish",
    "nn.functional.relu6", "nn.functional.selu", "nn.functional.sigmoid", "nn.functional.silu",
    "nn.functional.softplus", "nn.functional.softshrink", "nn.functional.softsign", "nn.functional.swish",
    "nn.functional.tanh", "nn.functional.tanhshrink", "nn.functional.thresholded_relu", "reciprocal", "rsqrt", "sin",
    "sinh", "sqrt", "stanh", "tan", "tanh",
)  # fmt: skip
# the same, of tensors that have dimensions
_FLOATS_ALL = tuple(f"nn.functional.{name}" for name in (
    "batch_norm", "channel_shuffle", "dropout2d", "group_norm", "instance_norm", "label_smooth", "layer_norm",
    "local_response_norm", "normalize", "prelu", "temporal_shift",
))  # fmt: skip
_TESTS = ("isfinite", "isinf", "isnan")
_PAIRS = ("add", "floor_divide", "floor_mod", "maximum", "minimum", "mod", "multiply", "pow", "remainder", "subtract")
_COMPARISONS = (
    "equal", "greater_equal", "greater_than", "less_equal", "less_than", "logical_and", "logical_or", "logical_xor",
    "not_equal",
)  # fmt: skip


def like(value: Any, dtype: str) -> Array:
    return tensor(shape_of(value), dtype)


def _family(floats: bool, any_shape: bool) -> Callable[..., Any]:
    def function(*args: Any, **keywords: Any) -> Any:
        value = args[0] if args else next(keywords[name] for name in ("x", "input", "label") if name in keywords)
        dtype, shape = dtype_in(value), shape_of(value)
        return tensor(shape if any_shape or shape != () else None, floating(dtype) if floats else dtype)

    return function


def _along_axis(x: Any, axis: Any = -1, dtype: Any = None, name: Any = None) -> Any:
    """Without a dimension there is no axis."""
    return tensor(shape_of(x) or None, floating(dtype_in(x)) if dtype is None else dtype_of(dtype))


def _test(x: Any, name: Any = None) -> Any:
    return like(x, "bool")


def _not(x: Any, name: Any = None, out: Any = None) -> Any:
    return written(like(x, "bool"), out)


def _pair(x: Any, y: Any, name: Any = None) -> Any:
    return tensor(shapes.broadcast(shape_of(x), shape_of(y)), common(x, y))


def _divide(x: Any, y: Any, name: Any = None) -> Any:
    return tensor(shapes.broadcast(shape_of(x), shape_of(y)), floating(common(x, y)))


def _comparison(x: Any, y: Any, name: Any = None, out: Any = None) -> Any:
    return written(tensor(shapes.broadcast(shape_of(x), shape_of(y)), "bool"), out)


def written(result: Array, output: Any) -> Array:
    """The result, which goes into `output` too if there is one."""
    if isinstance(output, Array):
        output.shape, output.dtype = result.shape, result.dtype
        return output
    return result


def _assign(x: Any, output: Any = None) -> Any:
    return written(tensor(nested_shape(x), dtype_in(x)), output)


def _cast(x: Any, dtype: Any) -> Any:
    return like(x, dtype_of(dtype))


def _cumsum(x: Any, axis: Any = None, dtype: Any = None, name: Any = None) -> Any:
    shape = shape_of(x)
    if shape is not None and axis is None:
        shape = (shapes.product(shape),)
    return tensor(shape or None, dtype_of(dtype, dtype_in(x)))


def _where(condition: Any, x: Any = None, y: Any = None, name: Any = None) -> Any:
    if x is None or y is None:
        return UNKNOWN
    both = shapes.broadcast(shape_of(x), shape_of(y))
    return tensor(shapes.broadcast(shape_of(condition), both), join(like(x, dtype_in(x)), like(y, dtype_in(y))).dtype)


def _add_n(inputs: Any, name: Any = None) -> Any:
    first = inputs[0] if isinstance(inputs, (list, tuple)) else inputs
    return like(first, dtype_in(first)) if isinstance(first, Array) else tensor()


def _addmm(input: Any, x: Any, y: Any, beta: Any = 1.0, alpha: Any = 1.0, name: Any = None) -> Any:
    return tensor(shapes.matmul(shape_of(x), shape_of(y)), dtype_in(x))


ELEMENTWISE: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(_KEEP, _family(False, True)),
    **dict.fromkeys(_KEEP_ALL, _family(False, False)),
    **dict.fromkeys(_FLOATS, _family(True, True)),
    **dict.fromkeys(_FLOATS_ALL, _family(True, False)),
    **dict.fromkeys(_TESTS, _test),
    **dict.fromkeys(_PAIRS, _pair),
    **dict.fromkeys(_COMPARISONS, _comparison),
    **dict.fromkeys(("nn.functional.softmax", "nn.functional.log_softmax"), _along_axis),
    "add_n": _add_n,
    "addmm": _addmm,
    "assign": _assign,
    "cast": _cast,
    "cumsum": _cumsum,
    "divide": _divide,
    "logical_not": _not,
    "where": _where,
}
