"""Today's functions that cut, join and rearrange tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.dtypes import dtype_in
from paddle_migrate.interpreter.joining import join
from paddle_migrate.interpreter.knows.arguments import shape_of, sizes
from paddle_migrate.interpreter.values import UNKNOWN, Array, Dim, Items, Shape, Symbol, tensor


def _reshape(x: Any, shape: Any, name: Any = None) -> Any:
    found = shapes.reshape(shape_of(x), shape)
    return tensor(found if found or shape_of(x) is not None else None, dtype_in(x))


def _transpose(x: Any, perm: Any, name: Any = None) -> Any:
    return tensor(shapes.transpose(shape_of(x), UNKNOWN if perm is None else perm), dtype_in(x))


def _t(input: Any, name: Any = None) -> Any:
    return tensor(shapes.transpose(shape_of(input), None), dtype_in(input))


def _flatten(x: Any, start_axis: Any = 0, stop_axis: Any = -1, name: Any = None) -> Any:
    return tensor(shapes.flatten(shape_of(x), start_axis, stop_axis), dtype_in(x))


def _is_axis(axis: Any, shape: Shape) -> bool:
    return isinstance(axis, int) and -len(shape) <= axis < len(shape)


def _squeeze(x: Any, axis: Any = None, name: Any = None) -> Any:
    return tensor(shapes.squeeze(shape_of(x), axis), dtype_in(x))


def _unsqueeze(x: Any, axis: Any, name: Any = None) -> Any:
    return tensor(shapes.unsqueeze(shape_of(x), axis), dtype_in(x))


def _of_all(parts: Any) -> str:
    """The dtype of what lists of tensors become."""
    if not isinstance(parts, (list, tuple)) or not parts:
        return ""
    result = parts[0]
    for part in parts[1:]:
        result = join(result, part)
    return dtype_in(result)


def _concat(x: Any, axis: Any = 0, name: Any = None) -> Any:
    if isinstance(x, Array) or not isinstance(x, (list, tuple)):
        return tensor()
    return tensor(shapes.concatenate([shape_of(p) for p in x], axis) if x else None, _of_all(x))


def _stack(x: Any, axis: Any = 0, name: Any = None) -> Any:
    if not isinstance(x, (list, tuple)) or not x:
        return tensor()
    return tensor(shapes.concatenate([shapes.unsqueeze(shape_of(p), axis) for p in x], axis), _of_all(x))


def _split(x: Any, num_or_sections: Any, axis: Any = 0, name: Any = None) -> Any:
    parts = shapes.split(shape_of(x), num_or_sections, axis)
    return UNKNOWN if parts is None else Items([tensor(p, dtype_in(x)) for p in parts])


def _unstack(x: Any, axis: Any = 0, num: Any = None) -> Any:
    shape = shape_of(x)
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return UNKNOWN
    axis %= len(shape)
    part = (*shape[:axis], *shape[axis + 1 :])
    count = shape[axis] if isinstance(shape[axis], int) else num
    known = isinstance(count, int)
    return Items([tensor(part, dtype_in(x)) for _ in range(count if isinstance(count, int) else 1)], known)


def _unbind(input: Any, axis: Any = 0) -> Any:
    return _unstack(input, axis)


def _slice(input: Any, axes: Any, starts: Any, ends: Any) -> Any:
    return _strided(input, axes, starts, ends, None)


def _strided(x: Any, axes: Any, starts: Any, ends: Any, strides: Any, name: Any = None) -> Any:
    shape = shape_of(x)
    if shape is None or not all(isinstance(v, (list, tuple)) for v in (axes, starts, ends)):
        return tensor(None, dtype_in(x))
    dims: list[Dim] = list(shape)
    steps = [1] * len(axes) if strides is None else strides
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        if not isinstance(axis, int) or not -len(dims) <= axis < len(dims):
            return tensor(None, dtype_in(x))
        dims[axis] = _cut(dims[axis], start, end, step)
    return tensor(tuple(dims), dtype_in(x))


def _cut(dim: Dim, start: Any, end: Any, step: Any) -> Dim:
    if isinstance(dim, int) and all(isinstance(v, int) for v in (start, end, step)):
        return len(range(dim)[start:end:step])
    return end if step == 1 and start == 0 and isinstance(end, int) and end == 1 else Symbol()


def _crop(x: Any, shape: Any = None, offsets: Any = None, name: Any = None) -> Any:
    own, wanted = shape_of(x), sizes(shape)
    if wanted is None:
        return tensor(None if own is None else tuple(Symbol() for _ in own), dtype_in(x))
    begin = offsets if isinstance(offsets, (list, tuple)) else [0 if offsets is None else Symbol()] * len(wanted)
    return tensor(tuple(_rest(own, i, d, begin[i]) if d == -1 else d for i, d in enumerate(wanted)), dtype_in(x))


def _rest(own: Shape | None, place: int, wanted: Dim, begin: Any) -> Dim:
    whole = own[place] if own is not None else Symbol()
    return whole - begin if isinstance(whole, int) and isinstance(begin, int) else Symbol()


def _tile(x: Any, repeat_times: Any, name: Any = None) -> Any:
    shape, times = shape_of(x), sizes(repeat_times)
    if shape is None or times is None:
        return tensor(None, dtype_in(x))
    width = max(len(shape), len(times))
    shape, times = (1,) * (width - len(shape)) + shape, (1,) * (width - len(times)) + times
    return tensor(tuple(shapes.product(pair) for pair in zip(shape, times, strict=True)), dtype_in(x))


def _expand(x: Any, shape: Any, name: Any = None) -> Any:
    own, wanted = shape_of(x), sizes(shape)
    if own is None or wanted is None or len(wanted) < len(own):
        return tensor(None, dtype_in(x))
    own = (1,) * (len(wanted) - len(own)) + own
    return tensor(tuple(o if w == -1 else w for o, w in zip(own, wanted, strict=True)), dtype_in(x))


def _expand_as(x: Any, y: Any, name: Any = None) -> Any:
    return tensor(shape_of(y), dtype_in(x))


def _with_dimension(*inputs: Any, name: Any = None) -> Any:
    found: list[Array] = []
    for x in inputs:
        shape = shape_of(x)
        found.append(tensor(shape if shape is None or shape else (1,), dtype_in(x)))
    return found[0] if len(found) == 1 else Items(found)


def _gather(x: Any, index: Any, axis: Any = None, name: Any = None, out: Any = None) -> Any:
    shape, rows, axis = shape_of(x), shape_of(index), 0 if axis is None else axis
    if shape is None or rows is None or not isinstance(axis, int) or len(rows) not in (1, 2):
        return tensor(None, dtype_in(x))
    if len(rows) == 2 and rows[1] != 1:
        return tensor(None, dtype_in(x))
    return tensor((*shape[:axis], rows[0], *shape[axis + 1 :]), dtype_in(x))


def _gather_nd(x: Any, index: Any, name: Any = None) -> Any:
    shape, places = shape_of(x), shape_of(index)
    if shape is None or not places or not isinstance(places[-1], int):
        return tensor(None, dtype_in(x))
    return tensor((*places[:-1], *shape[places[-1] :]), dtype_in(x))


def _index_select(x: Any, index: Any, axis: Any = 0, name: Any = None) -> Any:
    shape, rows = shape_of(x), shape_of(index)
    if shape is None or rows is None or len(rows) != 1 or not _is_axis(axis, shape):
        return tensor(None, dtype_in(x))
    axis %= len(shape)
    return tensor((*shape[:axis], rows[0], *shape[axis + 1 :]), dtype_in(x))


def _like_index(x: Any, index: Any) -> Any:
    shape = shape_of(index)
    return tensor(shape if shape and len(shape) == 2 else None, dtype_in(x))


def _along(arr: Any, indices: Any, axis: Any, broadcast: Any = True) -> Any:
    own, places = shape_of(arr), shape_of(indices)
    if own is None or places is None or not isinstance(axis, int) or len(own) != len(places) or not own:
        return tensor(None, dtype_in(arr))
    axis %= len(own)
    pairs = enumerate(zip(own, places, strict=True))
    return tensor(tuple(p if i == axis else shapes.wider(o, p) for i, (o, p) in pairs), dtype_in(arr))


def _scatter(x: Any, index: Any, updates: Any, overwrite: Any = True, name: Any = None) -> Any:
    return tensor(shape_of(x) or None, dtype_in(x))


def _scatter_nd(index: Any, updates: Any, shape: Any, name: Any = None) -> Any:
    return tensor(sizes(shape), dtype_in(updates))


def _scatter_nd_add(x: Any, index: Any, updates: Any, name: Any = None) -> Any:
    return tensor(shape_of(x) or None, dtype_in(x))


def _multiplex(inputs: Any, index: Any, name: Any = None) -> Any:
    first = inputs[0] if isinstance(inputs, (list, tuple)) and inputs else UNKNOWN
    return tensor(shape_of(first) or None, dtype_in(first))


def _nonzero(x: Any, as_tuple: Any = False) -> Any:
    shape = shape_of(x)
    return UNKNOWN if as_tuple is not False else tensor(None if shape is None else (Symbol(), len(shape)), "int64")


def _meshgrid(*args: Any, name: Any = None) -> Any:
    parts = args[0] if len(args) == 1 and isinstance(args[0], (list, tuple)) else args
    sizes = [shape_of(p) for p in parts]
    if not parts or any(s is None or len(s) > 1 for s in sizes):
        return UNKNOWN
    grid = tuple(s[0] if s else 1 for s in sizes if s is not None)
    return Items([tensor(grid, dtype_in(p)) for p in parts])


ARRANGEMENT: dict[str, Callable[..., Any]] = {
    "atleast_1d": _with_dimension,
    "concat": _concat,
    "crop": _crop,
    "expand": _expand,
    "expand_as": _expand_as,
    "flatten": _flatten,
    "gather": _gather,
    "gather_nd": _gather_nd,
    "index_sample": _like_index,
    "index_select": _index_select,
    "meshgrid": _meshgrid,
    "multiplex": _multiplex,
    "nonzero": _nonzero,
    "reshape": _reshape,
    "scatter": _scatter,
    "scatter_nd": _scatter_nd,
    "scatter_nd_add": _scatter_nd_add,
    "slice": _slice,
    "split": _split,
    "squeeze": _squeeze,
    "stack": _stack,
    "strided_slice": _strided,
    "t": _t,
    "take_along_axis": _along,
    "tile": _tile,
    "transpose": _transpose,
    "unsqueeze": _unsqueeze,
    "unbind": _unbind,
    "unstack": _unstack,
}
