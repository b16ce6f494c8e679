"""Arithmetic on shapes. Every function gives None for a shape of which nothing can be said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle_migrate.interpreter.values import Dim, Shape, Symbol


def product(dims: Sequence[Dim]) -> Dim:
    known = 1
    for dim in dims:
        if isinstance(dim, Symbol):
            return dim if all(d == 1 for d in dims if d is not dim) else Symbol()
        known *= dim
    return known


def broadcast(left: Shape | None, right: Shape | None) -> Shape | None:
    """NumPy's rule; an unknown dimension beside a known one greater than 1 is that one."""
    if left is None or right is None:
        return None
    width = max(len(left), len(right))
    left, right = (1,) * (width - len(left)) + left, (1,) * (width - len(right)) + right
    return tuple(wider(a, b) for a, b in zip(left, right, strict=True))


def wider(left: Dim, right: Dim) -> Dim:
    if left == right or right == 1:
        return left
    if left == 1 or isinstance(left, Symbol):
        return right if not isinstance(right, Symbol) or left == 1 else Symbol()
    return left


def lower_side(left: Shape | None, right: Shape | None) -> str:
    """Which of the two has fewer dimensions, "left" or "right", where the first of the right one is not known."""
    if not right or left is None or not isinstance(right[0], Symbol) or len(left) == len(right):
        return ""
    return "right" if len(left) > len(right) else "left" if any(size != 1 for size in left) else ""


def is_lengthened(left: Shape | None, right: Shape | None) -> bool:
    """Whether a dimension of 1 in the first meets a longer one in the second, which has no more of them."""
    if left is None or right is None or len(left) < len(right):
        return False
    met = zip(left[len(left) - len(right) :], right, strict=True)
    return any(_said(one) == 1 and (_said(size) or 0) > 1 for one, size in met)


def _said(size: Dim) -> int | None:
    return size.declared if isinstance(size, Symbol) else size


def reshape(shape: Shape | None, wanted: Any, zero_copies: bool = True) -> Shape | None:
    """`wanted` holds numbers, symbols, -1 for the rest and, as Paddle has it, 0 for the dimension in its place."""
    if not isinstance(wanted, (list, tuple)):
        return None
    target: list[Dim] = []
    for place, size in enumerate(wanted):
        if isinstance(size, Symbol):
            target.append(size)
        elif isinstance(size, bool) or not isinstance(size, int):
            target.append(Symbol())
        elif size == 0 and zero_copies:
            target.append(shape[place] if shape is not None and place < len(shape) else Symbol())
        else:
            target.append(size)
    if -1 in target:
        target[target.index(-1)] = _rest(shape, [d for d in target if d != -1])
    return tuple(target)


def _rest(shape: Shape | None, others: list[Dim]) -> Dim:
    """What -1 stands for: the product of the shape over that of the other dimensions."""
    if shape is None:
        return Symbol()
    left = list(shape)
    for dim in [d for d in others if isinstance(d, Symbol)]:
        if not any(d is dim for d in left):
            return Symbol()
        left.pop(next(i for i, d in enumerate(left) if d is dim))
    divisor = product([d for d in others if not isinstance(d, Symbol)])
    if len([d for d in left if isinstance(d, Symbol)]) == 1 and divisor == product(
        [d for d in left if not isinstance(d, Symbol)]
    ):
        return next(d for d in left if isinstance(d, Symbol))
    whole = product(left)
    if isinstance(whole, Symbol) or isinstance(divisor, Symbol) or not divisor or whole % divisor:
        return Symbol()
    return whole // divisor


def flatten(shape: Shape | None, first: Any = 0, last: Any = -1) -> Shape | None:
    """The dimensions from `first` to `last` made one."""
    if not isinstance(first, int) or not isinstance(last, int):
        return None
    if shape is None:
        return (Symbol(),) * (first + 1) if first >= 0 and last == -1 else None
    if not shape:
        return (1,) if first in (0, -1) and last in (0, -1) else None
    first, last = first % len(shape), last % len(shape)
    return (*shape[:first], product(shape[first : last + 1]), *shape[last + 1 :])


def pair(value: Any, count: int = 2) -> tuple[Any, ...]:
    """A number for each of `count` dimensions."""
    if isinstance(value, (list, tuple)):
        return tuple(value) if len(value) == count else tuple(value) * count if len(value) == 1 else (None,) * count
    return (value,) * count


