"""Gradients of a program kept small: by clips that its parameters have, and by those of results on the way back."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable
from typing import Any

import paddle
from paddle.nn.clip import ClipGradBase

from .._runtime.joint_norm import scale_to
from .mode import MODE, turn_on
from .programs import Program, default_main_program
from .recording import record
from .variables import Parameter, Variable

Pairs = list[tuple[Any, Any]]


def set_gradient_clip(clip: Any, param_list: Any, program: Program | None) -> None:
    """Give each of the parameters, by default all, a copy of ``clip``."""
    turn_on()
    assert MODE.recording, "We don't support set_gradient_clip in dygraph mode: give grad_clip= to the optimizer"
    if not isinstance(clip, ClipGradBase):
        raise TypeError(f"set_gradient_clip: clip is one of fluid.clip's GradientClipBy..., not {type(clip)}")
    block = (default_main_program() if program is None else program).global_block()
    if any(operator.role == "optimize" for operator in block.operators):
        warnings.warn("set_gradient_clip after minimize changes nothing: call it before", stacklevel=3)
    listed: Any = block.all_parameters() if param_list is None else param_list
    parameters: list[Any] = [block.var(each) if isinstance(each, str) else each for each in listed]
    if not all(isinstance(each, Parameter) for each in parameters):
        raise TypeError("set_gradient_clip: param_list holds parameters or their names")
    for parameter in parameters:
        parameter.gradient_clip_attr = copy.deepcopy(clip)


def set_before(pairs: Pairs, of_optimizer: Any) -> Callable[[Pairs], Pairs] | None:
    """What clips the gradients of these parameters as :func:`set_gradient_clip` says; ``None``: nothing does.

    As in 1.8.5 nothing is clipped where one of them has no clip, and the clip of the last one is that of all; its
    ``need_clip`` is not asked. Raises ``ValueError`` for two norms of one group.
    """
    clips = [parameter.gradient_clip_attr for parameter, _ in pairs]
    if of_optimizer is not None:
        if any(clip is not None for clip in clips):
            warnings.warn("the optimizer's grad_clip counts, and set_gradient_clip changes nothing: leave one "
                          "of them out", stacklevel=5)
        return None
    if not clips or any(clip is None for clip in clips):
        return None
    last = clips[-1]
    last._need_clip_func = None
    if not isinstance(last, paddle.nn.ClipGradByGlobalNorm):
        return last
    groups: dict[Any, float] = {}
    for clip in clips:
        if groups.setdefault(clip.group_name, clip.clip_norm) != clip.clip_norm:
            raise ValueError(f"the group {clip.group_name!r} is clipped by {groups[clip.group_name]} and by "
                             f"{clip.clip_norm}: its parameters need one clip_norm")
    if len(groups) == 1:
        return last
    named = zip(pairs, clips, strict=True)
    return _by_norm_of(last.clip_norm, {pair[0].name for pair, clip in named if clip.group_name == last.group_name})


def append_clips(pairs: Pairs) -> Pairs:
    """Have the gradients clipped from here on: the pairs with what has come of them."""
    given = [(parameter, gradient) for parameter, gradient in pairs if gradient is not None]
    clip = set_before(given, None)
    if clip is None:
        return pairs

    def clipped(pairs: Pairs) -> list[Any]:
        return [gradient for _, gradient in clip([(each, gradient.clone()) for each, gradient in pairs])]

    with default_main_program().of_role("optimize"):
        found = record(clipped, (given,), {}, "clip_of_gradients")
    return [(parameter, gradient) for (parameter, _), gradient in zip(given, found, strict=True)]


def _by_norm_of(most: float, names: set[str]) -> Callable[[Pairs], Pairs]:
    """A clip of all gradients by the joint norm of those of the parameters with these names."""

    def clip(pairs: Pairs) -> Pairs:
        scale = scale_to(most, [gradient for parameter, gradient in pairs if parameter.name in names])
        return [(parameter, gradient * scale) for parameter, gradient in pairs]

    return clip


def error_clips(variables: list[Variable | None]) -> list[tuple[Variable, float, float]]:
    """Those of the variables that have an ``error_clip``, with its ends."""
    found = []
    for variable in variables:
        clip = getattr(variable, "error_clip", None)
        if variable is None or clip is None:
            continue
        if not hasattr(clip, "max"):
            raise TypeError(f"the error_clip of {variable.name} is None or an ErrorClipByValue, not {type(clip)}")
        found.append((variable, clip.min, clip.max))
    return found


def clipped_on_the_way(tensor: Any, least: float, most: float) -> Any:
    """Have the gradient of ``tensor`` clipped where it arises; ``remove()`` of what comes back ends it."""
    return tensor.register_hook(lambda gradient: paddle.clip(gradient, least, most))
