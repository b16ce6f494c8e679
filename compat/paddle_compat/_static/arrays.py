"""Arrays of tensors in programs, and whatever else is no tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._lod import lod_of, with_lod
from .._runtime.from_arrays import tensor_of
from .._runtime.rows import tried_as
from .kinds import KINDS
from .operators import Operator
from .programs import default_main_program
from .recording import record, where
from .replaying import Env, Step
from .scopes import LoDTensorArray
from .trials import replaced
from .variables import Variable

ARRAY = KINDS["LOD_TENSOR_ARRAY"]  # a variable's type


def create_array(dtype: Any) -> Variable:
    """An array that holds nothing yet."""
    return _new(f"{unique_name.generate('array')}.out", dtype)


def _new(name: str, dtype: Any) -> Variable:
    made = default_main_program().current_block().create_var(name=name, dtype=dtype, type=ARRAY)
    made.stand_in = lambda of: LoDTensorArray([paddle.zeros([1], made.dtype)])
    return made


def array_write(x: Variable, i: Variable, array: Variable | None = None) -> Variable:
    """``array``, by default a new one, with ``x`` at place ``i`` int64 [1]."""
    if not isinstance(x, Variable):
        raise TypeError(f"The type of 'x' in array_write must be Variable, but received {type(x)}")
    _check_index(i, "array_write")
    if array is None:
        array = _new(f"{unique_name.generate('array_write')}.out", x.dtype)
    elif not is_array(array):
        raise TypeError("array_write: the array is no LoDTensorArray variable")
    array.shape, array.lod_level = x.shape, x.lod_level
    array.stand_in = lambda of: LoDTensorArray([_copied(of(x))])
    block = default_main_program().current_block()
    block.add(Write(block, "write_to_array", None, (x, i), {}, array, where()))
    return array


class Write(Operator):
    """Puts a tensor into an array."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it."""
        (x, i), array = [variable.name for variable in self.args], self.results.name
        lasts = self.results.persistable

        def step(env: Env) -> None:
            if array not in env:
                env[array] = LoDTensorArray()
                if lasts:
                    env.keep(array, env[array])
            held = env[array]
            place = env[i].item()
            while len(held) <= place:
                held.append(None)
            held[place] = env[x]

        return step


def array_read(array: Variable, i: Variable) -> Any:
    """The tensor at place ``i`` of an array."""
    _check_index(i, "array_read")
    if not is_array(array):
        raise TypeError("array_read: the array is no LoDTensorArray variable")
    return record(_read, (array, i), {}, "array_read")


@tried_as(lambda array, i: array[0])
def _read(array: Any, i: Any) -> Any:
    place = i.item()
    if place >= len(array) or array[place] is None:
        raise IndexError(f"array_read: there is nothing at place {place} of an array of {len(array)}")
    return array[place]


def array_length(array: Variable) -> Any:
    """How many places an array has, int64 [1]."""
    if not is_array(array):
        raise TypeError("array_length: the array is no LoDTensorArray variable")
    length = record(_length, (array,), {}, "array_length")
    length.stop_gradient = True
    return length


def _length(array: Any) -> Any:
    return paddle.full([1], len(array), "int64")


def tensor_array_to_tensor(input: Any, axis: int = 1, name: str | None = None, use_stack: bool = False) -> Any:
    """The tensors of an array or a list joined along ``axis``, and the size int32 that each has there."""
    return record(_joined, (input, axis, use_stack), {}, "tensor_array_to_tensor", name)


def _joined(input: Any, axis: int, use_stack: bool) -> Any:
    joined = paddle.stack(input, axis) if use_stack else paddle.concat(input, axis)
    sizes = [part.shape[axis] if axis < part.ndim else 0 for part in input]  # a stack may have one axis more
    return joined, tensor_of(np.array(sizes, "int32"))


def _check_index(i: Any, call: str) -> None:
    if not isinstance(i, Variable):
        raise TypeError(f"The type of 'i' in {call} must be Variable, but received {type(i)}")
    if not str(i.dtype).endswith("int64"):
        raise TypeError(f"The data type of 'i' in {call} must be ['int64'], but received {i.dtype}")


def is_array(variable: Any) -> bool:
    """Whether a variable holds an array."""
    return isinstance(variable, Variable) and variable.type == ARRAY


def assign(input: Any, output: Variable | None = None) -> Any:
    """A copy of a tensor, an array of them or an ndarray, which ``output`` is from now on if given."""
    if not is_array(input):
        return record(_assigned, (input, output), {}, "assign")
    if output is None:
        output = _new(f"{unique_name.generate('assign')}.tmp", input.dtype)
    output.shape, output.lod_level, output.stand_in = input.shape, input.lod_level, input.stand_in
    block = default_main_program().current_block()
    block.add(Operator(block, "assign", LoDTensorArray, (input,), {}, output, where()))
    return output


def _assigned(input: Any, output: Any = None) -> Any:
    return _copied(input)


def _copied(input: Any) -> Any:
    made = paddle.assign(input)
    return with_lod(made, lod_of(input)) if isinstance(input, paddle.Tensor) and lod_of(input) else made


def recorded_thing(rule: Callable[..., Any], args: tuple[Any, ...], kind: str, type: int, name: str,
                   dtype: Any = "float32") -> Variable:
    """Record a rule whose result is no tensor; its trials are made by the rule again."""
    block = default_main_program().current_block()
    made = block.create_var(name=name, dtype=dtype, type=type)
    made.stand_in = lambda of: rule(*replaced(args, of))
    block.add(Operator(block, kind, rule, args, {}, made, where()))
    return made
