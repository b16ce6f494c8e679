"""What of a program trains, and the variables of a scope that it trains."""

from __future__ import annotations

import sys
from typing import Any


class Training:
    """Of a program that an optimizer has written its updates into.

    `kind` is the class of the optimizer, `parameters` are names in the order in which they were made, `losses` and
    `gradients` (by the parameter's name) what to fetch for them, `states` the names of what the optimizer keeps, by its
    word for it and the parameter's name.
    """

    def __init__(self, program: Any, kind: str, parameters: list[str], losses: list[Any], gradients: dict[str, Any],
                 states: dict[str, dict[str, str]]) -> None:
        self.program, self.kind, self.parameters = program, kind, parameters
        self.losses, self.gradients, self.states = losses, gradients, states


class Held:
    """A variable of a scope."""

    def __init__(self, scope: Any, name: str) -> None:
        self.scope, self.name = scope, name

    @property
    def is_set(self) -> bool:
        found = self.scope.find_var(self.name)
        return found is not None and found.get_tensor()._is_initialized()

    @property
    def shape(self) -> list[int]:
        return [int(size) for size in self.scope.find_var(self.name).get_tensor().shape()]

    def numpy(self) -> Any:
        return sys.modules["numpy"].array(self.scope.find_var(self.name).get_tensor())

    def set_value(self, array: Any) -> None:
        tensor = self.scope.find_var(self.name).get_tensor()
        tensor.set(array, place_of(tensor))


class Scoped:
    """What is asked of Paddle, asked of variables of a scope."""

    def value(self, held: Held) -> Any:
        return held.numpy()

    def epsilon(self, held: Held) -> float | None:
        return None


def place_of(tensor: Any) -> Any:
    """Where a tensor lies, as `set` takes it."""
    paddle, place = sys.modules["paddle"], tensor._place()
    if hasattr(place, "is_gpu_place") and place.is_gpu_place():
        return paddle.CUDAPlace(place.gpu_device_id())
    return paddle.CPUPlace() if hasattr(paddle, "CPUPlace") else paddle.fluid.CPUPlace()
