"""A call of dygraph mode as a program: what it records when it is made with variables, the tensors of its layers being
the program's parameters."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import paddle
from paddle import nn
from paddle.base.framework import EagerParamBase
from paddle.utils import unique_name

from .._runtime.mode import set_train_mode, trains
from .layer_objects import recorded_kind
from .mode import recording, translating
from .operators import variables_in
from .programs import Program, present
from .scopes import Scope
from .variables import Parameter, Variable, asking_fails


class Trace:
    """A call of ``function`` with tensors, ``inputs`` nested as they are: made now, recorded when it is asked for."""

    def __init__(self, function: Callable[..., Any], layers: list[Any], inputs: Any) -> None:
        self.function, self.layers, self.inputs = function, layers, inputs
        every = [each for layer in layers for each in layer.sublayers(include_self=True)]
        self.modes = [(each, each.training) for each in dict.fromkeys([*layers, *every])]
        self.trains = trains()
        self.scope, self.program = Scope(), Program()
        self.feeds: list[Variable] = []
        self.outputs: Any = None
        self._known: dict[int, Variable] = {}

    def record(self) -> Trace:
        """Itself, with ``program``, ``feeds``, ``outputs``, and ``scope``, which has the layers' own tensors.

        Raises ``NotImplementedError`` where the call asks for a number that only a run knows.
        """
        if self.outputs is None:
            before = trains()
            set_train_mode(self.trains)
            try:
                with recording(), translating(), present(self.program, Program()), unique_name.guard(), \
                        asking_fails(), self._lent():
                    self.outputs = self.function(*self._fed(self.inputs))
            finally:
                set_train_mode(before)
            for block in self.program.blocks:
                for operator in block.operators:
                    operator.args, operator.kwargs = self._named(operator.args), self._named(operator.kwargs)
            self._forget_idle()
        return self

    def _forget_idle(self) -> None:
        """Take out the variables of tensors that nothing used."""
        operators = [each for block in self.program.blocks for each in block.operators]
        used = {name for each in operators for name in [*each.input_arg_names, *each.output_arg_names]}
        every = self.program.global_block().vars
        for name in [name for name, variable in every.items() if variable.persistable and name not in used]:
            del every[name]

    def fetches(self) -> list[Variable]:
        """The variables that it returned."""
        return variables_in(self.outputs)

    def _fed(self, inputs: Any) -> Any:
        if isinstance(inputs, (list, tuple)):
            return type(inputs)([self._fed(part) for part in inputs])
        if not isinstance(inputs, paddle.Tensor):
            return inputs
        self.feeds.append(self.program.global_block().create_var(
            name=f"feed_{len(self.feeds)}", shape=inputs.shape, dtype=inputs.dtype, is_data=True, stop_gradient=True))
        return self.feeds[-1]

    def _kept(self, tensor: Any) -> Variable:
        """The program's variable for a tensor that lasts."""
        if id(tensor) not in self._known:
            block, trained = self.program.global_block(), isinstance(tensor, EagerParamBase)
            name = tensor.name or unique_name.generate("traced")
            made: Any = (Parameter(block, name, tensor.shape, tensor.dtype) if trained
                    else Variable(block, name, tensor.shape, tensor.dtype, persistable=True, stop_gradient=True))
            if trained:
                made.trainable = tensor.trainable
            self._known[id(tensor)] = block.vars[name] = made
            self.scope.new(name).tensor = tensor
        return self._known[id(tensor)]

    def _named(self, value: Any) -> Any:
        if isinstance(value, paddle.Tensor):
            return self._kept(value)
        if isinstance(value, (list, tuple)):
            return type(value)([self._named(part) for part in value])
        return {key: self._named(part) for key, part in value.items()} if isinstance(value, dict) else value

    @contextlib.contextmanager
    def _lent(self) -> Iterator[None]:
        """Give the layers variables for their tensors, and have calls of Paddle's own layers recorded."""
        every = [each for layer, _ in self.modes for each in (layer._parameters, layer._buffers, vars(layer))]
        slots = [(slots, key, tensor) for slots in every
                 for key, tensor in slots.items() if isinstance(tensor, paddle.Tensor)]
        kinds = [(layer, type(layer), layer.training) for layer, _ in self.modes]
        parameters = {id(tensor): tensor for _, _, tensor in slots if isinstance(tensor, EagerParamBase)}.values()
        for inner, key, tensor in slots:
            inner[key] = self._kept(tensor)
        for parameter in parameters:
            parameter.of_program = self._kept(parameter)
        for layer, training in self.modes:
            kind: Any = type(layer)
            object.__setattr__(layer, "__class__", recorded_kind(kind))
            layer.training = training
        try:
            yield
        finally:
            for layer, kind, training in kinds:
                object.__setattr__(layer, "__class__", kind)
                layer.training = training
            for parameter in parameters:
                del parameter.of_program
            for inner, key, tensor in slots:
                inner[key] = tensor


def traced(layer: nn.Layer, inputs: Any) -> Trace:
    """The trace of ``layer(*inputs)``."""
    return Trace(layer, [layer], list(inputs))
