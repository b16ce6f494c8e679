"""``paddle.fluid.nets``: layers put together."""

from __future__ import annotations

from typing import Any

import paddle.nn.functional as F

from ._not_yet import not_yet

__all__ = ["glu"]


def glu(input: Any, dim: int = -1) -> Any:
    """The first half of ``input`` along ``dim`` times the sigmoid of the second half."""
    return F.glu(x=input, axis=dim)


__getattr__ = not_yet(__name__)
