"""IfElse: the rows of tensors that a condition is true of go one way, the others another, and meet again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._lod import lengths, lod_of, offsets, with_lod
from .._runtime.rows import guessing, rows
from .._runtime.version import PADDLE_3
from .arrays import assign
from .blocks import checked, written_around
from .branching import ConditionalBlock
from .recording import record
from .variables import Variable


def split_lod_tensor(input: Variable, mask: Variable, level: int = 0) -> Any:
    """The rows, or sequences of ``level``, of which ``mask`` bool [N, 1] is true, and the others."""
    return record(_split, (input, mask, level), {}, "split_lod_tensor")


def _sides(mask: Any) -> tuple[list[int], list[int]]:
    flags = mask.numpy().reshape(-1).astype(bool)
    return np.flatnonzero(flags).tolist(), np.flatnonzero(~flags).tolist()


def _split(x: Any, mask: Any, level: int) -> Any:
    if guessing():
        return tuple(with_lod(paddle.assign(x), lod_of(x)) for _ in range(2))
    sides = _sides(mask)
    if not PADDLE_3 and not lod_of(x):  # whose layers take no empty tensors; nobody has what becomes of the first row
        sides = (sides[0] or [0], sides[1] or [0])
    return tuple(_chosen(x, items, level) for items in sides)


def _chosen(x: Any, items: list[int], level: int) -> Any:
    lod = lod_of(x)[level:]
    found = []
    for below in lod:
        found.append(offsets([below[item + 1] - below[item] for item in items]))
        items = [inner for item in items for inner in range(below[item], below[item + 1])]
    taken = rows(x, items)
    if not items and taken.is_floating_point():
        taken.stop_gradient = False  # Paddle 3's products of no rows ask for the gradient of these
    return with_lod(taken, found)


def merge_lod_tensor(in_true: Variable, in_false: Variable, x: Variable, mask: Variable, level: int = 0) -> Any:
    """The rows, or sequences, of both in the order in which ``mask`` took them apart."""
    return record(_merged, (in_true, in_false, x, mask, level), {}, "merge_lod_tensor")


def _merged(in_true: Any, in_false: Any, x: Any, mask: Any, level: int) -> Any:
    if guessing():
        return with_lod(paddle.assign(in_true), lod_of(in_true))
    sides = _sides(mask)
    origin = {item: (side, number) for side, items in enumerate(sides) for number, item in enumerate(items)}
    order = [origin[item] for item in range(len(origin))]
    sources, begins = (in_true, in_false), (0, in_true.shape[0])
    lod: list[list[int]] = []
    for depth in range(len(lod_of(in_true))):
        levels = [lod_of(source)[depth] for source in sources]
        lod.append(offsets([lengths(levels[side])[number] for side, number in order]))
        order = [(side, inner) for side, number in order
                 for inner in range(levels[side][number], levels[side][number + 1])]
    return with_lod(rows(paddle.concat(sources), [begins[side] + number for side, number in order]), lod)


class IfElse:
    """``cond`` bool [N, 1] sends each row of ``ie.input(x)`` into ``ie.true_block()`` or ``ie.false_block()``.

    ``ie()`` is the list of what ``ie.output(...)`` was given in the blocks, in the order of the rows of ``cond``.
    """

    OUT_IF_ELSE_BLOCKS, IN_IF_ELSE_TRUE_BLOCKS, IN_IF_ELSE_FALSE_BLOCKS = range(3)

    def __init__(self, cond: Any, name: str | None = None) -> None:
        checked(cond, "cond", Variable, "fluid.layers.IfElse")
        checked(name, "name", (str, type(None)), "fluid.layers.IfElse")
        self.name = unique_name.generate("ifelse") if name is None else name
        self.cond, self.status = cond, IfElse.OUT_IF_ELSE_BLOCKS
        self.input_table: dict[int, Any] = {}
        self.output_table: tuple[list[Any], list[Any]] = ([], [])  # of the false side, and of the true one

    def true_block(self) -> Any:
        """Record the ``with`` block as what is done with the rows of which the condition is true."""
        return self._side(True)

    def false_block(self) -> Any:
        """The same for the others."""
        return self._side(False)

    @contextlib.contextmanager
    def _side(self, is_true: bool) -> Iterator[None]:
        if self.status != IfElse.OUT_IF_ELSE_BLOCKS:
            raise ValueError("You cannot invoke IfElse.block() inside a block")
        self.status = IfElse.IN_IF_ELSE_TRUE_BLOCKS if is_true else IfElse.IN_IF_ELSE_FALSE_BLOCKS
        with ConditionalBlock([self.cond]).block():
            yield
        if not self.output_table[is_true]:
            raise ValueError("Must set output inside block")
        self.status = IfElse.OUT_IF_ELSE_BLOCKS

    def input(self, x: Any) -> Any:
        """The rows of ``x`` that come into the block."""
        if self.status == IfElse.OUT_IF_ELSE_BLOCKS:
            raise ValueError("input must in true/false blocks")
        if id(x) not in self.input_table:
            with written_around():
                self.input_table[id(x)] = split_lod_tensor(x, self.cond)
        return self.input_table[id(x)][self.status == IfElse.IN_IF_ELSE_FALSE_BLOCKS]

    def output(self, *outs: Any) -> None:
        """Have these results of the block."""
        if self.status == IfElse.OUT_IF_ELSE_BLOCKS:
            raise ValueError("output can only be invoked in the sub-block")
        table = self.output_table[self.status == IfElse.IN_IF_ELSE_TRUE_BLOCKS]
        for each in outs:
            checked(each, "each output", Variable, "fluid.layers.IfElse.output")
            with written_around() as block:
                made = block.create_var(name=unique_name.generate(f"{self.name}_output"), dtype=each.dtype)
            assign(each, made)
            table.append(made)

    def __call__(self) -> Any:
        """The outputs, joined; those of the only block where there is one."""
        if self.status != IfElse.OUT_IF_ELSE_BLOCKS:
            raise ValueError("IfElse::__call__ must be out of sub-block")
        if_false, if_true = self.output_table
        if not if_false and not if_true:
            raise ValueError("Must invoke true_block/false_block before __call__")
        if if_false and if_true and len(if_false) != len(if_true):
            raise ValueError("The output side must be same")
        if not if_false or not if_true:
            return if_false or if_true
        return [merge_lod_tensor(true, false, self.cond, self.cond)
                for false, true in zip(if_false, if_true, strict=True)]
