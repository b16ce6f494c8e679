"""``paddle.fluid.evaluator``: metrics whose counts are variables of a program; 1.8.5 itself advised against them."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._language import gone
from .._runtime.warn import warn_once
from .._static.executors import Executor
from .._static.mode import only_in_programs
from .._static.operators import Operator
from .._static.programs import Program, default_main_program
from .._static.recording import where
from .._static.variables import Variable
from . import layers
from .layers.detection import average_precision

__all__ = ["ChunkEvaluator", "DetectionMAP", "EditDistance"]

DetectionMAP = gone("fluid.evaluator.DetectionMAP", why="Paddle dropped its operator in 2.0",
                    here=average_precision.DetectionMAP,
                    do="Count the matches in NumPy, or take pycocotools or PaddleDetection's DetectionMAP.")


class Evaluator:
    """Counts over the runs of the main program: :meth:`reset`, run, :meth:`eval`."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        only_in_programs(type(self).__name__)
        warn_once(f"fluid.evaluator.{type(self).__name__} is deprecated, please use fluid.metrics."
                  f"{type(self).__name__} instead.")
        if default_main_program().current_block().idx != 0:
            raise ValueError("You can only invoke Evaluator in root block")
        given = kwargs.get("name")
        self._name = unique_name.generate(name) if given is None else given
        self.states: list[Variable] = []
        self.metrics: list[Variable] = []

    def reset(self, executor: Executor, reset_program: Program | None = None) -> None:
        """Set the counts to 0; they have no value before."""
        program = Program() if reset_program is None else reset_program
        block = program.global_block()
        for state in self.states:
            zeros = _shared(block, state)
            block.add(Operator(block, "fill_constant", paddle.zeros, (list(state.shape), state.dtype), {}, zeros,
                               where()))
        executor.run(program)

    def eval(self, executor: Executor, eval_program: Program | None = None) -> Any:
        """The metric of the runs so far; subclasses define it."""
        raise NotImplementedError

    def _create_state(self, suffix: str, dtype: str, shape: Any) -> Variable:
        name = f"{unique_name.generate(self._name)}_{suffix}"
        self.states.append(default_main_program().global_block().create_var(
            name=name, shape=shape, dtype=dtype, persistable=True, stop_gradient=True))
        return self.states[-1]

    def _counted(self, new: list[Any]) -> None:
        """Have each of ``new`` added to its state at every run."""
        block = default_main_program().global_block()
        for state, each in zip(self.states, new):
            block.add(Operator(block, "sum", _sum, (state, each), {}, state, where()))

    def _values(self, executor: Executor, eval_program: Program | None) -> list[Any]:
        program = Program() if eval_program is None else eval_program
        block = program.global_block()
        for state in self.states:
            same = _shared(block, state)
            block.add(Operator(block, "assign", paddle.assign, (same,), {}, same, where()))
        return [value[0] for value in executor.run(program, fetch_list=self.states)]


def _shared(block: Any, state: Variable) -> Variable:
    made: Variable = block.create_var(name=state.name, shape=state.shape, dtype=state.dtype, persistable=True)
    return made


def _sum(state: Any, new: Any) -> Any:
    return state + new.reshape(state.shape).astype(state.dtype)


class ChunkEvaluator(Evaluator):
    """Precision, recall and F1, float32 [1] each, of chunks as ``layers.chunk_eval`` finds them."""

    def __init__(self, input: Any, label: Any, chunk_scheme: str, num_chunk_types: int,
                 excluded_chunk_types: Any = None) -> None:
        super().__init__("chunk_eval")
        for kind in ("infer", "label", "correct"):
            self._create_state(f"num_{kind}_chunks", "int64", [1])
        self.num_infer_chunks, self.num_label_chunks, self.num_correct_chunks = self.states
        found = layers.chunk_eval(input, label, chunk_scheme, num_chunk_types, excluded_chunk_types)
        self.metrics.extend(found[:3])
        self._counted(list(found[3:]))

    def eval(self, executor: Executor, eval_program: Program | None = None) -> Any:
        """The three of the runs so far; 0 where there was nothing."""
        found, there, right = self._values(executor, eval_program)
        precision, recall = right / found if found else 0.0, right / there if there else 0.0
        f1 = 2 * precision * recall / (precision + recall) if right else 0.0
        return tuple(np.array([rate], "float32") for rate in (precision, recall, f1))


class EditDistance(Evaluator):
    """The mean edit distance and the share of sequences that have any, float32 [1] each."""

    def __init__(self, input: Any, label: Any, ignored_tokens: Any = None, **kwargs: Any) -> None:
        super().__init__("edit_distance", **kwargs)
        for suffix, dtype in (("total_distance", "float32"), ("seq_num", "int64"), ("instance_error", "int64")):
            self._create_state(suffix, dtype, [1])
        self.total_distance, self.seq_num, self.instance_error = self.states
        distances, count = layers.edit_distance(input, label, ignored_tokens=ignored_tokens)
        total = layers.reduce_sum(distances)
        right = layers.cast(layers.equal(distances, layers.fill_constant([1], "float32", 0.0)), "int64")
        wrong = layers.elementwise_sub(count, layers.reduce_sum(right))
        self.metrics.extend([total, wrong])
        self._counted([total, count, wrong])

    def eval(self, executor: Executor, eval_program: Program | None = None) -> Any:
        """Both of the runs so far."""
        distance, count, wrong = self._values(executor, eval_program)
        return np.array([distance / count], "float32"), np.array([wrong / count], "float32")
