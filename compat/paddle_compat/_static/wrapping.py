"""Every function of ``fluid.layers`` and its like, made one that is recorded in static mode."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

from .forms import FORMS
from .recording import recorded

# Functions that record what they do themselves, or go over nested lists and record nothing.
_OWN = frozenset({
    "paddle.utils.layers_utils",
    "paddle_compat._static.counting",
    "paddle_compat._static.inputs",
    "paddle_compat._static.printing",
    "paddle_compat._static.py_functions",
    "paddle_compat.fluid.layers.decoding",
    "paddle_compat.fluid.layers.detection.heads",
    "paddle_compat.fluid.layers.io",
    "paddle_compat.fluid.layers.learned",
    "paddle_compat.fluid.layers.parametric",
    "paddle_compat.fluid.layers.rnn",
    "paddle_compat.fluid.layers.sequence.parametric",
})


def record_functions(modules: list[ModuleType], forms: dict[str, Callable[..., Any]]) -> None:
    """Let the public functions of these modules be recorded where calls are, under all of their names.

    ``forms`` are, by their names, what some do in their place.
    """
    made: dict[int, Any] = {}
    for module in modules:
        for name in module.__all__:
            function: Any = vars(module).get(name)
            if _is_call(function):
                if id(function) not in made:
                    made[id(function)] = recorded(function, {**FORMS, **forms}.get(name))
                setattr(module, name, made[id(function)])


def _is_call(thing: Any) -> bool:
    function = inspect.isroutine(thing)
    return function and not hasattr(thing, "__recorded__") and thing.__module__ not in _OWN
