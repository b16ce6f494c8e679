"""What a run is fed: arrays and tensors into its environment, each fitting its variable."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import paddle
from paddle.base.data_feeder import convert_dtype

from .._lod import lod_of, with_lod
from .._runtime.from_arrays import tensor_of
from .programs import Program
from .replaying import Env
from .scopes import LoDTensor
from .variables import Parameter, Variable


def take_feed(env: Env, program: Program, feed: Any) -> None:
    """Put the arrays of ``feed`` into ``env`` as tensors.

    Raises ``TypeError`` for a feed that is no dictionary and ``ValueError`` for an array that does not fit.
    """
    if feed is None:
        return
    if isinstance(feed, (list, tuple)):
        if len(feed) != 1:
            raise AssertionError(f"Not compiled with data parallel: the feed is a list of {len(feed)}")
        feed = feed[0]
    if not isinstance(feed, dict):
        raise TypeError(f"Executor.run: feed is a dict of names and values, not {type(feed)}")
    for name, value in feed.items():
        put(env, variable_of(program, name), name, value)


def variable_of(program: Program, name: str) -> Variable | None:
    """The variable that is fed under this name; one that the program does not have is said."""
    variable: Variable | None = program.global_block().vars.get(name)
    if variable is None:
        warnings.warn(f"feed: the program has no variable {name}, so what is fed is not used", stacklevel=4)
    return variable


def put(env: Env, variable: Variable | None, name: str, value: Any) -> None:
    """Set ``name`` in ``env`` to what is fed for ``variable``."""
    tensor = as_tensor(value, variable)
    if variable is not None:
        if variable.need_check_feed:
            check(variable, tensor)
        if variable.set_stop_gradient is False:
            tensor.stop_gradient = False
            env.fed[name] = tensor
        if variable.persistable:
            env.keep(name, tensor)
        if isinstance(variable, Parameter):  # which the run takes from the scope
            env.pop(name, None)
            return
    env[name] = tensor


def as_tensor(value: Any, variable: Variable | None) -> Any:
    """What is fed as a tensor of its own; of ``float`` and ``int`` lists in the variable's dtype."""
    if isinstance(value, LoDTensor):
        return with_lod(value.tensor.detach(), lod_of(value.tensor))
    if isinstance(value, paddle.Tensor):
        return with_lod(value.detach(), lod_of(value))
    if np.isscalar(value):
        value = [value]
    if not isinstance(value, np.ndarray):
        value = _array_of(value, None if variable is None else convert_dtype(variable.dtype))
    return tensor_of(value)


def _array_of(value: Any, dtype: Any) -> Any:
    """Numbers as an array, those of lists in ``dtype``. Raises ``RuntimeError`` for rows of different lengths."""
    try:
        array = np.array(value, dtype if isinstance(value, (list, tuple)) else None)
    except ValueError:  # numbers that are none, too
        if not any(isinstance(each, (list, tuple, np.ndarray)) for each in value):
            raise
        array = None
    if array is None or array.dtype == object:
        raise RuntimeError("Some of your fed data hold LoD information, and rows of different lengths make no array: "
                           "feed a LoDTensor that fluid.create_lod_tensor made")
    return array


def check(variable: Variable, tensor: Any, places: int = 1) -> None:
    """Raise ``ValueError`` where a tensor, of which each place gets a part, does not fit the variable it is fed to."""
    shape = tuple(tensor.shape)
    if shape:  # of sequences 1.8.5 did not ask how many rows they have
        shape = (variable.shape[:1] if lod_of(tensor) else (-(-shape[0] // places),)) + shape[1:]
    fits = 0 < len(shape) <= len(variable.shape) and all(  # last dimensions may be missing: 1.8.5 did not ask
        wanted < 0 or wanted == size for wanted, size in zip(variable.shape, shape, strict=False))
    if not fits:
        raise ValueError(f"The fed Variable {variable.name!r} should have dimensions = {len(variable.shape)}, shape = "
                         f"{variable.shape!r}, but received fed shape {list(shape)!r} on each device")
    if tensor.dtype != variable.dtype:
        raise ValueError(f"The data type of fed Variable {variable.name!r} must be "
                         f"{convert_dtype(variable.dtype)!r}, but received {convert_dtype(tensor.dtype)!r}")
