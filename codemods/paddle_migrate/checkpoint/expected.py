"""What the model's layers hold by the script's text, to be held against what came out of the file."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from paddle_migrate.checkpoint.model import Leaf, Own
from paddle_migrate.checkpoint.tensors import Tensor
from paddle_migrate.interpreter.values import UNKNOWN, Items

Sizes = tuple[int | None, ...]  # None: the text does not tell
Args = dict[str, Any]
_UNKNOWN: tuple[Sizes, bool] = ((), False)


def problems(tensors: dict[str, Tensor], layers: list[Leaf | Own], others: list[dict[str, Leaf]]) -> list[str]:
    """What is missing, left over, or of another shape; `others` are the layers by path as other calls make them."""
    leaves = [layer for layer in layers if isinstance(layer, Leaf)]
    found = []
    for leaf in leaves:
        for key, (sizes, needed) in _held(leaf).items():
            name = f"{leaf.path}.{key}"
            agreed = [_held(o[leaf.path]).get(key, _UNKNOWN) if leaf.path in o else _UNKNOWN for o in others]
            if name in tensors:
                found += _shape(name, tensors[name].shape, [sizes, *(other for other, _ in agreed)])
            elif needed and all(always for _, always in agreed):
                found.append(f"missing: {name}")
    told = set(_prefixes(layers))
    found += [f"left over: {key}, which the model does not have" for key in tensors if not _is_told(key, leaves, told)]
    return found


def _shape(name: str, shape: tuple[int, ...], wanted: list[Sizes]) -> list[str]:
    sizes = wanted[0]
    if not sizes or any(len(w) != len(sizes) for w in wanted):
        return []
    certain = [first if all(w[i] == first for w in wanted) else None for i, first in enumerate(sizes)]
    if len(shape) == len(certain) and all(c in (None, size) for c, size in zip(certain, shape, strict=True)):
        return []
    text = ", ".join("?" if c is None else str(c) for c in certain)
    return [f"of another shape: {name} is {list(shape)} in the file and [{text}] in the model"]


def _prefixes(layers: Iterable[Leaf | Own]) -> Iterator[str]:
    """What keys may begin with though no table tells them: parameters of the script's own, layers without a table."""
    for layer in layers:
        if isinstance(layer, Own):
            yield from (f"{layer.path}.{name}".strip(".") for name in (*layer.tensors, *layer.untold))
        elif layer.kind not in _TABLE:
            yield layer.path


def _is_told(key: str, leaves: list[Leaf], told: set[str]) -> bool:
    parts = key.split(".")
    if any(".".join(parts[: n + 1]) in told for n in range(len(parts))):
        return True
    path, _, last = key.rpartition(".")
    first = re.sub(r"_\d+$", "", path)  # further weights of an FC that takes a list
    return any(
        (leaf.path == path and last in _held(leaf)) or (leaf.kind == "FC" and leaf.path == first and last == "weight")
        for leaf in leaves
    )


def _held(leaf: Leaf) -> dict[str, tuple[Sizes, bool]]:
    """The parameters of a layer by key: their sizes, () where nothing is known, and whether they must be there."""
    make = _TABLE.get(leaf.kind)
    if make is None:
        return {}
    found = {}
    for key, sizes in make(leaf.args).items():
        asked = [leaf.args.get(name) for name in _SWITCHES.get(key, ())]
        if not any(value is False for value in asked) or leaf.kind == "BatchNorm":
            needed = leaf.kind != "GroupNorm" and not any(value is UNKNOWN or value is False for value in asked)
            found[key] = (sizes, needed)
    return found


_SWITCHES = {"weight": ("param_attr", "scale"), "bias": ("bias_attr", "shift")}


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _numbers(value: Any, count: int) -> Sizes:
    if isinstance(value, Items) and value.exact and len(value.values) == count:
        return tuple(map(_number, value.values))
    return (_number(value),) * count


def _linear(args: Args) -> dict[str, Sizes]:
    out = _number(args.get("output_dim"))
    return {"weight": (_number(args.get("input_dim")), out), "bias": (out,)}


def _fully_connected(args: Args) -> dict[str, Sizes]:
    size = _number(args.get("size"))
    return {"weight": (None, size), "bias": (size,)}


def _convolution(spatial: int, turned: bool) -> Callable[[Args], dict[str, Sizes]]:
    def sizes(args: Args) -> dict[str, Sizes]:
        channels, filters = _number(args.get("num_channels")), _number(args.get("num_filters"))
        groups = 1 if args.get("groups", 1) is None else _number(args.get("groups", 1))
        first, second = (channels, filters) if turned else (filters, channels)
        second = second // groups if second and groups else None
        return {"weight": (first, second, *_numbers(args.get("filter_size"), spatial)), "bias": (filters,)}

    return sizes


def _batch_norm(args: Args) -> dict[str, Sizes]:
    return dict.fromkeys(("weight", "bias", "_mean", "_variance"), (_number(args.get("num_channels")),))


def _layer_norm(args: Args) -> dict[str, Sizes]:
    shape = args.get("normalized_shape")
    values = shape.values if isinstance(shape, Items) and shape.exact else [shape]
    numbers = [n for value in values if (n := _number(value)) is not None]
    size = math.prod(numbers) if len(numbers) == len(values) else None
    return {"weight": (size,), "bias": (size,)}


def _gru_unit(args: Args) -> dict[str, Sizes]:
    size = _number(args.get("size"))
    return {"weight": (size // 3 if size else None, size), "bias": (1, size)}


_TABLE: dict[str, Callable[[Args], dict[str, Sizes]]] = {
    "Linear": _linear,
    "FC": _fully_connected,
    "Conv2D": _convolution(2, False),
    "Conv3D": _convolution(3, False),
    "Conv2DTranspose": _convolution(2, True),
    "Conv3DTranspose": _convolution(3, True),
    "BatchNorm": _batch_norm,
    "LayerNorm": _layer_norm,
    "GroupNorm": lambda args: dict.fromkeys(("weight", "bias"), (_number(args.get("channels")),)),
    "Embedding": lambda args: {"weight": _numbers(args.get("size"), 2)},
    "GRUUnit": _gru_unit,
    "PRelu": lambda args: {"weight": ()},
    "Pool2D": lambda args: {},
    "Dropout": lambda args: {},
}
