"""The functions of the C library that 1.8.5's random numbers went through, to the last bit."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import paddle
import paddle.nn.functional as F

Array: TypeAlias = npt.NDArray[Any]

# Wichura's rational approximation of the normal law's inverse (algorithm AS 241, Applied Statistics 37, 1988).
_NUMERATOR = (3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
              4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3)
_DENOMINATOR = (1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
                2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3)


def log(x: Array) -> Array:
    """The logarithm of numbers above 0 and up to 1, none so small that it is below -100.

    It is this machine's ``logf`` or ``log``, which 1.8.5 calls and of which no two versions agree in every last bit.
    NumPy has logarithms of its own; Paddle's binary cross entropy at label 1 is a loop over the C library's.
    """
    place = paddle.CPUPlace()
    one = paddle.to_tensor(np.ones_like(x), place=place)
    with paddle.no_grad():
        return -F.binary_cross_entropy(paddle.to_tensor(x, place=place), one, reduction="none").numpy()


def erfinv(x: Array) -> Array:
    """What 1.8.5 took for the inverse error function, of float32 numbers up to 0.96 from 0.

    It is the approximation for numbers up to 0.85 everywhere: beyond them the other one was meant, but its condition
    went through C's ``abs``, which makes a whole number 0 of every fraction.
    """
    wide = x.astype(np.float64)  # which NumPy 1 makes of no array because of a number beside it
    r = (0.180625 - 0.25 * wide * wide).astype(np.float32)
    return x * _polynomial(_NUMERATOR, r, 1 / math.sqrt(8)) / _polynomial(_DENOMINATOR, r, 1.0)


def _polynomial(coefficients: tuple[float, ...], x: Array, factor: float) -> Array:
    result = np.float32(coefficients[-1] * factor) * x
    for coefficient in coefficients[-2:0:-1]:
        result += np.float32(coefficient * factor)
        result *= x
    return result + np.float32(coefficients[0] * factor)
