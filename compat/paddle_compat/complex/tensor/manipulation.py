"""``paddle.complex``: shapes and arrangements."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import dropped
from ..._runtime.complex_pairs import of_pairs
from ...fluid import layers

__all__ = ["reshape", "transpose"]


@of_pairs
@dropped(name="results are named by Paddle since 2.0")
def reshape(x: Any, shape: Any, inplace: bool = False, name: str | None = None) -> Any:
    """The elements of ``x`` in ``shape``: -1 is worked out, 0 copies the dimension of ``x``.

    With ``inplace`` it is ``x`` that is changed and comes back.
    """
    if inplace:
        return paddle.reshape_(x=x, shape=shape)
    return paddle.reshape(x=x, shape=shape)


@of_pairs
@dropped(name="results are named by Paddle since 2.0")
def transpose(x: Any, perm: Any, name: str | None = None) -> Any:
    """The dimensions of ``x`` in the order ``perm``; nothing is conjugated."""
    return layers.transpose(x=x, perm=perm)
