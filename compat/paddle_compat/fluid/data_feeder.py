"""``paddle.fluid.data_feeder``: batches of samples for static programs."""

from .._static.feeding import DataFeeder

__all__ = ["DataFeeder"]
