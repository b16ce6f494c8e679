"""Objects of ``fluid.layers`` that are asked by their methods, where calls are recorded: each question is one."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .mode import MODE
from .recording import record
from .variables import Variable


def record_methods(cls: Any) -> None:
    """Let the objects of this class, with variables in the place of tensors, have their public methods recorded."""
    make, signature = cls.__init__, inspect.signature(cls.__init__)

    @functools.wraps(make)
    def made(self: Any, *args: Any, **kwargs: Any) -> None:
        given = signature.bind(self, *args, **kwargs)
        given.apply_defaults()
        self.parameters = tuple(given.arguments.values())[1:]
        if not MODE.recording:
            make(self, *args, **kwargs)
            return
        names = list(given.arguments)[1:]
        state = self.parameters
        if not all(isinstance(each, Variable) for each in state):
            state = record(lambda given: [getattr(cls(*given), name) for name in names], (state,), {}, "assign")
        for name, value in zip(names, state, strict=True):
            setattr(self, name, value)

    cls.__init__ = made
    for name in dir(cls):
        method = getattr(cls, name)
        if inspect.isfunction(method) and not name.startswith("_"):
            setattr(cls, name, _recorded(cls, method))


def _recorded(cls: Any, method: Callable[..., Any]) -> Callable[..., Any]:
    def rule(parameters: Any, plain: Any, of_others: Any) -> Any:
        others = {key: cls(*theirs) for key, theirs in of_others.items()}
        return method(cls(*parameters), **plain, **others)

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not MODE.recording:
            return method(self, *args, **kwargs)
        given = inspect.signature(method).bind(self, *args, **kwargs).arguments
        del given["self"]
        others = {key: value.parameters for key, value in given.items() if isinstance(value, cls)}
        plain = {key: value for key, value in given.items() if not isinstance(value, cls)}
        return record(rule, (self.parameters, plain, others), {}, method.__name__)

    return call
