"""Which names of Paddle 1 one mode alone had: the dynamic graph, or programs of the static one.

A name is told of where both modes cannot mean it: `fluid.layers.fc` makes parameters at each call and so belongs to a
program (1.8.5 ran it in dygraph, too, where nothing trains them), `fluid.layers.relu` works in both and says nothing.
So do places, initialisers, readers, the seed of a program.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

Answer = Literal["dynamic", "static", "unknown"]


def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


_DYGRAPH = ("paddle.fluid.dygraph.", "paddle.fluid.imperative.")
_DYNAMIC = frozenset({"load_dygraph", "save_dygraph"})
_ALL_STATIC = ("paddle.fluid.transpiler.", "paddle.fluid.incubate.fleet.", "paddle.fluid.contrib.slim.")
_LAYERS = ("paddle.fluid.layers.", "paddle.fluid.nets.")
# functions of fluid.layers and fluid.nets that make parameters, and others that only programs have
_BUILDING = _words(
    "fc embedding conv2d conv3d conv2d_transpose conv3d_transpose batch_norm inplace_abn layer_norm group_norm "
    "instance_norm data_norm spectral_norm prelu row_conv nce hsigmoid bilinear_tensor_product center_loss "
    "sequence_conv dynamic_lstm dynamic_lstmp dynamic_gru gru_unit lstm lstm_unit linear_chain_crf crf_decoding "
    "deformable_conv multi_box_head data py_reader create_py_reader_by_feeder read_file double_buffer While Switch "
    "IfElse StaticRNN DynamicRNN simple_img_conv_pool img_conv_group sequence_conv_pool sequence_concat "
    "sequence_enumerate sequence_expand sequence_expand_as sequence_first_step sequence_last_step sequence_pad "
    "sequence_pool sequence_reshape sequence_reverse sequence_scatter sequence_slice sequence_softmax sequence_unpad "
    "lod_reset lod_append Print"
)
_PROGRAMS = _words(
    "Executor ParallelExecutor CompiledProgram ExecutionStrategy BuildStrategy Program program_guard scope_guard "
    "global_scope DataFeeder DistributeTranspiler DistributeTranspilerConfig append_backward gradients device_guard "
    "WeightNormParamAttr memory_optimize release_memory AsyncExecutor save_vars save_params save_persistables "
    "load_vars load_params load_persistables save_inference_model load_inference_model "
    "set_program_state get_program_parameter get_program_persistable_vars InferenceTranspiler QueueDataset "
    "InMemoryDataset DatasetFactory"
)
_OF_FLUID = frozenset({"paddle.fluid.data", "paddle.fluid.embedding"})
# asked for by both, or to tell them apart
_NEUTRAL = frozenset({"enabled", "in_dygraph_mode", "guard", "dygraph_to_static_func"})
_SWITCHES: dict[str, Answer] = {
    "enable_dygraph": "dynamic", "enable_imperative": "dynamic",
    "disable_dygraph": "static", "disable_imperative": "static",
}  # fmt: skip

# control flow of `paddle.static.nn`, which both modes have
OF_EITHER = ("cond", "case", "switch_case", "while_loop")

# the same at a look at a file's text
_DYNAMIC_TEXT = re.compile(
    rb"\bdygraph\b|\bto_variable\(|\benable_imperative\b|\.clear_gradients\(|\.backward\(\)|\bparameter_list="
)
_STATIC_TEXT = re.compile(
    rb"\b(?:Executor|program_guard|global_scope|scope_guard|DataFeeder|enable_static|fluid\.(?:layers\.)?data)\("
    rb"|\bpaddle\.static\b(?!\.nn\.(?:" + "|".join(OF_EITHER).encode() + rb")\b)"
    rb"|\.(?:layers|nets)\.(?:fc|embedding|conv[23]d|batch_norm|layer_norm|py_reader|dynamic_\w+|sequence_\w+|img_\w+)\("
    rb"|\bfluid\.(?:Program|default_main_program|CompiledProgram|embedding)\("
)


def of_name(name: str) -> Answer | None:
    """The mode that alone has this legacy name; None for both, or where its arguments decide."""
    last = name.rpartition(".")[2]
    if last in _NEUTRAL or last in _SWITCHES:
        return None
    if name.startswith(_DYGRAPH) or last in _DYNAMIC:
        return "dynamic"
    if name.startswith(_ALL_STATIC) or name in _OF_FLUID:
        return "static"
    if name.startswith(_LAYERS):
        return "static" if last in _BUILDING else None
    return "static" if last in _PROGRAMS else None


def switched_by(name: str) -> Answer | None:
    """The mode that a call of this legacy name begins; None for anything else."""
    return _SWITCHES.get(name.rpartition(".")[2])


def is_guard(name: str) -> bool:
    """`fluid.dygraph.guard`."""
    return name.startswith(_DYGRAPH) and name.endswith(".guard")


@lru_cache(maxsize=256)
def of_text(raw: bytes) -> Answer:
    """What a file's bytes seem to say; unknown for both and for neither."""
    dynamic, static = _DYNAMIC_TEXT.search(raw) is not None, _STATIC_TEXT.search(raw) is not None
    return "unknown" if dynamic == static else "dynamic" if dynamic else "static"
