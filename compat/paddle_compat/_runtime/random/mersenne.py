"""The random streams of 1.8.5's samplers of classes, value for value: Mersenne twisters, and libstdc++'s use of them.

Each call of a sampler begins its stream anew.
"""

from __future__ import annotations

import functools
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]

_WORDS, _HALF = 312, 156
_GREATEST = 2**64 - 1


@functools.lru_cache(maxsize=8)
def engine(seed: int, count: int) -> Array:
    """The first ``count`` numbers of the engine, uint64; kept for the next call."""
    state, blocks = _seeded(seed), []
    for _ in range(-(-count // _WORDS)):
        first = _twisted(state[:_HALF], state[1 : _HALF + 1], state[_HALF:])
        second = _twisted(state[_HALF:], np.append(state[_HALF + 1 :], first[0]), first)
        state = np.concatenate([first, second])
        blocks.append(state)
    numbers = _tempered(np.concatenate([np.empty(0, np.uint64), *blocks])[:count])
    numbers.flags.writeable = False
    return numbers


def _seeded(seed: int) -> Array:
    words = [seed]
    for place in range(1, _WORDS):
        words.append((6364136223846793005 * (words[-1] ^ words[-1] >> 62) + place) & _GREATEST)
    return np.array(words, dtype=np.uint64)


def _twisted(words: Array, following: Array, distant: Array) -> Array:
    low = np.uint64(0x7FFFFFFF)
    joined = (words & ~low) | (following & low)
    return distant ^ (joined >> np.uint64(1)) ^ (joined & np.uint64(1)) * np.uint64(0xB5026F5AA96619E9)


def _tempered(x: Array) -> Array:
    x = x ^ (x >> np.uint64(29)) & np.uint64(0x5555555555555555)
    x = x ^ (x << np.uint64(17)) & np.uint64(0x71D67FFFEDA60000)
    x = x ^ (x << np.uint64(37)) & np.uint64(0xFFF7EEE000000000)
    return x ^ (x >> np.uint64(43))


def uniform(seed: int, count: int, bound: int) -> Array:
    """``count`` numbers 0 … bound - 1.

    A number of the engine in the last incomplete multiple of ``bound`` would be refused, which is not followed here: it
    happens to one in 2^64 / ``bound`` at most.
    """
    numbers = engine(seed, count) // np.uint64(_GREATEST // bound)
    return np.minimum(numbers, np.uint64(bound - 1)).astype(np.int64)


def log_uniform(seed: int, count: int, bound: int) -> Array:
    """``count`` numbers 0 … bound - 2, whose chance falls off like 1 / (number + 1)."""
    fractions = engine(seed, count).astype(np.float64) * 2.0**-64
    grown = np.exp(fractions * np.float64(np.float32(np.log(bound))))
    return (grown.astype(np.int64) - 1) % (bound - 1)


def by_alias(seed: int, count: int, kept: Array, alias: Array) -> Array:
    """``count`` columns of an alias table: each column drawn, or its alias above the chance to keep it.

    They come from ``std::mt19937``, which is NumPy's older one: a word for the column and two for the chance. A word in
    the last incomplete multiple of the table's length is refused, and moves all the later ones on by one.
    """
    scaling = (2**32 - 1) // len(kept)
    stream = np.random.RandomState(seed)
    words = _more(stream, 3 * count)
    while True:
        refused = np.flatnonzero(words[::3] >= scaling * len(kept))[:1] * 3
        if not len(refused):
            break
        words = np.append(np.delete(words, refused), _more(stream, 1))
    column = words[::3] // scaling
    chance = (words[1::3] + words[2::3] * 2.0**32) * 2.0**-64
    return np.where((chance > kept[column]) & (alias[column] >= 0), alias[column], column)


def _more(stream: np.random.RandomState, count: int) -> Array:
    return stream.randint(0, 2**32, count, dtype=np.uint32).astype(np.int64)
