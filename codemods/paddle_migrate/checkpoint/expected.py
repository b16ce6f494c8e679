"""What the model's layers hold by the script's text, to be held against what came out of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from paddle_migrate.checkpoint.model import Leaf, Own, Sizes
from paddle_migrate.checkpoint.tensors import Tensor

_UNKNOWN: tuple[Sizes, bool] = ((), False)


def problems(tensors: dict[str, Tensor], layers: list[Leaf | Own], others: list[dict[str, Leaf]]) -> list[str]:
    """What is missing, left over, or of another shape; `others` are the layers by path as other calls make them."""
    leaves = [layer for layer in layers if isinstance(layer, Leaf)]
    found: list[str] = []
    for leaf in leaves:
        for key, (sizes, needed) in leaf.holds.items():
            name = f"{leaf.path}.{key}"
            agreed = [o[leaf.path].holds.get(key, _UNKNOWN) if leaf.path in o else _UNKNOWN for o in others]
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
    """What keys may begin with though no layer of the library tells them: what the script's own may hold."""
    for layer in layers:
        if isinstance(layer, Own):
            yield from (f"{layer.path}.{name}".strip(".") for name in (*layer.tensors, *layer.untold))


def _is_told(key: str, leaves: list[Leaf], told: set[str]) -> bool:
    parts = key.split(".")
    if any(".".join(parts[: n + 1]) in told for n in range(len(parts))):
        return True
    path, _, last = key.rpartition(".")
    first = re.sub(r"_\d+$", "", path)  # further weights of an FC that takes a list
    return any(
        (leaf.path == path and last in leaf.holds) or (leaf.kind == "FC" and leaf.path == first and last == "weight")
        for leaf in leaves
    )
