"""What stands for names of ``paddle.fluid`` in today's own programs, where dynamic mode's form does not.

The codemods read it for static graphs: a name here comes before the rule of the same name. Nothing here is run.
"""

from __future__ import annotations

import os
from typing import Any

import paddle
import paddle.nn.functional as F

from ._language import differs, dropped, helper, left_out

__all__ = [
    "Print", "Scope", "accuracy", "append_backward", "auc", "calc_gradient", "create_global_var", "create_parameter",
    "cuda_places", "fill_constant_batch_size_like", "get_program_parameter", "get_program_persistable_vars",
    "gradients", "is_parameter", "is_persistable", "load_params", "load_persistables", "load_program_state", "py_func",
    "save_params", "save_persistables", "set_program_state", "size",
]

Scope = paddle.static.Scope
append_backward = paddle.static.append_backward
gradients = paddle.static.gradients
calc_gradient = paddle.static.gradients
load_program_state = paddle.static.load_program_state
set_program_state = paddle.static.set_program_state
py_func = paddle.static.py_func
cuda_places = paddle.static.cuda_places
Print = paddle.static.Print


@helper
def activated(x: Any, act: str | None) -> Any:
    """``x`` under the activation of that name, as Paddle 1 had it; ``x`` itself without one."""
    if act is None:
        return x
    others = {
        "hard_sigmoid": lambda x: F.hardsigmoid(x, slope=0.2, offset=0.5),
        "hard_swish": F.hardswish,
        "leaky_relu": lambda x: F.leaky_relu(x, 0.02),
        "logsigmoid": F.log_sigmoid,
    }
    return (others.get(act) or getattr(F, act, None) or getattr(paddle, act))(x)


def accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """The share of rows whose label is among the ``k`` greatest."""
    if left_out(correct, total):
        return paddle.static.accuracy(input=input, label=label, k=k)
    return counted_accuracy(input=input, label=label, k=k, correct=correct, total=total)


@helper
def counted_accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """The share of rows whose label is among the ``k`` greatest; the counts are written into the two variables."""
    share = paddle.static.accuracy(input, label, k)
    rows = paddle.shape(input)[0:1]
    if correct is not None:
        right = paddle.round(paddle.reshape(share, [1]) * paddle.cast(rows, share.dtype))
        paddle.assign(paddle.cast(right, correct.dtype), correct)
    if total is not None:
        paddle.assign(paddle.cast(rows, total.dtype), total)
    return share


@dropped(curve="1.8.5 took ROC, whatever it was given", topk="1.8.5 did not use it")
def auc(input: Any, label: Any, curve: str = "ROC", num_thresholds: int = 4095, topk: int = 1,
        slide_steps: int = 1) -> Any:
    """The area under the ROC curve of all runs, that of the last ones, and the counts of both."""
    return paddle.static.auc(input=input, label=label, num_thresholds=num_thresholds, slide_steps=slide_steps)


@dropped(persistable="parameters last", force_cpu="the device is chosen by the executor's place")
def create_global_var(shape: Any, value: Any, dtype: Any, persistable: bool = False, force_cpu: bool = False,
                      name: str | None = None) -> Any:
    """A variable of the program full of ``value``, which lasts from run to run."""
    return global_variable(shape=shape, value=value, dtype=dtype, name=name)


@helper
def global_variable(shape: Any, value: Any, dtype: Any, name: str | None = None) -> Any:
    """A variable of the program full of ``value``, which lasts from run to run and is not trained."""
    made = paddle.static.create_parameter(
        shape, dtype, attr=paddle.ParamAttr(name=name, trainable=False),
        default_initializer=paddle.nn.initializer.Constant(value),
    )
    made.stop_gradient = True
    return made


def create_parameter(shape: Any, dtype: Any, name: str | None = None, attr: Any = None, is_bias: bool = False,
                     default_initializer: Any = None) -> Any:
    """A parameter of the program."""
    return paddle.static.create_parameter(shape=shape, dtype=dtype, name=name, attr=attr, is_bias=is_bias,
                                          default_initializer=default_initializer)


@dropped(force_cpu="the device is chosen by the executor's place")
def fill_constant_batch_size_like(input: Any, shape: Any, dtype: Any, value: Any, input_dim_idx: int = 0,
                                  output_dim_idx: int = 0, force_cpu: bool = False) -> Any:
    """A tensor of ``shape`` full of ``value``, one of whose sizes is ``input``'s."""
    return full_like_batch(input=input, shape=shape, dtype=dtype, value=value, input_dim_idx=input_dim_idx,
                           output_dim_idx=output_dim_idx)


@helper
def full_like_batch(input: Any, shape: Any, dtype: Any, value: Any, input_dim_idx: int = 0,
                    output_dim_idx: int = 0) -> Any:
    """A tensor of ``shape`` full of ``value``, one of whose sizes is ``input``'s when the program runs."""
    sizes = list(shape)
    sizes[output_dim_idx] = paddle.shape(input)[input_dim_idx]
    return paddle.full(sizes, value, dtype)


def size(input: Any) -> Any:
    """The number of elements, int64."""
    return paddle.numel(x=input)


def get_program_parameter(program: Any) -> list[Any]:
    """The parameters of a program."""
    return program.global_block().all_parameters()


def get_program_persistable_vars(program: Any) -> list[Any]:
    """What lasts of a program."""
    return [each for each in program.list_vars() if each.persistable]


def is_parameter(var: Any) -> bool:
    """Whether a variable of a program is a parameter."""
    return var.is_parameter


def is_persistable(var: Any) -> bool:
    """Whether a variable of a program lasts from run to run."""
    return var.persistable


@differs("today's files, model.pdparams and model.pdopt in that folder: those of the old script are not read, and its "
         "parameters have other names")
@dropped(executor="what is saved is in the scope", filename="the files have today's names")
def save_persistables(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> Any:
    """Save the variables of a program."""
    if left_out(main_program):
        return paddle.static.save(program=paddle.static.default_main_program(),
                                  model_path=os.path.join(dirname, "model"))
    return paddle.static.save(program=main_program, model_path=os.path.join(dirname, "model"))


@differs("today's files, model.pdparams and model.pdopt in that folder: those of the old script are not read, and its "
         "parameters have other names")
@dropped(filename="the files have today's names")
def load_persistables(executor: Any, dirname: str, main_program: Any = None, filename: Any = None) -> Any:
    """Load what :func:`save_persistables` has saved."""
    if left_out(main_program):
        return paddle.static.load(program=paddle.static.default_main_program(),
                                  model_path=os.path.join(dirname, "model"), executor=executor)
    return paddle.static.load(program=main_program, model_path=os.path.join(dirname, "model"), executor=executor)


save_params = save_persistables
load_params = load_persistables
