"""``paddle.fluid.executor``: running static programs."""

from __future__ import annotations

from typing import Any

import paddle

from .._static import executors, scopes
from .._static.fed import as_tensor
from .._static.fetching import fetched
from .._static.mode import of_programs
from .._static.over_files import FetchHandler as FetchHandler

__all__ = ["Executor", "global_scope", "scope_guard"]


def as_numpy(tensor: Any) -> Any:
    """The values of a tensor, or of each in a list. Raises ``RuntimeError`` for one with sequences."""
    if isinstance(tensor, (list, tuple)):
        return [as_numpy(each) for each in tensor]
    return fetched(tensor.tensor if isinstance(tensor, scopes.LoDTensor) else tensor, True)


def _fetch_var(name: str, scope: Any = None, return_numpy: bool = True) -> Any:
    """The value of a variable that lasts, in ``scope`` or else in the one in use."""
    assert isinstance(name, str), f"name is a string, not {type(name)}"
    holder = (scopes.global_scope() if scope is None else scope).find_var(name)
    assert holder is not None, f"Cannot find {name} in scope: only what is persistable stays there behind a run"
    return as_numpy(holder) if return_numpy else holder.get_tensor()


def _as_lodtensor(data: Any, place: Any) -> Any:
    return scopes.LoDTensor(as_tensor(data, None))


@of_programs(executors.Executor)
class Executor(paddle.static.Executor):
    """Runs programs on ``place``."""

    def __init__(self, place: Any = None) -> None:
        super().__init__(place=place)


@of_programs(scopes.global_scope)
def global_scope() -> Any:
    """Where variables that last are kept, but inside :func:`scope_guard`."""
    return paddle.static.global_scope()


@of_programs(scopes.scope_guard)
def scope_guard(scope: Any) -> Any:
    """Keep what lasts in ``scope`` in the block."""
    return paddle.static.scope_guard(scope=scope)
