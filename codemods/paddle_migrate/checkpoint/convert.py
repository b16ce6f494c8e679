"""From the parameters of a file to those of the migrated model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from paddle_migrate.checkpoint.model import Leaf, Own, Sizes, layers_of
from paddle_migrate.checkpoint.tensors import Tensor
from paddle_migrate.findings import listed

# What 1.6 called a layer's parameters, and their keys today; where nothing is said, `w_0` and `b_0`.
_USUAL = {"w_0": "weight", "b_0": "bias"}
_PARAMETERS = {
    "BatchNorm": {**_USUAL, "w_1": "_mean", "w_2": "_variance"},
    "SpectralNorm": {"w_0": "weight_u", "w_1": "weight_v"},
    "Pool2D": {},
}
_NAMED = 5
_FLAT = ("BatchNorm", "GroupNorm", "LayerNorm")  # their weights have one dimension, as biases have
_UNKNOWN: tuple[Sizes, bool] = ((), False)


@dataclass
class Converted:
    """`tensors` by today's keys, in the model's order; `sources` are the keys that they had in the file; `problems`
    say what is missing, left over or of another shape."""

    tensors: dict[str, Tensor] = field(default_factory=dict[str, Tensor])
    sources: dict[str, str] = field(default_factory=dict[str, str])
    problems: list[str] = field(default_factory=list[str])

    def add(self, key: str, source: str, value: Tensor) -> None:
        self.tensors[key], self.sources[key] = value, source


def convert(entries: dict[str, Tensor], script: Path, class_name: str) -> Converted:
    """Raises `ValueError` where it cannot be told which parameter is which; it then names them."""
    layers, others = layers_of(script, class_name, _root(entries, class_name))
    done = Converted()
    for layer in layers:
        if isinstance(layer, Leaf):
            _convert_leaf(entries, layer, done)
        else:
            _convert_own(entries, layer, done)
    used = set(done.sources.values())
    left = [key for key in entries if key not in used]
    if left and any("/" in key for key in left):
        raise ValueError(f"{class_name} of {script} has no place for {listed(left, _NAMED)}: is it another model, or "
                         "does it make layers in a way that its text does not tell?")
    for key in left:  # a key of today's already
        done.add(key, key, entries[key])
    done.problems = problems(done.tensors, layers, others)
    return done


def _root(entries: dict[str, Tensor], class_name: str) -> str:
    """What the model itself is called: `mnist/MNIST_0`."""
    found = {m[0] for key in entries if (m := re.match(rf"(?:.*?/)?{re.escape(class_name)}_\d+(?=[/.])", key))}
    if len(found) > 1:
        raise ValueError(f"the file holds several models of the class {class_name}: {listed(sorted(found), _NAMED)}")
    return found.pop() if found else class_name


def _convert_leaf(entries: dict[str, Tensor], layer: Leaf, done: Converted) -> None:
    keys = _PARAMETERS.get(layer.kind, _USUAL)
    held = {key[len(layer.name) + 1 :]: key for key in entries if key.startswith(f"{layer.name}.")}
    structured = {key: f"{layer.path}.{key}" for key in keys.values() if f"{layer.path}.{key}" in entries}
    if not held and structured:
        for key, source in structured.items():
            _add(layer, key, source, entries, done)
        return
    if keys and not held and layer.kind != "GroupNorm":
        raise ValueError(f"the file has nothing for {layer.path}, which 1.6 would have called {layer.name}: is it the "
                         "checkpoint of another model?")
    named = _named(layer, keys, held, entries)
    for suffix, source in sorted(held.items(), key=lambda item: list(named).index(item[0])):
        _add(layer, named[suffix], source, entries, done)


def _named(layer: Leaf, keys: dict[str, str], held: dict[str, str], entries: dict[str, Tensor]) -> dict[str, str]:
    """Which key each parameter of a layer gets, also where `param_attr` or `bias_attr` gave it a name."""
    named = {suffix: key for suffix, key in keys.items() if suffix in held}
    if layer.kind == "FC":  # a weight for each tensor of a list
        named |= {s: f"_{int(s[2:]) + 1}.weight" for s in held if re.fullmatch(r"w_[1-9]\d*", s)}
    for argument, key in (("moving_mean_name", "_mean"), ("moving_variance_name", "_variance")):
        if isinstance(layer.args.get(argument), str) and layer.args[argument] in held:
            named[layer.args[argument]] = key
    others = sorted((s for s in held if s not in named), key=lambda s: -len(entries[held[s]].shape))
    free = [key for key in ("weight", "bias") if key in keys.values() and key not in named.values()]
    if len(others) == 1 and len(free) == 2:
        flat = len(entries[held[others[0]]].shape) == 1 and layer.kind not in _FLAT
        free = free[1:] if flat else free[:1]
    if len(others) > len(free):
        raise ValueError(f"{layer.path} has no place for {listed([held[s] for s in others], _NAMED)}")
    return {**named, **dict(zip(others, free, strict=False))}


def _add(layer: Leaf, key: str, source: str, entries: dict[str, Tensor], done: Converted) -> None:
    value = entries[source]
    if key.startswith("_") and key.endswith(".weight"):
        done.add(layer.path + key, source, value)
    else:
        done.add(f"{layer.path}.{key}", source, value)


def _convert_own(entries: dict[str, Tensor], layer: Own, done: Converted) -> None:
    """Parameters that a layer of the script makes itself: one is told by its being the only one."""
    held = [key for key in entries if key.startswith(f"{layer.name}.")]
    if not held:
        return
    if len(held) != 1 or len(layer.tensors) != 1:
        attributes = listed([f"self.{name}" for name in layer.tensors], _NAMED) or "its attributes"
        raise ValueError(f"{layer.name} has {listed(held, _NAMED)} of its own, and the script's text does not tell "
                         f"which is which of {attributes}: rename them by hand and leave the rest to this command")
    done.add(f"{layer.path}.{layer.tensors[0]}".lstrip("."), held[0], entries[held[0]])


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
