"""``paddle.fluid.incubate``: what writes lines for data sets, and training by several processes."""

from . import data_generator, fleet

__all__ = ["data_generator", "fleet"]
