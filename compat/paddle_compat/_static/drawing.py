"""Random functions that keep or draw a seed when they are recorded."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._runtime.from_arrays import tensor_of
from .._runtime.random import operations
from .making import changing
from .parameters import filled
from .recording import record
from .variables import Variable


def randn(shape: Any, out: Any = None, dtype: Any = None, device: Any = None, stop_gradient: bool = True,
          name: str | None = None) -> Any:
    """The same numbers at every run, by a seed that NumPy draws now; 0, one in a hundred, is none."""
    seed = int(np.random.randint(0, 100))
    found = record(_normal, (shape, seed, dtype or "float32", out), {"name": name}, "gaussian_random")
    found.stop_gradient = stop_gradient
    return found


def _normal(shape: Any, seed: int, dtype: str, out: Any, name: Any) -> Any:
    found = operations.gaussian_random(shape, 0.0, 1.0, seed, dtype)
    return paddle.standard_normal(shape, dtype) if found is NotImplemented else found


def random_crop(x: Variable, shape: Any, seed: Any = None) -> Any:
    """Other parts at every run: the seed is a variable that moves on."""
    if not isinstance(seed, Variable):
        seed = int(np.random.randint(-65536, 65536)) if seed is None else seed
        seed = filled(unique_name.generate("random_crop_seed"), [1], "int64", seed)
    return changing(record(_cropped, (x, shape, seed), {}, "random_crop"), [seed])


def _cropped(x: Any, shape: Any, seed: Any) -> tuple[Any, Any]:
    found, after = operations.cropped(x, shape, int(seed.item()))
    return found, tensor_of(np.array([after], "int64"))
