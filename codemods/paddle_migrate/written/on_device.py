"""In place of `dygraph.guard()`, where the device has to be the one before again behind the block."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import paddle


@contextlib.contextmanager
def on_device(device: str) -> Iterator[None]:
    """Run the block on the device, with the names of layers counted afresh, and go back to the one before."""
    before = paddle.device.get_device()
    paddle.device.set_device(device)
    try:
        with paddle.utils.unique_name.guard():
            yield
    finally:
        paddle.device.set_device(before)
