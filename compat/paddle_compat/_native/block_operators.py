"""1.8.5's operators with blocks of their own, read from files: they become what loops and branches are here. Beside
them the kernels of arrays and of sequences by rank."""

from __future__ import annotations

from typing import Any

from .._static import arrays, if_else, ranks
from .._static.arrays import Write
from .._static.branching import Conditional, Select
from .._static.loops import Loop
from .._static.operators import Block, Operator
from .._static.static_rnn import Recurrent
from ..fluid import layers
from .kernels import kernel
from .operators import Native


def nested_of(read: Native) -> Operator:
    """What runs an operator that was read: itself, where a kernel does."""
    make = _MADE.get(read.type)
    return read if make is None else make(read.block, read.args[0], read.kwargs, read.results, read.where)


def _loop(block: Block, inputs: Any, attrs: Any, outputs: Any, where: str) -> Operator:
    kept = {"sub_block": attrs["sub_block"], "is_test": attrs.get("is_test", False)}
    return Loop(block, "while", None, tuple(inputs["Condition"]), kept, outputs["Out"], where)


def _branch(block: Block, inputs: Any, attrs: Any, outputs: Any, where: str) -> Operator:
    kept = {"sub_block": attrs["sub_block"], "is_scalar_condition": attrs["is_scalar_condition"]}
    return Conditional(block, "conditional_block", None, tuple(inputs["Cond"]), kept, outputs["Out"], where)


def _recurrent(block: Block, inputs: Any, attrs: Any, outputs: Any, where: str) -> Operator:
    if attrs.get("reverse"):
        raise NotImplementedError("paddle-migrate cannot run the operator recurrent of 1.8.5's programs in reverse")
    whole, inits, results = inputs["inputs"], inputs["initial_states"], outputs["outputs"]
    kept = {"sub_block": attrs["sub_block"], "steps": [each.name for each in whole], "before": attrs["ex_states"],
            "states": attrs["states"], "outputs": [each.name for each in results]}
    return Recurrent(block, "recurrent", None, (whole, inits), kept, results, where)


def _write(block: Block, inputs: Any, attrs: Any, outputs: Any, where: str) -> Operator:
    return Write(block, "write_to_array", None, (inputs["X"][0], inputs["I"][0]), {}, outputs["Out"][0], where)


def _select(block: Block, inputs: Any, attrs: Any, outputs: Any, where: str) -> Operator:
    if_false, if_true = inputs["X"]
    return Select(block, "select_input", None, (inputs["Mask"][0], if_false, if_true), {}, outputs["Out"][0], where)


_MADE: dict[str, Any] = {
    "while": _loop, "conditional_block": _branch, "conditional_block_infer": _branch, "recurrent": _recurrent,
    "write_to_array": _write, "select_input": _select,
}


@kernel("read_from_array", "Out")
def read_from_array(X: Any, I: Any) -> Any:  # noqa: E741  as 1.8.5 called it
    return arrays._read(X, I)


@kernel("lod_array_length", "Out")
def lod_array_length(X: Any) -> Any:
    return arrays._length(X)


@kernel("tensor_array_to_tensor", "Out OutIndex")
def tensor_array_to_tensor(X: Any, axis: int, use_stack: bool) -> Any:
    return arrays._joined(X, axis, use_stack)


@kernel("rnn_memory_helper", "Out")
def rnn_memory_helper(X: Any) -> Any:
    return X


@kernel("lod_rank_table", "Out")
def lod_rank_table(X: Any, level: int) -> Any:
    return ranks._ranked(X, level)


@kernel("max_sequence_len", "Out")
def max_sequence_len(RankTable: Any) -> Any:
    return ranks._longest(RankTable)


@kernel("lod_tensor_to_array", "Out")
def lod_tensor_to_array(X: Any, RankTable: Any) -> Any:
    return ranks._steps(X, RankTable)


@kernel("array_to_lod_tensor", "Out")
def array_to_lod_tensor(X: Any, RankTable: Any) -> Any:
    return ranks._joined(X, RankTable)


@kernel("shrink_rnn_memory", "Out")
def shrink_rnn_memory(X: Any, I: Any, RankTable: Any) -> Any:  # noqa: E741  as 1.8.5 called it
    return ranks._shrunk(X, I, RankTable)


@kernel("reorder_lod_tensor_by_rank", "Out")
def reorder_lod_tensor_by_rank(X: Any, RankTable: Any) -> Any:
    return ranks._reordered(X, RankTable)


@kernel("split_lod_tensor", "OutTrue OutFalse")
def split_lod_tensor(X: Any, Mask: Any, level: int) -> Any:
    return if_else._split(X, Mask, level)


@kernel("merge_lod_tensor merge_lod_tensor_infer", "Out")
def merge_lod_tensor(InTrue: Any, InFalse: Any, X: Any, Mask: Any, level: int) -> Any:
    return if_else._merged(InTrue, InFalse, X, Mask, level)


@kernel("beam_search", "selected_ids selected_scores parent_idx")
def beam_search(pre_ids: Any, pre_scores: Any, scores: Any, beam_size: int, end_id: int, level: int,
                is_accumulated: bool, ids: Any = None) -> Any:
    return layers.beam_search(pre_ids, pre_scores, ids, scores, beam_size, end_id, level, is_accumulated,
                              return_parent_idx=True)


@kernel("beam_search_decode", "SentenceIds SentenceScores")
def beam_search_decode(Ids: Any, Scores: Any, beam_size: int, end_id: int) -> Any:
    return layers.beam_search_decode(Ids, Scores, beam_size, end_id)
