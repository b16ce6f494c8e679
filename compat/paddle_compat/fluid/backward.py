"""``paddle.fluid.backward``: gradients of static programs, and the private helpers that scripts call all the same."""

from typing import Any

from .._static.backward import append_backward, aslist, gradients
from .._static.variables import named_gradient, without_gradient

__all__ = ["append_backward", "gradients"]


def calc_gradient(targets: Any, inputs: Any, target_gradients: Any = None, no_grad_set: Any = None) -> Any:
    """:func:`gradients`, of one input itself and no list; ``None`` where ``targets`` do not depend on it."""
    found = gradients(targets, inputs, target_gradients, no_grad_set)
    return found if len(found) > 1 else next(iter(found), None)


def _as_list(x: Any) -> list[Any]:
    return [] if x is None else aslist(x)


_append_grad_suffix_ = named_gradient
_strip_grad_suffix_ = without_gradient