def window(size: Dim, kernel: Any, stride: Any, padding: Any, dilation: Any = 1, ceil: Any = False) -> Dim:
    """The places that a sliding window has."""
    numbers = (size, kernel, stride, padding, dilation)
    if not all(isinstance(n, int) for n in numbers) or not isinstance(ceil, bool) or stride == 0:
        return Symbol()
    assert isinstance(size, int)
    room: int = size + 2 * padding - (dilation * (kernel - 1) + 1)
    return int(max(room + (stride - 1 if ceil else 0), -stride) // stride + 1)


def unwindow(size: Dim, kernel: Any, stride: Any, padding: Any, dilation: Any = 1) -> Dim:
    """The size that a transposed convolution gives."""
    if not all(isinstance(n, int) for n in (size, kernel, stride, padding, dilation)):
        return Symbol()
    assert isinstance(size, int)
    return int((size - 1) * stride - 2 * padding + dilation * (kernel - 1) + 1)


def concatenate(shapes: list[Shape | None], axis: Any) -> Shape | None:
    if not shapes or not isinstance(axis, int) or any(s is None for s in shapes):
        return None
    known = [s for s in shapes if s is not None]
    if len({len(s) for s in known}) > 1 or not -len(known[0]) <= axis < len(known[0]):
        return None
    axis %= len(known[0])
    dims: list[Dim] = []
    for place, column in enumerate(zip(*known, strict=True)):
        if place == axis:
            dims.append(sum_of(column))
        else:
            dims.append(next((d for d in column if isinstance(d, int)), column[0]))
    return tuple(dims)


def sum_of(dims: Sequence[Dim]) -> Dim:
    if any(isinstance(d, Symbol) for d in dims):
        return dims[0] if len(dims) == 1 else Symbol()
    return sum(d for d in dims if isinstance(d, int))


def reduce(shape: Shape | None, axis: Any, keep: Any) -> Shape | None:
    if shape is None:
        return None
    if axis is None:
        return (1,) * len(shape) if keep is True else ()
    axes = [axis] if isinstance(axis, int) else list(axis) if isinstance(axis, (list, tuple)) else []
    if not axes or not all(isinstance(a, int) and -len(shape) <= a < len(shape) for a in axes):
        return None
    gone = {a % len(shape) for a in axes}
    if keep is True:
        return tuple(1 if i in gone else d for i, d in enumerate(shape))
    return tuple(d for i, d in enumerate(shape) if i not in gone)


def squeeze(shape: Shape | None, axes: Any) -> Shape | None:
    if shape is None or not isinstance(axes, (list, tuple, int, type(None))):
        return None
    wanted = [axes] if isinstance(axes, int) else list(axes or [])
    if not all(isinstance(a, int) for a in wanted):
        return None
    if not wanted or not shape:
        return tuple(d for d in shape if d != 1)
    gone = {a % len(shape) for a in wanted}
    return tuple(d for i, d in enumerate(shape) if i not in gone or (d != 1 and not isinstance(d, Symbol)))


def unsqueeze(shape: Shape | None, axes: Any) -> Shape | None:
    wanted = [axes] if isinstance(axes, int) else axes
    if shape is None or not isinstance(wanted, (list, tuple)) or not all(isinstance(a, int) for a in wanted):
        return None
    dims = list(shape)
    for axis in wanted:
        dims.insert(axis if axis >= 0 else len(dims) + 1 + axis, 1)
    return tuple(dims)


def transpose(shape: Shape | None, perm: Any) -> Shape | None:
    if shape is None:
        return None
    if perm is None:
        return tuple(reversed(shape))
    if not isinstance(perm, (list, tuple)) or sorted(perm, key=str) != list(range(len(shape))):
        return None
    return tuple(shape[p] for p in perm)


def matmul(left: Shape | None, right: Shape | None, turn_left: bool = False, turn_right: bool = False) -> Shape | None:
    if left is None or right is None or not left or not right:
        return None
    if turn_left and len(left) > 1:
        left = (*left[:-2], left[-1], left[-2])
    if turn_right and len(right) > 1:
        right = (*right[:-2], right[-1], right[-2])
    if len(left) == 1 or len(right) == 1:
        return (*left[:-1], *right[:-2], *right[-1:]) if len(right) > 1 else left[:-1]
    batch = broadcast(left[:-2], right[:-2])
    return None if batch is None else (*batch, left[-2], right[-1])


def split(shape: Shape | None, sections: Any, axis: Any) -> list[Shape | None] | None:
    """The parts' shapes; None when not even their number is known."""
    if isinstance(sections, (list, tuple)):
        sizes: list[Any] = list(sections)
    elif isinstance(sections, int) and not isinstance(sections, bool):
        sizes = [None] * sections
    else:
        return None
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return [None] * len(sizes)
    axis %= len(shape)
    whole = shape[axis]
    if isinstance(sections, int) and isinstance(whole, int) and sections and whole % sections == 0:
        sizes = [whole // sections] * sections
    parts = [s if isinstance(s, int) and s >= 0 else Symbol() for s in sizes]
    return [(*shape[:axis], part, *shape[axis + 1 :]) for part in parts]
