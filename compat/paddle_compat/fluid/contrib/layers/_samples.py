"""Nodes of a tree, drawn layer by layer, for ``contrib.layers.tdm_sampler``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle
from paddle.base.data_feeder import convert_dtype

from ...._lod import with_lod
from ...._runtime.random import mersenne
from ...._runtime.random.replay import turned_on

__all__: list[str] = []


def check_dtype(dtype: Any) -> None:
    """Raises ``TypeError`` for another than int32 and int64."""
    if convert_dtype(dtype) not in ("int32", "int64"):
        raise TypeError(f"tdm_sampler: a dtype here is int32 or int64, not {convert_dtype(dtype)}")


def offsets(counts: list[int], sizes: list[int], leaves: int) -> list[int]:
    """Where each layer begins among the nodes, and their number."""
    if len(counts) != len(sizes):
        raise ValueError(f"tdm_sampler: draws of {len(counts)} layers, but nodes of {len(sizes)}")
    for layer, (count, size) in enumerate(zip(counts, sizes, strict=True)):
        if count >= size:
            raise ValueError(f"tdm_sampler: {count} draws of the {size} nodes of layer {layer}: at most {size - 1}")
    starts = np.concatenate([[0], np.cumsum(sizes)]).tolist()
    assert leaves is not None, "tdm_sampler: leaf_node_num is a number"
    assert leaves < starts[-1], f"tdm_sampler: leaf_node_num is less than the number of nodes, {starts[-1]}"
    return list(starts)


def drawn(x: Any, ways: Any, nodes: Any, counts: list[int], offsets: list[int], positives: bool, seed: int,
          dtype: Any) -> tuple[Any, Any, Any]:
    """The nodes, whether they are on the way, and whether they are no padding: each [N, all]."""
    leaves, table, flat = x.numpy().reshape(-1), ways.numpy(), nodes.numpy().reshape(-1)
    if not ((leaves >= 0) & (leaves < len(table))).all():
        raise ValueError(f"tdm_sampler: leaves are 0 … {len(table) - 1}, not {leaves.min()} … {leaves.max()}")
    seed = seed % 2**32 if seed and turned_on() else paddle.randint(1, 2**31 - 1, [1]).item()
    layers = [_Layer(flat[start:stop], count, (start, stop), positives, seed)
              for count, start, stop in zip(counts, offsets, offsets[1:], strict=False)]
    rows = [[one for layer, node in zip(layers, table[leaf].tolist(), strict=True) for one in layer.row(node)]
            for leaf in leaves.tolist()]
    found = np.array(rows, convert_dtype(dtype)).reshape(len(leaves), -1, 3)
    one, two, three = (with_lod(paddle.to_tensor(np.ascontiguousarray(found[..., part])), []) for part in range(3))
    return one, two, three


class _Layer:
    """A layer's nodes, and 1.8.5's draws of them, which go on from leaf to leaf."""

    def __init__(self, nodes: Any, count: int, bounds: tuple[int, int], positives: bool, seed: int) -> None:
        self.nodes, self.count, self.bounds, self.positives = nodes.tolist(), count, bounds, positives
        self.places = _places(seed, len(self.nodes))

    def row(self, node: int) -> list[tuple[int, int, int]]:
        """Node, label and mask of what is drawn for ``node``; 0 is padding."""
        if node == 0:
            return [(0, 0, 0)] * (self.count + self.positives)
        if not self.bounds[0] <= node <= self.bounds[1] or len(self.nodes) - self.nodes.count(node) < self.count:
            raise ValueError(f"tdm_sampler: node {node} is none of the layer of nodes {self.nodes}")
        taken: list[int] = []
        while len(taken) < self.count:
            place = next(self.places)
            if self.nodes[place] != node and place not in taken:
                taken.append(place)
        return [(node, 1, 1)] * self.positives + [(self.nodes[place], 0, 1) for place in taken]


def _places(seed: int, bound: int) -> Iterator[int]:
    """The numbers of the uniform sampler below ``bound``, without end."""
    known = 0
    while True:
        yield from mersenne.uniform(seed, 2 * known + 64, bound)[known:].tolist()
        known = 2 * known + 64
