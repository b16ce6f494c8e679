"""What some functions of ``fluid.layers`` do where calls are recorded, and are not simply recorded themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle
import paddle.nn.functional as F
from paddle.utils import unique_name

from .._lod import lod_of, with_lod
from .._runtime.layer_arguments import activate
from .._runtime.no_elements import worked_out
from .._runtime.random import operations
from .._runtime.rows import tried_as
from .._runtime.ties import parts_equal
from .._runtime.views import another
from . import arrays, branching, drawing, loops, metrics, parameters, ranks
from .programs import default_main_program
from .recording import record
from .variables import Variable


def create_parameter(shape: Any, dtype: Any, name: str | None = None, attr: Any = None, is_bias: bool = False,
                     default_initializer: Any = None) -> Any:
    """A parameter of the program."""
    layer = unique_name.generate("create_parameter") if name is None else name
    attr = paddle.ParamAttr(name=name) if attr is None else paddle.ParamAttr._to_attr(attr)
    return parameters.create_parameter(layer, attr, shape, dtype, is_bias, default_initializer)


def create_tensor(dtype: Any, name: str | None = None, persistable: bool = False) -> Variable:
    """A variable that another call's ``out=`` or ``output=`` will set."""
    name = unique_name.generate("create_tensor") if name is None else name
    return default_main_program().current_block().create_var(name=name, dtype=dtype, persistable=persistable)


def increment(x: Variable, value: float = 1.0, in_place: bool = True) -> Any:
    """``x`` plus ``value``; the variable itself is set unless ``in_place`` is false."""
    return record(_plus, (x, value, x if in_place else None), {}, "increment")


def _plus(x: Any, value: float, out: Any = None) -> Any:
    return x + paddle.full([1], value, x.dtype).reshape(x.shape)


def fill_constant_batch_size_like(input: Variable, shape: Any, dtype: Any, value: Any, input_dim_idx: int = 0,
                                  output_dim_idx: int = 0, force_cpu: bool = False) -> Any:
    """Full of ``value``; of sequences, the size that is taken of ``input`` is their number."""
    return record(_filled_like, (input, shape, dtype, value, input_dim_idx, output_dim_idx), {},
                  "fill_constant_batch_size_like")


def _filled_like(input: Any, shape: Any, dtype: Any, value: Any, of: int, place: int) -> Any:
    sizes, lod = list(shape), lod_of(input)
    sizes[place] = len(lod[-1]) - 1 if lod and of == 0 else input.shape[of]
    return with_lod(paddle.full(sizes, value, dtype), [])


def dropout(x: Variable, dropout_prob: float, is_test: bool = False, seed: int | None = None, name: str | None = None,
            dropout_implementation: str = "downgrade_in_infer") -> Any:
    """Dropped out unless ``is_test``, which a clone for a test sets, too."""
    seed = seed or default_main_program().random_seed or seed
    kwargs = {"is_test": is_test, "name": name}
    return record(_dropped, (x, dropout_prob, seed, dropout_implementation), kwargs, "dropout")


def _dropped(x: Any, p: float, seed: int | None, implementation: str, is_test: bool, name: Any) -> Any:
    if not is_test and seed is not None:
        replayed = operations.dropped(x, p, seed, implementation)
        if replayed is not NotImplemented:
            return replayed
    mode = "downscale_in_infer" if implementation == "downgrade_in_infer" else implementation
    return another(F.dropout(x, p, training=not is_test, mode=mode), x)


def reshape(x: Variable, shape: Any, actual_shape: Any = None, act: str | None = None, inplace: bool = False,
            name: str | None = None) -> Any:
    """``x`` in ``shape``, of a run in ``actual_shape``; the variable itself if ``inplace``: dygraph ignores both."""
    actual = actual_shape if isinstance(actual_shape, Variable) else None
    rule = _reshaped_openly if -1 in x.shape else _reshaped
    made = record(rule, (x, shape, actual, None if inplace else act), {"name": name}, "reshape2")
    if not inplace:
        return made
    x.shape, x.trials, x.lods = made.shape, made.trials, made.lods
    x = arrays.assign(made, x)
    return x if act is None else record(_activated, (x, act), {}, act)


def _activated(x: Any, act: str) -> Any:
    return activate(x, act)


def _reshaped_as_written(x: Any, shape: Any, actual: Any, act: str | None, name: Any) -> Any:
    return activate(another(paddle.reshape(x, worked_out(x, shape)), x), act)


@tried_as(_reshaped_as_written)
def _reshaped(x: Any, shape: Any, actual: Any, act: str | None, name: Any) -> Any:
    return _reshaped_as_written(x, shape if actual is None else actual.tolist(), actual, act, name)


def _as_long(x: Any, shape: Any, actual: Any, act: str | None, name: Any) -> Any:
    """A trial of what is too short for ``shape``: what is fed need not be."""
    sizes = [x.shape[place] if size == 0 else size for place, size in enumerate(shape)]
    return activate(paddle.zeros([x.shape[0] if size == -1 else size for size in sizes], x.dtype), act)


@tried_as(_as_long)
def _reshaped_openly(x: Any, shape: Any, actual: Any, act: str | None, name: Any) -> Any:
    return _reshaped(x, shape, actual, act, name)


def scale(x: Variable, scale: Any = 1.0, bias: float = 0.0, bias_after_scale: bool = True, act: str | None = None,
          name: str | None = None) -> Any:
    """Scaled and then activated; dygraph mode ignores ``act``."""
    return record(_scaled, (x, scale, bias, bias_after_scale, act), {"name": name}, "scale")


def _scaled(x: Any, scale: Any, bias: float, bias_after_scale: bool, act: str | None, name: Any) -> Any:
    return activate(paddle.scale(x, scale, bias, bias_after_scale), act)


def accuracy(input: Variable, label: Variable, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """The share of rows whose label is among the ``k`` greatest; its two counts are written into what is given."""
    counted = record(_counted, (input, label, k), {}, "accuracy")
    results = [found if given is None else given for found, given in zip(counted, (None, correct, total), strict=True)]
    operator = counted[0].op
    operator.results = results
    for variable in results:
        variable.op = operator
    return results[0]


@parts_equal
def _counted(input: Any, label: Any, k: int) -> list[Any]:
    counts = [paddle.zeros([1], "int32"), paddle.zeros([1], "int32")]
    share = paddle.metric.accuracy(input, label, k, correct=counts[0], total=counts[1])
    return [each.reshape([1]) for each in (share, *counts)]


# By the name of the function of fluid.layers.
FORMS: dict[str, Callable[..., Any]] = {
    "accuracy": accuracy,
    "array_length": arrays.array_length, "array_read": arrays.array_read, "array_write": arrays.array_write,
    "assign": arrays.assign, "auc": metrics.auc, "case": branching.case, "cond": branching.cond,
    "create_array": arrays.create_array,
    "create_global_var": parameters.create_global_var, "create_parameter": create_parameter,
    "create_tensor": create_tensor, "dropout": dropout,
    "fill_constant_batch_size_like": fill_constant_batch_size_like, "increment": increment,
    "randn": drawing.randn, "random_crop": drawing.random_crop,
    "reorder_lod_tensor_by_rank": ranks.reorder_lod_tensor_by_rank, "reshape": reshape,
    "scale": scale,
    "switch_case": branching.switch_case, "tensor_array_to_tensor": arrays.tensor_array_to_tensor,
    "while_loop": loops.while_loop,
}
