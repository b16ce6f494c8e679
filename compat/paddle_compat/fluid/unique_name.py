"""``paddle.fluid.unique_name``: how layers and parameters are numbered."""

import paddle

__all__ = ["generate", "guard", "switch"]

generate = paddle.utils.unique_name.generate
guard = paddle.utils.unique_name.guard
switch = paddle.utils.unique_name.switch
