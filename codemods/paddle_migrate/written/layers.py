"""Around layers that may be called from anywhere: their activation behind each call, a change of the input before."""

from __future__ import annotations

from typing import Any


def with_activation(layer: Any, activation: Any) -> Any:
    """Follow every call of the layer by the activation; the parameters keep their names."""
    layer.register_forward_post_hook(lambda layer, inputs, output: activation(output))
    return layer


def with_input(layer: Any, change: Any) -> Any:
    """Change the input of every call of the layer first; the parameters keep their names."""
    layer.register_forward_pre_hook(lambda layer, inputs: (change(inputs[0]), *inputs[1:]))
    return layer
