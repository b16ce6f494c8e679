"""Warnings that stand at the user's own code."""

from __future__ import annotations

import sys
import warnings

_warned: set[str] = set()


def warn_once(message: str) -> None:
    """Warn at the line of the user's own code that led here, once per message and process."""
    if message in _warned:
        return
    _warned.add(message)
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and is_ours(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, UserWarning, stacklevel=level)


# paddle_verify and paddle_trace run beside a script, between it and Paddle; Paddle 2.6 decorates by `decorator`
_OURS = ("paddle_compat", "paddle", "contextlib", "decorator", "paddle_verify", "paddle_trace")


def is_ours(module: str) -> bool:
    return module.partition(".")[0] in _OURS
