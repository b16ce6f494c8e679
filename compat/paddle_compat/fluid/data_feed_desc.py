"""``paddle.fluid.data_feed_desc``: how files were read for ``train_from_dataset``."""

from .._language import gone

__all__ = ["DataFeedDesc"]

DataFeedDesc = gone("fluid.data_feed_desc.DataFeedDesc", why="data sets describe their slots themselves since 2.0", do=(
    "Give batch_size=, use_var= and pipe_command= to the init method of a paddle.distributed.QueueDataset."))
