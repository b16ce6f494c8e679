"""What random operations answer where a seed makes 1.8.5's numbers known; ``replay`` says which seed counts.

Each function takes the arguments of the operation in its name and returns ``NotImplemented`` where Paddle is to draw.
All numbers are 1.8.5's to the last bit. Not replayed, because they hang on what cannot be known: operations without a
seed, which 1.8.5 seeds from the machine's random device.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

import numpy as np
import paddle
from paddle.base.data_feeder import convert_dtype

from ..mode import in_train_mode
from ..views import another
from ..warn import warn_once
from . import engines
from .replay import T, on_cpu, program_seed, tensor, turned_on


def uniform_random(shape: Any, dtype: Any = "float32", min: float = -1.0, max: float = 1.0, seed: int = 0) -> Any:
    """float32 whatever ``dtype`` is, as in 1.8.5's dygraph mode."""
    return _floats("uniform_random", "uniform", min, max, seed, shape, "float32")


def gaussian_random(shape: Any, mean: float = 0.0, std: float = 1.0, seed: int = 0, dtype: Any = "float32") -> Any:
    """float32 or float64."""
    return _floats("gaussian_random", "normal", mean, std, seed, shape, dtype)


def randn(shape: Any, out: Any = None, dtype: Any = None, device: Any = None, stop_gradient: bool = True,
          name: str | None = None) -> Any:
    """float32 or float64; by a seed that NumPy draws."""
    found = _floats("randn", "normal", 0.0, 1.0, int(np.random.randint(0, 100)), shape, dtype or "float32")
    return found if out is None or found is NotImplemented else paddle.assign(found, output=out)


def random_crop(x: Any, shape: Any, seed: Any = None) -> Any:
    """By a seed of Python's or NumPy's."""
    seed = int(np.random.randint(-65536, 65536)) if seed is None else seed
    if not isinstance(seed, int) or not on_cpu("random_crop", x.place):
        return NotImplemented
    return cropped(x, shape, seed)[0]


def cropped(x: Any, shape: Any, seed: int) -> tuple[Any, int]:
    """A part of each sample of ``x``, in ``shape`` along the last dimensions; and the seed of the next parts."""
    kept, count = list(x.shape[: x.ndim - len(shape)]), len(shape)
    samples = x.detach().reshape([-1, *x.shape[len(kept) :]])
    room = np.array([size - part + 1 for size, part in zip(samples.shape[1:], shape, strict=True)])
    state = seed % 2**64 % (2**31 - 1) or 1
    drawn, _ = engines.below(state, np.tile(room, samples.shape[0]))
    places = drawn.reshape(-1, count).tolist()
    cut = [paddle.crop(sample, list(shape), place) for sample, place in zip(samples, places, strict=True)]
    return paddle.stack(cut).reshape([*kept, *shape]), int(engines.states(state, len(drawn) + 1)[-1])


def uniform_random_batch_size_like(input: Any, shape: Any, dtype: Any = "float32", input_dim_idx: int = 0,
                                   output_dim_idx: int = 0, min: float = -1.0, max: float = 1.0,
                                   seed: int = 0) -> Any:
    """float32 or float64."""
    sized = [*shape[:output_dim_idx], input.shape[input_dim_idx], *shape[output_dim_idx + 1 :]]
    return _floats("uniform_random_batch_size_like", "uniform", min, max, seed, sized, dtype)


def gaussian_random_batch_size_like(input: Any, shape: Any, input_dim_idx: int = 0, output_dim_idx: int = 0,
                                    mean: float = 0.0, std: float = 1.0, seed: int = 0, dtype: Any = "float32") -> Any:
    """float32 or float64."""
    sized = [*shape[:output_dim_idx], input.shape[input_dim_idx], *shape[output_dim_idx + 1 :]]
    return _floats("gaussian_random_batch_size_like", "normal", mean, std, seed, sized, dtype)


def _floats(what: str, law: str, first: float, second: float, seed: int, shape: Any, dtype: Any) -> Any:
    if not seed or not on_cpu(what):
        return NotImplemented
    kind = convert_dtype(dtype)
    if kind not in ("float32", "float64"):
        return NotImplemented
    shape = [int(size) for size in shape]
    return tensor(engines.draw(law, first, second, seed % 2**32, int(np.prod(shape)), kind).reshape(shape))


