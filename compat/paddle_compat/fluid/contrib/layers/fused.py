"""``paddle.fluid.contrib.layers``: two operations in one."""

from __future__ import annotations

from typing import Any

import paddle

from ...._language import dropped, of_sequences
from ...layers import elementwise_add, elementwise_mul

__all__ = ["fused_elemwise_activation"]


@of_sequences
@dropped(save_intermediate_out="Paddle keeps what the gradient needs")
def fused_elemwise_activation(x: Any, y: Any, functor_list: Any, axis: int = -1, scale: float = 0.0,
                              save_intermediate_out: bool = True) -> Any:
    """``f(g(x, y))`` of the two names "f,g" in ``functor_list``, or ``f(x, g(y))`` where f is the one that takes two.

    The names are elementwise_add and elementwise_mul, and relu, tanh, sigmoid and scale.
    """
    names = functor_list.split(",") if isinstance(functor_list, str) else functor_list
    if not isinstance(names, list) or len(names) != 2:
        raise ValueError("functor_list should be a list of str, and the length should be 2.")
    two = {"elementwise_add": elementwise_add, "elementwise_mul": elementwise_mul}
    one = {"relu": paddle.nn.functional.relu, "tanh": paddle.tanh, "sigmoid": paddle.nn.functional.sigmoid,
           "scale": lambda value: paddle.scale(value, scale)}
    outer, inner = (name.strip() for name in names)
    if outer in two and inner in one:
        return two[outer](x, one[inner](y), axis)
    if outer in one and inner in two:
        return one[outer](two[inner](x, y, axis))
    raise ValueError(f"fused_elemwise_activation: one of {sorted(two)} with one of {sorted(one)}, not {names}")
