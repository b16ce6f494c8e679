"""``paddle.fluid`` of PaddlePaddle 1.8.5."""

# ruff: noqa: F401, F403

import paddle

from . import (
    average,
    backward,
    clip,
    contrib,
    core,
    dygraph,
    evaluator,
    executor,
    framework,
    initializer,
    input,
    io,
    layers,
    metrics,
    nets,
    optimizer,
    param_attr,
    profiler,
    reader,
    regularizer,
    transpiler,
    unique_name,
)
from ._not_yet import not_yet
from .core import CPUPlace, CUDAPinnedPlace, CUDAPlace
from .dygraph.base import disable_dygraph, disable_imperative, enable_dygraph, enable_imperative
from .dygraph.checkpoint import load_dygraph, save_dygraph
from .dygraph.layers import *
from .dygraph.nn import *
from .framework import *
from .input import one_hot
from .param_attr import ParamAttr

__all__ = [
    *framework.__all__, "CPUPlace", "CUDAPinnedPlace", "CUDAPlace", "ParamAttr", "clip", "contrib", "disable_dygraph",
    "disable_imperative", "dygraph", "enable_dygraph", "enable_imperative", "get_flags", "initializer", "io", "layers",
    "metrics", "one_hot", "optimizer", "regularizer", "require_version", "set_flags", "unique_name",
]

get_flags = paddle.get_flags
require_version = paddle.utils.require_version
set_flags = paddle.set_flags

__getattr__ = not_yet(__name__)
