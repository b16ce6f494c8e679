"""Pooling, resizing, fully connected layers and losses of `fluid.layers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.knows.arguments import bind, plain, shape_of
from paddle_migrate.interpreter.knows.tensors import Args, Keywords, first
from paddle_migrate.interpreter.values import Array, Shape, Symbol

if TYPE_CHECKING:
    from paddle_migrate.interpreter.machine import Machine


def _channels_second(function: Callable[..., Shape | None]) -> Callable[..., Any]:
    """Let a function of images [N, C, H, W] take `data_format="NHWC"`, too."""

    def either_way(machine: Machine, args: Args, keywords: Keywords) -> Any:
        layout, shape = keywords.get("data_format", "NCHW"), shape_of(first(args, keywords))
        if layout == "NCHW":
            return Array(function(shape, args, keywords))
        if layout != "NHWC" or shape is None or len(shape) != 4:
            return Array()
        found = function((shape[0], shape[3], *shape[1:3]), args, keywords)
        return Array(None if found is None or len(found) != 4 else (found[0], *found[2:], found[1]))

    return either_way


@_channels_second
def _pool(shape: Shape | None, args: Args, keywords: Keywords) -> Shape | None:
    names = "input pool_size=-1 pool_type pool_stride=1 pool_padding=0 global_pooling=False use_cudnn ceil_mode=False"
    return pooled(shape, bind(names, args, keywords))


def pooled(shape: Shape | None, given: dict[str, Any]) -> Shape | None:
    """The shape behind a pooling with 1.x's arguments."""
    if shape is None or len(shape) != 4:
        return shape and (*shape[:2], *(Symbol() for _ in shape[2:]))
    if given.get("global_pooling") is True:
        return (*shape[:2], 1, 1)
    sizes, strides, pads = (shapes.pair(plain(given[n])) for n in ("pool_size", "pool_stride", "pool_padding"))
    ceil = given.get("ceil_mode", False)
    windows = zip(shape[2:], sizes, strides, pads, strict=True)
    return (*shape[:2], *(shapes.window(d, k, s, p, 1, ceil) for d, k, s, p in windows))


