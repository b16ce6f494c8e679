"""``paddle.fluid.clip``: keeping gradients small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import paddle.nn as nn
from paddle.nn.clip import ClipGradBase

from .._language import gone, runtime_only
from ._not_yet import not_yet

__all__ = [
    "ErrorClipByValue", "GradientClipByGlobalNorm", "GradientClipByNorm", "GradientClipByValue", "set_gradient_clip",
]


class GradientClipBase(ClipGradBase):
    """What clips of a script's own derive from; calling one calls its ``_dygraph_clip``."""

    def __init__(self, need_clip: Any = None) -> None:
        super().__init__()
        runtime_only(need_clip=need_clip)
        if need_clip is not None and not callable(need_clip):
            raise TypeError("need_clip is a function of a parameter")
        self._need_clip_func = need_clip


class _OfSome(GradientClipBase):
    """Adds ``need_clip``: a function of a parameter that says whether its gradient takes part."""

    if TYPE_CHECKING:  # to mypy, today's clips pass their own arguments on to this

        def __init__(self, **today: Any) -> None: ...

    def __call__(self, params_grads: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """Clip the gradients of ``(parameter, gradient)`` pairs; the others come back as they are."""
        takes_part = self._need_clip_func
        if takes_part is None:
            return super().__call__(params_grads)
        clipped = super().__call__([pair for pair in params_grads if takes_part(pair[0])])
        return [*clipped, *(pair for pair in params_grads if not takes_part(pair[0]))]


class GradientClipByValue(nn.ClipGradByValue, _OfSome):
    """Every element between ``min`` (by default ``-max``) and ``max``."""

    def __init__(self, max: float, min: float | None = None, need_clip: Any = None) -> None:
        super().__init__(max=max, min=min)
        runtime_only(need_clip=need_clip)
        self._need_clip_func = need_clip


class GradientClipByNorm(nn.ClipGradByNorm, _OfSome):
    """Every gradient scaled down to the norm ``clip_norm`` if its own is greater."""

    def __init__(self, clip_norm: float, need_clip: Any = None) -> None:
        super().__init__(clip_norm=clip_norm)
        runtime_only(need_clip=need_clip)
        self._need_clip_func = need_clip


class GradientClipByGlobalNorm(nn.ClipGradByGlobalNorm, _OfSome):
    """All gradients scaled down together if their joint norm is greater than ``clip_norm``."""

    def __init__(self, clip_norm: float, group_name: str = "default_group", need_clip: Any = None) -> None:
        super().__init__(clip_norm=clip_norm, group_name=group_name)
        runtime_only(need_clip=need_clip)
        self._need_clip_func = need_clip


ErrorClipByValue = gone("fluid.clip.ErrorClipByValue", why=(
    "it clipped the gradients of a static program's intermediate results, which Paddle dropped in 2.0"), do=(
    "Clip a gradient where it arises: x.register_hook(lambda grad: paddle.clip(grad, low, high))."))
set_gradient_clip = gone("fluid.clip.set_gradient_clip", why="dygraph mode never had it and Paddle dropped it in 2.0",
                         do="Give grad_clip= to the optimizer instead.")

__getattr__ = not_yet(__name__)
