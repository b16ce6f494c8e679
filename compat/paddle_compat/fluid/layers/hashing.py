"""``paddle.fluid.layers``: numbers of rows by their content: XXH64, the 64-bit hash of xxHash."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ..._language import dropped, of_sequences
from ..._lod import lod_of, with_lod

__all__ = ["hash"]

_ONE, _TWO, _THREE, _FOUR, _FIVE = (np.uint64(prime) for prime in (
    0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5))


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def hash(input: Any, hash_size: int, num_hash: int = 1, name: str | None = None) -> Any:
    """int64 [N, num_hash, 1]: of each row of ``input``, int32 or int64 [N, K], that many below ``hash_size``."""
    array = np.ascontiguousarray(input.numpy())
    words = array.view(np.uint32).reshape(len(array), -1)
    with np.errstate(over="ignore"):
        found = [xxh64(words, seed) % np.uint64(hash_size) for seed in range(num_hash)]
    numbers = np.stack(found, axis=1).astype(array.dtype)[:, :, None]
    return with_lod(paddle.to_tensor(numbers), lod_of(input))


def xxh64(words: Any, seed: int) -> Any:
    """The hashes uint64 [N] of rows of 32-bit words uint32 [N, K]."""
    rows, count = words.shape
    start, done = np.full(rows, seed, np.uint64), 0
    if count >= 8:
        lanes = [start + _ONE + _TWO, start + _TWO, start, start - _ONE]
        while count - done >= 8:
            for place in range(4):
                lanes[place] = _round(lanes[place], _long(words, done + 2 * place))
            done += 8
        found = sum((_turned(lane, by) for lane, by in zip(lanes, (1, 7, 12, 18))), np.uint64(0))
        for lane in lanes:
            found = (found ^ _round(np.zeros(rows, np.uint64), lane)) * _ONE + _FOUR
    else:
        found = start + _FIVE
    found = found + np.uint64(4 * count)
    while count - done >= 2:
        found = _turned(found ^ _round(np.zeros(rows, np.uint64), _long(words, done)), 27) * _ONE + _FOUR
        done += 2
    if done < count:
        found = _turned(found ^ words[:, done].astype(np.uint64) * _ONE, 23) * _TWO + _THREE
    found = (found ^ found >> np.uint64(33)) * _TWO
    found = (found ^ found >> np.uint64(29)) * _THREE
    return found ^ found >> np.uint64(32)


def _long(words: Any, place: int) -> Any:
    return words[:, place].astype(np.uint64) | words[:, place + 1].astype(np.uint64) << np.uint64(32)


def _round(lane: Any, value: Any) -> Any:
    return _turned(lane + value * _TWO, 31) * _ONE


def _turned(value: Any, by: int) -> Any:
    return value << np.uint64(by) | value >> np.uint64(64 - by)
