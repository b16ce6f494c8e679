"""``paddle.fluid.dygraph.nn``: convolution over trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.autograd import PyLayer

from ..._language import dropped, with_activation
from ..._runtime.own_gradients import applied
from .layers import Layer

__all__ = ["TreeConv"]


@dropped(name="results are named by Paddle since 2.0")
class TreeConv(Layer):
    """Features [N, nodes, feature_size] and int32 edges [N, edges, 2], parent and child counted from 1, 0 for none.

    Output [N, nodes, output_size, num_filters]; ``weight`` [feature_size, 3, output_size, num_filters], and, only if
    ``bias_attr`` is given, ``bias`` [num_filters], which 1.8.5 adds along the nodes: there have to be as many, or one.
    """

    def __init__(self, feature_size: int, output_size: int, num_filters: int = 1, max_depth: int = 2,
                 act: str | None = "tanh", param_attr: Any = None, bias_attr: Any = None, name: str | None = None,
                 dtype: str = "float32") -> None:
        super().__init__()
        self._max_depth, self._adds_bias = max_depth, bool(bias_attr)
        if bias_attr:
            self.bias = self.create_parameter(attr=bias_attr, shape=[num_filters], dtype=dtype, is_bias=True)
        shape = [feature_size, 3, output_size, num_filters]
        self.weight = self.create_parameter(attr=param_attr, shape=shape, dtype=dtype)
        with_activation(self, act)

    def forward(self, nodes_vector: Any, edge_set: Any) -> Any:
        """Each node's value from the features of the nodes below it, less than ``max_depth`` steps away."""
        count = nodes_vector.shape[1]
        shares = np.stack([tree_shares(edges, count, self._max_depth) for edges in edge_set.numpy()])
        shares = paddle.to_tensor(shares.astype(str(nodes_vector.dtype).rpartition(".")[2]))
        out = applied(_Sums, nodes_vector, self.weight, shares)
        return out + self.bias.reshape([-1, 1, 1]) if self._adds_bias else out


class _Sums(PyLayer):
    """The features of each node's neighbours below, by their shares and the weight, added up.

    The gradient of the features is 1.8.5's: it takes the weight [features, 3, outputs] for [features, outputs, 3].
    """

    @staticmethod
    def forward(ctx: Any, features: Any, weight: Any, shares: Any) -> Any:
        ctx.save_for_backward(features, weight, shares)
        return paddle.einsum("nrsv,nvf,fsok->nrok", shares, features, weight)

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        features, weight, shares = ctx.saved_tensor()
        flat = gradient.flatten(2)
        misread = weight.reshape([weight.shape[0], flat.shape[2], 3])
        of_features = paddle.einsum("nrsv,nro,fos->nvf", shares, flat, misread)
        return of_features, paddle.einsum("nrsv,nvf,nrok->fsok", shares, features, gradient)


def tree_shares(edges: Any, count: int, max_depth: int) -> Any:
    """How much of node v goes into node r's sum as a left, right and top one: float64 [count, 3, count]."""
    children: dict[int, list[int]] = {}
    for parent, child in edges:
        if parent == 0 or child == 0:
            break
        children.setdefault(int(parent), []).append(int(child))
    inner = int(np.count_nonzero((edges != 0).all(axis=1))) + 1  # a tree of n nodes has n - 1 edges
    shares = np.zeros([count, 3, count])
    for root in range(1, inner + 1):
        for node, place, siblings, depth in _below(root, children, max_depth):
            top = (max_depth - depth) / max_depth
            left = (1.0 - top) * (0.5 if siblings == 1 else (place - 1.0) / (siblings - 1.0))
            shares[root - 1, :, node - 1] += left, (1.0 - top) * (1.0 - left), top
    return shares


def _below(root: int, children: dict[int, list[int]], max_depth: int) -> list[tuple[int, int, int, int]]:
    """Each node near ``root`` and below it: its number, its place among its siblings, how many they are, its depth."""
    found, seen, open_nodes = [(root, 1, 1, 0)], {root}, [(root, 0)]
    while open_nodes:
        node, depth = open_nodes.pop()
        below = children.get(node, [])
        for place, child in enumerate(below, start=1):
            if child not in seen and depth + 1 < max_depth:
                seen.add(child)
                open_nodes.append((child, depth + 1))
                found.append((child, place, len(below), depth + 1))
    return found
