"""``paddle.fluid.dygraph``: imperative mode."""

# ruff: noqa: F401, F403

from ..._runtime.first_call import with_old_form
from ..._runtime.gradients import patch_tensors
from ..._runtime.memory import keep_freed_memory
from ..._runtime.old_attributes import ATTRIBUTES, keep
from . import (
    backward_strategy,
    base,
    checkpoint,
    container,
    dygraph_to_static,
    jit,
    layers,
    learning_rate_scheduler,
    nn,
    parallel,
    static_runner,
    unsized,
)
from .backward_strategy import *
from .base import *
from .checkpoint import *
from .container import *
from .jit import *
from .layers import *
from .learning_rate_scheduler import *
from .nn import *
from .parallel import *
from .static_runner import StaticModelRunner

__all__ = [
    *backward_strategy.__all__, *base.__all__, *checkpoint.__all__, *container.__all__, *jit.__all__,
    *layers.__all__, *learning_rate_scheduler.__all__, *nn.__all__, *parallel.__all__,
]

patch_tensors()
keep_freed_memory()

for _name in ATTRIBUTES:
    keep(getattr(nn, _name))
for _name, _rule in list(vars(unsized).items()):
    if hasattr(_rule, "__dropped__"):
        with_old_form(getattr(nn, _name), _rule)
