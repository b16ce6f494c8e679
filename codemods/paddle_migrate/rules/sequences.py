"""Which rules stand for 1.8.5's sequences, rows with a LoD, in today's programs; how a look at a file tells them."""

from __future__ import annotations

import re

from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule

# a file that takes sequences, and one that shows where they come from
TAKES = re.compile(
    rb"\b(?:sequence_(?:concat|conv|conv_pool|enumerate|erase|expand|expand_as|first_step|last_step|pad|pool|reshape"
    rb"|reverse|scatter|slice|softmax|topk_avg_pooling|unpad)|dynamic_(?:gru|lstmp?)|lod_reset|linear_chain_crf"
    rb"|crf_decoding|ctc_greedy_decoder|warpctc|edit_distance|EditDistance|im2sequence|DynamicRNN|ssd_loss|box_clip"
    rb"|chunk_eval|collect_fpn_proposals|distribute_fpn_proposals)\b"
)
MARKED = re.compile(rb"\blod_levels?\b")
ASKS = re.compile(rb"\.(?:lod|recursive_sequence_lengths)\(\)")
LEAVES = re.compile(rb"\b(?:detection_output|m(?:atrix|ulticlass)_nms)\b")  # give sequences, and need be given none
_NO_TYPE = rb"(?!\s*[],):])"  # which is only asked about: `isinstance(x, fluid.LoDTensor)`
_CREATES = rb"\bcreate_(?:random_int_)?lod_?tensor\b"
ROWS = re.compile(
    rb"\bLoDTensor\b" + _NO_TYPE + rb"|\b(?:fluid|core)\.Tensor\b" + _NO_TYPE + rb"|" + _CREATES)
GIVES = re.compile(rb"\blod_level\b|\b(?:sequence_unpad|lod_reset|py_reader|MultiSlot\w+)\b|" + _CREATES)
# what gives a tensor lengths, or data that may have them
LENGTHS = re.compile(
    rb"\b(?:(?:set|has_valid)_recursive_sequence_lengths|set_lod)\b|" + MARKED.pattern + rb"|" + _CREATES)
# names among them that are given no sequences
GENERATORS = ("MultiSlotDataGenerator", "MultiSlotStringDataGenerator")
WITHOUT = frozenset({
    "detection_output", "gru_unit", "lstm_unit", "matrix_nms", "multi_box_head", "multiclass_nms", "sequence_unpad",
    *GENERATORS,
})
PADDED = {  # those that are given none where this is given
    "chunk_eval": "seq_length", "ctc_greedy_decoder": "input_length", "edit_distance": "input_length",
    "warpctc": "input_length",
}  # fmt: skip
# what is a function of Python in programs of today's: written with `py_func`, or that itself
RUN_IN_PYTHON = frozenset({
    "EditDistance", "chunk_eval", "collect_fpn_proposals", "ctc_greedy_decoder", "detection_output",
    "distribute_fpn_proposals", "edit_distance", "multiclass_nms", "py_func", "ssd_loss",
})
# those that are no helpers themselves, and have to be given sequences as these
OF_HELPERS = frozenset({"sequence_conv_pool", "sequence_first_step", "sequence_last_step"})
AS_ONCE = ("ctc_greedy_decoder", "warpctc")  # of them those whose form for tensors is another
_OF_ROWS = {"ctc_greedy_decoder": "ctc_greedy_decoder_of_rows"}  # which is written beside that one
_DATA = {
    "paddle.fluid.evaluator.EditDistance": "EditDistance", "paddle.fluid.data": "data",
    "paddle.fluid.input.data": "data",
    **{f"paddle.fluid.incubate.data_generator.{name}": name for name in GENERATORS},
}  # fmt: skip
_PREFIX = ("paddle.fluid.layers.", "paddle.fluid.nets.")


def module() -> RuleModule | None:
    return library().module(f"{PACKAGE}._today_sequences")


def rule_of(name: str) -> Rule | None:
    """What stands in a program for the legacy function of this full name."""
    sequences, last = module(), name.rpartition(".")[2]
    if sequences is None:
        return None
    of_layers = "layers_data" if last == "data" else last
    last = of_layers if name.startswith(_PREFIX) else _DATA.get(name, "")
    last = _OF_ROWS.get(last, last)
    found = sequences.find(last) if last in sequences.names() else None
    return found if isinstance(found, Rule) else None
