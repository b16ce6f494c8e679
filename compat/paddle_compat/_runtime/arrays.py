"""Arrays whose one element makes a number, as with NumPy 1: ``float(loss)``, ``"%f" % loss.numpy()``, ``a[0] = loss``.

Since NumPy 2.4 that takes an array without a dimension. So programs that use fluid get arrays of this class there, of
tensors and of what is fetched.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import paddle

NUMBERS_HAVE_NO_DIMENSION = tuple(map(int, np.__version__.split(".")[:2])) >= (2, 4)


class Array(np.ndarray):
    """An array that is asked for its number; in all else NumPy's own, so that a pickle of it needs nothing of ours."""

    def __float__(self) -> float:
        return float(self.item()) if self.size == 1 else super().__float__()

    def __int__(self) -> int:
        return int(self.item()) if self.size == 1 else super().__int__()

    def __complex__(self) -> complex:
        return complex(self.item()) if self.size == 1 else super().__complex__()

    def __index__(self) -> int:
        return int(self.item()) if self.size == 1 and self.dtype.kind in "iu" else super().__index__()

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec and self.size == 1 else super().__format__(spec)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.view(np.ndarray).__reduce_ex__(protocol)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = True) -> Any:
        # A subclass's sums would stay arrays, which neither json nor a dictionary's key can be.
        return array[()] if array.ndim == 0 and return_scalar else super().__array_wrap__(array, context)


# Paddle asks arrays for the name of their very type wherever it takes one for a tensor or a number.
Array.__name__, Array.__qualname__, Array.__module__ = "numpy.ndarray", "ndarray", "numpy"


def patch_tensors() -> None:
    """Let tensors be numbers themselves."""
    tensor = paddle.Tensor
    if not NUMBERS_HAVE_NO_DIMENSION or hasattr(tensor.__float__, "__wrapped__"):
        return
    for name in ("__float__", "__int__", "__long__", "__index__", "__complex__"):
        if hasattr(tensor, name):
            setattr(tensor, name, _of_one_element(getattr(tensor, name)))


def ours(array: Any) -> Any:
    """``array`` as one of ours where NumPy needs that; what is no array as it is."""
    return array.view(Array) if NUMBERS_HAVE_NO_DIMENSION and type(array) is np.ndarray else array


def _of_one_element(number: Any) -> Any:
    @functools.wraps(number)
    def of_one_element(self: Any) -> Any:
        return number(self.reshape([]) if self.ndim and self.size == 1 else self)

    return of_one_element
