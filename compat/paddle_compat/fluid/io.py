"""``paddle.fluid.io``: readers."""

import paddle

from ._not_yet import not_yet
from .dataloader import BatchSampler, Dataset
from .reader import DataLoader, PyReader

__all__ = [
    "BatchSampler", "ComposeNotAligned", "DataLoader", "Dataset", "PyReader", "batch", "buffered", "cache", "chain",
    "compose", "firstn", "map_readers", "multiprocess_reader", "shuffle", "xmap_readers",
]

batch = paddle.batch
buffered = paddle.reader.buffered
cache = paddle.reader.cache
chain = paddle.reader.chain
compose = paddle.reader.compose
firstn = paddle.reader.firstn
map_readers = paddle.reader.map_readers
multiprocess_reader = paddle.reader.multiprocess_reader
shuffle = paddle.reader.shuffle
xmap_readers = paddle.reader.xmap_readers
ComposeNotAligned = paddle.reader.ComposeNotAligned

__getattr__ = not_yet(__name__)
