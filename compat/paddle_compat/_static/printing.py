"""``Print``: shows a variable whenever it is set, and its gradient on the way back."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._lod import lod_of
from .blocks import checked
from .operators import Operator
from .programs import default_main_program
from .recording import where
from .replaying import Env, Step
from .variables import Variable

_LETTERS = {"float32": "f", "float64": "d", "int32": "i", "int64": "l", "bool": "b"}


def Print(input: Any, first_n: int = -1, message: str | None = None, summarize: int = 20,
          print_tensor_name: bool = True, print_tensor_type: bool = True, print_tensor_shape: bool = True,
          print_tensor_lod: bool = True, print_phase: str = "both") -> Any:
    """``input``, which is printed in every run: at most ``first_n`` times in one, and ``summarize`` numbers of it.

    ``print_phase`` is "forward", "backward", which prints the gradient, or "both".
    """
    checked(input, "input", Variable, "fluid.layers.Print")
    if str(input.dtype).rpartition(".")[2] not in _LETTERS:
        raise TypeError(f"The data type of 'input' in fluid.layers.Print must be {[*_LETTERS]}, but received "
                        f"{input.dtype}")
    block = default_main_program().current_block()
    name = unique_name.generate(f"{unique_name.generate(f'print_{input.name}')}.tmp")
    made = block.create_var(name=name, shape=input.shape, dtype=input.dtype, lod_level=input.lod_level)
    made.stand_in = lambda of: of(input)
    kwargs = {"first_n": first_n, "message": message or "", "summarize": summarize, "name": print_tensor_name,
              "type": print_tensor_type, "shape": print_tensor_shape, "lod": print_tensor_lod,
              "phase": print_phase.upper()}
    block.add(Shown(block, "print", None, (input,), kwargs, made, where()))
    return made


class Shown(Operator):
    """Prints a tensor and hands it on."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that prints."""
        (source,), result, kwargs = self.args, self.results.name, self.kwargs
        counts = [f"{phase} {result}" for phase in ("print", "print gradient")]  # are no names of variables

        def show(env: Env, tensor: Any, name: str, count: str) -> None:
            seen = env.setdefault(count, 0)
            if not 0 < kwargs["first_n"] <= seen:
                env[count] = seen + 1
                sys.stdout.write(told(tensor, name, kwargs))

        def step(env: Env) -> None:
            tensor = env[source.name]
            if kwargs["phase"] in ("FORWARD", "BOTH"):
                show(env, tensor, source.name, counts[0])
            env[result] = made = tensor if tensor.stop_gradient else paddle.assign(tensor)
            if kwargs["phase"] in ("BACKWARD", "BOTH") and not made.stop_gradient:  # behind the way back there is none
                made.register_hook(lambda gradient: show(env, gradient, f"{result}@GRAD", counts[1]))

        return step


def told(tensor: Any, name: str, shown: dict[str, Any]) -> str:
    """What 1.8.5 printed of a tensor."""
    array, summarize = tensor.numpy().reshape(-1), shown["summarize"]
    place = "CPUPlace" if tensor.place.is_cpu_place() else str(tensor.place)
    lines = [f"{int(time.time())}\t{shown['message']}\tThe place is:{place}"]
    if shown["name"]:
        lines.append(f"Tensor[{name}]")
    if shown["shape"]:
        lines.append(f"\tshape: [{''.join(f'{size},' for size in tensor.shape)}]")
    if shown["type"]:
        lines.append(f"\tdtype: {_LETTERS.get(str(array.dtype), str(array.dtype))}")
    if shown["lod"] and lod_of(tensor):
        levels = "".join(f"[ {''.join(f'{offset},' for offset in level)} ]" for level in lod_of(tensor))
        lines.append(f"\tLoD: [{levels}]")
    numbers = array if summarize < 0 else array[:summarize]
    lines.append(f"\tdata: {''.join(f'{_number(each)},' for each in numbers)}")
    return "\n".join(lines) + "\n"


def _number(value: Any) -> str:
    return f"{value:g}" if isinstance(value, np.floating) else str(int(value))
