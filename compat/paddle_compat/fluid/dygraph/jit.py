"""``paddle.fluid.dygraph.jit``: functions and layers as static graphs."""

from __future__ import annotations

import functools
import inspect
import os
from typing import Any

import numpy as np
import paddle
import paddle.nn as nn

from ..._static.mode import MODE, of_programs
from ..._static.variables import Variable

__all__ = ["ProgramTranslator", "TracedLayer", "declarative", "dygraph_to_static_func"]


def _with_tensors(func: Any) -> Any:
    """``func``, whose arrays come in as tensors: a static graph of it gave the same numbers."""
    if isinstance(func, nn.Layer):
        return func

    @functools.wraps(func)
    def run(*args: Any, **kwargs: Any) -> Any:
        if not ProgramTranslator().enable_declarative:
            return func(*args, **kwargs)
        return func(*map(_tensor, args), **{name: _tensor(value) for name, value in kwargs.items()})

    return run


def _tensor(value: Any) -> Any:
    return paddle.to_tensor(value) if isinstance(value, np.ndarray) and not MODE.recording else value


@of_programs(_with_tensors)
def declarative(func: Any) -> Any:
    """``func`` run as a static graph: a decorator."""
    return paddle.jit.to_static(func)


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
        self.program = program
        self._parameters, self._feeds, self._fetches = parameters, feed_names, fetch_names

    @staticmethod
    def trace(layer: Any, inputs: Any) -> Any:
        """What ``layer(*inputs)`` returns, and the ``TracedLayer``; ``inputs`` is a list, or one tensor."""
        given = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        outputs = layer(*given)
        feeds = _each(given, paddle.static.InputSpec.from_tensor)
        return outputs, TracedLayer(layer, layer.parameters(), feeds, list(range(len(_listed(outputs)))))

    def set_strategy(self, build_strategy: Any = None, exec_strategy: Any = None) -> None:
        """Do nothing: a strategy chose how fast 1.8.5 ran the operators, not what came out."""

    def __call__(self, inputs: Any) -> list[Any]:
        """The outputs for the list ``inputs``, each an ndarray.

        Raises ``AssertionError`` for anything but a list or tuple of as many inputs as were traced.
        """
        assert isinstance(inputs, (list, tuple)), "inputs must be a list or tuple of tensors"
        assert len(inputs) == len(self._feeds), f"{len(self._feeds)} inputs were traced, {len(inputs)} are given"
        tensors = _each(inputs, lambda value: value if isinstance(value, paddle.Tensor) else paddle.to_tensor(value))
        return [out.numpy() for out in _listed(self.program(*tensors))]

    def save_inference_model(self, dirname: str, feed: Any = None, fetch: Any = None) -> None:
        """Save what ``paddle.jit.load(dirname + "/model")`` reads, with the outputs whose numbers are in ``fetch``.

        Raises ``NotImplementedError`` for a ``feed`` that leaves inputs out.
        """
        if feed is not None and list(feed) != list(range(len(self._feeds))):
            raise NotImplementedError("save_inference_model: all inputs are needed; leave feed out")
        chosen = _Chosen(self.program, self._fetches if fetch is None else fetch)
        paddle.jit.save(chosen, os.path.join(dirname, "model"), input_spec=[self._feeds])


class _Chosen(nn.Layer):
    """Some of a layer's outputs."""

    def __init__(self, layer: Any, numbers: Any) -> None:
        super().__init__()
        self.layer, self.numbers = layer, list(numbers)
        self.train() if layer.training else self.eval()

    def forward(self, inputs: Any) -> Any:
        outputs = _listed(self.layer(*inputs))
        return [outputs[number] for number in self.numbers]


def _each(inputs: Any, change: Any) -> Any:
    return [_each(part, change) if isinstance(part, (list, tuple)) else change(part) for part in inputs]


def _listed(outputs: Any) -> list[Any]:
    return list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]


class ProgramTranslator:
    """Whether and how ``declarative`` makes static graphs; there is one of it."""

    _instance: ProgramTranslator | None = None
    enable_declarative = True

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
        """Raises ``NotImplementedError``: Paddle 3 has other programs than 1.x."""
        raise NotImplementedError("get_program: look at paddle.jit.to_static(f).concrete_program instead")
