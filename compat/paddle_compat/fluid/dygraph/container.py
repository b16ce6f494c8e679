"""``paddle.fluid.dygraph.container``: layers of layers and of parameters."""

from typing import Any

from paddle import nn
from paddle.base.framework import EagerParamBase

from .layers import Layer

__all__ = ["LayerList", "ParameterList", "Sequential"]


class Sequential(nn.Sequential, Layer):
    """Layers called one after the other; given as layers or as ``(name, layer)`` pairs, in 1.6 behind a name scope."""

    def __init__(self, *layers: Any) -> None:
        super().__init__(*(layers[1:] if layers and isinstance(layers[0], str) else layers))


class LayerList(nn.LayerList, Layer):
    """A list whose layers belong to the layer that holds it."""


class ParameterList(nn.ParameterList, Layer):
    """A list whose parameters belong to the layer that holds it."""

    def __setitem__(self, idx: int, param: Any) -> None:
        """Put ``param`` at the place ``idx``; the one that was there keeps its numbers."""
        assert isinstance(param, EagerParamBase), "ParameterList holds parameters"
        setattr(self, str(idx), param)
