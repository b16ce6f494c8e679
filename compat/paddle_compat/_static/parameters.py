"""Parameters of a program: a variable in it, and what makes their first values in the startup program."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

import numpy as np
import paddle
from paddle import nn
from paddle.base.framework import EagerParamBase
from paddle.utils import unique_name

from .._runtime.random.initializers import seeded_initializer
from .format import FORMAT
from .operators import Block, Operator
from .programs import default_main_program, default_startup_program
from .recording import record, where
from .variables import Parameter, Variable, dtype_of


def create_parameter(layer: str, attr: Any, shape: Any, dtype: Any, is_bias: bool = False,
                     default_initializer: Any = None) -> Variable | None:
    """The parameter that a layer called ``layer`` makes: ``fc_0.w_0``; ``None`` where ``attr`` is ``False``.

    Without another initializer Xavier's, or zeros with ``is_bias``. One of the name that is there already is shared.
    """
    attr = paddle.ParamAttr._to_attr(copy.copy(attr))
    if not attr:
        return None
    if attr.name is None:
        attr.name = unique_name.generate(f"{layer}.{'b' if is_bias else 'w'}")
    if attr.initializer is None:
        attr.initializer = default_initializer
    if attr.initializer is None:
        attr.initializer = nn.initializer.Constant(0.0) if is_bias else nn.initializer.XavierUniform()
    if isinstance(attr, paddle.static.WeightNormParamAttr):
        return normalized(attr, shape, dtype)
    startup = default_startup_program().global_block()
    if not any(attr.name in operator.output_arg_names for operator in startup.operators):
        made = startup.create_parameter(name=attr.name, shape=shape, dtype=dtype, attr=attr)
        initial(startup, made, seeded_initializer(attr.initializer, startup.program.random_seed))
    return default_main_program().global_block().create_parameter(name=attr.name, shape=shape, dtype=dtype, attr=attr)


def normalized(attr: Any, shape: Any, dtype: Any) -> Variable:
    """A weight whose direction and norm are parameters of their own: ``name_v``, and ``name_g`` along ``attr.dim``."""
    startup, main = default_startup_program().global_block(), default_main_program().global_block()
    direction, length = copy.copy(attr), copy.copy(attr)
    direction.name, length.name = f"{attr.name}_v", f"{attr.name}_g"
    lengths = [size if axis == attr.dim else 1 for axis, size in enumerate(shape)]
    for each, sizes in ((length, lengths), (direction, shape)):
        startup.create_parameter(name=each.name, shape=sizes, dtype=dtype, attr=each)
    v = startup.vars[direction.name]
    initial(startup, v, seeded_initializer(attr.initializer, startup.program.random_seed))
    initial(startup, startup.vars[length.name], nn.initializer.Constant(0.0))
    startup.add(Operator(startup, "norm", _length, (v, attr.dim), {}, startup.vars[length.name], where()))
    g, v = (main.create_parameter(name=each.name, shape=sizes, dtype=dtype, attr=each)
            for each, sizes in ((length, lengths), (direction, shape)))
    weight: Variable = record(_of_length, (v, g, attr.dim), {}, "elementwise_mul")
    return weight


def _length(v: Any, dim: int | None) -> Any:
    """The norm of each part along ``dim``, or of all, with as many dimensions as ``v``."""
    return (v * v).sum([axis for axis in range(v.ndim) if axis != dim], keepdim=True).sqrt()


def _of_length(v: Any, g: Any, dim: int | None) -> Any:
    return v * (g / _length(v, dim))


def forget(names: Iterable[str]) -> None:
    """Take parameters out of both programs again."""
    startup, main = default_startup_program().global_block(), default_main_program().global_block()
    for name in names:
        startup.vars.pop(name), main.vars.pop(name)
        startup.operators[:] = [operator for operator in startup.operators if name not in operator.output_arg_names]


def initial(block: Block, variable: Variable, initializer: Any) -> Operator:
    """Have the startup program fill ``variable`` by ``initializer``, before all else, as 1.8.5 did."""
    kind = type(initializer).__name__
    return block.add(Initial(block, kind, None, (), {"initializer": initializer}, variable, where()), 0)


def _takes_block(initializer: Any) -> bool:
    """Whether it is a script's own, which 1.8.5 gave a block, too: it may hand that on to one of Paddle's."""
    return type(initializer).__call__ is not nn.initializer.Initializer.__call__


class Initial(Operator):
    """Makes the tensor of a variable that lasts."""

    def prepare(self, wanted: frozenset[str]) -> Any:
        """The function that does it, in any environment."""
        variable, initializer = self.results, self.kwargs["initializer"]
        shape = list(variable.shape)
        if -1 in shape:
            return lambda env: None  # of a size that only what is fed for it has
        block = [paddle.static.default_startup_program().global_block()] if _takes_block(initializer) else []

        def step(env: Any) -> None:
            if isinstance(variable, Parameter):
                tensor = EagerParamBase(shape=shape, dtype=variable.dtype, name=variable.name,
                                        trainable=variable.trainable, optimize_attr=variable.optimize_attr,
                                        regularizer=variable.regularizer)
                tensor.need_clip = variable.need_clip
            else:
                tensor = EagerParamBase(shape=shape, dtype=variable.dtype, name=variable.name, trainable=False)
            initializer(tensor, *block)
            env.scope.var(variable.name).tensor = env[variable.name] = tensor

        return step


def create_in(block: Block, name: str | None = None, shape: Any = None, dtype: Any = None, initializer: Any = None,
              optimize_attr: Any = None, **others: Any) -> Parameter:
    """``Block.create_parameter``: a new parameter of the program's first block, filled there where it is to be."""
    whole = block.program.global_block()
    for what, value in (("shape", shape), ("dtype", dtype)):
        if value is None:
            raise ValueError(f"The {what} of Parameter should not be None")
    if not len(shape) or any(size < 0 for size in shape):
        raise ValueError(f"a parameter's shape has known sizes above 0, not {list(shape)}")
    name = unique_name.generate("_generated_var") if name is None else name
    made = whole.vars[name] = Parameter(whole, name, shape, dtype, **others)
    made.optimize_attr = made.optimize_attr if optimize_attr is None else optimize_attr
    for key in ("trainable", "regularizer", "do_model_average"):
        setattr(made, key, others.get(key, getattr(made, key)))
    filled_by = sum(name in each.output_arg_names for each in whole.operators)
    if filled_by > 1:
        raise RuntimeError(f"param {name} is inited by multiple init ops")
    if initializer is not None and not filled_by:
        initial(whole, made, seeded_initializer(initializer, block.program.random_seed))
    return made


FORMAT.parameter = create_in


def create_global_var(shape: Any, value: Any, dtype: Any, persistable: bool = False, force_cpu: bool = False,
                      name: str | None = None) -> Variable:
    """A variable that the startup program fills with ``value``."""
    name = unique_name.generate("_generated_var") if name is None else name
    return filled(name, shape, dtype, np.asarray(value).item(), persistable=persistable)


def filled(name: str, shape: Any, dtype: Any, value: float, persistable: bool = True) -> Variable:
    """The variable of that name in both programs, filled with ``value`` when it starts."""
    dtype = dtype_of(dtype)
    startup = default_startup_program().global_block()
    if name not in startup.vars:
        made = startup.create_var(name=name, shape=shape, dtype=dtype, persistable=True, stop_gradient=True)
        initial(startup, made, nn.initializer.Constant(value))
    return default_main_program().global_block().create_var(
        name=name, shape=shape, dtype=dtype, persistable=True, stop_gradient=True)
