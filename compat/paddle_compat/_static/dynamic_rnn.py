"""DynamicRNN: a loop over the steps of sequences of different lengths."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from paddle.utils import unique_name

from .arrays import array_read, array_write, create_array
from .blocks import written_around
from .counted_steps import counted, less_than, zero
from .forms import fill_constant_batch_size_like
from .loops import While
from .programs import default_main_program
from .ranks import (
    array_to_lod_tensor,
    lod_rank_table,
    lod_tensor_to_array,
    max_sequence_len,
    reorder_lod_tensor_by_rank,
    shrink_memory,
)
from .variables import Variable


class DynamicRNN:
    """``with rnn.block():`` runs once for each step of the sequences that ``rnn.step_input`` is given.

    At each step only the sequences that last so long are there, the longest first. ``rnn()`` has what ``rnn.output``
    was given at the steps, as sequences.
    """

    BEFORE_RNN, IN_RNN, AFTER_RNN = range(3)

    def __init__(self, name: str | None = None) -> None:
        self.name = unique_name.generate("dynamic_rnn") if name is None else name
        self.status = DynamicRNN.BEFORE_RNN
        self.lod_rank_table: Any = None
        self.max_seq_len: Any = None
        self.step_idx: Any = None
        self.zero_idx: Any = None
        self.mem_dict: dict[str, Variable] = {}
        self.mem_link: list[tuple[Variable, Variable]] = []
        self.input_array: list[Variable] = []
        self.output_array: list[Variable] = []
        self.outputs: list[Any] = []
        self.cond = default_main_program().current_block().create_var(
            name=unique_name.generate(f"{self.name}.tmp"), dtype="bool", shape=[1])
        self.while_op = While(self.cond)

    @contextlib.contextmanager
    def block(self) -> Iterator[None]:
        """Record the ``with`` block as a step."""
        if self.status != DynamicRNN.BEFORE_RNN:
            raise ValueError("rnn.block() can only be invoke once")
        self.step_idx = zero()
        self.status = DynamicRNN.IN_RNN
        with self.while_op.block():
            yield
            counted(self.step_idx)
            for new, states in self.mem_link:
                array_write(new, self.step_idx, states)
            less_than(self.step_idx, self.max_seq_len, self.cond)
        self.status = DynamicRNN.AFTER_RNN
        self.outputs = [array_to_lod_tensor(each, self.lod_rank_table) for each in self.output_array]

    def step_input(self, x: Any, level: int = 0) -> Any:
        """The rows of the sequences of ``x`` at the step; the first such input says how many steps there are."""
        self._inside("step_input")
        if not isinstance(x, Variable):
            raise TypeError(f"DynamicRNN.step_input takes a variable, not {type(x)}")
        with written_around():
            if self.lod_rank_table is None:
                self.lod_rank_table = lod_rank_table(x, level)
                self.max_seq_len = max_sequence_len(self.lod_rank_table)
                less_than(self.step_idx, self.max_seq_len, self.cond)
            self.input_array.append(lod_tensor_to_array(x, self.lod_rank_table))
        return array_read(self.input_array[-1], self.step_idx)

    def static_input(self, x: Any) -> Any:
        """The sequences, or rows, of ``x`` at each step for which there is a step."""
        self._inside("static_input")
        if not isinstance(x, Variable):
            raise TypeError(f"DynamicRNN.static_input takes a variable, not {type(x)}")
        if self.lod_rank_table is None:
            raise RuntimeError("static_input() must be called after step_input().")
        with written_around():
            ordered = reorder_lod_tensor_by_rank(x, self.lod_rank_table)
        return shrink_memory(ordered, self.step_idx, self.lod_rank_table)

    def memory(self, init: Any = None, shape: Any = None, value: float = 0.0, need_reorder: bool = False,
               dtype: Any = "float32") -> Any:
        """A state [sequences, ...]: ``init`` or full of ``value`` at first, then what ``update_memory`` says.

        ``need_reorder``: the rows of ``init`` are in the order of the sequences, not yet the longest first.
        """
        self._inside("memory")
        if init is None:
            return self.memory(init=self._filled(shape, value, dtype))
        if not isinstance(init, Variable):
            raise TypeError(f"DynamicRNN.memory: init is a variable, not {type(init)}")
        if need_reorder and self.lod_rank_table is None:
            raise ValueError("DynamicRNN.memory: need_reorder=True follows the order of the step input: call "
                             "step_input before")
        with written_around():
            if need_reorder:
                init = reorder_lod_tensor_by_rank(init, self.lod_rank_table)
            states = array_write(init, self._zero())
        state = shrink_memory(array_read(states, self.step_idx), self.step_idx, self.lod_rank_table)
        self.mem_dict[state.name] = states
        return state

    def _filled(self, shape: Any, value: float, dtype: Any) -> Any:
        if not self.input_array:
            raise ValueError("step_input should be invoked before memory(shape=..., value=...)")
        with written_around():
            first = array_read(self.input_array[0], self._zero())
            return fill_constant_batch_size_like(first, [-1, *shape], dtype, float(value))

    def _zero(self) -> Any:
        if self.zero_idx is None:
            self.zero_idx = zero()
        return self.zero_idx

    def update_memory(self, ex_mem: Any, new_mem: Any) -> None:
        """Let the state ``ex_mem`` be ``new_mem`` at the next step."""
        self._inside("update_memory")
        for name, memory in (("ex_mem", ex_mem), ("new_mem", new_mem)):
            if not isinstance(memory, Variable):
                raise TypeError(f"The input arg `{name}` of update_memory() must be a Variable")
        if ex_mem.name not in self.mem_dict:
            raise ValueError("Please invoke memory before update_memory")
        if self.lod_rank_table is None:
            raise ValueError("Please invoke step_input before update_memory")
        self.mem_link.append((new_mem, self.mem_dict[ex_mem.name]))

    def output(self, *outputs: Any) -> None:
        """Have these results of every step as sequences."""
        self._inside("output")
        for each in outputs:
            with written_around():
                found = create_array(each.dtype)
            array_write(each, self.step_idx, found)
            self.output_array.append(found)

    def _inside(self, method: str) -> None:
        if self.status != DynamicRNN.IN_RNN:
            raise ValueError(f"{method} can only be invoked inside rnn block.")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What was output: one variable, or a list of several."""
        if self.status != DynamicRNN.AFTER_RNN:
            raise ValueError("call the DynamicRNN for its outputs behind its block, not inside")
        return self.outputs[0] if len(self.outputs) == 1 else self.outputs
