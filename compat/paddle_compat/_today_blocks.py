"""Blocks of a program that are repeated, or have a part of the rows, in today's own programs, as Paddle 1 had them.

Nothing here is run: the codemods write these into scripts.
"""

from __future__ import annotations

import contextlib
from typing import Any

import paddle

from ._language import dropped, helper
from ._today_cells import as_many_steps, parameters_outside

__all__ = ["IfElse", "StaticRNN", "Switch", "While", "array_read", "array_write", "create_array", "increment",
           "tensor_array_to_tensor"]


@helper
def create_array(dtype: Any) -> Any:
    """An array for variables, empty at the beginning of each run."""
    array = paddle.tensor.create_array(dtype)
    if not hasattr(array, "is_same"):  # before Paddle 3, which keeps what the run before has written
        empty = paddle.tensor.create_array(dtype)
        empty.stop_gradient = True
        array.block.append_op(type="assign", inputs={"X": [empty]}, outputs={"Out": [array]})
        array.stop_gradient = False
    return array


def array_write(x: Any, i: Any, array: Any = None) -> Any:
    """``x`` at place ``i`` of the array, or of a new one."""
    if array is None:
        return written(array=create_array(x.dtype), x=x, i=i)
    return written(array=array, x=x, i=i)


@helper
def written(array: Any, x: Any, i: Any) -> Any:
    """The array, which has ``x`` at place ``i``: other places may have gradients where what is fed has none."""
    for_gradients = x.dtype in (paddle.float16, paddle.float32, paddle.float64)
    array.stop_gradient = array.stop_gradient and not for_gradients
    array = paddle.tensor.array_write(x, i, array)
    array.stop_gradient = array.stop_gradient and not for_gradients
    return array


def increment(x: Any, value: float = 1.0, in_place: bool = True) -> Any:
    """``x`` [1] plus ``value``; ``x`` itself unless ``in_place`` is false."""
    if in_place:
        return counted_up(x=x, value=value)
    return x + value


@helper
def counted_up(x: Any, value: float = 1.0) -> Any:
    """``x``, which is ``value`` more from here on; beside loops Paddle 3's backward undoes increment()."""
    is_inside = not hasattr(x, "is_same") or paddle.pir.get_current_insertion_point().block() != (
        paddle.static.default_main_program().global_block())
    if is_inside:
        return paddle.increment(x, value)
    paddle.assign(x + paddle.full_like(x, value), x)
    return x


@helper
@dropped(name="results are named by Paddle since 2.0")
def tensor_array_to_tensor(input: Any, axis: int = 1, name: str | None = None, use_stack: bool = False) -> Any:
    """What the array or list has, joined along ``axis``, and the size that each has there."""
    if not isinstance(input, (list, tuple)):
        return paddle.tensor.manipulation.tensor_array_to_tensor(input=input, axis=axis, use_stack=use_stack)
    joined = paddle.stack(input, axis) if use_stack else paddle.concat(input, axis)
    return joined, paddle.concat([paddle.shape(part)[axis : axis + 1] for part in input])


