"""Holds the steps of this run against those of the old one; the first that differs is told apart."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from .hints import hints
from .initial import starts_differently
from .records import Made, read_steps
from .tolerance import Largest, gradients, losses, starts, updates


class Comparer:
    def __init__(self, folder: Path, rank: int, log: Any, rtol: float) -> None:
        self.log, self.rtol = log, rtol
        self._made = Made(folder / f"old.{rank}.made")
        self._steps = read_steps(folder / f"old.{rank}.steps")
        self._before: dict[str, Any] = {}
        self._largest = Largest()
        self._unmatched: list[list[int]] = []
        self._first_difference: list[dict[str, Any]] = []
        self._given = 0

    def parameter(self, parameter: Any) -> None:
        """Start it as the old script started its own."""
        array = parameter.numpy()
        mine = self._made.take(array.shape, array.dtype.str)
        if mine is None:
            self._unmatched.append(list(array.shape))
            return
        self._given += 1
        reason = starts_differently(mine, array)
        if reason:
            self._first_difference.append(
                {"what": "initial", "parameter": parameter.name, "shape": list(array.shape), **reason}
            )
        parameter.set_value(sys.modules["numpy"].array(mine))

    def step(self, new: dict[str, Any]) -> None:
        old = next(self._steps, None)
        if new["step"] == 1:
            self.log(event="start", given=self._given, unmatched=self._unmatched, left=self._made.left)
        if old is None:
            self.log(event="step", step=new["step"], losses=new["losses"], extra=True, optimizer=new["class"])
            return
        if old["shapes"] != new["shapes"] and not pair_by_name(old, new):
            found = [{"what": "parameters", "old": described(old), "new": described(new)}]
            worst: dict[str, float] = {}
        else:
            with sys.modules["numpy"].errstate(all="ignore"):
                found, worst = self._compare(old, new)
        found = self._first_difference + found
        self._first_difference = []
        event = {"step": new["step"], "losses": new["losses"], "old_losses": old["losses"], "worst": worst}
        self.log(event="step", found=found, optimizer=new["class"], **event)

    def _compare(self, old: dict[str, Any], new: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, float]]:
        before = self._before
        for name, *pair in zip(old["names"], old["starts"], new["starts"]):  # noqa: B905  (Python 3.7)
            if pair[0] is not None and pair[1] is not None:
                before[name] = pair
        checks = [
            starts(old, new, self.rtol),
            losses(old, new, self.rtol, self._largest),
            gradients(old, new, self.rtol),
            updates(old, new, before, self.rtol),
        ]
        found = [check.fault for check in checks if check.fault]
        if found:
            found[0].update(hints(old, new, before))
        before.update(zip(old["names"], zip(old["values"], new["values"])))  # noqa: B905
        return found, {check.what: check.worst for check in checks}

    def close(self) -> None:
        pass


def pair_by_name(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Put the new record into the old one's order, where the names say how."""
    if sorted(old["names"]) != sorted(new["names"]) or len(set(new["names"])) != len(new["names"]):
        return False
    order = [new["names"].index(name) for name in old["names"]]
    for kind in ("names", "shapes", "starts", "gradients", "values"):
        new[kind] = [new[kind][i] for i in order]
    return bool(old["shapes"] == new["shapes"])


def described(record: dict[str, Any]) -> list[str]:
    return [f"{name} {shape}" for name, shape in zip(record["names"], record["shapes"])]  # noqa: B905
