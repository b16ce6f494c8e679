"""``paddle.fluid.param_attr``: what a parameter is to be like."""

import paddle

__all__ = ["ParamAttr"]

ParamAttr = paddle.ParamAttr
