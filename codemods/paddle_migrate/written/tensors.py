"""What feeds networks of dynamic mode with batches of samples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import paddle


class BatchFeeder:
    """Makes tensors of a batch of samples, by the names that `paddle.static.InputSpec` gives them."""

    def __init__(self, feed_list: Iterable[Any]) -> None:
        self.specs = list(feed_list)

    def feed(self, samples: Iterable[Any]) -> dict[str, Any]:
        return {spec.name: self.joined(spec, fields) for spec, fields in zip(self.specs, zip(*samples))}

    def joined(self, spec: Any, fields: Any) -> Any:
        """One tensor of the dtype, and of the shape where the numbers of dimensions differ."""
        array = np.array(fields, str(spec.dtype).rpartition(".")[2])
        return paddle.to_tensor(array if array.ndim == len(spec.shape) else array.reshape(spec.shape))
