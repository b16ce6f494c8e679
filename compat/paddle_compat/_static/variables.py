"""The variables of a program: names with a shape and a dtype, in the place of tensors."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import paddle
from paddle.base.data_feeder import convert_dtype
from paddle.utils import unique_name

from .._lod import Lod
from .._runtime import era
from .._runtime.compared import first_alone
from .._runtime.rows import guessing
from .._runtime.steps import has_steps, part_of_variable
from .._runtime.whole_numbers import floor_divided, remainder
from .descriptions import VariableDescription
from .kinds import KINDS

_DTYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "float16", "float32", "float64")


def dtype_of(dtype: Any) -> Any:
    """Paddle's dtype for a name, a NumPy dtype or itself."""
    name = convert_dtype(np.dtype(dtype).name if dtype in ("int", "float", "double") else dtype)
    return getattr(paddle, name) if name in _DTYPES else dtype


LATER = "grad/"


def named_gradient(name: str) -> str:
    """The name of the gradient of the variable of that name."""
    return name + "@GRAD"


def without_gradient(name: str) -> str:
    """The name of the variable whose gradient, that of a later call, or a part of one, has that name."""
    source, mark, _ = name.partition("@GRAD")
    while mark and source.startswith(LATER):
        source = source.removeprefix(LATER)
    return source


_recorder: list[Callable[..., Any]] = []  # what records a call, which needs variables itself


def recorded_by(record: Callable[..., Any]) -> None:
    """Have ``record(rule, args, kwargs, kind)`` record what is computed with variables."""
    _recorder[:] = [record]


class _Asking:
    fails = False


@contextlib.contextmanager
def asking_fails() -> Iterator[None]:
    """Have conditions on variables refused in the block: what is traced there would have asked for numbers."""
    before, _Asking.fails = _Asking.fails, True
    try:
        yield
    finally:
        _Asking.fails = before


class Variable:
    """One result of a program, or one of its inputs; computing with it records the operation.

    ``shape`` has -1 where the size is known at run time only. ``trials`` are the shapes, and ``values`` the numbers of
    small whole-number results, that the calls so far had in the two trials of ``trials.py``.
    """

    def __init__(self, block: Any, name: str, shape: Any = (), dtype: Any = "float32", lod_level: int = 0,
                 persistable: bool = False, stop_gradient: bool | None = None, type: Any = None,
                 is_data: bool = False, need_check_feed: bool = False, **others: Any) -> None:
        self.block, self.name = block, name
        self.shape = tuple(-1 if size is None else int(size) for size in shape)
        self.dtype = dtype_of(dtype)
        self.lod_level, self.persistable = lod_level or 0, bool(persistable)
        self.type = KINDS["LOD_TENSOR"] if type is None else type
        self.is_data, self.need_check_feed = is_data, need_check_feed
        self.set_stop_gradient = stop_gradient  # None: as the operation has it
        self.op: Any = None
        self.error_clip = others.get("error_clip")
        self._info: dict[str, Any] = {}
        self.trials: tuple[tuple[int, ...], ...] = ()
        self.lods: tuple[Lod, ...] = ()
        self.values: tuple[Any, ...] = ()
        self.stand_in: Any = None  # of what is no tensor: makes its stand-in from a function that gives others'

    @property
    def stop_gradient(self) -> bool:
        """Whether gradients end here."""
        return bool(self.set_stop_gradient)

    @stop_gradient.setter
    def stop_gradient(self, stop: bool) -> None:
        self.set_stop_gradient = bool(stop)
        self.block.program.changed()

    @property
    def desc(self) -> VariableDescription:
        """What 1.8.5 kept of it in C++."""
        return VariableDescription(self)

    @property
    def grad_name(self) -> str:
        """The name of its gradient."""
        return named_gradient(self.name)

    @property
    def ndim(self) -> int:
        """How many dimensions it has."""
        return len(self.shape)

    def astype(self, dtype: Any) -> Any:
        """The same as ``dtype``."""
        return self._record(paddle.cast, self, dtype_of(dtype), kind="cast", named="tmp")

    def detach(self) -> Any:
        """Not there in static mode; :attr:`stop_gradient` is."""
        raise AssertionError("detach() is for dygraph mode: set stop_gradient in static mode")

    def numpy(self) -> Any:
        """Not there in static mode: a value comes out of ``Executor.run(fetch_list=[…])``."""
        raise AssertionError(f"variable {self.name} has no value before it is run: fetch it with Executor.run")

    gradient = backward = numpy

    def to_string(self, throw_on_error: bool = True, with_details: bool = False) -> str:
        """What it is, in one line."""
        kind = "persist " if self.persistable else ""
        sizes = ", ".join(map(str, self.shape))
        return (f"{kind}var {self.name} : shape[{sizes}].astype({convert_dtype(self.dtype)}), "
                f"stop_gradient={self.stop_gradient}")

    __repr__ = __str__ = to_string

    def _set_info(self, key: str, value: Any) -> None:
        self._info[key] = value

    def _get_info(self, key: str) -> Any:
        return self._info.get(key)

    def __getitem__(self, index: Any) -> Any:
        parts = index if isinstance(index, tuple) else (index,)
        if all(isinstance(part, slice) and part == slice(None) for part in parts):
            return self  # as in 1.8.5
        bounded = tuple(_Bounds((part.start, part.stop, part.step)) if _has_variables(part) else part for part in parts)
        if not any(isinstance(part, _Bounds) for part in bounded):
            return self._record(_element, self, index, kind="slice", named=f"{self.name}_slice")
        result = self._record(_element, self, bounded, kind="slice", named=f"{self.name}_slice")
        kept = [part for part in bounded if not isinstance(part, int)]
        result.shape = tuple(-1 if isinstance(part, _Bounds) else size for part, size in
                             zip([*kept, *result.shape[len(kept) :]], result.shape, strict=True))
        return result

    def __bool__(self) -> bool:
        """True, as in 1.8.5, whatever a run makes of it: scripts ask so whether there is a variable at all."""
        if _Asking.fails:
            raise NotImplementedError(f"whether {self.name} is true is known at run time only: a traced call does not "
                                      "ask for it")
        return True

    @staticmethod
    def _record(rule: Callable[..., Any], *args: Any, kind: str, named: str) -> Any:
        (record,) = _recorder
        return record(rule, args, {}, kind, whole=named)


