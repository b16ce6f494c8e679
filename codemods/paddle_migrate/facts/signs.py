"""What in a script shows its mode: calls that only the dynamic graph knows, and calls that only a static one does.

A name counts where both modes cannot mean it: `fluid.layers.fc` makes parameters at each call and so belongs to a
program (1.8.5 ran it in dygraph, too, where nothing trains them), `fluid.layers.relu` works in both and says nothing.
So do places, initialisers, readers, the seed of a program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.kinds import Kinds
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.rule import Rule

Answer = Literal["dynamic", "static", "unknown"]
Sign = tuple[cst.CSTNode, Answer]

# functions of fluid.layers and fluid.nets that make parameters, and others that only programs have
_BUILDING = (
    "fc embedding conv2d conv3d conv2d_transpose conv3d_transpose batch_norm inplace_abn layer_norm group_norm "
    "instance_norm data_norm spectral_norm prelu row_conv nce hsigmoid bilinear_tensor_product center_loss "
    "sequence_conv dynamic_lstm dynamic_lstmp dynamic_gru gru_unit lstm lstm_unit linear_chain_crf crf_decoding "
    "deformable_conv multi_box_head data py_reader create_py_reader_by_feeder read_file double_buffer "
    "While Switch IfElse StaticRNN DynamicRNN simple_img_conv_pool img_conv_group sequence_conv_pool "
    "sequence_concat sequence_enumerate sequence_expand sequence_expand_as sequence_first_step sequence_last_step "
    "sequence_pad sequence_pool sequence_reshape sequence_reverse sequence_scatter sequence_slice sequence_softmax "
    "sequence_unpad lod_reset lod_append Print"
)
_PROGRAMS = (
    "Executor ParallelExecutor CompiledProgram ExecutionStrategy BuildStrategy Program program_guard scope_guard "
    "global_scope DataFeeder DistributeTranspiler DistributeTranspilerConfig append_backward gradients device_guard "
    "WeightNormParamAttr memory_optimize release_memory AsyncExecutor "
    "save_vars save_params save_persistables load_vars load_params load_persistables save_inference_model "
    "load_inference_model load_program_state set_program_state get_program_parameter get_program_persistable_vars "
    "InferenceTranspiler QueueDataset InMemoryDataset DatasetFactory"
)
_ALL_STATIC = ("paddle.fluid.transpiler.", "paddle.fluid.incubate.fleet.", "paddle.fluid.contrib.slim.")
_PROGRAM_METHODS = ("global_block", "with_data_parallel")
# asked for by both, or to tell them apart
_NEUTRAL = ("enabled", "in_dygraph_mode", "guard")
_SEEDED = "random_seed"
# methods of tensors, models and optimizers of the dynamic graph
_METHODS = (
    "gradient", "clear_gradients", "clear_gradient", "clear_grad", "apply_collective_grads", "scale_loss",
    "set_dict", "set_state_dict",
)
_WEAK = ("numpy", "parameters")  # other libraries have them, too
_SWITCHES: dict[str, Answer] = {
    "enable_dygraph": "dynamic", "enable_imperative": "dynamic",
    "disable_dygraph": "static", "disable_imperative": "static",
}
# of paddle itself
_OF_TODAY: dict[str, Answer] = {"disable_static": "dynamic", "enable_static": "static"}
_TODAY = ("to_tensor", "DataParallel", "jit", "no_grad", "grad")

# the same at a look at a file's text
_DYNAMIC_TEXT = re.compile(
    rb"\bdygraph\b|\bto_variable\(|\benable_imperative\b|\.clear_gradients\(|\.backward\(\)|\bparameter_list="
)
_STATIC_TEXT = re.compile(
    rb"\bExecutor\(|\bprogram_guard\(|\bfluid\.(?:layers\.)?data\(|\bDataFeeder\(|\benable_static\(|\bpaddle\.static\b"
    rb"|\.(?:layers|nets)\.(?:fc|embedding|conv[23]d|batch_norm|layer_norm|py_reader|dynamic_\w+|sequence_\w+|img_\w+)\("
    rb"|\bfluid\.(?:Program|default_main_program|CompiledProgram|embedding)\("
)


@cache
def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


def of_text(raw: bytes) -> Answer:
    """What a file's bytes seem to say; unknown for both and for neither."""
    dynamic, static = _DYNAMIC_TEXT.search(raw) is not None, _STATIC_TEXT.search(raw) is not None
    return "unknown" if dynamic == static else "dynamic" if dynamic else "static"


def signs(code: Code, kinds: Kinds) -> Iterator[Sign]:
    """Every place of the script that shows its mode, and which."""
    for reference in code.references:
        shown = _of_reference(code, reference)
        if shown is not None:
            yield reference.node, shown
    yield from _of_methods(code, kinds)
    yield from _of_today(code)
    yield from switches(code)


def weak_signs(code: Code) -> Iterator[Sign]:
    """Those that count where nothing speaks for a static graph."""
    for receiver, call in code.source.method_calls(*_WEAK):
        if not code.names.resolve(receiver):
            yield call, "dynamic"
    for reference in code.references:
        told = _told(code, reference)
        if told and all(told) and "feed_list" not in told:
            yield reference.node, "dynamic"


