"""``paddle.fluid.layers``: random numbers. ``_runtime/random/replay.py`` says when they are 1.8.5's own."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import dropped, dynamic_only, helper
from ..._runtime.random import operations
from ..._runtime.random.replay import replayed
from ..._runtime.rows import tried_as

__all__ = [
    "gaussian_random", "gaussian_random_batch_size_like", "randint", "randn", "random_crop", "randperm", "sampling_id",
    "uniform_random", "uniform_random_batch_size_like",
]

@replayed(operations.uniform_random)
@dropped(dtype="1.8.5 gave float32 whatever it said")
def uniform_random(shape: Any, dtype: Any = "float32", min: float = -1.0, max: float = 1.0, seed: int = 0) -> Any:
    """Random numbers between ``min`` and ``max``; with a ``seed``, migrated code draws others than 1.8.5."""
    return paddle.uniform(shape=shape, min=min, max=max, seed=seed)


@replayed(operations.gaussian_random)
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def gaussian_random(shape: Any, mean: float = 0.0, std: float = 1.0, seed: int = 0, dtype: Any = "float32") -> Any:
    """Normally distributed numbers around ``mean`` with standard deviation ``std``."""
    if dtype == "float32":
        return paddle.normal(mean=mean, std=std, shape=shape)
    return paddle.standard_normal(shape=shape, dtype=dtype) * std + mean


@dynamic_only("its batch size is known only when a program runs; write it with paddle.shape()")
@replayed(operations.uniform_random_batch_size_like)
@helper
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def uniform_random_batch_size_like(input: Any, shape: Any, dtype: Any = "float32", input_dim_idx: int = 0,
                                   output_dim_idx: int = 0, min: float = -1.0, max: float = 1.0,
                                   seed: int = 0) -> Any:
    """Random numbers in ``shape``, its dimension ``output_dim_idx`` as long as that of ``input``."""
    shape = list(shape)
    shape[output_dim_idx] = input.shape[input_dim_idx]
    return paddle.uniform(shape, dtype, min, max)


@dynamic_only("its batch size is known only when a program runs; write it with paddle.shape()")
@replayed(operations.gaussian_random_batch_size_like)
@helper
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def gaussian_random_batch_size_like(input: Any, shape: Any, input_dim_idx: int = 0, output_dim_idx: int = 0,
                                    mean: float = 0.0, std: float = 1.0, seed: int = 0, dtype: Any = "float32") -> Any:
    """Normally distributed numbers in ``shape``, its dimension ``output_dim_idx`` as long as that of ``input``."""
    shape = list(shape)
    shape[output_dim_idx] = input.shape[input_dim_idx]
    return paddle.standard_normal(shape, dtype) * std + mean


@replayed(operations.randint)
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's",
         device="the device is chosen by paddle.set_device since 2.0",
         stop_gradient="whole numbers have no gradient", name="results are named by Paddle since 2.0")
def randint(low: Any, high: Any = None, shape: Any = None, out: Any = None, dtype: Any = None, device: Any = None,
            stop_gradient: bool = False, seed: int = 0, name: str | None = None) -> Any:
    """Numbers ``low`` … ``high - 1``, or 0 … ``low - 1``, one or in ``shape``; written into ``out`` if given."""
    if out is not None:
        return paddle.assign(x=paddle.randint(low=low, high=high, shape=[1] if shape is None else shape, dtype=dtype),
                             output=out)
    return paddle.randint(low=low, high=high, shape=[1] if shape is None else shape, dtype=dtype)


@replayed(operations.randperm)
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's",
         device="the device is chosen by paddle.set_device since 2.0", stop_gradient="whole numbers have no gradient")
def randperm(n: Any, out: Any = None, dtype: Any = "int64", device: Any = None, stop_gradient: bool = True,
             seed: int = 0) -> Any:
    """0 … ``n - 1`` in random order, written into ``out`` if given."""
    if out is not None:
        return paddle.assign(x=paddle.randperm(n=n, dtype=dtype), output=out)
    return paddle.randperm(n=n, dtype=dtype)


@tried_as(lambda x, *others, **named: paddle.zeros([x.shape[0]], "int64"))
@replayed(operations.sampling_id)
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's",
         dtype="the result was int64 in 1.8.5's dygraph mode, whatever was given")
def sampling_id(x: Any, min: float = 0.0, max: float = 1.0, seed: int = 0, dtype: Any = "float32") -> Any:
    """int64 [N]: for each row of probabilities ``x`` [N, K] one column, drawn with them.

    Raises ``NotImplementedError`` for another ``min`` or ``max`` without a seed.
    """
    if min != 0.0 or max != 1.0:
        raise NotImplementedError("sampling_id: min and max have no equivalent in Paddle since 2.0")
    return paddle.squeeze(x=paddle.multinomial(x=x, num_samples=1), axis=-1)


@replayed(operations.randn)
@dropped(device="the device is chosen by paddle.set_device since 2.0", stop_gradient="what is drawn has no gradient",
         name="results are named by Paddle since 2.0")
def randn(shape: Any, out: Any = None, dtype: Any = None, device: Any = None, stop_gradient: bool = True,
          name: str | None = None) -> Any:
    """Normally distributed numbers around 0 with standard deviation 1, written into ``out`` if given.

    1.8.5 drew a seed below 100 from NumPy for each call.
    """
    if out is not None:
        return paddle.assign(x=paddle.standard_normal(shape=shape, dtype=dtype), output=out)
    return paddle.standard_normal(shape=shape, dtype=dtype)


@replayed(operations.random_crop)
@helper
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def random_crop(x: Any, shape: Any, seed: Any = None) -> Any:
    """A part of each sample of ``x``, in ``shape`` along the last dimensions, from a random place; no gradient."""
    kept = list(x.shape[: x.ndim - len(shape)])
    cut = x.detach().reshape([-1, *x.shape[len(kept) :]])
    for axis, part in enumerate(shape, 1):
        first = paddle.randint(0, cut.shape[axis] - part + 1, [paddle.shape(cut)[0]])
        sizes = [part if each == axis else 1 for each in range(1, cut.ndim)]
        places = (first.unsqueeze(1) + paddle.arange(part)).reshape([-1, *sizes])
        cut = paddle.take_along_axis(cut, places, axis)
    return cut.reshape([*kept, *shape])
