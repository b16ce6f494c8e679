"""``paddle.fluid.transpiler.details``: programs as text."""

from __future__ import annotations

import sys
from typing import Any

from ...._language import dropped
from ...._static.operators import Operator
from ...._static.programs import Program
from ...._static.variables import Variable

__all__: list[str] = []


def variable_to_code(var: Variable) -> str:
    """A variable in one line."""
    return var.to_string()


@dropped(skip_op_callstack="operators keep no stack of calls")
def op_to_code(op: Operator, skip_op_callstack: bool = True) -> str:
    """An operator in one line."""
    return op.to_string()


@dropped(skip_op_callstack="operators keep no stack of calls")
def program_to_code(prog: Program, fout: Any = None, skip_op_callstack: bool = True) -> None:
    """Print a program: the variables of each block, and its operators."""
    for block in prog.blocks:
        lines = [f"{{ // block {block.idx}", *(f"    {variable_to_code(each)}" for each in block.vars.values()),
                 *(f"    {op_to_code(each)}" for each in block.ops), "}"]
        print("\n".join(lines), file=fout or sys.stdout)
