"""How far apart two steps are, each quantity on a scale of its own; what is too far is for the watching process to say.

A tensor is compared on the scale of its largest element. A gradient that is all but zero beside the others of its
step is rounding noise (a bias in front of a batch norm), so no gradient's scale is taken for smaller than a hundredth
of the largest. A parameter is compared by how far the step moved it, which shows a changed optimizer at once where
the parameter itself would show it after many steps; what its type cannot hold of so small a change is left out of
account, element by element, so that the elements near 0 show what the large ones cannot.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from .vectors import Vector

SMALL = 0.01
SHRUNK = 0.1
ROUNDINGS = 2  # of a value that is computed and stored
COARSE = 1e-6  # an epsilon above it (float16, bfloat16) is no rounding that could be overlooked


class Check:
    """`apart`: how far each is from its partner, by number; `found`: those beyond `rtol`, in words' parts."""

    def __init__(self, what: str, rtol: float) -> None:
        self.what, self.rtol = what, rtol
        self.apart: dict[int, float] = {}
        self.found: list[dict[str, Any]] = []

    def see(
        self, key: int, difference: float, scale: float, where: Callable[[], dict[str, Any]], epsilon: float = 0.0
    ) -> None:
        relative = difference / scale if scale else (0.0 if difference == 0 else float("inf"))
        if epsilon > COARSE:
            relative = max(0.0, relative - 2 * ROUNDINGS * epsilon)
        if relative:
            self.apart[key] = max(relative, self.apart.get(key, 0.0))
        if relative > self.rtol:
            self.found.append({"what": self.what, "key": key, "relative": relative, **where()})


class Largest:
    """The largest loss of each optimizer so far: one that has come down is a small difference of large numbers, and is
    not compared by its last digits."""

    def __init__(self) -> None:
        self.values: dict[int, float] = {}

    def __call__(self, optimizer: int, value: float) -> float:
        largest = self.values.get(optimizer, 0.0)
        self.values[optimizer] = max(largest, value) if math.isfinite(value) else largest
        return self.values[optimizer]


def losses(old: dict[str, Any], new: dict[str, Any], rtol: float, largest: Largest) -> Check:
    check = Check("loss", rtol)
    for theirs, ours in zip(old["losses"], new["losses"]):  # noqa: B905  (Python 3.7)
        top_loss = largest(old["optimizer"], abs(theirs))
        scale = max(abs(theirs) if math.isfinite(theirs) else 0.0, SHRUNK * top_loss)
        difference = 0.0 if str(theirs) == str(ours) else abs(theirs - ours)
        difference = float("inf") if difference != difference else difference
        check.see(old["optimizer"], difference, scale, partial(dict, old=theirs, new=ours))
    return check


def starts(old: dict[str, Any], new: dict[str, Any], rtol: float) -> Check:
    check = Check("start", rtol)
    for index, (theirs, ours) in enumerate(zip(old["starts"], new["starts"])):  # noqa: B905
        if theirs is not None and ours is not None:
            difference = top(apart(theirs.wide, ours.wide))
            where = partial(place, old, index, theirs, ours)
            check.see(old["keys"][index], difference, theirs.top, where, theirs.epsilon)
    return check


def gradients(old: dict[str, Any], new: dict[str, Any], rtol: float) -> Check:
    check = Check("gradient", rtol)
    floor = SMALL * max([0.0, *(v.top for v in old["gradients"] if v)])
    for index, (theirs, ours) in enumerate(zip(old["gradients"], new["gradients"])):  # noqa: B905
        theirs, ours = both(theirs, ours)
        if theirs is not None:
            difference = top(apart(theirs.wide, ours.wide))
            where = partial(place, old, index, theirs, ours)
            check.see(old["keys"][index], difference, max(theirs.top, floor), where, theirs.epsilon)
    return check


def updates(old: dict[str, Any], new: dict[str, Any], before: dict[int, Any], rtol: float) -> Check:
    check = Check("value", rtol)
    moves = [moved(old, new, before, index) for index in range(len(old["values"]))]
    floor = SMALL * max([0.0, *(size(move[0]) for move in moves)])
    for index, (theirs, ours) in enumerate(moves):
        key, values = old["keys"][index], (old["values"][index], new["values"][index])
        stored = sys.modules["numpy"].maximum(values[0].rounding, before[key][0].rounding)
        scale = max(size(theirs), floor)
        difference = max(0.0, top(apart(theirs, ours) - ROUNDINGS * stored))
        check.see(key, difference, scale, partial(place, old, index, *values), values[0].epsilon)
    return check


def states(old: dict[str, Any], new: dict[str, Any], rtol: float) -> Check:
    """What both optimizers keep under the same name."""
    check = Check("state", rtol)
    for name in sorted(set(old["states"]) & set(new["states"])):
        floor = SMALL * max([0.0, *(v.top for v in old["states"][name] if v)])
        for index, (theirs, ours) in enumerate(zip(old["states"][name], new["states"][name])):  # noqa: B905
            if theirs is not None and ours is not None and theirs.data.shape == ours.data.shape:
                difference = top(apart(theirs.wide, ours.wide))
                where = partial(place, old, index, theirs, ours, state=name)
                check.see(old["keys"][index], difference, max(theirs.top, floor), where, theirs.epsilon)
    return check


def moved(old: dict[str, Any], new: dict[str, Any], before: dict[int, Any], index: int) -> tuple[Any, Any]:
    """By how much the step changed a parameter, in either run."""
    start = before[old["keys"][index]]
    return old["values"][index].wide - start[0].wide, new["values"][index].wide - start[1].wide


def both(theirs: Vector | bool | None, ours: Vector | bool | None) -> tuple[Any, Any]:
    """No gradient is the same as one of zeros; one that could not be had (False) is compared with nothing."""
    if theirs is False or ours is False or (theirs is None and ours is None):
        return None, None
    there: Any = theirs or ours
    nothing = Vector(sys.modules["numpy"].zeros_like(there.data), 0.0, there.epsilon)
    return theirs or nothing, ours or nothing


def apart(theirs: Any, ours: Any) -> Any:
    """Element by element; what is not a number on both sides is the same, on one side it is infinitely far."""
    numpy = sys.modules["numpy"]
    with numpy.errstate(invalid="ignore"):
        difference = abs(theirs - ours)
    if numpy.isfinite(difference).all():
        return difference
    same = (theirs == ours) | (numpy.isnan(theirs) & numpy.isnan(ours))
    return numpy.where(same, 0.0, numpy.nan_to_num(difference, nan=float("inf"), posinf=float("inf")))


def top(values: Any) -> float:
    return float(values.max()) if values.size else 0.0


def size(move: Any) -> float:
    """The largest absolute value; 0 where it is not finite, for nothing is small beside infinity."""
    largest = top(abs(move))
    return largest if largest < float("inf") else 0.0


def place(old: dict[str, Any], index: int, theirs: Vector, ours: Vector, **more: str) -> dict[str, Any]:
    difference = apart(theirs.wide, ours.wide)
    at = int(difference.argmax()) if difference.size else 0
    return {
        "parameter": old["names"][index],
        "shape": old["shapes"][index],
        **more,
        "old": float(theirs.wide[at]) if difference.size else 0.0,
        "new": float(ours.wide[at]) if difference.size else 0.0,
    }
