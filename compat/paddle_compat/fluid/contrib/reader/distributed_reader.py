"""``paddle.fluid.contrib.reader``: every rank reads its own batches."""



from collections.abc import Callable, Iterator
from typing import Any

import paddle.distributed as dist

from ...._language import helper

__all__ = ["distributed_batch_reader"]


@helper
def distributed_batch_reader(batch_reader: Callable[[], Iterator[Any]]) -> Callable[[], Iterator[Any]]:
    """Deal the batches out in turn, one to each rank; an incomplete last round is left out."""
    rank, world_size = dist.get_rank(), dist.get_world_size()

    def reader() -> Iterator[Any]:
        if world_size > 1:
            print(f"start data reader (trainers_num: {world_size}, trainer_id: {rank})")
        for batches in zip(*[iter(batch_reader())] * world_size):
            yield batches[rank]

    return reader
