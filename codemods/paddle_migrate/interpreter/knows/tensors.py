"""`fluid.layers`, today's functions of the same names, and the methods of tensors and arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.knows.arguments import bind, plain, shape_of
from paddle_migrate.interpreter.values import UNKNOWN, Array, Dim, External, Items, Symbol

if TYPE_CHECKING:
    from paddle_migrate.interpreter.machine import Machine

Args = list[Any]
Keywords = dict[str, Any]

# in the shape of their first argument
_SAME = (
    "abs", "acos", "asin", "atan", "brelu", "cast", "ceil", "clip", "clip_by_norm", "cos", "dropout", "elu", "erf",
    "exp", "floor", "gelu", "hard_shrink", "hard_sigmoid", "hard_swish", "increment", "l2_normalize", "label_smooth",
    "leaky_relu", "log", "log_softmax", "logsigmoid", "lrn", "pow", "reciprocal", "relu", "relu6", "round",
    "rsqrt", "scale", "selu", "sigmoid", "sign", "sin", "softmax", "softplus", "softshrink", "softsign", "sqrt",
    "square", "stanh", "swish", "tanh", "tanh_shrink", "thresholded_relu", "assign", "to_variable", "to_tensor",
    "zeros_like", "ones_like", "add_position_encoding", "cumsum", "sigmoid_cross_entropy_with_logits",
    "square_error_cost",
)  # fmt: skip


def first(args: Args, keywords: Keywords) -> Any:
    """The tensor that a function is about."""
    return args[0] if args else next((keywords[n] for n in ("input", "x", "X", "value") if n in keywords), UNKNOWN)


def _same(machine: Machine, args: Args, keywords: Keywords) -> Any:
    value = first(args, keywords)
    if isinstance(value, (Items, tuple)):
        return Array(shape_of(value))
    return Array(value.shape) if isinstance(value, Array) else Array()


def _binary(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x y axis=-1", args, keywords)
    left, right = shape_of(given["x"]), shape_of(given["y"])
    axis = given["axis"]
    if left is not None and right is not None and len(right) <= len(left) and axis not in (-1, None):
        return Array(left)  # the second is lined up with the first from `axis` on
    return Array(shapes.broadcast(left, right))


def _reduce(machine: Machine, args: Args, keywords: Keywords) -> Any:
    keywords = {{"axis": "dim", "keepdim": "keep_dim"}.get(k, k): v for k, v in keywords.items()}
    given = bind("input dim keep_dim=False", [first(args, keywords), *args[1:]], keywords)
    return Array(shapes.reduce(shape_of(given["input"]), given["dim"], given["keep_dim"]))


def _mean(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return Array((1,))


def _reshape(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x shape actual_shape act inplace", args, keywords)
    return Array(shapes.reshape(shape_of(given["x"]), given["shape"]))


def _transpose(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x perm", args, keywords)
    return Array(shapes.transpose(shape_of(given["x"]), given["perm"] or UNKNOWN))


def _flatten(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x axis=1", args, keywords)
    axis = given["axis"]
    return Array(shapes.flatten(shape_of(given["x"]), axis) if isinstance(axis, int) else None)


def _concat(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input axis=0", [first(args, keywords) if not args else args[0], *args[1:]], keywords)
    parts = given["input"]
    if isinstance(parts, Items):
        return Array()
    return Array(shapes.concatenate([shape_of(p) for p in parts], given["axis"])) if parts else Array()


def _sums(machine: Machine, args: Args, keywords: Keywords) -> Any:
    parts = first(args, keywords)
    return Array(shape_of(parts[0])) if isinstance(parts, (list, tuple)) and parts else Array()


def _split(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input num_or_sections dim=-1", args, keywords)
    axis = keywords.get("axis", given["dim"])
    parts = shapes.split(shape_of(given["input"]), given["num_or_sections"], axis)
    return UNKNOWN if parts is None else Items([Array(p) for p in parts])


def _stack(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x axis=0", args, keywords)
    parts = given["x"]
    if not isinstance(parts, (list, tuple)) or not parts:
        return Array()
    grown = [shapes.unsqueeze(shape_of(p), given["axis"]) for p in parts]
    return Array(shapes.concatenate(grown, given["axis"]))


def _unstack(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x axis=0 num", args, keywords)
    shape, axis = shape_of(given["x"]), given["axis"]
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return UNKNOWN
    axis %= len(shape)
    part = Array((*shape[:axis], *shape[axis + 1 :]))
    count = shape[axis] if isinstance(shape[axis], int) else given["num"]
    return Items([part] * count) if isinstance(count, int) else Items([part], False)


def _squeeze(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input axes", args, keywords)
    return Array(shapes.squeeze(shape_of(given["input"]), given["axes"]))


def _unsqueeze(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input axes", args, keywords)
    return Array(shapes.unsqueeze(shape_of(given["input"]), given["axes"]))


def _slice(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input axes starts ends", args, keywords)
    shape = shape_of(given["input"])
    if shape is None or not all(isinstance(given[n], (list, tuple)) for n in ("axes", "starts", "ends")):
        return Array()
    dims: list[Dim] = list(shape)
    for axis, start, end in zip(given["axes"], given["starts"], given["ends"], strict=False):
        if not isinstance(axis, int) or axis >= len(dims):
            return Array()
        dim = dims[axis]
        known = isinstance(dim, int) and isinstance(start, int) and isinstance(end, int)
        if known and isinstance(dim, int):
            dims[axis] = len(range(dim)[start:end])
        elif start == 0 and isinstance(end, int) and 0 < end <= 1:
            dims[axis] = end
        else:
            dims[axis] = Symbol()
    return Array(tuple(dims))


def _matmul(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x y transpose_x=False transpose_y=False", args, keywords)
    turns = [given[n] is True for n in ("transpose_x", "transpose_y")]
    return Array(shapes.matmul(shape_of(given["x"]), shape_of(given["y"]), *turns))


def _expand(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x expand_times", args, keywords)
    shape, times = shape_of(given["x"]), given["expand_times"]
    if shape is None or not isinstance(times, (list, tuple)) or len(times) != len(shape):
        return Array()
    return Array(tuple(_times(d, t) for d, t in zip(shape, times, strict=True)))


def _times(dim: Dim, times: Any) -> Dim:
    if times == 1:
        return dim
    return dim * times if isinstance(dim, int) and isinstance(times, int) else Symbol()


def _pad(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x paddings", args, keywords)
    shape, pads = shape_of(given["x"]), given["paddings"]
    if shape is None or not isinstance(pads, (list, tuple)) or len(pads) != 2 * len(shape):
        return Array()
    return Array(tuple(shapes.sum_of([d, *pads[2 * i : 2 * i + 2]]) for i, d in enumerate(shape)))


def _filled(machine: Machine, args: Args, keywords: Keywords) -> Any:
    shape = plain(keywords.get("shape", args[0] if args else UNKNOWN))
    if not isinstance(shape, (list, tuple)):
        return Array()
    return Array(tuple(d if isinstance(d, (int, Symbol)) and d != -1 else Symbol() for d in shape))


def _unknown(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return Array()


def _data_parallel(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return args[0] if args else keywords.get("layers", UNKNOWN)


def _layer_helper(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """Its `append_activation` keeps the shape."""
    return External("paddle.fluid.layer_helper")


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(_SAME, _same),
    **dict.fromkeys((f"elementwise_{n}" for n in ("add", "sub", "mul", "div", "max", "min", "pow", "mod")), _binary),
    **dict.fromkeys(("add", "subtract", "multiply", "divide", "maximum", "minimum"), _binary),
    **dict.fromkeys((f"reduce_{n}" for n in ("sum", "mean", "max", "min", "prod")), _reduce),
    **dict.fromkeys(("fill_constant", "zeros", "ones", "uniform_random", "gaussian_random", "randn"), _filled),
    **dict.fromkeys(("lod_reset", "gather", "where", "accuracy", "argmax", "argsort"), _unknown),
    "mean": _mean,
    "reshape": _reshape,
    "transpose": _transpose,
    "flatten": _flatten,
    "concat": _concat,
    "sums": _sums,
    "split": _split,
    "stack": _stack,
    "unstack": _unstack,
    "squeeze": _squeeze,
    "unsqueeze": _unsqueeze,
    "slice": _slice,
    "matmul": _matmul,
    "expand": _expand,
    "pad": _pad,
    "DataParallel": _data_parallel,
    "LayerHelper": _layer_helper,
    "append_activation": _same,
}


def _method_reshape(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    wanted = args[0] if len(args) == 1 else tuple(args) if args else keywords.get("shape", keywords.get("newshape"))
    if isinstance(wanted, (int, Symbol)):
        wanted = (wanted,)
    return Array(shapes.reshape(owner.shape, plain(wanted), zero_copies=False))


def _method_transpose(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    axes = plain(args[0]) if len(args) == 1 else tuple(args) or None
    return Array(shapes.transpose(owner.shape, axes))


def _method_flatten(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return Array((shapes.product(owner.shape),) if owner.shape is not None else (Symbol(),))


def _method_same(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return Array(owner.shape)


def _method_reduce(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    axis = args[0] if args else keywords.get("axis")
    return Array(shapes.reduce(owner.shape, plain(axis), keywords.get("keepdims", False)))


def _method_squeeze(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return Array(shapes.squeeze(owner.shape, plain(args[0] if args else keywords.get("axis"))))


def _nothing(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return None


METHODS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("astype", "copy", "numpy", "detach", "clip", "cumsum"), _method_same),
    **dict.fromkeys(("mean", "sum", "max", "min", "argmax", "std"), _method_reduce),
    **dict.fromkeys(("backward", "set_value", "clear_gradient"), _nothing),
    "reshape": _method_reshape,
    "transpose": _method_transpose,
    "flatten": _method_flatten,
    "ravel": _method_flatten,
    "squeeze": _method_squeeze,
    "tolist": lambda machine, owner, args, keywords: UNKNOWN,
}
