"""Gradients of tensors inside the graph: 1.8.5 kept them all, Paddle keeps those it is told to keep since 2.0.

Nothing tells which of them a script will ask for. But it can ask only for those that it still holds, so these are told
at ``backward()``, where the script asks for gradients at all.
"""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

import paddle

_ASKING = ("gradient", "_grad_ivar")
_ASKS = re.compile(rf"\.(?:{'|'.join(_ASKING)})\s*\(")
_DEEP = 4  # how far into objects in objects a script's tensors are looked for
_asking_files: dict[str, bool] = {}


def retain(root: Any, caller: FrameType) -> None:
    """Have the gradients kept of ``root``, which runs backward, and of what its callers hold, if they ask for any."""
    frames = list(_frames(caller))
    if any(_asks(frame) for frame in frames):
        for tensor in (root, *_held(frames)):
            tensor.retain_grads()


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _asks(frame: FrameType) -> bool:
    """Whether the file of this code asks for gradients somewhere, or a notebook may yet."""
    if "get_ipython" in frame.f_globals:
        return True
    file = frame.f_code.co_filename
    if file not in _asking_files:
        text = "".join(linecache.getlines(file, frame.f_globals))
        _asking_files[file] = bool(_ASKS.search(text)) if text else _names_it(frame.f_code)
    return _asking_files[file]


def _names_it(code: CodeType) -> bool:
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return any(name in code.co_names for name in _ASKING) or any(_names_it(part) for part in inner)


def _held(frames: list[FrameType]) -> Iterator[Any]:
    """The tensors inside the graph that the variables of these calls lead to."""
    seen: set[int] = set()
    for frame in frames:
        own = frame.f_globals.get("__name__", "")
        for value in [*frame.f_locals.values(), *(frame.f_globals.values() if _asks(frame) else ())]:
            yield from _tensors(value, own, seen, _DEEP)


def _tensors(value: Any, own: str, seen: set[int], deep: int) -> Iterator[Any]:
    if isinstance(value, paddle.Tensor):
        if not value.stop_gradient and not value.is_leaf:
            yield value
        return
    if deep and id(value) not in seen and (parts := _parts(value, own)):
        seen.add(id(value))
        for part in parts:
            yield from _tensors(part, own, seen, deep - 1)


def _parts(value: Any, own: str) -> list[Any]:
    """What a list, a layer or an object of a class of the script's own holds."""
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, paddle.nn.Layer):
        return [part for layer in value.sublayers(include_self=True) for part in vars(layer).values()]
    return list(vars(value).values()) if type(value).__module__ == own and hasattr(value, "__dict__") else []
