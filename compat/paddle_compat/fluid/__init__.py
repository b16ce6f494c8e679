"""``paddle.fluid`` of PaddlePaddle 1.8.5."""

# ruff: noqa: F401, F403

from . import (
    clip,
    contrib,
    core,
    dygraph,
    framework,
    initializer,
    input,
    io,
    layers,
    metrics,
    optimizer,
    param_attr,
    reader,
    regularizer,
    unique_name,
)
from .core import CPUPlace, CUDAPinnedPlace, CUDAPlace
from .dygraph.base import disable_dygraph, disable_imperative, enable_dygraph, enable_imperative
from .dygraph.checkpoint import load_dygraph, save_dygraph
from .dygraph.layers import *
from .dygraph.nn import *
from .framework import *
from .input import one_hot
from .param_attr import ParamAttr

__all__ = [
    *framework.__all__, "CPUPlace", "CUDAPinnedPlace", "CUDAPlace", "ParamAttr", "clip", "contrib",
    "disable_dygraph", "disable_imperative", "dygraph", "enable_dygraph", "enable_imperative", "initializer", "io",
    "layers", "metrics", "one_hot", "optimizer", "regularizer", "unique_name",
]
