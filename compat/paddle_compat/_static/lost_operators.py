"""``self._helper.append_op(type="linear_chain_crf", …)`` of a layer in dygraph mode: operators that today's Paddle has
lost are run by ours."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

import paddle

from .format import FORMAT


def runs_lost(helper: Any) -> None:
    """Have the helper of a layer run them."""
    helper.append_op = functools.partial(_append, helper.append_op)


def _append(append: Callable[..., Any], *args: Any, **given: Any) -> Any:
    kind = given.get("type", args[0] if args else None)
    if paddle.in_dynamic_mode() and kind not in vars(paddle._legacy_C_ops):
        return FORMAT.computed(*args, **given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # today's authors are to call functions instead
        return append(*args, **given)