class _Bounds(tuple[Any, ...]):
    """Where a slice begins and ends, and its step, some of which are variables."""

    __slots__ = ()


def _has_variables(index: Any) -> bool:
    bounds = (index.start, index.stop, index.step) if isinstance(index, slice) else ()
    return any(isinstance(each, Variable) for each in bounds)


def _element(tensor: Any, index: Any) -> Any:
    parts = index if isinstance(index, tuple) else (index,)
    index = tuple(_slice(part) if isinstance(part, _Bounds) else _number(part) for part in parts)
    part = part_of_variable(tensor, index) if has_steps(index) else tensor[index]
    return part if part.ndim else part.reshape([1])


def _number(part: Any) -> Any:
    """A variable takes one element, as a number does."""
    return part.reshape([]) if isinstance(part, paddle.Tensor) else part


def _slice(bounds: _Bounds) -> slice:
    """The slice; where its shape alone is asked for, bounds that only a run knows are left out."""
    return slice(*(None if guessing() and isinstance(each, paddle.Tensor) else each for each in bounds))


def _method(function: Callable[..., Any], kind: str, swapped: bool = False) -> Callable[..., Any]:
    """An operator's method, which records the operator on tensors."""
    takes_any_number = function not in _OF_WHOLE

    def rule(x: Any, y: Any) -> Any:
        y = _like(x, y, takes_any_number)
        return function(y, x) if swapped else function(x, y)

    def rows_first(x: Any, y: Any) -> Any:
        return rule(*(each.reshape([*each.shape, *[1] * (max(x.ndim, y.ndim) - each.ndim)]) for each in (x, y)))

    rule.swapped = swapped  # type: ignore[attr-defined]

    def method(self: Variable, *other: Any) -> Any:
        if other and not isinstance(other[0], (Variable, int, float, bool, np.generic, np.ndarray)):
            return NotImplemented
        if other and _is_made_first(self, other[0], kind, swapped):
            unique_name.generate("tmp")
        if other and _by_rows(self, other[0]):
            return self._record(rows_first, self, *other, kind=kind, named="tmp")
        return self._record(rule if other else function, self, *other, kind=kind, named="tmp")

    return method


