"""Branches and loops of programs, what they give and what they write into: Paddle 3 knows no order of writes, and a
branch hands on another variable's memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle


def while_loop_in_place(
    cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any, is_test: bool = False, name: str | None = None
) -> Any:
    """`paddle.static.nn.while_loop`, whose results are in the variables it began with, too, as in Paddle 1."""
    given = paddle.utils.flatten(loop_vars)
    step: list[Any] = []  # what they are in a step, also to the test whether there is another
    found = paddle.static.nn.while_loop(
        reading(given, step, cond), reading(given, step, body, begins=True), loop_vars, is_test, name)
    return paddle.utils.map_structure(written_into, list(loop_vars), found)


def written_into(old: Any, new: Any) -> Any:
    """The old variable, which is the new one from here on; what was computed of it before does not see that."""
    if not hasattr(old, "is_dense_tensor_type") or not old.is_dense_tensor_type():  # before Paddle 3 it is already
        return new
    point = paddle.pir.get_current_insertion_point()
    ops, made = point.block().ops, old.get_defining_op()
    writers = [index for index, op in enumerate(ops) if (made is not None and op.id() == made.id())
               or (op.name().endswith("_") and any(map(old.is_same, op.operands_source())))]
    readers = ops[max(writers, default=-1) + 1 :]  # the loop at least
    paddle.pir.set_insertion_point(readers[0])
    before = paddle.assign(old)
    paddle.pir.set_insertion_point(point)
    read_anew(readers, [(old, before)])
    paddle.assign(new, output=old)
    return old


def reading(given: list[Any], step: list[Any], function: Any, begins: bool = False) -> Callable[..., Any]:
    """A function of a loop, to which the variables that the loop began with are what they are in the step."""

    def called(*handed: Any) -> Any:
        if not hasattr(given[0], "is_same"):  # before Paddle 3 they are
            return function(*handed)
        if begins:
            step[:] = paddle.utils.flatten(list(handed))
        block = paddle.pir.get_current_insertion_point().block()
        before = len(block.ops)
        made = function(*handed)
        pairs = [pair for pair in zip(given, step) if hasattr(pair[0], "is_same")]
        read_anew(block.ops[before:], pairs)
        return paddle.utils.map_structure(lambda each: anew(each, pairs), made)

    return called


def read_anew(ops: list[Any], pairs: list[tuple[Any, Any]]) -> None:
    """Have operators, and those of the blocks in them, read the second of each pair instead of the first."""
    for op in ops:
        for operand in op.operands():
            operand.set_source(anew(operand.source(), pairs))
        for block in op.blocks():
            read_anew(block.ops, pairs)


def anew(value: Any, pairs: list[tuple[Any, Any]]) -> Any:
    """The second of the pair whose first the value is, or the value."""
    return next((new for old, new in pairs if hasattr(value, "is_same") and value.is_same(old)), value)


def of_its_own(branch: Callable[..., Any]) -> Callable[..., Any]:
    """`cond`, `case` or `switch_case`, whose results no later write into what a function hands on changes."""

    def copied(given: Any) -> Any:
        if isinstance(given, dict):
            return {key: copied(each) for key, each in given.items()}
        if isinstance(given, (list, tuple)):
            return type(given)(map(copied, given))
        return (lambda: paddle.utils.map_structure(copy, given())) if callable(given) else given

    def copy(value: Any) -> Any:
        is_new = hasattr(value, "is_dense_tensor_type") and value.is_dense_tensor_type()  # Paddle 3
        return paddle.assign(value) if is_new else value

    return lambda *given, **named: branch(*copied(given), **copied(named))
