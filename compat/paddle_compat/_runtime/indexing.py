"""One element of a tensor: ``x[0]`` of a vector had shape [1] in 1.8.5 and has none today; and memory of their own for
parts of a parameter, for what is detached or cast and for what is set, which today share that of others.

Code written for 1.8.5 gets what it knows, and packages for Paddle 2.0 to 2.4 that name fluid, where it was so still;
everything else, Paddle's own code above all, gets what it gets without us.
"""

from __future__ import annotations

import contextlib
import functools
import linecache
import os
import site
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import paddle

from . import era
from .steps import has_steps, part_of_steps
from .views import keeps_memory, move

_NEVER = tuple(f"{home}{os.sep}" for home in (Path(paddle.__file__).parent, Path(__file__).parents[1]))
_INSTALLED = (*site.getsitepackages(), site.getusersitepackages(), os.path.dirname(contextlib.__file__))
_told: dict[str, bool | None] = {}  # by file: whether its code is for 1.8.5; None where what it runs in decides
_guards = 0  # that are open


def patch_indexing() -> None:
    """Let tensors tell code for 1.8.5 from other code when they are indexed."""
    if not hasattr(paddle.Tensor.__getitem__, "__wrapped__"):
        paddle.Tensor.__getitem__ = _with_a_dimension(paddle.Tensor.__getitem__)
        paddle.Tensor.detach = _copying(paddle.Tensor.detach)
        paddle.Tensor.astype = _copying(paddle.Tensor.astype, only_itself=True)  # on Paddle 3
        paddle.Tensor.set_value = _moving(paddle.Tensor.set_value)


@contextlib.contextmanager
def in_guard() -> Iterator[None]:
    """Take the modules of the program for code of 1.8.5, also those that do not name fluid."""
    global _guards
    _guards += 1
    try:
        yield
    finally:
        _guards -= 1


def _with_a_dimension(getitem: Any) -> Any:
    @functools.wraps(getitem)
    def indexed(self: Any, index: Any) -> Any:
        if not self.ndim and _is_for_185(sys._getframe(1)):
            self = self.reshape([1])  # so it was there
        if has_steps(index) and _is_for_185(sys._getframe(1)):
            result = part_of_steps(getitem, self, index)
            return result.clone() if keeps_memory(self) else result
        result = getitem(self, index)
        is_all = result.shape == self.shape
        if (result.ndim and not is_all and not keeps_memory(self)) or not _is_for_185(sys._getframe(1)):
            return result
        if is_all and _is_whole(index):
            return self
        result = result.clone() if is_all or keeps_memory(self) else result
        return result if result.ndim else result.reshape([1])

    return indexed


def _is_whole(index: Any) -> bool:
    """`x[:]`, `x[0:, ::1]`, which gave the tensor itself."""
    parts = index if isinstance(index, tuple) else (index,)
    whole = ((None, None, None), (0, None, None), (None, None, 1), (0, None, 1))
    return all(isinstance(each, slice) and (each.start, each.stop, each.step) in whole for each in parts)


def _copying(method: Any, only_itself: bool = False) -> Any:
    """A method that gives a copy of what shares the tensor's memory; ``only_itself``: which only the tensor does."""
    @functools.wraps(method)
    def copied(self: Any, *args: Any, **kwargs: Any) -> Any:
        made = method(self, *args, **kwargs)
        shares = made is self or not only_itself
        return made.clone() if shares and _is_for_185(sys._getframe(1)) else made

    return copied


def _moving(set_value: Any) -> Any:
    @functools.wraps(set_value)
    def moved(self: Any, value: Any) -> Any:
        if _is_for_185(sys._getframe(1)):
            move(self)
        return set_value(self, value)

    return moved


def _is_for_185(frame: FrameType) -> bool:
    file = frame.f_code.co_filename
    if file not in _told:
        _told[file] = _by_file(file)
    told = _told[file]
    return told if told is not None else "fluid" in frame.f_globals or _guards > 0


def _by_file(file: str) -> bool | None:
    if file.startswith(_NEVER):
        return False
    if any("fluid" in line for line in linecache.getlines(file)) or era.is_of_fluid_in_2(file):
        return True
    return False if file.startswith(_INSTALLED) else None
