"""Methods of today's tensors: most are functions of the same name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.control import WRONG_CALL
from paddle_migrate.interpreter.dtypes import dtype_of
from paddle_migrate.interpreter.knows.arguments import plain
from paddle_migrate.interpreter.knows.today import FUNCTIONS
from paddle_migrate.interpreter.values import UNKNOWN, Array, tensor

Method = Callable[[Array, list[Any], dict[str, Any]], Any]


def _same(owner: Array, *args: Any, **keywords: Any) -> Any:
    return tensor(owner.shape, owner.dtype)


def _numpy(owner: Array) -> Any:
    return Array(owner.shape, owner.dtype, "numpy")


def _cast(owner: Array, dtype: Any) -> Any:
    return tensor(owner.shape, dtype_of(dtype))


def _reshape(owner: Array, *shape: Any, **keywords: Any) -> Any:
    """1.8.5 and today: the shape in a list; a few scripts write the numbers."""
    wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], (list, tuple)) else list(shape)
    return FUNCTIONS["paddle.reshape"](owner, keywords.get("shape", wanted))


def _nothing(owner: Array, *args: Any, **keywords: Any) -> Any:
    return None


def _unknown(owner: Array, *args: Any, **keywords: Any) -> Any:
    return UNKNOWN


def _to(owner: Array, *args: Any, **keywords: Any) -> Any:
    return tensor(owner.shape)


_OWN: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("clone", "cpu", "cuda", "detach"), _same),
    **dict.fromkeys(("backward", "clear_grad", "clear_gradient", "set_value", "stop_gradient"), _nothing),
    **dict.fromkeys(("item", "tolist"), _unknown),
    "astype": _cast,
    "numpy": _numpy,
    "reshape": _reshape,
    "to": _to,
}


def tensor_method(name: str) -> Method | None:
    """What calling the method on a tensor gives; None for none of these."""
    function = _OWN.get(name) or FUNCTIONS.get(f"paddle.{name}")
    if function is None:
        return None

    def call(owner: Array, args: list[Any], keywords: dict[str, Any]) -> Any:
        try:
            return function(owner, *map(plain, args), **{k: plain(v) for k, v in keywords.items()})
        except WRONG_CALL:
            return UNKNOWN

    return call


