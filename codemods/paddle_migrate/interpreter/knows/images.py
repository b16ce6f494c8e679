"""OpenCV and Pillow; an image of either counts as an array [height, width, channels]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.knows.arguments import bind, nested_shape, plain
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import Array, Dim, External, Shape, Symbol

Args = list[Any]
Keywords = dict[str, Any]
_CHANNELS: dict[Any, tuple[Dim, ...]] = {"RGB": (3,), "RGBA": (4,), "L": (), "1": ()}


def _resized(shape: Shape | None, size: Any) -> Shape | None:
    """`size` is (width, height)."""
    size = plain(size)
    if shape is None or not isinstance(size, (list, tuple)) or len(size) != 2:
        return None
    width, height = (d if isinstance(d, (int, Symbol)) else Symbol() for d in size)
    return (height, width, *shape[2:])


def _read(machine: Machine, args: Args, keywords: Keywords) -> Any:
    flag = args[1] if len(args) > 1 else keywords.get("flags", 1)
    grey = flag == 0 or (isinstance(flag, External) and flag.name.endswith("GRAYSCALE"))
    return Array((Symbol(), Symbol()) if grey else (Symbol(), Symbol(), 3))


def _resize(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("src dsize", args, keywords)
    return Array(_resized(nested_shape(given["src"]), given["dsize"]))


def _recoloured(machine: Machine, args: Args, keywords: Keywords) -> Any:
    given = bind("src code", args, keywords)
    shape, code = nested_shape(given["src"]), given["code"]
    name = code.name if isinstance(code, External) else ""
    if shape is None or not name:
        return Array()
    if name.endswith("GRAY"):
        return Array(shape[:2])
    return Array((*shape[:2], 3) if name.endswith(("RGB", "BGR", "HSV")) else None)


def _same(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return Array(nested_shape(args[0]) if args else None)


def _open(machine: Machine, args: Args, keywords: Keywords) -> Any:
    return Array((Symbol(), Symbol(), Symbol()))


OPENCV: dict[str, Callable[..., Any]] = {
    "imread": _read,
    "resize": _resize,
    "cvtColor": _recoloured,
    "flip": _same,
    "GaussianBlur": _same,
}
PILLOW: dict[str, Callable[..., Any]] = {"open": _open, "fromarray": _same}


def _convert(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    mode = args[0] if args else keywords.get("mode")
    known = owner.shape is not None and mode in _CHANNELS
    return Array((*owner.shape[:2], *_CHANNELS[mode]) if known and owner.shape is not None else None)


def _resize_method(machine: Machine, owner: Array, args: Args, keywords: Keywords) -> Any:
    return Array(_resized(owner.shape, args[0] if args else keywords.get("size")))


METHODS: dict[str, Callable[..., Any]] = {"convert": _convert, "resize": _resize_method}
