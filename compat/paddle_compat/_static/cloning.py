"""``Program.clone``: the same variables and operators again, for a test without backward."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .operators import Block, Operator
from .trials import replaced
from .variables import Variable


def clone(program: Any, for_test: bool = False) -> Any:
    """A copy of ``program``; ``for_test``: without backward and optimizers, its layers in test mode."""
    made = type(program)()
    made._is_test = for_test
    if not for_test:  # whose copy had no seed in 1.8.5 either
        made.random_seed = program.random_seed
    made.blocks = [Block(made, block.idx, block.parent_idx) for block in program.blocks]
    made.current_block_idx = program.current_block_idx
    roles = {each.role for block in program.blocks for each in block.operators}
    cut = for_test and bool(roles & {"backward", "optimize"})
    kept = {"forward"} if cut else roles  # learning rates stay where nothing learns yet, as in 1.8.5
    left = {id(each) for block in program.blocks for each in block.operators
            if each.role in kept or each.type == "gradients"}  # of which the net may be made
    used = {name for block in program.blocks for each in block.operators if id(each) in left
            for name in [*each.input_arg_names, *each.output_arg_names]}
    for block, new in zip(program.blocks, made.blocks, strict=True):
        for name, variable in block.vars.items():
            if not cut or name in used:
                new.vars[name] = copied(variable, new)
    for block, new in zip(program.blocks, made.blocks, strict=True):
        for each in block.operators:
            if id(each) in left:
                copy_into(each, new, in_block(new), for_test)
    return made


def copied(variable: Variable, block: Block) -> Variable:
    """The variable of that name in another block."""
    made: Variable = object.__new__(type(variable))
    vars(made).update(vars(variable), block=block, op=None)
    return made


def in_block(block: Block) -> Callable[[Variable], Variable]:
    """A function that gives the variable of the same name in ``block`` or around it."""

    def same(variable: Variable) -> Variable:
        found = block.find(variable.name)
        if found is None:
            found = block.vars[variable.name] = copied(variable, block)
        return found

    return same


def copy_into(operator: Operator, block: Block, same: Callable[[Variable], Variable], for_test: bool) -> None:
    """The operator again, in ``block``."""
    args, kwargs = replaced(operator.args, same), replaced(operator.kwargs, same)
    made = operator.copied(block, args, kwargs, replaced(operator.results, same))
    if for_test:
        set_test(made)
    block.add(made)


def set_test(operator: Any) -> None:
    """Have a layer or a dropout do what it does in a test."""
    if "is_test" in operator.kwargs:
        operator.kwargs["is_test"] = True
    if hasattr(operator, "is_test"):
        operator.is_test = True
