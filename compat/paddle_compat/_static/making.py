"""A layer of a program that is a rule over its inputs and parameters of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle
from paddle.utils import unique_name

from .mode import MODE, turn_on
from .parameters import create_parameter
from .programs import default_main_program
from .recording import record
from .variables import Variable


class Made:
    """What is being made: its name, and the dtype of its parameters, that of ``input`` unless it is given."""

    def __init__(self, kind: str, input: Any, name: str | None = None, dtype: Any = None) -> None:
        turn_on()
        if not MODE.recording or not isinstance(input, (Variable, paddle.Tensor)):
            raise TypeError(f"fluid.layers: {kind} makes a program's parameters: it takes variables")
        self.kind, self.name = kind, unique_name.generate(kind) if name is None else name
        self.dtype = input.dtype if dtype is None else dtype

    def parameter(self, attr: Any, shape: list[int], is_bias: bool = False, initializer: Any = None) -> Variable | None:
        """A new parameter; ``None`` where ``attr`` is ``False``. ``initializer`` serves where ``attr`` has none."""
        return create_parameter(self.name, attr, shape, self.dtype, is_bias, initializer)

    def known(self, name: str) -> Variable:
        """The parameter of that name, of a layer made before."""
        return default_main_program().global_block().var(name)

    def result(self, rule: Callable[..., Any], *args: Any, before: int = 0, **kwargs: Any) -> Any:
        """What ``rule`` gives; ``before`` is how many temporary results 1.8.5 numbered before it."""
        for _ in range(before):
            unique_name.generate(f"{self.name}.tmp")
        return record(rule, args, kwargs, self.kind, self.name)

    def changing(self, rule: Callable[..., Any], args: tuple[Any, ...], changed: list[Variable],
                 before: int = 0) -> Any:
        """The first of what ``rule`` gives; the others are what ``changed`` is from now on."""
        return changing(self.result(rule, *args, before=before), changed)


def changing(results: Any, changed: list[Variable]) -> Any:
    """The first of the results of the call that was recorded last; the others are set in the ``changed`` variables."""
    out, *others = results
    block = default_main_program().current_block()
    block.operators[-1].results = (out, *changed)
    for each in others:
        if not any(each is one for one in changed):
            del block.vars[each.name]
    return out
