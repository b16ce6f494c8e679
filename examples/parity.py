"""How near two ways to train have to be, said so that it holds for the software and not for one machine.

*A step* is compared from equal inputs, along 1.8.5's own path (``walk.py``). *A free run* is a matter of the kernels,
whose rounding every step amplifies: it is compared with what 1.8.5 does to itself when its starting weights are moved
by one unit in the last place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Array = np.ndarray
Walked = dict[str, Array]  # what `walk.py` keeps

# Of a loss, of itself; of a gradient, of its tensor's largest element. Sums of some hundred products, in any order.
CLOSE = 1e-6
NUDGES = (1, 2, 3)
AMPLIFIED = 10  # nudges are few, and a kernel may round a little more than they do
LOST = 1e-3  # where a nudge may do so much, a comparison says nothing any more


def ulp(*arrays: Array) -> Array:
    """The unit in the last place of the larger of some float32 numbers."""
    largest = np.abs(np.stack(arrays)).max(axis=0).astype("float32")
    spacing: Array = np.spacing(largest).astype("float64")
    return spacing


def state_bound(before: Array, after: Array) -> Array:
    """How far apart float32 lets two states be that were made of the same numbers.

    A state is a sum of the one before and of something that the gradient gives, itself no larger than both together:
    ``m' = a * m + b * g``. Three products and a sum are rounded, each by half a unit of what it gives, on both sides.
    """
    return 4 * ulp(np.abs(before) + np.abs(after))


def update_bound(before: Array, after: Array, decayed: Array) -> Array:
    """How far apart float32 lets two updates ``after - before`` be that were made of the same numbers.

    The parameter is stored rounded, on both sides by half a unit in its last place: what is finer than that is lost,
    however exact the update was. The update itself is a handful of products, sums and a root, each rounded by half a
    unit; where terms of opposite signs nearly cancel, it is a unit of the terms and not of the result, so that the
    largest update of the tensor (``decayed``, one number an element) gives the unit.
    """
    return ulp(before, after) + 8 * ulp(decayed)


@dataclass(frozen=True)
class Errors:
    """The largest of each kind: relative, and for states and updates in units of what float32 storage allows."""

    loss: float
    gradient: float
    state: float
    update: float

    @property
    def good(self) -> bool:
        return self.loss <= CLOSE and self.gradient <= CLOSE and self.state <= 1 and self.update <= 1

    def __str__(self) -> str:
        return f"loss {self.loss:.1e}, gradient {self.gradient:.1e}, state {self.state:.2f}, update {self.update:.2f}"


def step_errors(got: Walked, path: Walked) -> list[Errors]:
    """The errors of each step that a walk along ``path`` has kept."""
    assert np.array_equal(got["steps"], path["steps"])
    assert list(got["state_names"]) == list(path["state_names"])
    return [_errors(got, path, row) for row in range(len(path["steps"]))]


def largest(errors: Sequence[Errors], kinks: Sequence[int] = ()) -> Errors:
    """The largest of each kind; at a kink the gradient is any kernel's choice, and not compared."""
    smooth = [each.gradient for step, each in enumerate(errors) if step not in kinks]
    return Errors(max(each.loss for each in errors), max(smooth, default=0.0), max(each.state for each in errors),
                  max(each.update for each in errors))


def _errors(got: Walked, path: Walked, row: int) -> Errors:
    before, after, gradients = (path[key][row] for key in ("before", "after", "gradients"))
    scales = per_tensor(gradients, path["sizes"])
    state_before, state_after = path["state_before"][row], path["state_after"][row]
    wanted = after.astype("float64") - before
    update = np.abs(got["after"][row].astype("float64") - before - wanted)
    loss = path["loss"][path["steps"][row]]
    return Errors(
        loss=float(abs(got["loss"][path["steps"][row]] / loss - 1)),
        gradient=_worst(np.abs(got["gradients"][row].astype("float64") - gradients), scales),
        state=_worst(np.abs(got["state_after"][row].astype("float64") - state_after),
                     state_bound(state_before, state_after)),
        update=_worst(update, update_bound(before, after, per_tensor(wanted, path["sizes"]))),
    )


def _worst(difference: Array, allowed: Array) -> float:
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.where(difference == 0, 0, difference / allowed)
    return float(np.max(ratio, initial=0, where=~np.isnan(ratio))) if not np.isnan(difference).any() else float("inf")


def per_tensor(numbers: Array, sizes: Sequence[int]) -> Array:
    """For each number, the largest of its tensor."""
    ends = np.cumsum(sizes)[:-1]
    return np.concatenate([np.full(len(part), np.abs(part).max()) for part in np.split(numbers, ends)])


def free_bound(loss: Array, nudged_losses: Array) -> Array:
    """How far a free run may be off at each step, relatively; infinite where a comparison says nothing any more."""
    moved = np.abs(nudged_losses / loss - 1).max(axis=0)
    bound: Array = np.maximum(CLOSE, AMPLIFIED * np.maximum.accumulate(moved))
    bound[np.maximum.accumulate(bound > LOST)] = np.inf
    return bound


@dataclass(frozen=True)
class Free:
    """A free run beside what nudges do to 1.8.5: the largest difference, and the bound, of the steps compared."""

    steps: int
    difference: float
    nudges: float
    worst: float  # the largest part of its bound that a step uses up

    @property
    def good(self) -> bool:
        return self.worst <= 1


def free_run(loss: Array, wanted: Array, nudged_losses: Array) -> Free:
    """How far ``loss`` is off, up to where the comparison ends; raises ``ValueError`` for runs of other lengths."""
    if loss.shape != wanted.shape or not loss.size:
        raise ValueError(f"{loss.shape} losses against {wanted.shape}")
    bound = free_bound(wanted, nudged_losses)
    compared = np.isfinite(bound)
    difference = np.abs(loss / wanted - 1)[compared]
    moved = np.abs(nudged_losses / wanted - 1).max(axis=0)[compared]
    worst = float("inf") if np.isnan(difference).any() else float((difference / bound[compared]).max())
    return Free(int(compared.sum()), float(difference.max()), float(moved.max()), worst)
