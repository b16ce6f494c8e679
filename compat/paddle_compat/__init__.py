"""The PaddlePaddle 1.8 API (``paddle.fluid``), written in terms of today's Paddle.

``paddle_compat.fluid.layers.relu`` is what ``paddle.fluid.layers.relu`` was. Installing the package makes
``import paddle.fluid`` work by itself; ``paddle_compat.install()`` does the same by hand.
"""

from ._finder import install

__all__ = ["install"]