def _adaptive(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input pool_size", args, keywords)
    shape = shape_of(given["input"])
    if shape is None or len(shape) != 4:
        return Array()
    sizes = (d if isinstance(d, int) else Symbol() for d in shapes.pair(plain(given["pool_size"])))
    return Array((*shape[:2], *sizes))


@_channels_second
def _resize(shape: Shape | None, args: Args, keywords: Keywords) -> Shape | None:
    given = bind("input out_shape scale", args, keywords)
    wanted, scale = given["out_shape"], given["scale"]
    if shape is None or len(shape) != 4:
        return None
    if keywords.get("actual_shape") is not None or len(args) > 4:  # what the tensor says is not known
        return (*shape[:2], Symbol(), Symbol())
    if isinstance(wanted, (list, tuple)) and len(wanted) == 2:
        return (*shape[:2], *(d if isinstance(d, int) else Symbol() for d in wanted))
    known = isinstance(scale, (int, float))
    sizes = (int(d * scale) if known and isinstance(d, int) else Symbol() for d in shape[2:])
    return (*shape[:2], *sizes)


@_channels_second
def _pad2d(shape: Shape | None, args: Args, keywords: Keywords) -> Shape | None:
    pads = bind("input paddings", args, keywords)["paddings"] or [0] * 4
    if shape is None or len(shape) != 4 or not isinstance(pads, (list, tuple)) or len(pads) != 4:
        return None
    return (*shape[:2], shapes.sum_of([shape[2], *pads[:2]]), shapes.sum_of([shape[3], *pads[2:]]))


def _maxout(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("x groups name axis=1", args, keywords)
    shape, groups, axis = shape_of(given["x"]), given["groups"], given["axis"]
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return Array()
    axis, dim = axis % len(shape), shape[axis]
    known = isinstance(dim, int) and isinstance(groups, int) and groups > 0
    size = dim // groups if known and isinstance(dim, int) else Symbol()
    return Array((*shape[:axis], size, *shape[axis + 1 :]))


def _mul(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """A product of matrices: the first `x_num_col_dims` dimensions of `x` are one, and so on."""
    given = bind("x y x_num_col_dims=1 y_num_col_dims=1", args, keywords)
    left, right = shape_of(given["x"]), shape_of(given["y"])
    kept, gone = given["x_num_col_dims"], given["y_num_col_dims"]
    known = left is not None and right is not None and isinstance(kept, int) and isinstance(gone, int)
    return Array((*left[:kept], *right[gone:]) if known and left is not None and right is not None else None)


def _embedding(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input size", args, keywords)
    return Array(embedded(shape_of(given["input"]), given["size"], None))


def embedded(shape: Shape | None, size: Any, old: bool | None) -> Shape | None:
    """`old`: the last dimension of the ids is 1 and goes; None: only if it is 1."""
    size = plain(size)
    width = size[1] if isinstance(size, (list, tuple)) and len(size) == 2 else None
    if shape is None or not shape:
        return None
    kept = shape[:-1] if old or (old is None and shape[-1] == 1) else shape
    return (*kept, width if isinstance(width, int) else Symbol())


def _fc(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input size num_flatten_dims=1", args, keywords)
    kept = given["num_flatten_dims"]
    shape = shape_of(given["input"])
    size = given["size"] if isinstance(given["size"], int) else Symbol()
    return Array(None if shape is None or not isinstance(kept, int) else (*shape[:kept], size))


def _one_hot(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input depth", args, keywords)
    shape = shape_of(given["input"])
    depth = given["depth"] if isinstance(given["depth"], int) else Symbol()
    return Array(None if shape is None else (*(shape[:-1] if shape[-1:] == (1,) else shape), depth))


def _one_hot_of_all(machine: Machine, args: Args, keywords: Keywords) -> Any:
    """`fluid.one_hot`, unlike `fluid.layers.one_hot`, keeps a last dimension of 1."""
    given = bind("input depth", args, keywords)
    shape = shape_of(given["input"])
    return Array(None if shape is None else (*shape, given["depth"] if isinstance(given["depth"], int) else Symbol()))


def _topk(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input k", args, keywords)
    shape = shape_of(given["input"])
    size = given["k"] if isinstance(given["k"], int) else Symbol()
    part = Array(None if shape is None else (*shape[:-1], size))
    return (part, part)


def _cross_entropy(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("input label", args, keywords)
    shape, label = shape_of(first(args, keywords)), shape_of(given["label"])
    if shape is None:
        return Array()
    flat = label is not None and len(label) == len(shape) - 1  # one number for each sample, without a dimension of 1
    return Array(shape[:-1] if flat else (*shape[:-1], 1))


def _softmax_cross_entropy(machine: Machine, args: Args, keywords: Keywords) -> Any:
    names = "logits label soft_label=False ignore_index numeric_stable_mode return_softmax=False axis=-1"
    given = bind(names, args, keywords)
    shape, axis = shape_of(given["logits"]), given["axis"]
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return Array()
    axis %= len(shape)
    loss = Array((*shape[:axis], 1, *shape[axis + 1 :]))
    return {False: loss, True: (loss, Array(shape))}.get(given["return_softmax"], Array())


NETWORK: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("resize_bilinear", "resize_nearest", "image_resize"), _resize),
    "adaptive_pool2d": _adaptive,
    "pool2d": _pool,
    "pad2d": _pad2d,
    "embedding": _embedding,
    "fc": _fc,
    "mul": _mul,
    "maxout": _maxout,
    "one_hot": _one_hot,
    "fluid.one_hot": _one_hot_of_all,
    "topk": _topk,
    "cross_entropy": _cross_entropy,
    "softmax_with_cross_entropy": _softmax_cross_entropy,
}
