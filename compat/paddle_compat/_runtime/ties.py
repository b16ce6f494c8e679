"""Which of equal elements are among the greatest: 1.8.5 sorted on the CPU as C++ does, today's Paddle otherwise.

Where nothing is equal nothing is done; GPUs of 1.8.5 had an order of their own.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import paddle

from . import era

T = TypeVar("T", bound=Callable[..., Any])


def equal_as_then(topk: T) -> T:
    """Let ``topk`` choose as 1.8.5 did. The codemod passes over this."""

    @functools.wraps(topk)
    def chosen(input: Any, k: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_asked(input):
            return topk(input, k, *args, **kwargs)
        values, indices = topk(input, k, *args, **kwargs)
        places = _places(input, values)
        return values, indices if places is None else paddle.to_tensor(places.reshape(indices.shape), indices.dtype)

    return cast(T, chosen)


def parts_equal(accuracy: T) -> T:
    """Let ``accuracy`` count what 1.8.5's ``topk`` would choose. The codemod passes over this."""

    @functools.wraps(accuracy)
    def counted(input: Any, label: Any, k: Any = 1, *args: Any, **kwargs: Any) -> Any:
        places = None
        if _is_asked(input) and isinstance(k, int):
            places = _places(input, paddle.topk(input.detach(), k)[0])
        if places is not None:
            ranks = np.zeros(input.shape, "float32")
            np.put_along_axis(ranks, places, np.arange(k, 0, -1, dtype="float32")[None], -1)
            input = paddle.to_tensor(ranks).astype(input.dtype)
        return accuracy(input, label, k, *args, **kwargs)

    return cast(T, counted)


def _is_asked(input: Any) -> bool:
    if not isinstance(input, paddle.Tensor) or not paddle.in_dynamic_mode():
        return False
    return input.place.is_cpu_place() and input.dtype not in (paddle.float16, paddle.bfloat16)


def _places(input: Any, values: Any) -> Any:
    """The places of the greatest elements of each row; None where no two that matter are equal."""
    best, rows = values.numpy(), input.numpy()
    if not best.size:
        return None
    best, rows = (each.reshape(-1, each.shape[-1]) for each in (best, rows))
    count = best.shape[1]
    as_many = np.count_nonzero(rows >= best[:, -1:]) == best.size
    if (as_many and not (best[:, 1:] == best[:, :-1]).any()) or era.is_of_2():
        return None
    places = np.argsort(-rows.astype("float64"), -1, "stable")[:, :count]
    equal = (rows >= best[:, -1:]).sum(-1) > count
    equal |= (best[:, 1:] == best[:, :-1]).any(-1)
    for row in np.flatnonzero(equal) if count > 1 else ():
        places[row] = _sorted(rows[row].tolist(), count)
    return places


def _sorted(row: list[Any], count: int) -> list[int]:
    """``std::partial_sort`` of the GNU library, by a heap whose top is the least of those kept."""
    heap = list(range(count))
    for start in range((count - 2) // 2, -1, -1):
        _sink(heap, row, start, count, heap[start])
    for place in range(count, len(row)):
        if row[place] > row[heap[0]]:
            _sink(heap, row, 0, count, place)
    for end in range(count - 1, 0, -1):
        heap[end], last = heap[0], heap[end]
        _sink(heap, row, 0, end, last)
    return heap


def _sink(heap: list[int], row: list[Any], hole: int, end: int, place: int) -> None:
    """``std::__adjust_heap``: the hole goes down along the lesser ones, then the element up from there."""
    top = hole
    while 2 * hole + 2 < end:
        child = 2 * hole + 2
        if row[heap[child]] > row[heap[child - 1]]:
            child -= 1
        heap[hole], hole = heap[child], child
    if 2 * hole + 2 == end:
        heap[hole], hole = heap[2 * hole + 1], 2 * hole + 1
    while hole > top and row[heap[(hole - 1) // 2]] > row[place]:
        heap[hole], hole = heap[(hole - 1) // 2], (hole - 1) // 2
    heap[hole] = place
