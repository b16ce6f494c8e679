"""Today's functions that take images apart and put them together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.dtypes import dtype_in
from paddle_migrate.interpreter.knows.arguments import shape_of, sizes
from paddle_migrate.interpreter.values import Symbol, tensor


def _maxout(x: Any, groups: Any, axis: Any = 1, name: Any = None) -> Any:
    return _divided(x, axis, groups)


def _glu(x: Any, axis: Any = -1, name: Any = None) -> Any:
    return _divided(x, axis, 2)


def _divided(x: Any, axis: Any, by: Any) -> Any:
    shape = shape_of(x)
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return tensor(None, dtype_in(x))
    axis, dim = axis % len(shape), shape[axis]
    known = isinstance(dim, int) and isinstance(by, int) and by > 0
    size = dim // by if known and isinstance(dim, int) else Symbol()
    return tensor((*shape[:axis], size, *shape[axis + 1 :]), dtype_in(x))


def _shuffled(x: Any, upscale_factor: Any, data_format: Any = "NCHW", name: Any = None) -> Any:
    shape, factor = shape_of(x), upscale_factor
    if shape is None or len(shape) != 4 or not isinstance(factor, int) or data_format != "NCHW":
        return tensor(None, dtype_in(x))
    channels = shape[1] // factor**2 if isinstance(shape[1], int) else Symbol()
    return tensor((shape[0], channels, *(shapes.product((d, factor)) for d in shape[2:])), dtype_in(x))


def _unfold(
    x: Any, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1, name: Any = None
) -> Any:
    shape = shape_of(x)
    if shape is None or len(shape) != 4:
        return tensor(None, dtype_in(x))
    parts = [shapes.pair(v) for v in (kernel_sizes, strides, paddings, dilations)]
    places = [shapes.window(d, *one) for d, one in zip(shape[2:], zip(*parts, strict=True), strict=True)]
    kernel = [k if isinstance(k, int) else Symbol() for k in parts[0]]
    return tensor((shape[0], shapes.product((shape[1], *kernel)), shapes.product(places)), dtype_in(x))


def _grid(theta: Any, out_shape: Any, align_corners: Any = True, name: Any = None) -> Any:
    wanted = sizes(out_shape)
    known = wanted is not None and len(wanted) == 4
    return tensor((wanted[0], *wanted[2:], 2) if known and wanted is not None else None, dtype_in(theta))


def _sampled(x: Any, grid: Any, mode: Any = "bilinear", padding_mode: Any = "zeros", align_corners: Any = True,
             name: Any = None) -> Any:
    shape, places = shape_of(x), shape_of(grid)
    known = shape is not None and places is not None and len(shape) == len(places) == 4
    return tensor((*shape[:2], *places[1:3]) if known and shape and places else None, dtype_in(x))


def _regions(x: Any, boxes: Any, boxes_num: Any, output_size: Any, *rest: Any, **keywords: Any) -> Any:
    shape, rows = shape_of(x), shape_of(boxes)
    if shape is None or not rows:
        return tensor(None, dtype_in(x))
    wanted = (d if isinstance(d, int) else Symbol() for d in shapes.pair(output_size))
    return tensor((rows[0], shape[1], *wanted), dtype_in(x))


IMAGES: dict[str, Callable[..., Any]] = {
    "nn.functional.affine_grid": _grid,
    "nn.functional.glu": _glu,
    "nn.functional.grid_sample": _sampled,
    "nn.functional.maxout": _maxout,
    "nn.functional.pixel_shuffle": _shuffled,
    "nn.functional.unfold": _unfold,
    "vision.ops.roi_align": _regions,
    "vision.ops.roi_pool": _regions,
}
