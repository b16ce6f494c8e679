"""``paddle.fluid.dygraph.jit``: functions and layers as static graphs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
import paddle
import paddle.nn as nn

from ..._runtime.returned_beside import apart
from ..._static.format import FORMAT
from ..._static.mode import MODE, eagerly, of_programs, recording, translating
from ..._static.programs import Program
from ..._static.scopes import scope_guard
from ..._static.tracing import Trace, traced
from ..._static.variables import Variable

__all__ = ["ProgramTranslator", "TracedLayer", "declarative", "dygraph_to_static_func"]


def _with_tensors(func: Any) -> Any:
    """``func``, whose arrays come in as tensors: a static graph of it gave the same numbers."""
    if isinstance(func, nn.Layer):
        return func

    @functools.wraps(func)
    def run(*args: Any, **kwargs: Any) -> Any:
        translator = ProgramTranslator()
        if not translator.enable_declarative:
            return func(*args, **kwargs)
        args, kwargs = tuple(map(_tensor, args)), {name: _tensor(value) for name, value in kwargs.items()}
        if not MODE.recording:
            translator.last = _trace(func, args, kwargs)
        if MODE.recording or translator.is_running:  # a part of the graph of the function that calls it
            return func(*args, **kwargs)
        translator.is_running = True
        try:
            return apart(func(*args, **kwargs))
        finally:
            translator.is_running = False

    return run


def _trace(func: Any, args: Any, kwargs: Any) -> Trace:
    layers = [func, getattr(func, "__self__", None), *args[:1]]
    return Trace(functools.partial(func, **kwargs), [each for each in layers if isinstance(each, nn.Layer)], args)


def _tensor(value: Any) -> Any:
    return paddle.to_tensor(value) if isinstance(value, np.ndarray) and not MODE.recording else value


@of_programs(_with_tensors)
def declarative(func: Any) -> Any:
    """``func`` run as a static graph: a decorator."""
    return paddle.jit.to_static(func)


def _translated(func: Any) -> Any:
    @functools.wraps(func)
    def run(*args: Any, **kwargs: Any) -> Any:
        with translating():
            return func(*args, **kwargs)

    return run


@of_programs(_translated)
def dygraph_to_static_func(func: Any) -> Any:
    """``func`` itself: in dygraph mode the decorator did nothing."""
    return func


def extract_vars(inputs: Any) -> list[Any]:
    """The tensors and variables of nested lists."""
    if isinstance(inputs, (list, tuple)):
        return [each for part in inputs for each in extract_vars(part)]
    return [inputs] if isinstance(inputs, (paddle.Tensor, Variable)) else []


class TracedLayer:
    """A layer with the inputs that :meth:`trace` gave it; made by that, not by hand.

    1.8.5 ran the operators that it had seen; here the layer runs, which comes to the same where it does the same to
    every input, as 1.8.5 demanded.
    """

    def __init__(self, program: Any, parameters: Any, feed_names: Any, fetch_names: Any) -> None:
        self._trace: Trace = program
        self._parameters, self._feeds, self._fetches = parameters, feed_names, fetch_names

    @property
    def program(self) -> Any:
        """The call as a program, whose parameters are the layer's."""
        return self._trace.record().program

    @staticmethod
    def trace(layer: Any, inputs: Any) -> Any:
        """What ``layer(*inputs)`` returns, and the ``TracedLayer``; ``inputs`` is a list, or one tensor."""
        given = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        trace, outputs = traced(layer, given), layer(*given)
        return outputs, TracedLayer(trace, layer.parameters(), extract_vars(given), list(range(len(_listed(outputs)))))

    def set_strategy(self, build_strategy: Any = None, exec_strategy: Any = None) -> None:
        """Do nothing: a strategy chose how fast 1.8.5 ran the operators, not what came out."""

    def __call__(self, inputs: Any) -> list[Any]:
        """The outputs for the flat list ``inputs``, each an ndarray.

        Raises ``AssertionError`` for anything but a list or tuple of as many inputs as were traced.
        """
        assert isinstance(inputs, (list, tuple)), "inputs must be a list or tuple of tensors"
        assert len(inputs) == len(self._feeds), f"{len(self._feeds)} inputs were traced, {len(inputs)} are given"
        tensors = iter(value if isinstance(value, paddle.Tensor) else paddle.to_tensor(value) for value in inputs)
        with eagerly():
            return [out.numpy() for out in _listed(self._trace.function(*_filled(self._trace.inputs, tensors)))]

    def save_inference_model(self, dirname: str, feed: Any = None, fetch: Any = None) -> None:
        """Save what ``fluid.io.load_inference_model(dirname, …)`` reads, with the inputs and outputs of these numbers.

        Raises ``NotImplementedError`` for a layer that 1.8.5's format is not known to have.
        """
        _save(self._trace, dirname, feed, fetch)


