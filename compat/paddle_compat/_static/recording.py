"""Calls become operators of the present program's block."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._runtime.warn import is_ours
from .kinds import KINDS
from .mode import MODE, begins
from .operators import Operator, reveal, variables_in
from .programs import default_main_program, is_guarded, present
from .trials import Found, merged, trial
from .variables import Variable, recorded_by

_TARGETS = ("out", "output", "cond")  # parameters that a call writes its result into
# Whose results are called as they were told to be, and not after it.
_AS_TOLD = frozenset({"clip", "clip_by_norm", "dot", "flip", "randint", "tril", "triu"})


def recorded(rule: Callable[..., Any], form: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """``rule``, recorded where calls are; ``form`` is what is called then in its place."""

    @functools.wraps(rule)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not (MODE.recording or (MODE.unknown and begins())):
            return rule(*args, **kwargs)
        if _has_tensor([*args, *kwargs.values()]):
            args, kwargs = _of_program(args), _of_program(kwargs)
        if form is not None:
            return form(*args, **kwargs)
        if rule.__name__ == "concat":
            args = (*map(_in_a_list, args[:1]), *args[1:])
            kwargs = {name: _in_a_list(value) if name == "input" else value for name, value in kwargs.items()}
        if not variables_in([*args, kwargs]) and (
                _has_tensor([*args, *kwargs.values()]) or _is_for_today([*args, *kwargs.values()])):
            return rule(*args, **kwargs)
        return record(rule, args, kwargs, rule.__name__)

    call.__recorded__ = True  # type: ignore[attr-defined]
    return call


def _in_a_list(value: Any) -> Any:
    """One variable of a program is a list of itself, where the rows of a tensor would be joined; an array is one."""
    return [value] if isinstance(value, Variable) and value.type != KINDS["LOD_TENSOR_ARRAY"] else value


def _has_tensor(values: Any) -> bool:
    return any(isinstance(value, paddle.Tensor) or (isinstance(value, (list, tuple)) and _has_tensor(value))
               for value in values)


def _is_for_today(values: list[Any]) -> bool:
    """Whether a call without variables belongs to the program of today's Paddle, where both kinds may be written."""
    if paddle.in_dynamic_mode():
        return False
    return _has_of_today(values) or not (is_guarded() or is_empty(paddle.static.default_main_program()))


def is_empty(program: Any) -> bool:
    """Whether nothing stands in a program of today's Paddle; those of Paddle 3 hold no variables beside operators."""
    block = program.global_block()
    return not (block.ops or getattr(block, "vars", None))


def _has_of_today(values: Any) -> bool:
    return any(isinstance(each, (paddle.static.Variable, paddle.pir.Value)) or
               (isinstance(each, (list, tuple)) and _has_of_today(each)) for each in values)


def _of_program(value: Any) -> Any:
    """``value``, where parameters of a layer of dygraph mode are the program's that they stand for."""
    if isinstance(value, (list, tuple)):
        return type(value)([_of_program(part) for part in value])
    if isinstance(value, dict):
        return {key: _of_program(part) for key, part in value.items()}
    return getattr(value, "of_program", value) if isinstance(value, paddle.Tensor) else value


# Whose results had `stop_gradient` in 1.8.5: nothing comes back through them, whatever is assigned to them later.
_NAMES = (
    "argmax argmin argsort diag diag_embed eye fill_constant fill_constant_batch_size_like one_hot ones range "
    "sequence_mask topk zeros zeros_like"
)
_STOPPED = frozenset(_NAMES.split())


_CALLED = {  # what 1.8.5 named the results of these after
    "argmax": "arg_max", "argmin": "arg_min", "cross_entropy": "cross_entropy2", "has_inf": "isinf", "has_nan": "isnan",
    "ones": "fill_constant", "resize_bilinear": "bilinear_interp", "resize_nearest": "nearest_interp",
    "smooth_l1": "smooth_l1_loss", "sums": "sum", "topk": "top_k", "unsqueeze": "unsqueeze2", "where": "where_index",
    "zeros": "fill_constant",
}
# Whose result is not the first thing that 1.8.5 made.
_SECOND = ("huber_loss", "log_softmax", "lrn", "smooth_l1", "softmax_with_cross_entropy", "square_error_cost")


