"""Gradients of gradients: which operators of 1.8.5 had none, so that programs left out what came through them."""

from __future__ import annotations

from typing import Any

from .._runtime.warn import warn_once
from .operators import Block, described

# those whose gradient has one, as 1.8.5's core.get_grad_op_desc tells
_NAMES = (
    "array_to_lod_tensor assign cast conv2d conv3d cumsum elementwise_add elementwise_div elementwise_mul "
    "elementwise_sub elu expand flip instance_norm leaky_relu lod_tensor_to_array merge_lod_tensor minus mul print "
    "read_from_array reduce_mean reduce_sum relu reshape2 reverse scale select_input sequence_reverse sign slice split "
    "split_lod_tensor sqrt square sum unbind write_to_array"
)
_HAVING = frozenset(_NAMES.split())


def say_what_1_8_left_out(block: Block, inputs: list[Any], targets: list[Any], behind: set[str]) -> None:
    """Said where a loss is made of gradients of ``targets``; ``behind`` are the variables that these depend on."""
    found = _without(block, {each.name for each in inputs}, {each.name for each in targets}, behind)
    if found:
        warn_once(f"a loss is made of gradients() through {', '.join(found)}: operators that have no second gradient "
                  "in 1.8.5, whose programs left out, without a word, what comes back through them. Here all counts, "
                  "so parameters train otherwise.")


def _without(block: Block, known: set[str], targets: set[str], behind: set[str]) -> list[str]:
    types: dict[str, None] = {}
    for operator in block.operators:
        results = {*operator.output_arg_names} & behind
        if operator.role == "forward" and results and known & {*operator.input_arg_names}:
            known = known | results
            natives = [each.type for each in described(operator)]
            if natives != ["mean"] or not results & targets:  # whose own gradient is a constant
                types.update(dict.fromkeys(each for each in natives if each not in _HAVING))
    return list(types)
