"""The random streams of PaddlePaddle 1.8.5 on the CPU, value for value, in NumPy.

1.8.5 draws from engines of the C++ library: ``std::minstd_rand`` nearly everywhere, seeded anew by every operation.
Such an engine's state after k steps is ``multiplier ** k * seed`` modulo 2^31 - 1, so that a block of states takes
one multiplication of a whole array. What is made of the states follows libstdc++ 4.8, with which 1.8.5 was built.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .libm import erfinv, log

Array: TypeAlias = npt.NDArray[Any]
Float: TypeAlias = Literal["float32", "float64"]

MODULUS = 2**31 - 1
MINSTD = 48271  # std::minstd_rand
MINSTD0 = 16807  # std::default_random_engine
_BLOCK = 1 << 15  # states at a time: they and what is made of them stay in the processor's cache


@functools.lru_cache(maxsize=2)
def _powers(multiplier: int) -> Array:
    """``multiplier`` to the powers 1 … _BLOCK."""
    powers = np.array([multiplier], dtype=np.uint64)
    while len(powers) < _BLOCK:
        powers = np.concatenate([powers, powers * powers[-1] % np.uint64(MODULUS)])
    return powers


def _blocks(seed: int, multiplier: int = MINSTD) -> Iterator[Array]:
    """The states after ``seed``, _BLOCK at a time without end; each array holds only until the next one is asked for.

    ``seed`` is reduced as the engine's ``seed()`` does: modulo 2^31 - 1, and 1 instead of 0.
    """
    powers, state = _powers(multiplier), seed % MODULUS or 1
    product, high = np.empty(_BLOCK, dtype=np.uint64), np.empty(_BLOCK, dtype=np.uint64)
    modulus, bits = np.uint64(MODULUS), np.uint64(31)
    while True:
        np.multiply(powers, np.uint64(state), out=product)
        for _ in range(2):  # 2^31 is 1 here, so the high bits are added to the low ones; the second time for the carry
            np.right_shift(product, bits, out=high)
            np.bitwise_and(product, modulus, out=product)
            np.add(product, high, out=product)
        state = int(product[-1])
        yield product


def states(seed: int, count: int, multiplier: int = MINSTD) -> Array:
    """The first ``count`` numbers of the engine, int64."""
    out = np.empty(count, dtype=np.int64)
    for start, block in zip(range(0, count, _BLOCK), _blocks(seed, multiplier), strict=False):
        out[start : start + _BLOCK] = block[: count - start]
    return out


def _canonical_blocks(seed: int, dtype: Float) -> Iterator[Array]:
    """``std::generate_canonical``: numbers between 0 and 1, both included (1 is what rounding makes of the last)."""
    for block in _blocks(seed):
        below = block.view(np.int64) - 1
        if dtype == "float32":
            yield below.astype(np.int32).astype(np.float32) * np.float32(2.0**-31)  # 2^31 is float32's 2147483646
        else:  # which takes two states for its 53 bits
            yield (below[0::2] + below[1::2] * 2147483646.0) / 2147483646.0**2


def _gather(blocks: Iterator[Array], count: int, dtype: Float) -> Array:
    out, start = np.empty(count, dtype=dtype), 0
    while start < count:
        block = next(blocks)[: count - start]
        out[start : start + len(block)] = block
        start += len(block)
    return out


def _argument(value: float, dtype: Float) -> Any:
    """An operation's argument, which 1.8.5 keeps as float32 whatever the ``dtype`` of the result."""
    return np.dtype(dtype).type(np.float32(value))


def uniform(seed: int, count: int, low: float = 0.0, high: float = 1.0, dtype: Float = "float32") -> Array:
    """``std::uniform_real_distribution``."""
    start = _argument(low, dtype)
    span = _argument(high, dtype) - start
    return _gather((block * span + start for block in _canonical_blocks(seed, dtype)), count, dtype)


def normal(seed: int, count: int, mean: float = 0.0, std: float = 1.0, dtype: Float = "float32") -> Array:
    """``std::normal_distribution``: the polar method, which gives the second number of each pair first."""
    centre, width = _argument(mean, dtype), _argument(std, dtype)
    return _gather((pairs * width + centre for pairs in _polar_blocks(seed, dtype)), count, dtype)


def _polar_blocks(seed: int, dtype: Float) -> Iterator[Array]:
    two, one, scalar = np.float32(2), np.float32(1), np.dtype(dtype).type
    for block in _canonical_blocks(seed, dtype):
        points = (two * block - one).reshape(-1, 2)
        square = points * points
        radius = square[:, 0] + square[:, 1]
        inside = (radius <= 1) & (radius != 0)
        points, radius = points[inside], radius[inside]
        factor = np.sqrt(scalar(-2) * log(radius) / radius)
        yield (points[:, ::-1] * factor[:, None]).reshape(-1)


