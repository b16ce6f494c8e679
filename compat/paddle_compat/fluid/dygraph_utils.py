"""``paddle.fluid.dygraph_utils``: what layers of scripts borrowed for their bias and their activation."""

from __future__ import annotations

from typing import Any

from .._runtime.layer_arguments import activate
from .framework import dygraph_only
from .layers import elementwise_add

__all__: list[str] = []


def _activated(input: Any, act: str | None = None, use_cudnn: bool | None = None,
               use_mkldnn: bool | None = None) -> Any:
    """``input`` activated; without ``act`` itself."""
    return activate(input, act)


def _with_bias(input: Any, bias: Any = None, axis: int = 1) -> Any:
    """``input`` plus ``bias``, whose first dimension lies along ``axis``; without a bias itself."""
    return input if bias is None else elementwise_add(input, bias, axis=axis)


_append_activation_in_dygraph, _append_bias_in_dygraph = dygraph_only(_activated), dygraph_only(_with_bias)
