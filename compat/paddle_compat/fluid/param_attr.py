"""``paddle.fluid.param_attr``: what a parameter is to be like."""

from __future__ import annotations

from typing import Any

import paddle

__all__ = ["ParamAttr", "WeightNormParamAttr"]

ParamAttr = paddle.ParamAttr


class WeightNormParamAttr(paddle.static.WeightNormParamAttr):
    """For a weight of a program: parameters ``name_v`` for its direction and ``name_g`` for its norm.

    The norm is that of each part along ``dim``, or of the whole with ``None``. Dygraph mode has no such parameters.
    """

    def __init__(self, dim: int | None = None, name: str | None = None, initializer: Any = None,
                 learning_rate: float = 1.0, regularizer: Any = None, trainable: bool = True,
                 do_model_average: bool = False) -> None:
        super().__init__(dim=dim, name=name, initializer=initializer, learning_rate=learning_rate,
                         regularizer=regularizer, trainable=trainable, do_model_average=do_model_average)
