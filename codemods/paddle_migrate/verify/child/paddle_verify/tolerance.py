"""What counts as different.

A tensor is compared on the scale of its largest element. A gradient that is all but zero beside the others of its
step is rounding noise (a bias in front of a batch norm), so no gradient's scale is taken for smaller than a hundredth
of the largest. A parameter is compared by how far the step moved it, which shows a changed optimizer at once where
the parameter itself would show it after many steps; what float32 cannot hold of so small a change is allowed for.
"""

from __future__ import annotations

import math
import sys
from typing import Any

from .vectors import Vector

SMALL = 0.01
ROUNDINGS = 4


class Check:
    """`worst` is the largest difference on its scale, over all parameters; `fault` the first beyond tolerance."""

    def __init__(self, what: str) -> None:
        self.what, self.worst = what, 0.0
        self.fault: dict[str, Any] | None = None
        self._count = 0

    def see(self, difference: float, scale: float, allowed: float, **where: Any) -> None:
        relative = difference / scale if scale else (0.0 if difference == 0 else float("inf"))
        self.worst = max(self.worst, relative)
        if difference <= allowed:
            return
        if self.fault is None:
            self.fault = {"what": self.what, "relative": relative, "allowed": allowed / scale if scale else 0.0}
            self.fault.update(where)
        self._count += 1
        self.fault["count"] = self._count


class Largest:
    """The largest loss so far: one that has come down to nothing is not compared by its last digits."""

    def __init__(self) -> None:
        self.value = 0.0

    def __call__(self, value: float) -> float:
        if math.isfinite(value):
            self.value = max(self.value, value)
        return self.value


def losses(old: dict[str, Any], new: dict[str, Any], rtol: float, largest: Largest) -> Check:
    check = Check("loss")
    if len(old["losses"]) != len(new["losses"]):
        counts = {"old": len(old["losses"]), "new": len(new["losses"])}
        check.worst, check.fault = float("inf"), {"what": "backward", **counts}
        return check
    for theirs, ours in zip(old["losses"], new["losses"]):  # noqa: B905  (Python 3.7)
        scale = max(abs(theirs) if math.isfinite(theirs) else 0.0, 1e-3 * largest(abs(theirs)))
        difference = 0.0 if str(theirs) == str(ours) else abs(theirs - ours)
        difference = float("inf") if difference != difference else difference
        check.see(difference, scale, rtol * scale, old=theirs, new=ours)
    return check


def starts(old: dict[str, Any], new: dict[str, Any], rtol: float) -> Check:
    check = Check("start")
    for index, (theirs, ours) in enumerate(zip(old["starts"], new["starts"])):  # noqa: B905
        if theirs is not None and ours is not None:
            allowed = max(rtol, ROUNDINGS * theirs.epsilon) * theirs.top
            check.see(top(apart(theirs.wide, ours.wide)), theirs.top, allowed, **place(old, index, theirs, ours))
    return check


def gradients(old: dict[str, Any], new: dict[str, Any], rtol: float) -> Check:
    check = Check("gradient")
    floor = SMALL * max([0.0, *(v.top for v in old["gradients"] if v)])
    for index, (theirs, ours) in enumerate(zip(old["gradients"], new["gradients"])):  # noqa: B905
        theirs, ours = both(theirs, ours)
        if theirs is not None:
            scale = max(theirs.top, floor)
            allowed = max(rtol, ROUNDINGS * theirs.epsilon) * scale
            check.see(top(apart(theirs.wide, ours.wide)), scale, allowed, **place(old, index, theirs, ours))
    return check


def updates(old: dict[str, Any], new: dict[str, Any], before: dict[str, Any], rtol: float) -> Check:
    check = Check("value")
    moves = [moved(old, new, before, index) for index in range(len(old["values"]))]
    floor = SMALL * max([0.0, *(size(move[0]) for move in moves)])
    for index, (theirs, ours) in enumerate(moves):
        values = old["values"][index], new["values"][index]
        scale = max(size(theirs), floor)
        rounding = ROUNDINGS * values[0].epsilon
        allowed = max(rtol, rounding) * scale + rounding * values[0].top
        check.see(top(apart(theirs, ours)), values[0].top, allowed, **place(old, index, *values))
    return check


def moved(old: dict[str, Any], new: dict[str, Any], before: dict[str, Any], index: int) -> tuple[Any, Any]:
    """By how much the step changed a parameter, in either run."""
    start = before[old["names"][index]]
    return old["values"][index].wide - start[0].wide, new["values"][index].wide - start[1].wide


def both(theirs: Vector | None, ours: Vector | None) -> tuple[Any, Any]:
    """No gradient is the same as one of zeros."""
    if theirs is None and ours is None:
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


def place(old: dict[str, Any], index: int, theirs: Vector, ours: Vector) -> dict[str, Any]:
    difference = apart(theirs.wide, ours.wide)
    at = int(difference.argmax()) if difference.size else 0
    return {
        "parameter": old["names"][index],
        "shape": old["shapes"][index],
        "of": len(old["names"]),
        "old": float(theirs.wide[at]) if difference.size else 0.0,
        "new": float(ours.wide[at]) if difference.size else 0.0,
    }
