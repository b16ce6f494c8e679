"""Holds what two ways to run a program have printed together."""

from __future__ import annotations

import numpy as np
from ways import Ran


def difference(got: Ran, wanted: Ran, tolerance: float) -> str:
    """Where the two part: an error, another line, or a number by more than ``tolerance``; empty where they do not."""
    if bool(got.error) != bool(wanted.error):
        return got.error or f"ended, and not with\n{wanted.error}"
    ours, theirs = got.lines, wanted.lines
    if [word for word, _ in ours] != [word for word, _ in theirs]:
        return f"other lines:\n{got.printed}\ninstead of\n{wanted.printed}"
    for (word, ours_here), (_, theirs_here) in zip(ours, theirs, strict=True):
        if not same(ours_here, theirs_here, tolerance):
            return f"{word}: {ours_here} instead of {theirs_here}"
    return ""


def same(ours: list[float], theirs: list[float], tolerance: float) -> bool:
    """Relative to the larger of a number and 1: a small loss behind large weights has their rounding."""
    return len(ours) == len(theirs) and np.allclose(ours, theirs, rtol=tolerance, atol=tolerance, equal_nan=True)