def switches(code: Code) -> list[Sign]:
    """The calls that change the mode for what comes behind them."""
    found: list[Sign] = [
        (r.node, _SWITCHES[last])
        for r in code.references
        if (last := r.name.rpartition(".")[2]) in _SWITCHES and r.call is not None and code.is_whole_statement(r.call)
    ]
    return found + [(node, _OF_TODAY[last]) for node, name in _todays(code) if (last := name[7:]) in _OF_TODAY]


def is_guard(code: Code, statement: cst.With) -> bool:
    """`with fluid.dygraph.guard(…):`, perhaps among others."""
    references = (code.by_call.get(item.item) for item in statement.items)
    return any(r is not None and r.name.rpartition(".")[2] == "guard" and _is_dygraph(r.name) for r in references)


def _is_dygraph(name: str) -> bool:
    return name.startswith(("paddle.fluid.dygraph.", "paddle.fluid.imperative."))


def _of_reference(code: Code, reference: Reference) -> Answer | None:
    name, last = reference.name, reference.name.rpartition(".")[2]
    gone = isinstance(reference.rule, Rule) and reference.rule.kind == "gone"  # says itself what to do
    if gone or last in _NEUTRAL or last in _SWITCHES:
        return None
    if _is_dygraph(name) or last in ("save_dygraph", "load_dygraph"):
        return "dynamic"
    if name.startswith(_ALL_STATIC) or name == "paddle.fluid.data" or name == "paddle.fluid.embedding":
        return "static"
    if name.startswith(("paddle.fluid.layers.", "paddle.fluid.nets.")):
        return "static" if last in _words(_BUILDING) else None
    if name.startswith("paddle.fluid.optimizer."):
        return _of_optimizer(reference.call)
    if last.startswith("default_"):
        return "static" if _is_asked(code, reference) else None
    if last in _words(_PROGRAMS):
        return "static"
    return "static" if "feed_list" in (_told(code, reference) or ()) else None


def _told(code: Code, reference: Reference) -> list[str] | None:
    """The keywords that a loader is made with, empty ones of places among them; None of anything else."""
    func: cst.CSTNode = reference.node
    if reference.beyond == ["from_generator"]:
        func = code.source.parents[func]
    elif reference.name.rpartition(".")[2] not in ("from_generator", "PyReader", "DataLoader"):
        return None
    call = code.source.parents.get(func)
    if not isinstance(call, cst.Call) or call.func is not func:
        return None
    return [_keyword(a) for a in call.args if not (isinstance(a.value, cst.Name) and a.value.value == "None")]


def _of_optimizer(call: cst.Call | None) -> Answer | None:
    told = call is not None and any(_keyword(a) in ("parameter_list", "parameters") for a in call.args)
    return "dynamic" if told else None


def _is_asked(code: Code, reference: Reference) -> bool:
    """Whether something of the program is used but its seed: `default_main_program().global_block()`."""
    name = code.assigned_name(reference.call) if reference.call is not None else None
    bindings = code.scopes.find(name) if name is not None else []
    whole = [reference.call, *(use for b in bindings for use in b.uses)]
    asked = [code.source.parents.get(node) for node in whole]
    return any(isinstance(a, cst.Attribute) and a.attr.value != _SEEDED for a in asked)


def _of_methods(code: Code, kinds: Kinds) -> Iterator[Sign]:
    for name in _METHODS:
        for receiver, call in code.source.method_calls(name):
            if not code.names.resolve(receiver):
                yield call, "dynamic"
    for receiver, call in code.source.method_calls("backward"):
        if code.is_whole_statement(call) and kinds.what(receiver) != "optimizer":
            yield call, "dynamic"
    for _, call in code.source.method_calls("run"):
        if any(_keyword(a) in ("feed", "fetch_list") for a in call.args):
            yield call, "static"
    for name in _PROGRAM_METHODS:
        for _, call in code.source.method_calls(name):
            yield call, "static"
    for _, call in code.source.method_calls("clone"):
        if any(_keyword(a) == "for_test" for a in call.args):
            yield call, "static"


def _of_today(code: Code) -> Iterator[Sign]:
    for node, name in _todays(code):
        second = name.split(".")[1]
        if second == "static":
            yield node, "static"
        elif second in _TODAY:
            yield node, "dynamic"


def _todays(code: Code) -> Iterator[tuple[cst.CSTNode, str]]:
    """Where the script says a name of today's Paddle that shows a mode, by itself or through what it imported."""
    for last in ("static", *_TODAY, *_OF_TODAY):
        for attribute in code.source.attributes.get(last, ()):
            if code.names.resolve(attribute) == f"paddle.{last}":
                yield attribute, f"paddle.{last}"
    for scope in code.scopes.everywhere():
        for bindings in scope.bindings.values():
            target = bindings[0].target
            if target.startswith("paddle.") and target.split(".")[1] in ("static", *_TODAY, *_OF_TODAY):
                yield from ((use, target) for use in bindings[0].uses)


def _keyword(arg: cst.Arg) -> str:
    return arg.keyword.value if arg.keyword else ""