def record(rule: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], kind: str,
           name: str | None = None, whole: str | None = None) -> Any:
    """Add the call to the present block; returns its results as variables, nested as the rule's are.

    ``name`` is what they are named after, unless it is given with the call or made of ``kind``; ``whole`` is all of
    a result's name but its number.
    """
    args, kwargs, target = _without_target(rule, _kept(args), _kept(kwargs))
    given = variables_in([*args, kwargs])
    reveal(given, default_main_program())
    first, second = trial(rule, args, kwargs, given)
    block = default_main_program().current_block()
    given_name = kwargs.get("name") if name is None else name
    is_plain = kind != "cross_entropy" or not _given(rule, "soft_label", args, kwargs)
    named = _CALLED.get(kind, kind) if is_plain else kind
    told = unique_name.generate(whole) if whole else None
    prefix = told or (given_name if isinstance(given_name, str) else unique_name.generate(named))
    if kind in _SECOND or _given(rule, "act", args, kwargs):
        unique_name.generate(f"{prefix}.tmp")  # of what the last of its operators read
    if target is not None:
        results: Any = target
        shaped = target.shape and (target.op or target.persistable or target.is_data)
        if isinstance(first, Found) and not shaped:
            target.shape, target.lod_level = tuple(merged(first, second)["shape"]), len(first.lod)
            _tried(target, first, second)
    else:
        known = {variable.name: variable for variable in given}
        if kind in _AS_TOLD and isinstance(first, Found):
            told = given_name
        results = _variables(block, first, second, prefix, known, told)
    stopped = results if kind in _STOPPED else _given(rule, "label", args, kwargs) if kind == "label_smooth" else None
    for each in variables_in([stopped]):
        each.set_stop_gradient = True
    if isinstance(results, Variable) and "stop_gradient" in _parameters(rule):
        results.stop_gradient = bool(_given(rule, "stop_gradient", args, kwargs))
    block.add(Operator(block, kind, rule, args, kwargs, results, where()))
    return results


def _kept(value: Any) -> Any:
    """``value`` as it is now, whatever the script does to its lists and arrays before a run."""
    if type(value) in (list, tuple):
        return type(value)([_kept(part) for part in value])
    if type(value) is dict:
        return {key: _kept(part) for key, part in value.items()}
    return value.copy() if isinstance(value, np.ndarray) else value


def _without_target(rule: Any, args: Any, kwargs: Any) -> tuple[Any, Any, Variable | None]:
    """The call without the variable that it writes its result into, and that variable."""
    names = [*_parameters(rule)]
    for name in _TARGETS:
        if name in names:
            place = names.index(name)
            if isinstance(kwargs.get(name), Variable):
                return args, {key: value for key, value in kwargs.items() if key != name}, kwargs[name]
            if place < len(args) and isinstance(args[place], Variable):
                return (*args[:place], None, *args[place + 1 :]), kwargs, args[place]
    return args, kwargs, None


@functools.cache
def _parameters(rule: Any) -> dict[str, Any]:
    try:
        return {name: each.default for name, each in inspect.signature(rule).parameters.items()}
    except (TypeError, ValueError):
        return {}


def _given(rule: Any, name: str, args: Any, kwargs: Any) -> Any:
    """What the parameter ``name`` is in the call; ``None`` where the rule has no such parameter."""
    parameters = _parameters(rule)
    place = [*parameters].index(name) if name in parameters else len(args)
    return args[place] if place < len(args) else kwargs.get(name, parameters.get(name))


def _variables(block: Any, first: Any, second: Any, prefix: str, known: dict[str, Variable],
               told: str | None = None) -> Any:
    if isinstance(first, Found):
        if first.same is not None:
            return known[first.same]
        made = block.create_var(name=told or unique_name.generate(f"{prefix}.tmp"), **merged(first, second))
        return _tried(made, first, second)
    if isinstance(first, (list, tuple)):
        parts = [_variables(block, a, b, prefix, known) for a, b in zip(first, second, strict=True)]
        return parts if isinstance(first, list) else tuple(parts)
    return first


def _tried(variable: Variable, first: Found, second: Found) -> Variable:
    variable.trials, variable.lods = (first.shape, second.shape), ((first.lod, second.lod) if first.lod else ())
    if first.value is not None:
        variable.values = (first.value, second.value)
    return variable


def where() -> str:
    """The line of the script that led here, as ``file:line``."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_ours(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
    return "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _of_its_program(rule: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], kind: str,
                    whole: str) -> Any:
    """Record an operator of Python's where 1.8.5 did: in the program of its variable, under whatever guard."""
    variable, block = args[0], default_main_program().global_block()
    program = variable.block.program
    has_moved = block.has_var(variable.name) and block.var(variable.name) is variable  # as distillers do
    if program is block.program or has_moved:
        return record(rule, args, kwargs, kind, whole=whole)
    with present(program):
        return record(rule, args, kwargs, kind, whole=whole)


recorded_by(_of_its_program)
