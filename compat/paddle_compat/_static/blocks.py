"""Operators that run a block of their own: what loops and branches are made of.

A block's own variables are forgotten whenever it has run; what it sets of the blocks around stays.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from .operators import Block, Operator, variables_in
from .programs import default_main_program
from .recording import where
from .replaying import Env, steps
from .variables import Variable


class Nested(Operator):
    """Runs the block of its program that ``kwargs["sub_block"]`` is the number of.

    It reads and sets its arguments and results, and what of the blocks around its own block does.
    """

    @property
    def inner(self) -> Block:
        """The block that it runs."""
        block: Block = self.block.program.blocks[self.kwargs["sub_block"]]
        return block

    @property
    def input_arg_names(self) -> list[str]:
        """The names of the variables that it reads."""
        own = [variable.name for variable in variables_in([*self.args, self.kwargs])]
        return list(dict.fromkeys([*own, *from_around(self.inner, "input_arg_names")]))

    @property
    def output_arg_names(self) -> list[str]:
        """The names of the variables that it sets."""
        own = [variable.name for variable in variables_in(self.results)]
        return list(dict.fromkeys([*own, *from_around(self.inner, "output_arg_names")]))

    @property
    def needed(self) -> list[str]:
        """The names that its results depend on whatever its block does."""
        return [variable.name for variable in variables_in(self.args)]

    def reach(self, reached: set[str]) -> None:
        """Add to the names that a gradient reaches those of the block whose values it hands on itself."""


def from_around(block: Block, which: str) -> list[str]:
    """Of the names that the operators of a block read or set, those of the blocks around it."""
    return [name for operator in block.operators for name in getattr(operator, which) if name not in block.vars]


def body(block: Block, wanted: frozenset[str]) -> Callable[[Env], None]:
    """A function that runs a block once."""
    run_all = steps(block.operators, wanted)
    own = [name for name, variable in block.vars.items() if not variable.persistable and name not in wanted]

    def run(env: Env) -> None:
        for step in run_all:
            step(env)
        for name in own:
            env.pop(name, None)

    return run


@contextlib.contextmanager
def nested(kind: type[Nested], type: str, args: Any, results: Any = (), **kwargs: Any) -> Iterator[Block]:
    """Record what the ``with`` block builds as the block of an operator, which is added behind it."""
    program, line = default_main_program(), where()
    around = program.current_block()
    with program.sub_block() as block:
        yield block
    written = [around.find(name) for name in dict.fromkeys(from_around(block, "output_arg_names"))]
    found = [variable for variable in written if variable is not None]
    around.add(kind(around, type, None, args, {"sub_block": block.idx, **kwargs}, [*results, *found], line))


@contextlib.contextmanager
def written_around() -> Iterator[Block]:
    """Record what the ``with`` block builds into the block around the present one."""
    program = default_main_program()
    inner = program.current_block_idx
    program.current_block_idx = max(program.blocks[inner].parent_idx, 0)
    try:
        yield program.current_block()
    finally:
        program.current_block_idx = inner


def checked(value: Any, name: str, kinds: Any, call: str) -> None:
    """Raise ``TypeError`` where an argument is none of these kinds, in 1.8.5's words."""
    if not isinstance(value, kinds):
        raise TypeError(f"The type of '{name}' in {call} must be {kinds}, but received {type(value)}")


def checked_condition(condition: Any, name: str, call: str) -> None:
    """Raise ``TypeError`` unless a condition is a variable of dtype bool."""
    checked(condition, name, Variable, call)
    if not str(condition.dtype).endswith("bool"):
        raise TypeError(f"The data type of '{name}' in {call} must be ['bool'], but received {condition.dtype}")
