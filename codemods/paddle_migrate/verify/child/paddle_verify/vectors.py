"""What is kept of a tensor: all of it when it is small, else a sample and sums of its parts.

Either way the vector is a linear function of the tensor, so vectors can be compared and subtracted in its stead.
"""

from __future__ import annotations

import math
import sys
from typing import Any

FULL = 2048
PARTS = 512


class Vector:
    """`top` is the tensor's largest absolute value, 0 where one is not finite; the first `single` entries are elements
    of the tensor, the rest are sums of many."""

    def __init__(self, data: Any, top: float, epsilon: float, single: int | None = None) -> None:
        self.data, self.top, self.epsilon = data, top, epsilon
        self.single = data.size if single is None else single

    def pack(self) -> tuple[str, bytes, float, float, int]:
        """NumPy 1 cannot read what NumPy 2 has pickled."""
        return self.data.dtype.str, self.data.tobytes(), self.top, self.epsilon, self.single

    @property
    def wide(self) -> Any:
        return self.data.astype("float64")

    @property
    def rounding(self) -> Any:
        """What storing may have cost each entry."""
        numpy = sys.modules["numpy"]
        size = numpy.full(self.data.shape, self.top)
        size[: self.single] = abs(self.wide[: self.single])
        return self.epsilon * size


def unpack(packed: Any) -> Any:
    """A vector; what else stands in its place stays."""
    if not packed:
        return packed
    kind, raw, *rest = packed
    return Vector(sys.modules["numpy"].frombuffer(raw, kind), *rest)


def vector(array: Any, epsilon: float | None = None) -> Vector:
    numpy = sys.modules["numpy"]
    flat = numpy.ravel(array)
    if flat.dtype.kind != "f":
        flat = flat.astype("float64")
    if epsilon is None:
        epsilon = float(numpy.finfo(flat.dtype).eps)
    top = float(max(flat.max(), -flat.min())) if flat.size else 0.0
    top = top if math.isfinite(top) else 0.0
    if flat.size <= FULL:
        return Vector(flat.copy(), top, epsilon)
    part = math.ceil(flat.size / PARTS)
    sums = numpy.add.reduceat(flat, numpy.arange(0, flat.size, part), dtype="float64") / math.sqrt(part)
    some = flat[::part].astype("float64")
    return Vector(numpy.concatenate([some, sums]), top, epsilon, some.size)


def without_ones(shape: Any) -> tuple[int, ...]:
    return tuple(int(size) for size in shape if size != 1)


def print_of(array: Any) -> list[Any]:
    """A few figures that tell one input from another."""
    numpy = sys.modules["numpy"]
    flat = numpy.ravel(array)
    some = flat[:: max(1, flat.size // 1024)].astype("float64")
    return [list(array.shape), float(some @ numpy.cos(numpy.arange(some.size)))]


def prints_of(values: list[Any]) -> list[Any]:
    """Of each array of several numbers."""
    numpy = sys.modules["numpy"]
    arrays = [value for value in values if isinstance(value, numpy.ndarray)]
    return [print_of(array) for array in arrays if array.size > 1 and array.dtype.kind in "biuf"]
