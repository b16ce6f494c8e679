"""``paddle.fluid.dygraph_grad_clip`` of 1.6 and 1.7: what ``minimize(loss, grad_clip=...)`` takes."""

from __future__ import annotations

from typing import Any

import paddle.nn as nn

from .._language import dropped
from .._runtime.joint_norm import clipped_together

__all__ = ["GradClipByGlobalNorm", "GradClipByNorm", "GradClipByValue"]


class GradClipByValue(nn.ClipGradByValue):
    """Every element between ``min_value`` and ``max_value``; ``None`` for ``min_value`` is ``-max_value``."""

    def __init__(self, min_value: Any, max_value: Any = None) -> None:
        super().__init__(max=max_value, min=min_value)


class GradClipByNorm(nn.ClipGradByNorm):
    """Every gradient scaled down to the norm ``clip_norm`` if its own is greater."""

    def __init__(self, clip_norm: float) -> None:
        super().__init__(clip_norm=clip_norm)


@dropped(dtype="the norm is computed in the gradients' own dtype since 2.0")
class GradClipByGlobalNorm(nn.ClipGradByGlobalNorm):
    """All gradients scaled down together if their joint norm is greater than ``max_global_norm``."""

    def __init__(self, max_global_norm: float, dtype: str = "float32") -> None:
        super().__init__(clip_norm=max_global_norm)

    def _dygraph_clip(self, params_grads: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        return clipped_together(self.clip_norm, params_grads)
