"""Warnings that stand at the user's own code."""

from __future__ import annotations

import sys
import warnings
from types import FrameType

_warned: set[str] = set()


def warn_once(message: str) -> None:
    """Warn at the line of the user's own code that led here, once per message and process."""
    if message in _warned:
        return
    _warned.add(message)
    _, level = user_frame()
    warnings.warn(message, UserWarning, stacklevel=level)


def user_frame() -> tuple[FrameType, int]:
    """The innermost frame of the user's own code, or the outermost of all; and its level, as ``warnings.warn`` counts
    for who has called this."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and is_ours(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    return frame, level


# paddle_verify and paddle_trace run beside a script, between it and Paddle; Paddle 2.6 decorates by `decorator`
_OURS = ("paddle_compat", "paddle", "contextlib", "decorator", "paddle_verify", "paddle_trace")


def is_ours(module: str) -> bool:
    return module.partition(".")[0] in _OURS
