"""Private names of 2.0 to 2.4 whose meaning is another name's today, or nothing's; by module of fluid."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import paddle
from paddle.base.framework import EagerParamBase

from .._runtime.foreign_operators import OpProtoHolder
from ..fluid import framework


def _no() -> bool:
    """Tensors of the older kind are gone since 2.5."""
    return False


def _yes() -> bool:
    return True


def _nothing(*args: Any, **kwargs: Any) -> None:
    """What this switched is one thing today."""


@contextlib.contextmanager
def _unchanged(*args: Any, **kwargs: Any) -> Iterator[None]:
    """What was on in the block is on anyhow."""
    yield


def _varbase_creator(type: Any = None, name: str | None = None, shape: Any = None, dtype: Any = None,
                     persistable: bool | None = None, **kwargs: Any) -> Any:
    """An empty tensor of ``dtype``, for an operator to fill."""
    return paddle.empty([0], dtype="float32" if dtype is None else dtype)


BY_HAND: dict[str, dict[str, Any]] = {
    "framework": {
        "OpProtoHolder": OpProtoHolder,
        "ParamBase": EagerParamBase,
        "_disable_legacy_dygraph": _nothing,
        "_enable_legacy_dygraph": _nothing,
        "_in_eager_mode": _yes,
        "_in_eager_without_dygraph_check": _yes,
        "_in_legacy_dygraph": _no,
        "_non_static_mode": framework.in_dygraph_mode,
        "_test_eager_guard": _unchanged,
        "_varbase_creator": _varbase_creator,
        "static_only": framework.dygraph_not_support,
    },
    "contrib.layers": {"index_sample": paddle.index_sample},
    "dygraph.base": {"_switch_declarative_mode_guard_": _unchanged, "program_desc_tracing_guard": _unchanged},
    "core": {"_in_eager_mode": _yes},
    "layers.layer_function_generator": {"OpProtoHolder": OpProtoHolder},
}
BY_HAND["core_avx"] = BY_HAND["core"]
# Modules that took these names of the framework in.
for _module in ("", "dygraph.base", "layers", "layers.nn", "layers.tensor", "layers.control_flow", "layer_helper",
                "reader", "optimizer", "initializer", "clip"):
    taken = {name: BY_HAND["framework"][name] for name in ("_in_legacy_dygraph", "_non_static_mode")}
    BY_HAND[_module] = {**taken, **BY_HAND.get(_module, {})}