@helper
class StaticRNN:
    """``with rnn.step():`` is repeated for each part of what ``rnn.step_input`` is given, [T, ...].

    ``rnn()`` has what ``rnn.step_output`` was given at the steps, [T, ...]; of several a list.
    """

    def __init__(self, name: Any = None) -> None:
        self.name = name
        self.inputs: Any = []  # the part at the step, and the whole
        self.states: Any = []  # before the step, of all steps, and behind the step
        self.outputs: Any = []  # of all steps, and their sizes
        self.count: Any = None  # of the steps

    @contextlib.contextmanager
    def step(self) -> Any:
        """Write the ``with`` block as the step."""
        self.place = paddle.zeros([], "int64")
        self.more = self.place < 1
        self.front: Any = None
        with While(self.more).block():
            yield
            paddle.increment(self.place)
            for _, array, state in self.states:
                paddle.tensor.array_write(state, self.place, array)
            paddle.assign(self.place < self.count, self.more)

    @contextlib.contextmanager
    def in_front(self) -> Any:
        """What its block writes stands in front of the steps."""
        if hasattr(self.more, "is_same"):  # Paddle 3
            within = paddle.pir.get_current_insertion_point()
            if self.front is None:
                paddle.pir.set_insertion_point_after(self.more.get_defining_op())
                self.front = paddle.pir.get_current_insertion_point()
            paddle.pir.set_insertion_point(self.front)
            yield
            paddle.pir.set_insertion_point(within)
        else:
            program = paddle.static.default_main_program()
            within = program.current_block_idx
            program.current_block_idx = program.current_block().parent_idx
            yield
            program.current_block_idx = within

    def step_input(self, x: Any) -> Any:
        """The part of ``x`` [T, ...] at the step."""
        with self.in_front():
            steps = x if x.shape[0] > 0 else as_many_steps(x)
            if self.count is None:
                self.count = x.shape[0] if x.shape[0] > 0 else paddle.cast(paddle.shape(steps)[0], "int64")
        part = steps[self.place]
        self.inputs.append((part, x))
        return part

    def memory(self, init: Any = None, shape: Any = None, batch_ref: Any = None, init_value: float = 0.0,
               init_batch_dim_idx: int = 0, ref_batch_dim_idx: int = 1) -> Any:
        """A state: ``init``, or ``shape`` full of ``init_value``, at first, then what ``update_memory`` says."""
        if init is None:
            whole = next((whole for part, whole in self.inputs if part is batch_ref), batch_ref)
            shape = [-1 if place == init_batch_dim_idx else size for place, size in enumerate(shape)]
            with self.in_front():
                rows = paddle.shape(whole)[ref_batch_dim_idx]
                init = paddle.full([rows if size == -1 else size for size in shape], init_value, whole.dtype)
        return self.kept(init, list(shape or init.shape))

    def kept(self, init: Any, shape: Any) -> Any:
        """The state that ``init`` is at the first step."""
        with self.in_front():
            first = paddle.assign(init)
            first.stop_gradient = False
            array = create_array(first.dtype)
            paddle.tensor.array_write(first, self.place, array)
        state = paddle.reshape(paddle.tensor.array_read(array, self.place), shape)  # Paddle 3 forgets the sizes
        self.states.append([state, array, None])
        return state

    def update_memory(self, mem: Any, var: Any) -> None:
        """Let the state ``mem`` be ``var`` at the next step."""
        next(each for each in self.states if each[0] is mem)[2] = var

    def step_output(self, o: Any) -> None:
        """Have this result of every step."""
        with self.in_front():
            array = create_array(o.dtype)
        paddle.tensor.array_write(o, self.place, array)
        self.outputs.append((array, list(o.shape)))

    def output(self, *outputs: Any) -> None:
        """Several of ``step_output``."""
        for each in outputs:
            self.step_output(each)

    def __call__(self) -> Any:
        found = [self.joined(array, sizes) for array, sizes in self.outputs]
        return found[0] if len(found) == 1 else found

    def joined(self, array: Any, sizes: Any) -> Any:
        """What an array has, as one [T, ...]."""
        found, _ = paddle.tensor.manipulation.tensor_array_to_tensor(array, 0, use_stack=True)
        count = self.count if isinstance(self.count, int) else 0
        found = paddle.reshape(found, [count, *(0 if size == -1 else size for size in sizes)])
        return found if count else found[: paddle.shape(self.inputs[0][1])[0]]


@helper
def ops_within(block: Any) -> list[Any]:
    """The operations of a block of Paddle 3, those of the blocks in it among them."""
    return [each for op in block.ops for each in [op, *(e for inner in op.blocks() for e in ops_within(inner))]]


@helper
def copy_taken(block: Any) -> None:
    """Give the loop of this block copies of what it reads: of what others read, too, Paddle 3 loses gradients."""
    inside, within = ops_within(block), paddle.pir.get_current_insertion_point()
    written = [op.operand_source(op.name() == "pd_op.assign_out_") for op in inside if op.name().endswith("_")]
    for value in paddle.base.libpaddle.pir.get_used_external_value(block):
        if value.is_dense_tensor_array_type() or any(map(value.is_same, written)):
            continue
        paddle.pir.set_insertion_point(block.parent_op)
        copy = paddle.assign(value)
        for operand in (operand for op in inside for operand in op.operands() if value.is_same(operand.source())):
            operand.set_source(copy)
    paddle.pir.set_insertion_point(within)


