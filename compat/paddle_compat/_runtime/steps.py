"""Slices with a step in 1.8.5: one of less than -1 was counted from the other end, so that ``x[::-2]`` of four elements
were the third and the first. Beside one, numbers kept their dimensions in dynamic mode; in a program ``x[0, ::-1]``
turned round the dimension that stood second when the first was gone."""

from __future__ import annotations

import functools
from typing import Any

import paddle

_FAR = 2**31 - 1


def has_steps(index: Any) -> bool:
    """Whether a slice of the index has a step."""
    if type(index) is tuple:
        return any(map(has_steps, index))
    return type(index) is slice and index.step not in (None, 1)  # asked at each index of a tensor


def part_of_steps(getitem: Any, tensor: Any, index: Any) -> Any:
    """``tensor[index]``, as it was."""
    parts = index if type(index) is tuple else (index,)
    kept = [place for place, each in enumerate(parts) if isinstance(each, int)]
    result = getitem(tensor, tuple(_turned(each) if type(each) is slice else each for each in parts))
    result = result.unsqueeze(kept) if kept else result
    back = [place for place, each in enumerate(parts) if type(each) is slice and _turned(each) is not each]
    return paddle.flip(result, back) if back else result


def part_of_variable(tensor: Any, index: tuple[Any, ...]) -> Any:
    """``variable[index]``, when its program runs."""
    whole = [place for place, each in enumerate(index) if isinstance(each, slice) and _is_turned_whole(each)]
    parts = [slice(None) if place in whole else _turned(each) if isinstance(each, slice) else each
             for place, each in enumerate(index)]
    left = [place for place, each in enumerate(index) if isinstance(each, slice)]
    back = [at for at, place in enumerate(left) if place not in whole and parts[place] is not index[place]]
    result = tensor[tuple(parts)]
    for axes in (back, whole):  # one may be in both
        result = paddle.flip(result, axes) if axes else result
    return result


def _is_turned_whole(part: slice) -> bool:
    return part.start is None and part.stop is None and type(part.step) is int and part.step == -1


def _turned(part: slice) -> slice:
    """What was taken for a step of less than -1, in the order of the elements."""
    bounds = (part.start, part.stop, part.step)
    if any(type(each) not in (int, type(None)) for each in bounds) or (part.step or 1) >= -1 or part.stop == -1:
        return part  # what ends before the last one 1.8.5 refused
    start, stop = (None if each is None else each + 1 or None for each in (part.stop, part.start))
    return slice(start, stop, -part.step)


def counted_from_the_other_end(strided_slice: Any) -> Any:
    """``layers.strided_slice`` with such strides, if they are numbers; 2.6 has other ends for -1, too."""
    @functools.wraps(strided_slice)
    def sliced(input: Any, axes: Any, starts: Any, ends: Any, strides: Any) -> Any:
        back = [place for place, each in enumerate(strides) if type(each) is int and each < 0 and ends[place] != -1]
        if not back:
            return strided_slice(input, axes, starts, ends, strides)
        starts, ends, strides = list(starts), list(ends), list(strides)
        for place in back:
            starts[place], ends[place] = ends[place] + 1, starts[place] + 1 or _FAR
            strides[place] = -strides[place]
        found = strided_slice(input, axes, starts, ends, strides)
        return paddle.flip(found, [axes[place] for place in back])

    return sliced
