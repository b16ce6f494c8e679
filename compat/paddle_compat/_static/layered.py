"""Layers with parameters: dygraph mode's own layer classes, whose parameters are the program's.

A rule makes the layer, with the sizes of its first input, as the rules of ``dygraph/unsized.py`` do for 1.6. While it
is made, its parameters are recorded instead of filled; a run lends it the tensors of the scope.
"""

from __future__ import annotations

import contextlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from paddle.base.framework import EagerParamBase
from paddle.utils import unique_name

from .. import _lod
from .mode import of_dynamic_paddle, turn_on
from .operators import Block, Operator
from .parameters import create_parameter, forget
from .programs import default_main_program
from .recording import where
from .replaying import Env, Step, filler, setter
from .trials import SIZES, fed, shared_all
from .variables import Variable


class Making:
    """What is being made: the layer's name, its dtype, and the parameters so far."""

    def __init__(self, name: str, dtype: Any) -> None:
        self.name, self.dtype = name, dtype
        self.parameters: dict[str, Variable] = {}
        self.names = unique_name.switch()  # the layers' own names are counted apart

    def parameter(self, shape: Any, attr: Any, is_bias: bool, default_initializer: Any) -> Any:
        """A stand-in without memory of a new parameter; ``None`` where there is none."""
        apart = unique_name.switch(*self.names)
        try:
            made = create_parameter(self.name, attr, shape, self.dtype, is_bias, default_initializer)
        finally:
            unique_name.switch(*apart)
        if made is None:
            return None
        self.parameters[made.name] = made
        return EagerParamBase(shape=list(shape), dtype=self.dtype, name=made.name)  # ``trainable`` stops nothing itself


_making: list[Making] = []


def being_made() -> Making | None:
    """What is being made at present."""
    return _making[-1] if _making else None


@contextlib.contextmanager
def making(name: str, dtype: Any) -> Iterator[Making]:
    """Record the parameters that layers make in the block."""
    _making.append(Making(name, dtype))
    try:
        yield _making[-1]
    finally:
        unique_name.switch(*_making.pop().names)


def layered(kind: str, make: Callable[[], Any], inputs: tuple[Any, ...], shape: Any, name: str | None = None,
            before: int = 0, dtype: Any = None, is_test: bool = False,
            of_dtype: Callable[[Any], Any] | None = None) -> Any:
    """The layer that ``make`` returns, called with ``inputs``: a result of this ``shape``.

    ``before`` is how many temporary results 1.8.5 numbered before it: a sum with a bias is the second one of its layer,
    its activation the third. ``dtype``, of the parameters, is that of the first input unless it is given.
    """
    turn_on()
    if not any(isinstance(each, Variable) for each in inputs):
        return make()(*inputs)
    dtype = inputs[0].dtype if dtype is None else dtype
    name = unique_name.generate(kind) if name is None else name
    with making(name, dtype) as made, of_dynamic_paddle():
        built = make()
    parameters = [made.parameters[inner[key].name] for inner, key in slots_of(built)]
    forget(made.parameters.keys() - {each.name for each in parameters})  # that the layer has put away again
    for (inner, key), parameter in zip(slots_of(built), parameters, strict=True):
        if inner[key].stop_gradient:
            parameter.set_stop_gradient = True
    block = default_main_program().current_block()
    for _ in range(before):
        unique_name.generate(f"{name}.tmp")
    lod_level = inputs[0].lod_level if shape and shape[0] == inputs[0].shape[0] else 0
    result = block.create_var(name=unique_name.generate(f"{name}.tmp"), shape=shape, dtype=dtype, lod_level=lod_level)
    share_trials(result, inputs[0])
    operator = Layered(block, kind, built, inputs, {"parameters": parameters}, result, where())
    operator.is_test = is_test
    operator.given = inspect.getargvalues(sys._getframe(1)).locals  # the arguments of the function that asks
    block.add(operator)
    return result


def slots_of(layer: Any) -> list[tuple[dict[str, Any], str]]:
    """Where a layer and those inside it keep their parameters."""
    inner = [each._parameters for each in layer.sublayers(include_self=True)]
    return [(slots, key) for slots in inner for key, tensor in slots.items() if tensor is not None]


def share_trials(result: Variable, first: Variable) -> None:
    """What the trials of later calls take for a result that has as many rows as the first input."""
    trials, lods = first.trials, first.lods
    if not trials and first.is_data and first.lod_level:
        trials, lods = zip(*(fed(first, size) for size in SIZES[0]), strict=True)
    if trials and result.shape[:1] == first.shape[:1] and -1 not in result.shape[1:]:
        result.trials = tuple((trial[0], *result.shape[1:]) for trial in trials)
        result.lods = lods


class Layered(Operator):
    """A call of a layer."""

    is_test = False
    given: Mapping[str, Any] = MappingProxyType({})

    def copied(self, block: Block, args: Any, kwargs: Any, results: Any) -> Operator:
        """The same in another program."""
        made = super().copied(block, args, kwargs, results)
        vars(made).update(is_test=self.is_test, given=self.given)
        return made

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that calls the layer with the parameters of the environment."""
        built, training = self.rule, not self.is_test
        layers = built.sublayers(include_self=True)
        slots = [(inner, key, variable.name) for (inner, key), variable
                 in zip(slots_of(built), self.kwargs["parameters"], strict=True)]
        fill, keep = filler(list(self.args)), setter(self.results, wanted)

        def step(env: Env) -> None:
            for inner, key, name in slots:
                inner[key] = env[name]
            if built.training != training:
                for each in layers:
                    each.training = training
            inputs = fill(env)
            result = built(*inputs)
            if _lod._known:
                shared_all(result, inputs[0])
            keep(env, result)

        return step
