"""``paddle.fluid.backward``: gradients of static programs, and the private helpers that scripts call all the same."""

from .._static.backward import append_backward, aslist, gradients
from .._static.variables import named_gradient, without_gradient

__all__ = ["append_backward", "gradients"]

calc_gradient = gradients
_as_list = aslist
_append_grad_suffix_ = named_gradient
_strip_grad_suffix_ = without_gradient
