"""A block that is repeated for each step of sequences, as Paddle 1 had it: the longest first, those that last."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from .._language import helper
from .._today_blocks import StaticRNN
from .._today_cells import as_many_steps
from .lengths import lengths_of, padded, unpadded, with_lengths

__all__ = ["DynamicRNN"]


@helper
class DynamicRNN(StaticRNN):
    """``with rnn.block():`` is repeated for each step of the sequences that ``rnn.step_input`` is given the rows of.

    At a step only the sequences are there that last so long, the longest first. ``rnn()`` has what ``rnn.output`` was
    given at the steps, as rows of such sequences; of several a list.
    """

    def block(self) -> Any:
        """Write the ``with`` block as the step."""
        return self.step()

    def step_input(self, x: Any, level: int = 0) -> Any:
        """The rows of the sequences at the step."""
        with self.in_front():
            if self.count is None:
                self.lengths = lengths_of(x)
                numbers = paddle.arange(0, paddle.shape(self.lengths)[0], dtype="int64")
                self.order = paddle.argsort(numbers - self.lengths * (paddle.shape(self.lengths)[0] + 1))
            steps = self.sorted(padded(x, self.lengths))
            steps = as_many_steps(paddle.transpose(steps, [1, 0, *range(2, len(steps.shape))]))
            if self.count is None:
                self.count = paddle.cast(paddle.shape(steps)[0], "int64")
        if not self.inputs:
            self.alive = paddle.clip(paddle.cast(self.lengths > self.place, "int64").sum(), min=1)
        self.inputs.append((None, x))
        return steps[self.place][: self.alive]

    def sorted(self, x: Any) -> Any:
        """The rows for the sequences, the longest first."""
        return paddle.gather(x, self.order)

    def update_memory(self, ex_mem: Any, new_mem: Any) -> None:
        """Let the state ``ex_mem`` be ``new_mem`` at the next step."""
        super().update_memory(ex_mem, new_mem)

    def static_input(self, x: Any) -> Any:
        """At each step the rows, or the sequences, of ``x`` for the sequences that are there."""
        with self.in_front():
            lengths = lengths_of(x, False)
            rows = self.sorted(x if lengths is None else padded(x, lengths))
            lengths = None if lengths is None else self.sorted(lengths)
        rows = rows[: self.alive]
        return with_lengths(rows, None) if lengths is None else unpadded(rows, lengths[: self.alive])

    def memory(self, init: Any = None, shape: Any = None, value: float = 0.0,  # type: ignore[override]
               need_reorder: bool = False, dtype: Any = "float32") -> Any:
        """A state [sequences, ...]: ``init`` or full of ``value`` at first, then what ``update_memory`` says.

        ``need_reorder``: the rows of ``init`` are in the order of the sequences, not yet the longest first.
        """
        with self.in_front():
            if init is None:
                init = paddle.full([paddle.shape(self.lengths)[0], *shape], value, dtype)
            elif need_reorder:
                init = self.sorted(init)
        return self.kept(init, [-1, *(shape or init.shape[1:])])

    def kept(self, init: Any, shape: Any) -> Any:
        """The state that ``init`` is at the first step, of the sequences that are there."""
        super().kept(init, shape)
        self.states[-1][0] = self.states[-1][0][: self.alive]
        return self.states[-1][0]

    def step_output(self, o: Any) -> None:
        """Have this result of every step, with zeros for the sequences that are no longer there."""
        none = paddle.zeros([paddle.shape(self.lengths)[0], *o.shape[1:]], o.dtype)
        super().step_output(paddle.scatter(none, paddle.arange(0, self.alive, dtype="int64"), o))

    def joined(self, array: Any, sizes: Any) -> Any:
        """What an array has of the rows of all steps, as rows of the sequences."""
        found, _ = paddle.tensor.manipulation.tensor_array_to_tensor(array, 0, use_stack=True)
        number, step = paddle.unbind(paddle.nonzero(F.sequence_mask(self.lengths)), 1)
        places = paddle.stack([step, paddle.gather(paddle.argsort(self.order), number)], 1)
        rows = paddle.gather_nd(paddle.reshape(found, [0, 0, *sizes[1:]]), places)
        return with_lengths(rows, self.lengths)