def _save(trace: Trace, dirname: str, feed: Any, fetch: Any) -> None:
    feeds, fetches = trace.record().feeds, trace.fetches()
    with recording(), scope_guard(trace.scope):
        FORMAT.saved(dirname, [feeds[number].name for number in feed or range(len(feeds))],
                     [fetches[number] for number in fetch or range(len(fetches))], None, trace.program.clone())


def _filled(inputs: Any, tensors: Iterator[Any]) -> Any:
    """``inputs`` with these for its tensors, in their order."""
    if isinstance(inputs, (list, tuple)):
        return [_filled(part, tensors) for part in inputs]
    return next(tensors) if isinstance(inputs, (paddle.Tensor, Variable)) else inputs


def _listed(outputs: Any) -> list[Any]:
    return list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]


class ProgramTranslator:
    """Whether and how ``declarative`` makes static graphs; there is one of it."""

    _instance: ProgramTranslator | None = None
    enable_declarative = True
    is_running = False
    last: Trace | None = None  # of the function that ran last

    def __new__(cls) -> ProgramTranslator:
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __init__(self) -> None:
        """The one instance."""

    @classmethod
    def get_instance(cls) -> ProgramTranslator:
        """The one instance."""
        return cls()

    @classmethod
    def reset(cls) -> None:
        """Switch ``declarative`` on again."""
        cls().enable(True)

    def enable(self, enable_declarative: bool) -> None:
        """Let ``declarative`` make static graphs, or leave functions as they are."""
        self.enable_declarative = enable_declarative
        paddle.jit.enable_to_static(bool(enable_declarative))

    def get_func(self, dygraph_func: Any) -> Any:
        """The function that runs ``dygraph_func`` as a static graph would."""
        return _with_tensors(dygraph_func) if self.enable_declarative else dygraph_func

    def get_output(self, dygraph_func: Any, *args: Any, **kwargs: Any) -> Any:
        """What ``dygraph_func`` returns when it is run as a static graph."""
        return self.get_func(dygraph_func)(*args, **kwargs)

    def get_code(self, dygraph_func: Any) -> str:
        """The source of the static form of ``dygraph_func``."""
        return str(paddle.jit.to_static(inspect.unwrap(dygraph_func), full_graph=True).code)

    def get_program(self, dygraph_func: Any, *args: Any, **kwargs: Any) -> Any:
        """The call as a program: it, its startup program, and the variables that go in and come out.

        What the call returns where :meth:`enable` has switched programs off. Raises ``NotImplementedError`` where the
        function does something else for other numbers.
        """
        if not self.enable_declarative:
            return dygraph_func(*args, **kwargs)
        with eagerly():
            tensors = tuple(map(_tensor, args))
        trace = _trace(dygraph_func, tensors, kwargs).record()
        return trace.program, Program(), trace.feeds, trace.fetches()

    def get_program_cache(self) -> NoReturn:
        """Raise ``NotImplementedError``: programs are not kept."""
        raise NotImplementedError("ProgramTranslator.get_program_cache: programs are made anew at each call; "
                                  "get_program(function, *args) gives that of a function")

    def save_inference_model(self, dirname: str, feed: Any = None, fetch: Any = None) -> None:
        """Save the function that ran last as :meth:`TracedLayer.save_inference_model` does."""
        assert self.last is not None, "save_inference_model: no declarative function has run yet"
        _save(self.last, dirname, feed, fetch)
