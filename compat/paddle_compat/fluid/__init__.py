"""``paddle.fluid`` of PaddlePaddle 1.8.5."""

from . import contrib, core, dygraph, framework, layers, optimizer, regularizer
from .core import CPUPlace, CUDAPinnedPlace, CUDAPlace
from .dygraph.base import disable_dygraph, disable_imperative, enable_dygraph, enable_imperative
from .dygraph.checkpoint import load_dygraph, save_dygraph
from .dygraph.layers import *
from .dygraph.nn import *
from .framework import *

__all__ = [*framework.__all__]
