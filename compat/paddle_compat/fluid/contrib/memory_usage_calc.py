"""``paddle.fluid.contrib.memory_usage_calc``: what the variables of a program take, before it runs."""

from __future__ import annotations

from math import prod

import paddle

from ..._static.operators import Block, variables_in
from ..._static.programs import Program
from ..._static.variables import Variable

__all__ = ["memory_usage"]

_UNITS = ("B", "KB", "MB")


def memory_usage(program: Program, batch_size: int) -> tuple[float, float, str]:
    """What the results and gradients of a recorded program take on batches of that size: least, most, and the unit.

    Raises ``TypeError`` for what is no program, and ``ValueError`` for a batch without samples and a variable of which
    two sizes are open.
    """
    if not isinstance(program, Program):
        raise TypeError(f"memory_usage: program is a recorded program, not {type(program)}")
    if batch_size <= 0:
        raise ValueError(f"memory_usage: batch_size is at least 1, not {batch_size}")
    block = program.global_block()
    made = {each.name: each for operator in block.ops for each in variables_in(operator.results)}
    made |= {name: each for name, each in block.vars.items() if name.endswith("@GRAD")}
    total = float(sum(_bytes(each, batch_size) for each in made.values()))
    if any(operator.role == "backward" for operator in block.operators):
        total += sum(_bytes(each, batch_size) for each in made.values() if _is_between(each, block))
    step = 0
    while total > 1024 and step < len(_UNITS) - 1:
        total, step = total / 1024, step + 1
    return total * 1.05, total * 1.1, _UNITS[step]


def _is_between(variable: Variable, block: Block) -> bool:
    """Whether 1.8.5 had it, and so its gradient, between what are the results of one call here."""
    return variable.name not in block.vars and variable.name.rpartition(".")[2][:1].islower()


def _bytes(variable: Variable, batch_size: int) -> int:
    if isinstance(variable.type, int) and variable.type != 7:  # a list of tensors, or what is none
        return 0
    if sum(size < 0 for size in variable.shape) > 1:
        raise ValueError(f"memory_usage: more than one size of {variable.name} is open: {variable.shape}")
    count = prod(size if size >= 0 else batch_size * -size for size in variable.shape)
    return int(count) * paddle.zeros([1], variable.dtype).element_size()
