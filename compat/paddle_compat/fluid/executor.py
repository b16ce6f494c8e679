"""``paddle.fluid.executor``: running static programs."""

from .._static.executors import Executor
from .._static.scopes import global_scope, scope_guard

__all__ = ["Executor", "global_scope", "scope_guard"]
