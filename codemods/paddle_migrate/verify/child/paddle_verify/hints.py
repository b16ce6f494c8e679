"""Figures from which a person can guess why a step differs."""

from __future__ import annotations

import sys
from typing import Any

from .tolerance import both, moved

CLOSE = 1e-3
SURE = 10.0


def hints(old: dict[str, Any], new: dict[str, Any], before: dict[int, Any]) -> dict[str, Any]:
    pairs = [both(*pair) for pair in zip(old["gradients"], new["gradients"])]  # noqa: B905  (Python 3.7)
    pairs = [(theirs.wide, ours.wide) for theirs, ours in pairs if theirs is not None]
    moves = [moved(old, new, before, index) for index in range(len(old["values"]))]
    found = {"gradient_ratio": ratio(pairs), "update_ratio": ratio(moves), "inputs": inputs(old, new)}
    return {name: value for name, value in found.items() if value is not None}


def ratio(pairs: list[tuple[Any, Any]]) -> float | None:
    """`c` where every new value is `c` times the old one, and that is not 1."""
    numpy = sys.modules["numpy"]
    if not pairs:
        return None
    theirs = numpy.concatenate([pair[0] for pair in pairs])
    ours = numpy.concatenate([pair[1] for pair in pairs])
    size = float(theirs @ theirs)
    if not size or not numpy.isfinite(theirs).all() or not numpy.isfinite(ours).all():
        return None
    factor = float(theirs @ ours) / size
    rest = ours - factor * theirs
    unsure = float(numpy.sqrt(rest @ rest / size / theirs.size))  # of the factor, where the rest is rounding
    close = abs(rest).max() <= CLOSE * abs(ours).max()
    return factor if close and abs(factor - 1) > SURE * unsure else None


def inputs(old: dict[str, Any], new: dict[str, Any]) -> bool | None:
    """Whether both made the same tensors of arrays since the step before; None where they cannot be lined up."""
    shapes = [[shape for shape, _ in record["inputs"]] for record in (old, new)]
    if not shapes[0] or shapes[0] != shapes[1]:
        return None
    pairs = zip(old["inputs"], new["inputs"])  # noqa: B905
    return all(abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1e-30) for (_, a), (_, b) in pairs)
