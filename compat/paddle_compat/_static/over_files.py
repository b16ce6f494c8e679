"""``train_from_dataset``: a program run on all batches of files, which prints what it is asked to."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .._lod import lod_of
from .fetching import fetched
from .replaying import Env, Uninitialised
from .variables import Variable

_DTYPES = {"float32": "float", "float64": "double", "int64": "int64_t", "int32": "int", "uint8": "uint8_t",
           "int8": "int8_t", "float16": "::paddle::platform::float16"}


class FetchHandler:
    """Is given the values of ``var_dict``, by its keys, every ``period_secs`` seconds of a training."""

    def __init__(self, var_dict: Any = None, period_secs: float = 60) -> None:
        assert var_dict is not None
        self.var_dict, self.period_secs = var_dict, period_secs

    def handler(self, res_dict: dict[str, Any]) -> None:
        """What is done with them; a class of one's own does something else."""
        told = [f"{key}[0]: {value[0]} " for key, value in res_dict.items() if isinstance(value, np.ndarray)]
        sys.stdout.write("".join(told) + "\n")

    @staticmethod
    def help() -> None:
        """Print how to write one."""
        print("class FetchHandlerExample(FetchHandler):\n"
              "    def handler(self, res_dict):\n"
              '        print(res_dict["auc"])\n'
              "handler = FetchHandlerExample(var_dict=dict(auc=auc_var), period_secs=60)\n")


class Printing:
    """What a training prints: each of ``names`` behind its words, at every ``period``-th batch of the first thread."""

    def __init__(self, names: tuple[str, ...], words: list[str], period: int) -> None:
        self.shown, self.period, self.count = list(zip(words, names, strict=True)), period, 0

    def __call__(self, env: Env) -> None:
        """Count a batch."""
        self.count += 1
        if self.shown and self.count % self.period == 0:
            sys.stdout.write("".join(told(words, name, env[name]) for words, name in self.shown))
            sys.stdout.flush()


def told(words: str, name: str, tensor: Any) -> str:
    """What 1.8.5 printed of a tensor; but it gave fields that are no sequences offsets, which fit no rows."""
    levels = [f"{{{', '.join(map(str, level))}}}" for level in lod_of(tensor)]
    shape = tensor.shape or [1]
    dtype = str(tensor.dtype).rpartition(".")[2]
    data = " ".join(f"{number:g}" if tensor.is_floating_point() else str(int(number))
                    for number in tensor.numpy().reshape(-1))
    return (f"{words}\t{name}\t\tlod: {{{', '.join(levels)}}}\n\tdim: {', '.join(map(str, shape))}\n\tlayout: NCHW\n"
            f"\tdtype: {_DTYPES.get(dtype, dtype)}\n\tdata: [{data}]\n\t\n")


class Handing:
    """Gives a ``FetchHandler`` its values when it is time."""

    def __init__(self, handler: Any) -> None:
        self.handler, self.last = handler, time.monotonic()

    @property
    def names(self) -> list[str]:
        """The names of the variables that it asks for."""
        return [each.name for each in self.handler.var_dict.values() if isinstance(each, Variable)]

    def __call__(self, env: Env) -> None:
        """Give them, if it is time."""
        if time.monotonic() - self.last >= self.handler.period_secs:
            self.last = time.monotonic()
            self.handler.handler({key: self._value(env, each) for key, each in self.handler.var_dict.items()})

    def _value(self, env: Env, variable: Any) -> Any:
        try:
            return fetched(env[variable.name], True)
        except (AttributeError, Uninitialised):
            return None


def run_all(step: Callable[[Env], None], batches: Iterator[tuple[int, dict[str, Any]]], begin: Callable[[Any], Env],
            after: list[Callable[[Env], None]]) -> None:
    """Run a program on each of ``batches``; ``after`` those of the first thread do the rest."""
    for part, batch in batches:
        env = begin(batch)
        step(env)
        if part == 0:
            for each in after:
                each(env)