def _is_made_first(x: Any, y: Any, kind: str, swapped: bool) -> bool:
    """Whether 1.8.5 made a variable of the other operand, or one of its dtype, before the result."""
    if isinstance(y, Variable):
        return bool(y.dtype != x.dtype)
    is_scaled = kind in _SCALED or (kind == "elementwise_div" and not swapped and "int" not in str(x.dtype))
    return not (is_scaled and isinstance(y, (int, float)))


_SCALED = ("elementwise_add", "elementwise_sub", "elementwise_mul")


def _by_rows(x: Any, y: Any) -> bool:
    """Whether 1.8.5 lined the first dimensions up, as it did where that of ``y`` is the batch's; 2.0 no longer did."""
    if not isinstance(y, Variable) or len(y.shape) == len(x.shape) or not (x.shape and y.shape):
        return False
    if y.shape[0] != -1:
        return False
    if era.is_of_2():
        era.say("operators of programs line up the last dimensions")
        return False
    return True


def _like(x: Any, y: Any, takes_any_number: bool) -> Any:
    """The other operand in the dtype of ``x``: 1.8.5 cut fractions off where ``x`` is of whole numbers, or refused."""
    if isinstance(y, paddle.Tensor):
        return y if y.dtype == x.dtype else y.astype(x.dtype)
    if "int" not in str(x.dtype) or isinstance(y, (int, np.ndarray)):
        return y
    assert takes_any_number or y == int(y), f"float value {y} cannot convert to integer"
    return int(y)


def _divided(x: Any, y: Any) -> Any:
    """Whole numbers were divided as C does."""
    dtype = (x if isinstance(x, paddle.Tensor) else y).dtype
    if "int" not in str(dtype):
        return x / y
    one: Any = x.astype("float64") if isinstance(x, paddle.Tensor) else float(x)
    return (one / (y.astype("float64") if isinstance(y, paddle.Tensor) else float(y))).trunc().astype(dtype)


def _floor_divided(x: Any, y: Any) -> Any:
    return floor_divided(x, y) if "int" in str(x.dtype) else x // y


def _remainder(x: Any, y: Any) -> Any:
    return remainder(x, y) if "int" in str(x.dtype) else x % y


_OF_WHOLE = (operator.add, operator.sub, operator.mul)
_BINARY: dict[str, tuple[Callable[..., Any], str]] = {
    "add": (operator.add, "elementwise_add"), "sub": (operator.sub, "elementwise_sub"),
    "mul": (operator.mul, "elementwise_mul"), "truediv": (_divided, "elementwise_div"),
    "div": (_divided, "elementwise_div"), "pow": (operator.pow, "elementwise_pow"),
    "floordiv": (_floor_divided, "elementwise_floordiv"), "mod": (_remainder, "elementwise_mod"),
}
_COMPARED = {"eq": "equal", "ne": "not_equal", "lt": "less_than", "le": "less_equal", "gt": "greater_than",
             "ge": "greater_equal"}

for _name, (_function, _kind) in _BINARY.items():
    setattr(Variable, f"__{_name}__", _method(_function, _kind))
    setattr(Variable, f"__r{_name}__", _method(_function, _kind, swapped=True))
for _name, _kind in _COMPARED.items():
    setattr(Variable, f"__{_name}__", _method(first_alone(getattr(operator, _name)), _kind))
setattr(Variable, "__neg__", _method(operator.neg, "scale"))  # noqa: B010


class Parameter(Variable):
    """A variable that is trained; the startup program makes its tensor."""

    def __init__(self, block: Any, name: str, shape: Any, dtype: Any, attr: Any = None, **others: Any) -> None:
        others["persistable"] = True
        super().__init__(block, name, shape, dtype, **others)
        attr = paddle.ParamAttr() if attr is None else attr
        self.attr = attr
        self.trainable = attr.trainable
        self.optimize_attr = {"learning_rate": attr.learning_rate}
        self.regularizer = attr.regularizer
        self.do_model_average = attr.do_model_average
        self.need_clip = getattr(attr, "need_clip", True)
        self.gradient_clip_attr: Any = None
        self.is_distributed = False
