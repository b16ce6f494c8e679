"""The shapes of what convolutions make, -1 where the input's is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class sized:
    """What the rules of ``dygraph/unsized.py`` ask of an input: its shape, [N, C, …]."""

    def __init__(self, input: Any, data_format: str) -> None:
        shape = list(input.shape)
        self.shape = shape if data_format.startswith("NC") else [shape[0], shape[-1], *shape[1:-1]]


def convolved(shape: Any, filters: int, window: Any, stride: Any, padding: Any, dilation: Any, data_format: str) -> Any:
    """The shape of a convolution of [N, C, …] or [N, …, C]."""

    def size(length: int, kernel: int, step: int, pads: tuple[int, int], apart: int) -> int:
        if padding == "SAME":
            return -(-length // step)
        return (length + sum(pads) - (apart * (kernel - 1) + 1)) // step + 1

    return _spatial(shape, filters, size, window, stride, padding, dilation, data_format)


def widened(shape: Any, filters: int, window: Any, stride: Any, padding: Any, dilation: Any, output_size: Any,
            data_format: str) -> Any:
    """The shape of a transposed convolution."""

    def size(length: int, kernel: int, step: int, pads: tuple[int, int], apart: int) -> int:
        if padding == "SAME":
            return length * step
        return (length - 1) * step - sum(pads) + apart * (kernel - 1) + 1

    if output_size is not None:
        count = len(shape) - 2
        return _around(shape, filters, each(output_size, count), data_format)
    return _spatial(shape, filters, size, window, stride, padding, dilation, data_format)


def _spatial(shape: Any, filters: int, size: Callable[..., int], window: Any, stride: Any, padding: Any, dilation: Any,
             data_format: str) -> Any:
    count = len(shape) - 2
    lengths = shape[2:] if data_format.startswith("NC") else shape[1:-1]
    given = zip(lengths, each(window, count), each(stride, count), pairs(padding, count, data_format),
                each(dilation, count), strict=True)
    return _around(shape, filters, [-1 if length == -1 else size(length, *rest) for length, *rest in given],
                   data_format)


def _around(shape: Any, filters: int, sizes: list[int], data_format: str) -> tuple[int, ...]:
    return (shape[0], filters, *sizes) if data_format.startswith("NC") else (shape[0], *sizes, filters)


def each(value: Any, count: int) -> list[Any]:
    """A value for each of ``count`` dimensions."""
    listed = list(value) if isinstance(value, (list, tuple)) else [value]
    return listed * count if len(listed) == 1 else listed


def pairs(padding: Any, count: int, data_format: str) -> list[tuple[int, int]]:
    """What is added before and behind each of ``count`` dimensions."""
    if isinstance(padding, str):
        return [(0, 0)] * count
    listed = each(padding, count)
    if isinstance(listed[0], (list, tuple)):  # of all dimensions
        inner = listed[2:] if data_format.startswith("NC") else listed[1:-1]
        return [(a, b) for a, b in inner] if len(listed) > count else [(a, b) for a, b in listed]
    if len(listed) == 2 * count:
        return list(zip(listed[::2], listed[1::2], strict=True))
    return [(size, size) for size in listed]


def padded(layer: Any, padding: Any, data_format: str) -> Any:
    """A convolution with any of the forms of padding that the functions took: of [N, C, …] whatever ``data_format``."""
    nested = isinstance(padding, (list, tuple)) and isinstance(padding[0], (list, tuple))
    if nested and len(padding) == len(data_format) and not data_format.startswith("NC"):
        padding = [padding[0], padding[-1], *padding[1:-1]]
    layer._padding = padding
    return layer


def channels_last(layer: Any, data_format: str) -> Any:
    """``layer`` of [N, C, …], for inputs and results [N, …, C] where ``data_format`` says so."""
    if data_format.startswith("NC"):
        return layer
    inner = len(data_format) - 2
    layer.register_forward_pre_hook(
        lambda layer, inputs: tuple(x.transpose([0, inner + 1, *range(1, inner + 1)]) for x in inputs))
    layer.register_forward_post_hook(lambda layer, inputs, out: out.transpose([0, *range(2, inner + 2), 1]))
    return layer