@helper
class While:
    """``with loop.block():`` is repeated as long as ``cond``, bool [1], is true."""

    def __init__(self, cond: Any, is_test: bool = False, name: Any = None) -> None:
        self.loop = paddle.static.nn.control_flow.While(cond)

    @contextlib.contextmanager
    def block(self) -> Any:
        """Write the ``with`` block into the loop."""
        with self.loop.block(), parameters_outside():
            yield
            if hasattr(self.loop.cond_var, "is_same"):  # Paddle 3
                copy_taken(paddle.pir.get_current_insertion_point().block())


@helper
class Switch:
    """``with switch.case(cond):`` runs where ``cond``, bool [1], is the first that is true, else ``default()``."""

    def __init__(self, name: Any = None) -> None:
        self.left: Any = None  # whether none was true so far

    def __enter__(self) -> Switch:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    @contextlib.contextmanager
    def case(self, condition: Any) -> Any:
        """Write the ``with`` block for it."""
        rest = paddle.logical_not(condition)
        runs = paddle.assign(condition) if self.left is None else paddle.logical_and(self.left, condition)
        self.left = rest if self.left is None else paddle.logical_and(self.left, rest)
        with While(runs).block():  # once: what a branch of Paddle 3 assigns to, it always does
            yield
            paddle.assign(paddle.zeros_like(runs), runs)

    def default(self) -> Any:
        """Write the ``with`` block for what is left."""
        return self.case(self.left)


@helper
def array_read(array: Any, i: Any) -> Any:
    """What was written at place ``i`` of an array, of the sizes of what was written first."""
    found = paddle.tensor.array_read(array, paddle.assign(i))  # a loop that has i, too, would have no gradient
    if hasattr(array, "is_same"):  # Paddle 3, which forgets them
        written = [op.operands_source()[1] for op in array.all_used_ops() if op.name() == "pd_op.array_write_"]
        for first in written[-1:]:
            sizes = [0 if place == 0 or size == -1 else size for place, size in enumerate(first.shape)]
            found = paddle.reshape(found, sizes)
    return found


@helper
class IfElse:
    """In ``with each.true_block():`` stand the rows for which ``cond``, bool [N, 1], is true, in ``false_block()`` the
    others. ``each()`` has what both gave out, row by row, in a list.
    """

    def __init__(self, cond: Any, name: Any = None) -> None:
        self.cond = paddle.reshape(cond, [-1])
        self.outputs: Any = {True: [], False: []}

    def true_block(self) -> Any:
        """Work on the rows for which it is true in the ``with`` block."""
        return self.branch(True, self.cond)

    def false_block(self) -> Any:
        """Work on the other rows in the ``with`` block."""
        return self.branch(False, paddle.logical_not(self.cond))

    @contextlib.contextmanager
    def branch(self, side: bool, chosen: Any) -> Any:
        """The rows that are chosen; the first one where none is, whose result nobody has."""
        self.side, self.count = side, paddle.cast(chosen, "int64").sum()
        others = paddle.cast(paddle.logical_not(chosen), "int64") * paddle.shape(chosen)[0]
        order = paddle.argsort(others + paddle.arange(0, paddle.shape(chosen)[0], dtype="int64"))
        self.rows = order[: paddle.clip(self.count, min=1)]
        self.places = paddle.minimum(paddle.argsort(order), paddle.clip(self.count - 1, min=0))
        yield

    def input(self, x: Any) -> Any:
        """The rows of ``x`` for the block."""
        return paddle.gather(x, self.rows)

    def output(self, *outs: Any) -> None:
        """Give these rows out of the block."""
        self.outputs[self.side] += [(out[: self.count], paddle.gather(out, self.places)) for out in outs]

    def __call__(self) -> Any:
        true, false = self.outputs[True], self.outputs[False]
        if not true or not false:
            return [rows for rows, _ in true or false]
        pairs = [(one, other) for (_, one), (_, other) in zip(true, false)]
        return [paddle.where(self.cond.unsqueeze(list(range(1, len(one.shape)))), one, other) for one, other in pairs]
