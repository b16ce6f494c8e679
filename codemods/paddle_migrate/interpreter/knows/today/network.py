"""Today's convolutions, poolings and what else is done with images [N, C, H, W] and volumes [N, C, D, H, W]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.dtypes import dtype_in, floating_in
from paddle_migrate.interpreter.knows.arguments import shape_of
from paddle_migrate.interpreter.values import UNKNOWN, Dim, Shape, Symbol, tensor

Spatial = Callable[[tuple[Dim, ...]], tuple[Any, ...]]


def _spatial(x: Any, layout: Any, number: int, channels: Dim | None, change: Spatial) -> Shape | None:
    """`x` with its spatial dimensions changed, and its channels where these are not None; they come second unless the
    layout says otherwise."""
    shape = shape_of(x)
    if not isinstance(layout, (str, type(None))):
        return None
    last = layout is not None and layout.endswith("C")
    if shape is None:
        unknown = tuple(Symbol() for _ in range(number))
        if channels is None:
            return None
        return (Symbol(), *unknown, channels) if last else (Symbol(), channels, *unknown)
    if len(shape) != number + 2:
        return None
    inner = shape[1:-1] if last else shape[2:]
    dims = tuple(d if isinstance(d, (int, Symbol)) else Symbol() for d in change(inner))
    own = (shape[-1] if last else shape[1]) if channels is None else channels
    return (shape[0], *dims, own) if last else (shape[0], own, *dims)


def _convolution(number: int) -> Callable[..., Any]:
    def convolve(x: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
                 groups: Any = 1, data_format: Any = None, name: Any = None) -> Any:
        kernel, filters = _of_weight(weight, number, 0)
        parts = [kernel, *(shapes.pair(v, number) for v in (stride, padding, dilation))]

        def change(inner: tuple[Dim, ...]) -> tuple[Any, ...]:
            return tuple(shapes.window(d, *one) for d, one in zip(inner, zip(*parts, strict=True), strict=True))

        return tensor(_spatial(x, data_format, number, filters, change), floating_in(x))

    return convolve


def _of_weight(weight: Any, number: int, place: int) -> tuple[tuple[Any, ...], Dim]:
    """The kernel's sizes, and the dimension of the weight at `place`."""
    shape = shape_of(weight)
    if shape is None or len(shape) != number + 2:
        return (None,) * number, Symbol()
    return shape[2:], shape[place]


def _transposed(number: int) -> Callable[..., Any]:
    def convolve(x: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, output_padding: Any = 0,
                 dilation: Any = 1, groups: Any = 1, output_size: Any = None, data_format: Any = None,
                 name: Any = None) -> Any:
        kernel, width = _of_weight(weight, number, 1)
        known = isinstance(width, int) and isinstance(groups, int)
        filters = width * groups if known and isinstance(width, int) else Symbol()
        parts = [kernel, *(shapes.pair(v, number) for v in (stride, padding, dilation))]

        def change(inner: tuple[Dim, ...]) -> tuple[Any, ...]:
            if output_size is not None:
                return shapes.pair(output_size, number)
            if output_padding != 0:
                return (None,) * number
            return tuple(shapes.unwindow(d, *one) for d, one in zip(inner, zip(*parts, strict=True), strict=True))

        return tensor(_spatial(x, data_format, number, filters, change), floating_in(x))

    def grouped(x: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, output_padding: Any = 0,
                groups: Any = 1, dilation: Any = 1, output_size: Any = None, data_format: Any = None,
                name: Any = None) -> Any:
        """Of vectors and volumes, where the groups stand before the dilation."""
        return convolve(x, weight, bias, stride, padding, output_padding, dilation, groups, output_size, data_format)

    return convolve if number == 2 else grouped


def _pooled(x: Any, number: int, size: Any, stride: Any, padding: Any, ceil: Any, layout: Any) -> Any:
    steps = size if stride is None else stride
    parts = [shapes.pair(v, number) for v in (size, steps, padding)]

    def change(inner: tuple[Dim, ...]) -> tuple[Any, ...]:
        places = zip(inner, *parts, strict=True)
        return tuple(shapes.window(dim, kernel, step, pad, 1, ceil) for dim, kernel, step, pad in places)

    return tensor(_spatial(x, layout, number, None, change), floating_in(x))


def _max_pool(number: int) -> Callable[..., Any]:
    def pool(x: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, return_mask: Any = False,
             ceil_mode: Any = False, data_format: Any = None, name: Any = None) -> Any:
        found = _pooled(x, number, kernel_size, stride, padding, ceil_mode, data_format)
        return found if return_mask is False else UNKNOWN

    return pool


