"""``paddle.fluid.backward``: gradients of static programs."""

from .._static.backward import append_backward, gradients

__all__ = ["append_backward", "gradients"]
