"""What our recorded calls are in 1.8.5's operators: one, or several where a layer adds a bias or activates."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from paddle.base.data_feeder import convert_dtype

from .._runtime.tensor_files import CODES
from .._static.cloning import copied
from .._static.layered import slots_of
from .._static.operators import Operator, variables_in
from .._static.variables import Variable
from .kernels import places_of
from .operators import AS_DTYPE, Native, native
from .rows import Row, rows
from .schemas import schema

_NO_MATTER = ("name", "out", "output", "cond", "act", "in_place", "inplace", "force_cpu", "dtype")
WRITERS: dict[str, Callable[[Call], None]] = {}


def writer(*kinds: str) -> Callable[[Callable[[Call], None]], Callable[[Call], None]]:
    """Have the function below write these kinds of recorded calls."""

    def mark(function: Callable[[Call], None]) -> Callable[[Call], None]:
        WRITERS.update(dict.fromkeys(kinds, function))
        return function

    return mark


def described(operator: Operator) -> list[Any]:
    """The operators that 1.8.5 would have had. Raises ``NotImplementedError`` where that is not known."""
    if isinstance(operator, Native):
        return [operator]
    call = Call(operator)
    write, row = WRITERS.get(operator.type), _rows_by_function().get(operator.type)
    if write is not None:
        write(call)
    elif row is not None:
        _by_row(call, row)
    else:
        raise call.refusal("it is none of its operators")
    return call.natives


@functools.cache
def _rows_by_function() -> dict[str, Row]:
    found: dict[str, Row] = {}
    for row in rows():
        found.setdefault(row.function, row)
    return found


class Call:
    """A recorded call, and the operators that are written for it."""

    def __init__(self, operator: Operator) -> None:
        self.operator, self.block, self.natives = operator, operator.block, list[Native]()
        self.kind, self.is_test = operator.type, getattr(operator, "is_test", False)
        self.inputs = variables_in([*operator.args, *(v for k, v in operator.kwargs.items() if k != "parameters")])
        self.results = variables_in(operator.results)
        given = dict(getattr(operator, "given", {}))
        self.given: dict[str, Any] = given or self._bound()

    def _bound(self) -> dict[str, Any]:
        try:
            bound = inspect.signature(self.operator.rule).bind(*self.operator.args, **self.operator.kwargs)
        except (TypeError, ValueError):
            return {}
        bound.apply_defaults()
        return dict(bound.arguments)

    @property
    def result(self) -> Variable:
        """What it sets, where that is one variable."""
        return self.results[0]

    def parameters(self) -> dict[str, Variable]:
        """The parameters of a layer, by the name that the layer has for them."""
        keys = [key for _, key in slots_of(self.operator.rule)]
        return dict(zip(keys, self.operator.kwargs["parameters"], strict=True))

    def refusal(self, why: str) -> NotImplementedError:
        """The error that says that this cannot be written."""
        return NotImplementedError(f"{self.operator.type}, made at {self.operator.where}, cannot be written as 1.8.5's "
                                   f"operators: {why}")

    def add(self, kind: str, inputs: Any, outputs: Any, **attrs: Any) -> None:
        """Write one operator, with variables for all outputs."""
        known = schema(kind)
        given = {name: self.converted(known.attrs[name][0], name, value) for name, value in attrs.items()
                 if value is not None}
        others = {place: self.temporary(place) for place in known.outputs if place not in outputs}
        self.natives.append(native(self.block, kind, inputs, {**outputs, **others}, given, self.operator.where))

    def converted(self, code: int, name: str, value: Any) -> Any:
        """An attribute's value as its kind has it."""
        if variables_in(value):
            raise self.refusal(f"{name} is a variable")
        if name in AS_DTYPE:
            return value if isinstance(value, int) else CODES[convert_dtype(value)]
        one = _KINDS.get(code % 20)
        if one is None:
            raise self.refusal(f"{name} is of a kind that is not known here")
        if code in _LISTS:
            return [_KINDS[_LISTS[code]](each) for each in (value if isinstance(value, _MANY) else [value])]
        return one(value)

    def temporary(self, place: str) -> Variable:
        """A variable for an output that our call does not have."""
        source = self.results[0]
        shape = (0, *self.inputs[0].shape) if place == "XShape" and self.inputs else source.shape
        return self.like(source, f"{source.name}.{place}", shape)

    def before(self, count: int) -> Variable:
        """The temporary result that 1.8.5 numbered ``count`` before the result; the result itself for 0."""
        if not count:
            return self.result
        layer, _, number = self.result.name.rpartition("_")
        name = f"{layer}_{int(number) - count}" if number.isdigit() else f"{self.result.name}.before_{count}"
        return self.like(self.result, name, self.result.shape)

    def like(self, source: Variable, name: str, shape: Any) -> Variable:
        """A new variable of that name, which the block need not have."""
        made = copied(source, self.block)
        made.name, made.shape, made.persistable = name, tuple(shape), False
        return made

    def chain(self, count: int) -> list[Variable]:
        """``count`` variables, each a step further to the result, which is the last."""
        return [self.before(count - 1 - number) for number in range(count)]

    def finish(self, stages: list[Variable], bias: Variable | None, act: str | None, axis: int = 1) -> None:
        """Write the sum with the bias and the activation, from the first of the stages to the last."""
        if bias is not None:
            self.add("elementwise_add", {"X": stages[0], "Y": bias}, {"Out": stages[1]}, axis=axis)
            stages = stages[1:]
        if act is not None:
            self.add(act, {"X": stages[0]}, {"Out": stages[1]}, **({"use_cudnn": True} if self.on_cudnn(act) else {}))

    def on_cudnn(self, kind: str) -> bool:
        """Whether an activation was told to run as its layer was."""
        return bool(self.given.get("use_cudnn")) and "use_cudnn" in schema(kind).attrs


_MANY = (list, tuple, np.ndarray)
_KINDS: dict[int, Callable[[Any], Any]] = {0: int, 1: float, 2: str, 3: int, 4: float, 5: str, 6: bool, 7: bool, 9: int,
                                           11: int}
_LISTS = {3: 0, 4: 1, 5: 2, 7: 6, 11: 9}


def _by_row(call: Call, row: Row) -> None:
    known = schema(row.kind)
    places = places_of(row, known, list(call.given))
    inputs: dict[str, Any] = {}
    attrs: dict[str, Any] = {}
    for name, value in call.given.items():
        place = places.get(name)
        if place in known.inputs:
            if value is not None:
                inputs[place] = _only_variables(call, name, value)
        elif place in known.attrs:
            attrs[place] = value
        elif name not in _NO_MATTER and not _is_default(call, name, value):
            raise call.refusal(f"it has {name}={value!r}")
    act = call.given.get("act")
    stages = call.chain(2 if act else 1)
    outputs = row.outputs or [next(iter(known.outputs))]
    targets = [[each] for each in call.results] if len(outputs) > 1 else [stages[:1] if act else call.results]
    call.add(row.kind, inputs, dict(zip(outputs, targets, strict=False)), **attrs)
    call.finish(stages, None, act)


def _only_variables(call: Call, name: str, value: Any) -> Any:
    if not isinstance(value, Variable) and not (
            isinstance(value, (list, tuple)) and all(isinstance(each, Variable) for each in value)):
        raise call.refusal(f"{name} is no variable")
    return value


def _is_default(call: Call, name: str, value: Any) -> bool:
    default = inspect.signature(call.operator.rule).parameters[name].default
    return value is default or (not isinstance(value, Variable) and value == default)
