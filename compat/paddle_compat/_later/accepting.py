"""Lets fluid's functions and classes accept the parameters that they got in Paddle 2.0 to 2.4, by keyword.

Today's layers count as fluid's where the classes were one.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import paddle
from paddle import nn

from .._runtime.of_today import TODAY
from .appended import APPENDED, WITHOUT_EFFECT
from .modules import FLUID

SAME = ("Layer", "LayerList", "ParameterList", "Sequential")


def accept_all() -> None:
    """The same under every name that they have in compat's fluid."""
    dygraph = sys.modules[f"{FLUID}.dygraph"]
    TODAY.update({getattr(dygraph, name): getattr(nn, name) for name in SAME})
    accept_sampler(sys.modules[f"{FLUID}.dataloader"].BatchSampler)
    made: dict[int, Any] = {}
    for address, parameters in APPENDED.items():
        module, _, name = address.rpartition(".")
        rule: Any = getattr(sys.modules[f"{FLUID}.{module}"], name)
        if isinstance(rule, type):
            accept_in_class(rule, address, parameters)
        else:
            made[id(rule)] = accepting(rule, address, parameters)
    for module in [name for name in sys.modules if name == FLUID or name.startswith(FLUID + ".")]:
        names = vars(sys.modules[module])
        names.update({name: made[id(own)] for name, own in names.items() if id(own) in made})


def accept_sampler(kind: Any) -> None:
    """Let ``BatchSampler`` take Paddle 2's ``sampler``, by its name or where 1.8 has ``indices``."""
    make, iterate = kind.__init__, kind.__iter__

    @functools.wraps(make)
    def made(self: Any, dataset: Any = None, indices: Any = None, *rest: Any, sampler: Any = None,
             **kwargs: Any) -> None:
        if isinstance(indices, paddle.io.Sampler):
            indices, sampler = None, indices
        if sampler is None:
            make(self, dataset, indices, *rest, **kwargs)
            return
        assert indices is None, "BatchSampler takes indices or a sampler, not both"
        paddle.io.BatchSampler.__init__(self, dataset, sampler, *rest, **kwargs)
        self._order = None

    @functools.wraps(iterate)
    def batches(self: Any) -> Any:
        return iterate(self) if self._order is not None else paddle.io.BatchSampler.__iter__(self)

    kind.__init__, kind.__iter__ = made, batches


def accept_in_class(kind: Any, address: str, parameters: dict[str, object]) -> None:
    for method in ("__init__", "__new__"):
        if method in vars(kind):
            accepts = accepting(vars(kind)[method], address, parameters)
            setattr(kind, method, staticmethod(accepts) if method == "__new__" else accepts)


def accepting(rule: Callable[..., Any], address: str, parameters: dict[str, object]) -> Callable[..., Any]:
    """``rule``, which takes these as well and goes on without them: given another value than the default it raises
    ``NotImplementedError`` unless no number depends on it."""
    function = rule.__func__ if isinstance(rule, staticmethod) else rule

    @functools.wraps(function)
    def accepts(*args: Any, **kwargs: Any) -> Any:
        if kwargs.keys().isdisjoint(parameters):
            return function(*args, **kwargs)
        dtype = kwargs.pop("dtype", None) if address == "dygraph.to_variable" else None
        for name in parameters.keys() & kwargs.keys():
            given, default = kwargs.pop(name), parameters[name]
            if name not in WITHOUT_EFFECT and given != default:
                raise NotImplementedError(f"fluid.{address}: {name}={given!r} came with Paddle 2; here the function is "
                                          f"1.8's, which is {name}={default!r}")
        made = function(*args, **kwargs)
        return made if dtype is None else made.astype(dtype)

    return accepts
