"""``paddle.fluid`` of PaddlePaddle 1.8.5."""

# ruff: noqa: F401, F403

import paddle

from .. import compat as _of_185
from .._language import gone
from .._runtime import foreign_operators
from .._static.backward import append_backward, gradients
from .._static.scopes import LoDTensor, LoDTensorArray, Scope
from . import (
    average,
    backward,
    clip,
    contrib,
    core,
    core_avx,
    data_feed_desc,
    dataloader,
    dataset,
    dygraph,
    dygraph_grad_clip,
    dygraph_utils,
    evaluator,
    executor,
    framework,
    incubate,
    initializer,
    input,
    install_check,
    io,
    layer_helper,
    layers,
    lod_tensor,
    metrics,
    nets,
    optimizer,
    param_attr,
    profiler,
    reader,
    regularizer,
    trainer_desc,
    transpiler,
    unique_name,
)
from .compiler import BuildStrategy, CompiledProgram, ExecutionStrategy
from .core import CPUPlace, CUDAPinnedPlace, CUDAPlace
from .data_feed_desc import DataFeedDesc
from .data_feeder import DataFeeder
from .dataset import DatasetFactory, InMemoryDataset, QueueDataset
from .dygraph.base import disable_dygraph, disable_imperative, enable_dygraph, enable_imperative
from .dygraph.checkpoint import load_dygraph, save_dygraph
from .dygraph.layers import *
from .dygraph.nn import *
from .executor import Executor, global_scope, scope_guard
from .framework import *
from .incubate import data_generator, fleet
from .input import data, embedding, one_hot
from .io import load, load_program_state, save, set_program_state
from .lod_tensor import create_lod_tensor, create_random_int_lodtensor
from .parallel_executor import ParallelExecutor
from .param_attr import ParamAttr, WeightNormParamAttr
from .trainer_desc import *
from .transpiler import *

if "compat" in vars(paddle):
    _of_185.lend(paddle.compat)

__all__ = [
    *framework.__all__, *trainer_desc.__all__, *transpiler.__all__, "BuildStrategy", "CPUPlace",
    "CUDAPinnedPlace", "CUDAPlace", "CompiledProgram", "DataFeedDesc", "DataFeeder", "ExecutionStrategy",
    "Executor", "LoDTensor", "LoDTensorArray", "ParallelExecutor", "ParamAttr", "Scope", "Tensor", "VarBase",
    "WeightNormParamAttr",
    "clip", "contrib", "create_lod_tensor", "create_random_int_lodtensor", "data", "disable_dygraph",
    "disable_imperative", "dygraph", "embedding", "enable_dygraph", "enable_imperative", "get_flags",
    "global_scope", "gradients", "initializer", "install_check", "io", "layers", "learning_rate_decay",
    "load", "load_op_library", "metrics", "one_hot", "optimizer", "regularizer", "require_version", "save",
    "scope_guard", "set_flags", "unique_name",
]

Tensor = LoDTensor
get_flags = paddle.get_flags
require_version = paddle.utils.require_version
set_flags = paddle.set_flags

load_op_library = gone("fluid.load_op_library", why="operators built for 1.x cannot be loaded by another Paddle",
                       do="Build the operator again with paddle.utils.cpp_extension.load and call what it returns.",
                       here=foreign_operators.Loader)
learning_rate_decay = gone("fluid.learning_rate_decay", why="1.8.5 listed this name and had nothing under it",
                           do="Use the decays of fluid.dygraph or fluid.layers.")
VarBase = gone("fluid.VarBase", why="1.8.5 listed this name and had nothing under it",
               do="Use fluid.core.VarBase or paddle.Tensor.")