def randint(low: int, high: int | None = None, shape: Any = None, out: Any = None, dtype: Any = None,
            device: Any = None, stop_gradient: bool = False, seed: int = 0, name: str | None = None) -> Any:
    """A span of 2^31 - 2 or more takes two states for one number in 1.8.5 and is not replayed."""
    if not seed or not on_cpu("randint"):
        return NotImplemented
    low, high = (0, low) if high is None else (low, high)
    if not 0 < high - low <= 2**31 - 3:
        warn_once("randint over a span of 2^31 - 2 or more is not replayed: these are Paddle's own numbers.")
        return NotImplemented
    shape = [1] if shape is None else [int(size) for size in shape]
    drawn, _ = engines.below(seed % 2**32, np.full(int(np.prod(shape)), high - low))
    result = tensor((drawn + low).reshape(shape), dtype or (out.dtype if out is not None else "int64"))
    return result if out is None else paddle.assign(result, output=out)


def randperm(n: int, out: Any = None, dtype: Any = "int64", device: Any = None, stop_gradient: bool = True,
             seed: int = 0) -> Any:
    """On every device: 1.8.5 shuffled on the CPU, with glibc's ``rand``."""
    if not seed:
        return NotImplemented
    result = paddle.to_tensor(engines.randperm(seed, n), dtype=dtype)
    return result if out is None else paddle.assign(result, output=out)


def sampling_id(x: Any, min: float = 0.0, max: float = 1.0, seed: int = 0, dtype: Any = "float32") -> Any:
    """int64 whatever ``dtype`` is, as in 1.8.5's dygraph mode."""
    if not seed or not on_cpu("sampling_id", x.place):
        return NotImplemented
    return tensor(engines.chosen(seed % 2**32, x.numpy(), min, max))


def shuffle_batch(x: Any, seed: Any = None) -> Any:
    """Without any seed 1.8.5 takes one from NumPy's global generator, and so does this; a tensor gets the next one."""
    start = program_seed() or np.random.randint(-65536, 65535) if seed is None else int(np.ravel(seed)[0])
    rows = x.reshape([-1, x.shape[-1]])
    order, following = engines.shuffled(start % 2**64, rows.shape[0])
    if isinstance(seed, paddle.Tensor):
        paddle.assign(tensor(np.full(seed.shape, following)), output=seed)
    return paddle.index_select(rows, paddle.to_tensor(np.argsort(order))).reshape(x.shape)


def dropout(x: Any, dropout_prob: float, is_test: bool = False, seed: int | None = None, name: str | None = None,
            dropout_implementation: str = "downgrade_in_infer") -> Any:
    """The same elements at every call, for every call begins the stream anew; seed 0 is a seed too."""
    seed = seed or program_seed() or seed
    if seed is None or not in_train_mode():
        return NotImplemented
    return dropped(x, dropout_prob, seed, dropout_implementation)


def dropped(x: Any, p: float, seed: int, implementation: str) -> Any:
    """``x`` without the elements whose uniform number is below ``p``."""
    if not on_cpu("dropout", x.place):
        return NotImplemented
    kept = paddle.where(tensor(_kept(seed % 2**64, x.size, p)).reshape(x.shape), x, paddle.zeros_like(x))
    if implementation != "upscale_in_train" or p == 1.0:
        return kept
    return kept / tensor(np.float32(1) - np.float32(p), x.dtype)  # by a tensor: by a number Paddle multiplies


@functools.lru_cache(maxsize=8)
def _kept(seed: int, count: int, p: float) -> Any:
    return engines.uniform(seed, count) >= np.float32(p)


def replayed_dropout(layer: T) -> T:
    """Let a dropout layer drop what 1.8.5's drops; the first seed that it meets stays with it."""
    made: Any = layer
    make, forward, signature = made.__init__, made.forward, inspect.signature(made.__init__)

    @functools.wraps(make)
    def seeded(self: Any, *args: Any, **kwargs: Any) -> None:
        make(self, *args, **kwargs)
        self._seed = signature.bind(self, *args, **kwargs).arguments.get("seed")

    @functools.wraps(forward)
    def replay(self: Any, input: Any) -> Any:
        result = NotImplemented
        if turned_on() and self.training:
            self._seed = self._seed or program_seed() or self._seed
            if self._seed is not None:
                implementation = "upscale_in_train" if self.mode == "upscale_in_train" else "downgrade_in_infer"
                result = dropped(input, self.p, self._seed, implementation)
        return another(forward(self, input), input) if result is NotImplemented else result

    made.__init__, made.forward = seeded, replay
    return layer
