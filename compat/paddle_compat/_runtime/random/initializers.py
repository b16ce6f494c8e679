"""Parameters that start with 1.8.5's numbers where there is a seed; ``replay`` says which seed counts.

Every value is 1.8.5's to the last bit, given the same C library: a normal value goes through its logarithm.
"""

from __future__ import annotations

import copy
import functools
import inspect
from typing import Any, TypeAlias, cast

import numpy as np
import paddle
from paddle import nn

from ..warn import warn_once
from . import engines
from .replay import T, on_cpu, program_seed, tensor, turned_on

# The name of a distribution and its two parameters.
Law: TypeAlias = tuple[str, float, float]


def replayed_initializer(rule: T) -> T:
    """Let the initializers that a class or function makes fill parameters with 1.8.5's numbers where there is a seed.

    The codemod passes over this decorator: migrated code starts with Paddle's own numbers.
    """
    make: Any = rule.__dict__["__init__"] if isinstance(rule, type) else rule
    signature = inspect.signature(make)

    @functools.wraps(make)
    def seeded(*args: Any, **kwargs: Any) -> Any:
        made = make(*args, **kwargs)
        seed = signature.bind(*args, **kwargs).arguments.get("seed", 0)
        _replay(args[0] if made is None else made, seed)
        return made

    if not isinstance(rule, type):
        return cast(T, seeded)
    rule.__init__ = seeded  # type: ignore[misc]
    return rule


def seeded_default(attr: Any, is_bias: bool, initializer: Any) -> Any:
    """The default initializer of a layer's parameter, replaying where the program has a seed."""
    if attr is False or not turned_on() or not program_seed():
        return initializer
    if initializer is None and not is_bias:
        return _replay(nn.initializer.XavierUniform())
    if isinstance(initializer, _Replaying) or initializer is None or law_of(initializer, [1]) is None:
        return initializer
    return _replay(copy.copy(initializer))


def seeded_initializer(initializer: Any, seed: int) -> Any:
    """A copy for one parameter of a static program, whose seed counts unless the initializer has one; 0 is none."""
    made = copy.copy(initializer)
    if not isinstance(made, _Replaying):
        if law_of(made, [1]) is None:
            return made
        _replay(made)
    made.legacy_seed, made.asks_program = made.legacy_seed or seed, False
    return made


def create_parameter(shape: Any, dtype: Any, name: str | None = None, attr: Any = None, is_bias: bool = False,
                     default_initializer: Any = None) -> Any:
    """``layers.create_parameter`` with :func:`seeded_default`."""
    seeded = seeded_default(attr, is_bias, default_initializer)
    if seeded is default_initializer:
        return NotImplemented
    return paddle.create_parameter(shape, dtype, name, attr, is_bias, seeded)


def _replay(initializer: Any, seed: int = 0) -> Any:
    kind: Any = type(initializer)
    initializer.__class__ = _replaying(kind)
    initializer.legacy_seed = seed
    return initializer


@functools.cache
def _replaying(today: Any) -> Any:
    return today if issubclass(today, _Replaying) else type(today.__name__, (_Replaying, today), {})


class _Replaying:
    """Stands before one of Paddle's initializers and fills the parameter in its place."""

    legacy_seed = 0
    asks_program = True

    def forward(self, param: Any, block: Any = None) -> Any:
        if turned_on():
            if self.asks_program:
                self.legacy_seed = self.legacy_seed or program_seed()  # the first seed stays, as it did in 1.8.5
            if self.legacy_seed and on_cpu("An initializer") and _fill(param, self, self.legacy_seed):
                param._drawn_anew = functools.partial(_fill, initializer=self, seed=self.legacy_seed)
                return None
        return super().forward(param, block)  # type: ignore[misc]


def _fill(param: Any, initializer: Any, seed: int) -> bool:
    """Give ``param`` the numbers of 1.8.5's ``initializer``; false where it had none of this kind."""
    law, dtype = law_of(initializer, param.shape), str(param.dtype).rpartition(".")[2]
    if law is None or dtype not in _DTYPES or (law[0] == "truncated_normal" and dtype == "float64"):
        warn_once(f"1.8.5 had no {type(initializer).__name__} for {dtype} to replay: these are Paddle's own numbers.")
        return False
    values = engines.draw(*law, seed % 2**32, int(np.prod(param.shape)), _DTYPES[dtype])
    if dtype == "float16":
        values = engines.half(values)
    with paddle.no_grad():
        paddle.assign(tensor(values.reshape(param.shape)), output=param)
    return True


_DTYPES = {"float16": "float32", "float32": "float32", "float64": "float64"}


def law_of(initializer: Any, shape: Any) -> Law | None:
    """What ``initializer`` draws from for a parameter of this ``shape``."""
    if isinstance(initializer, nn.initializer.Uniform):
        return "uniform", initializer._low, initializer._high
    if isinstance(initializer, nn.initializer.Normal):
        return "normal", initializer._mean, initializer._std_dev
    if isinstance(initializer, nn.initializer.TruncatedNormal):
        return "truncated_normal", initializer._mean, initializer._std_dev
    if isinstance(initializer, (nn.initializer.XavierUniform, nn.initializer.XavierNormal)):
        fan_in, fan_out = _fans(shape)
        fan_in = fan_in if initializer._fan_in is None else initializer._fan_in
        return _scaled(initializer, fan_in + (fan_out if initializer._fan_out is None else initializer._fan_out))
    if isinstance(initializer, (nn.initializer.KaimingUniform, nn.initializer.KaimingNormal)):
        return _scaled(initializer, _fans(shape)[0] if initializer._fan_in is None else initializer._fan_in)
    return None


def _scaled(initializer: Any, fan: float) -> Law:
    if initializer._uniform:
        limit = float(np.sqrt(6.0 / float(fan)))
        return "uniform", -limit, limit
    return "normal", 0.0, float(np.sqrt(2.0 / float(fan)))


def _fans(shape: Any) -> tuple[float, float]:
    """The inputs and the outputs of one value: of [inputs, outputs], or of [filters, channels, height, width …]."""
    if len(shape) < 2:
        size = shape[0] if len(shape) else 1
        return size, size
    if len(shape) == 2:
        return shape[0], shape[1]
    window = int(np.prod(shape[2:]))
    return shape[1] * window, shape[0] * window