def truncated_normal(seed: int, count: int, mean: float = 0.0, std: float = 1.0) -> Array:
    """The normal distribution within two standard deviations, float32: a uniform number through the inverse."""
    centre, width = np.float32(mean), np.float32(std)
    low, high = np.float32(0.022750131948179195), np.float32(0.97724986805182079)  # the normal law's, at -2 and 2

    def bent(block: Array) -> Array:
        p = low + (high - low) * block
        return np.sqrt(2.0) * erfinv(np.float32(2) * p - np.float32(1)).astype(np.float64) * width + centre

    return _gather((bent(block) for block in _canonical_blocks(seed, "float32")), count, "float32")


def draw(law: str, first: float, second: float, seed: int, count: int, dtype: Any) -> Array:
    """``count`` numbers of the law of that name with those two parameters."""
    if law == "uniform":
        return uniform(seed, count, first, second, dtype)
    if law == "normal":
        return normal(seed, count, first, second, dtype)
    return truncated_normal(seed, count, first, second)


def half(values: Array) -> Array:
    """float32 values as float16, cut off instead of rounded, as 1.8.5 did on the CPU."""
    cut = (values.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
    small = np.trunc(values * np.float32(2**24)) * np.float32(2**-24)
    return np.where(np.abs(values) < 2**-14, small, cut).astype(np.float16)


def below(seed: int, bounds: Array, multiplier: int = MINSTD) -> tuple[Array, int]:
    """``std::uniform_int_distribution``: for each of ``bounds``, of at most 2^31 - 3, a number 0 … bound - 1.

    Returns them and the engine's last state.

    A state in the last incomplete multiple of the bound is refused, and moves all the later ones on by one.
    """
    out, state = np.empty(len(bounds), dtype=np.int64), seed
    scaling = (MODULUS - 2) // bounds
    limit, done = bounds * scaling, 0
    while done < len(bounds):
        part = slice(done, done + _BLOCK)
        drawn = states(state, len(bounds[part]), multiplier)
        refused = np.flatnonzero(drawn > limit[part])[:1]
        good = int(refused[0]) if len(refused) else len(drawn)
        out[done : done + good] = (drawn[:good] - 1) // scaling[done : done + good]
        done, state = done + good, int(drawn[: good + 1][-1])
    return out, state


def shuffled(seed: int, count: int) -> tuple[Array, int]:
    """``std::shuffle`` of 0 … count - 1 by the default engine, and the number that the engine gives next."""
    partners, state = below(seed, np.arange(2, count + 1), MINSTD0)
    return _swapped(partners.tolist()), int(states(state, 1, MINSTD0)[0])


def chosen(seed: int, chances: Array, low: float, high: float) -> Array:
    """For each row of ``chances`` the column at which a uniform number, less each chance in turn, falls below 0."""
    dtype: Float = "float64" if chances.dtype == np.float64 else "float32"
    drawn = uniform(seed, len(chances), low, high, dtype)
    left = np.subtract.accumulate(np.concatenate([drawn[:, None], chances.astype(dtype)], axis=1), axis=1)[:, 1:] < 0
    return np.where(left.any(axis=1), left.argmax(axis=1), chances.shape[1] - 1).astype(np.int64)


def randperm(seed: int, count: int) -> Array:
    """``std::random_shuffle`` of 0 … count - 1 after glibc's ``srand(seed)``."""
    steps = glibc_rand(seed, count - 1) % np.arange(2, count + 1)
    return _swapped(steps.tolist())


def _swapped(partners: list[int]) -> Array:
    order = list(range(len(partners) + 1))
    for place, partner in enumerate(partners, 1):
        order[place], order[partner] = order[partner], order[place]
    return np.array(order, dtype=np.int64)


def glibc_rand(seed: int, count: int) -> Array:
    """``rand()`` after ``srand(seed)`` in glibc: each number the sum of those 3 and 31 before it, its last bit off."""
    first = seed % 2**32 or 1
    word = first - 2**32 if first >= 2**31 else first
    ring = [word]
    for _ in range(30):
        quotient, remainder = divmod(abs(ring[-1]), 127773)  # C's division goes towards zero
        sign = -1 if ring[-1] < 0 else 1
        word = sign * (16807 * remainder - 2836 * quotient)
        ring.append(word + MODULUS if word < 0 else word)
    numbers = [*ring[:31], *ring[:3]]
    for place in range(34, 34 + 310 + count):
        numbers.append((numbers[place - 31] + numbers[place - 3]) & 0xFFFFFFFF)
    return np.array(numbers[34 + 310 :], dtype=np.int64) >> 1