def _average_pool(number: int) -> Callable[..., Any]:
    def pool(x: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: Any = False,
             exclusive: Any = True, divisor_override: Any = None, data_format: Any = None, name: Any = None) -> Any:
        return _pooled(x, number, kernel_size, stride, padding, ceil_mode, data_format)

    return pool


def _adaptive_average(number: int) -> Callable[..., Any]:
    def pool(x: Any, output_size: Any, data_format: Any = None, name: Any = None) -> Any:
        shape = _spatial(x, data_format, number, None, lambda _: shapes.pair(output_size, number))
        return tensor(shape, floating_in(x))

    return pool


def _adaptive_max(number: int) -> Callable[..., Any]:
    def pool(x: Any, output_size: Any, return_mask: Any = False, name: Any = None) -> Any:
        found = _adaptive_average(number)(x, output_size)
        return found if return_mask is False else (found, tensor(found.shape)) if return_mask is True else UNKNOWN

    return pool


def _interpolate(x: Any, size: Any = None, scale_factor: Any = None, mode: Any = "nearest", align_corners: Any = False,
                 align_mode: Any = 0, data_format: Any = "NCHW", **keywords: Any) -> Any:
    shape = shape_of(x)
    number = 0 if shape is None else len(shape) - 2

    def change(inner: tuple[Dim, ...]) -> tuple[Any, ...]:
        if size is not None:
            return shapes.pair(size, number) if isinstance(size, (int, list, tuple)) else (None,) * number
        factors = shapes.pair(scale_factor, number)
        return tuple(_times(dim, factor) for dim, factor in zip(inner, factors, strict=True))

    return tensor(_spatial(x, data_format, number, None, change), floating_in(x))


def _times(dim: Dim, factor: Any) -> int | None:
    return int(dim * factor) if isinstance(dim, int) and isinstance(factor, (int, float)) else None


def _pad(x: Any, pad: Any, mode: Any = "constant", value: Any = 0.0, data_format: Any = "NCHW",
         pad_from_left_axis: Any = True, name: Any = None) -> Any:
    shape = shape_of(x)
    if not shape or not isinstance(pad, (list, tuple)):
        return tensor(None, dtype_in(x))
    pairs = [pad[i : i + 2] for i in range(0, len(pad), 2)]
    if len(pairs) == len(shape) and mode == "constant":
        return tensor(tuple(shapes.sum_of([d, *p]) for d, p in zip(shape, pairs, strict=True)), dtype_in(x))
    if len(pairs) != len(shape) - 2:
        return tensor(None, dtype_in(x))

    def change(inner: tuple[Dim, ...]) -> tuple[Any, ...]:
        return tuple(shapes.sum_of([d, *p]) for d, p in zip(inner, reversed(pairs), strict=True))

    return tensor(_spatial(x, data_format, len(pairs), None, change), dtype_in(x))


def _embedding(x: Any, weight: Any, padding_idx: Any = None, max_norm: Any = None, norm_type: Any = 2.0,
               sparse: Any = False, scale_grad_by_freq: Any = False, name: Any = None) -> Any:
    shape, rows = shape_of(x), shape_of(weight)
    return tensor(None if shape is None or not rows else (*shape, rows[-1]), dtype_in(weight))


def _linear(x: Any, weight: Any, bias: Any = None, name: Any = None) -> Any:
    shape, rows = shape_of(x), shape_of(weight)
    known = shape is not None and rows is not None and len(rows) == 2
    return tensor((*shape[:-1], rows[1]) if known and shape and rows else None, dtype_in(x))


def _bilinear(x1: Any, x2: Any, weight: Any, bias: Any = None, name: Any = None) -> Any:
    shape, rows = shape_of(x1), shape_of(weight)
    return tensor((shape[0] if shape else Symbol(), rows[0] if rows else Symbol()), dtype_in(x1))


NETWORK: dict[str, Callable[..., Any]] = {
    **{f"nn.functional.conv{n}d": _convolution(n) for n in (1, 2, 3)},
    **{f"nn.functional.conv{n}d_transpose": _transposed(n) for n in (1, 2, 3)},
    **{f"nn.functional.max_pool{n}d": _max_pool(n) for n in (2, 3)},
    **{f"nn.functional.avg_pool{n}d": _average_pool(n) for n in (2, 3)},
    **{f"nn.functional.adaptive_avg_pool{n}d": _adaptive_average(n) for n in (2, 3)},
    **{f"nn.functional.adaptive_max_pool{n}d": _adaptive_max(n) for n in (2, 3)},
    "nn.functional.bilinear": _bilinear,
    "nn.functional.embedding": _embedding,
    "nn.functional.interpolate": _interpolate,
    "nn.functional.linear": _linear,
    "nn.functional.pad": _pad,
    "nn.functional.upsample": _interpolate,
}
