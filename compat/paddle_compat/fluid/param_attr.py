"""``paddle.fluid.param_attr``: what a parameter is to be like."""

import paddle

from ._not_yet import not_yet

__all__ = ["ParamAttr"]

ParamAttr = paddle.ParamAttr

__getattr__ = not_yet(__name__)
