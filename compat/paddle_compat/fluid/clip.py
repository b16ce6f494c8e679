"""``paddle.fluid.clip``: keeping gradients small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import paddle.nn as nn
from paddle.nn.clip import ClipGradBase

from .._language import runtime_only
from .._runtime.gradients import dense
from .._runtime.joint_norm import clipped_together
from .._static import clipping

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

    def __call__(self, params_grads: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """As any clip; sparse gradients, which 1.8.5 clipped too, become dense."""
        return super().__call__([
            (each, dense(gradient, each)) if gradient is not None and gradient.is_selected_rows() else (each, gradient)
            for each, gradient in params_grads])


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

    def _dygraph_clip(self, params_grads: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        return clipped_together(self.clip_norm, params_grads)


ClipByValue = GradientClipByValue
ClipByNorm = GradientClipByNorm
ClipByGlobalNorm = GradientClipByGlobalNorm


class ErrorClipByValue:
    """For a variable's ``error_clip``: its gradient is kept between ``min`` (by default ``-max``) and ``max``."""

    def __init__(self, max: float, min: float | None = None) -> None:
        self.max = float(max)
        self.min = -self.max if min is None else float(min)

    def __str__(self) -> str:
        return f"ByValue, min={self.min:f}, max={self.max:f}"


def set_gradient_clip(clip: Any, param_list: Any = None, program: Any = None) -> None:
    """Have the gradients of a program's parameters, or of those in ``param_list``, clipped by the next ``minimize``.

    Parameters are given by variable or by name. An optimizer with ``grad_clip=`` of its own takes that.
    Raises ``AssertionError`` in dygraph mode.
    """
    clipping.set_gradient_clip(clip, param_list, program)


def append_gradient_clip_ops(param_grads: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """The pairs of parameters and gradients, these clipped as :func:`set_gradient_clip` says."""
    return clipping.append_clips(param_grads)
