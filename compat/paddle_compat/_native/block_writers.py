"""How loops, branches and arrays were written in 1.8.5's operators: with blocks of their own, by their numbers."""

from __future__ import annotations

from typing import Any

from .._static.blocks import Nested
from .._static.kinds import KINDS
from .._static.operators import Block
from .._static.variables import Variable
from .describing import Call, described, writer
from .operators import Native, native


def natives_of(block: Block) -> list[Native]:
    """The operators of a block, those of 1.8.5's in place of recorded calls."""
    return [each for operator in block.operators for each in described(operator)]


@writer("while")
def loop(call: Call) -> None:
    (condition,) = call.operator.args
    read = _around(call, "input_arg_names", but=[condition])
    _nested(call, "while", {"X": read, "Condition": condition}, {"Out": call.operator.results}, "StepScopes",
            is_test=bool(call.operator.kwargs["is_test"]))


@writer("conditional_block")
def branch(call: Call) -> None:
    conditions = list(call.operator.args)
    read = _around(call, "input_arg_names", but=conditions)
    _nested(call, "conditional_block", {"Cond": conditions, "Input": read}, {"Out": call.operator.results}, "Scope",
            is_scalar_condition=call.operator.kwargs["is_scalar_condition"])


@writer("recurrent")
def recurrent(call: Call) -> None:
    operator: Any = call.operator
    inputs, inits = operator.args
    given = operator.kwargs
    results = operator.results[: len(given["outputs"])]
    read = [each for each in _around(call, "input_arg_names", but=[*inputs, *inits]) if each.persistable]
    _nested(call, "recurrent", {"inputs": inputs, "initial_states": inits, "parameters": read}, {"outputs": results},
            "step_scopes", has_states=bool(inits), ex_states=list(given["before"]), states=list(given["states"]),
            reverse=False, is_train=True)
    block, made = operator.inner, call.natives[-1]
    steps, outputs = zip(given["steps"], inputs, strict=True), zip(given["outputs"], results, strict=True)
    made.before = [_same(block, _inside(block, whole), name) for name, whole in steps if name != whole.name]
    made.behind = [_same(block, name, _inside(block, whole)) for name, whole in outputs if name != whole.name]


def _inside(block: Block, whole: Variable) -> Variable:
    """What comes into a step, or goes out of it, named as around: 1.8.5 knew it by that alone."""
    return Variable(block, whole.name, whole.shape[1:], whole.dtype)


def _same(block: Block, source: Any, result: Any) -> Native:
    return native(block, "rnn_memory_helper", {"X": source}, {"Out": result})


def _around(call: Call, which: str, but: Any) -> list[Variable]:
    """The variables around its block that an operator's block reads."""
    operator: Any = call.operator
    assert isinstance(operator, Nested)
    names = dict.fromkeys(name for each in operator.inner.operators for name in getattr(each, which))
    found = [call.block.find(name) for name in names if name not in operator.inner.vars]
    left_out = {each.name for each in but}
    return [each for each in found if each is not None and each.name not in left_out]


def _nested(call: Call, kind: str, inputs: Any, outputs: Any, scopes: str, **attrs: Any) -> None:
    operator: Any = call.operator
    number = operator.kwargs["sub_block"]
    kept = Variable(call.block, f"{kind}_{number}.scopes", type=KINDS["STEP_SCOPES"])
    call.natives.append(native(call.block, kind, inputs, {**outputs, scopes: kept}, {"sub_block": number, **attrs},
                               operator.where))


@writer("select_input")
def select(call: Call) -> None:
    mask, if_false, if_true = call.operator.args
    number = mask
    if "int" not in str(mask.dtype):
        number = call.like(mask, f"{call.result.name}.mask", mask.shape)
        number.dtype = "int32"
        call.add("cast", {"X": mask}, {"Out": number}, in_dtype=mask.dtype, out_dtype="int32")
    call.add("select_input", {"X": [if_false, if_true], "Mask": number}, {"Out": call.result})


@writer("write_to_array")
def write(call: Call) -> None:
    x, i = call.operator.args
    call.add("write_to_array", {"X": x, "I": i}, {"Out": call.result})


@writer("array_read")
def read(call: Call) -> None:
    array, i = call.operator.args
    call.add("read_from_array", {"X": array, "I": i}, {"Out": call.result})


@writer("array_length")
def length(call: Call) -> None:
    call.add("lod_array_length", {"X": call.operator.args[0]}, {"Out": call.result})


@writer("tensor_array_to_tensor")
def joined(call: Call) -> None:
    array, axis, use_stack = call.operator.args
    out, sizes = call.results
    call.add("tensor_array_to_tensor", {"X": array}, {"Out": out, "OutIndex": sizes}, axis=axis, use_stack=use_stack)


@writer("lod_rank_table")
def ranks(call: Call) -> None:
    x, level = call.operator.args
    call.add("lod_rank_table", {"X": x}, {"Out": call.result}, level=level)


@writer("max_sequence_len")
def longest(call: Call) -> None:
    call.add("max_sequence_len", {"RankTable": call.operator.args[0]}, {"Out": call.result})


@writer("lod_tensor_to_array", "array_to_lod_tensor", "reorder_lod_tensor_by_rank")
def by_ranks(call: Call) -> None:
    x, table = call.operator.args
    call.add(call.operator.type, {"X": x, "RankTable": table}, {"Out": call.result})


@writer("shrink_memory")
def shrunk(call: Call) -> None:
    x, i, table = call.operator.args
    call.add("shrink_rnn_memory", {"X": x, "I": i, "RankTable": table}, {"Out": call.result})


@writer("split_lod_tensor")
def parted(call: Call) -> None:
    x, mask, level = call.operator.args
    if_true, if_false = call.results
    call.add("split_lod_tensor", {"X": x, "Mask": mask}, {"OutTrue": if_true, "OutFalse": if_false}, level=level)


@writer("merge_lod_tensor")
def merged(call: Call) -> None:
    if_true, if_false, x, mask, level = call.operator.args
    call.add("merge_lod_tensor", {"InTrue": if_true, "InFalse": if_false, "X": x, "Mask": mask}, {"Out": call.result},
             level=level)


@writer("beam_search")
def beam_search(call: Call) -> None:
    given = call.given
    read = {place: given[place] for place in ("pre_ids", "pre_scores", "ids", "scores") if given[place] is not None}
    made = dict(zip(("selected_ids", "selected_scores", "parent_idx"), call.results, strict=False))
    call.add("beam_search", read, made, **{name: given[name] for name in _OF_SEARCH})


_OF_SEARCH = ("beam_size", "end_id", "level", "is_accumulated")


@writer("beam_search_decode")
def beam_search_decode(call: Call) -> None:
    given = call.given
    words, scores = call.results
    call.add("beam_search_decode", {"Ids": given["ids"], "Scores": given["scores"]},
             {"SentenceIds": words, "SentenceScores": scores}, beam_size=given["beam_size"], end_id=given["end_id"])
