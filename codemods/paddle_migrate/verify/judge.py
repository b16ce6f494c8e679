"""What counts as different: more than ten times what the old script does to itself when it is nudged.

The old script is run again with every parameter moved by one unit in the last place, up or down by chance, at its
start and after each step. By how far that moves a loss, a gradient, an update at a step is what rounding can do there:
to the same quantity ten times as much is allowed, and never less than the least tolerance. A nudge may by luck do
nothing at one step, so it counts for no less than what it did at most of the steps before. An update goes through some
ten roundings more than its gradient, and is always allowed four times the least tolerance; what nudges made of a
gradient's difference in an update, an allowed difference of any gradient may make of its own, too. Where a loss may
differ by more than LIMIT, its step tells nothing and is left out; from where that is so of most steps on, the
comparison ends.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterator
from typing import Any

from paddle_migrate.verify.outcome import Fault, Run, Step

TIMES = 10.0
LIMIT = 1e-3
GROSS = 1e-2  # no step that differs by so much, and is explained, is followed by one that can be compared
FAR = 100.0  # times the tolerance: no further nudge will explain that
LEAST = {"value": 4.0}  # times the least tolerance
ORDER = ("start", "loss", "gradient", "state", "value")


class _Series:
    """What nudges did to one quantity, step by step."""

    def __init__(self) -> None:
        self._count, self._sorted = 0, list[float]()

    def add(self, value: float, count: int) -> float:
        """`count` is the number of steps so far, this one included; returns what is to be taken for this step."""
        if value:
            insort(self._sorted, value)
        self._count = count
        place = (count - 1) // 2 - (count - len(self._sorted))
        return max(value, self._sorted[place] if place >= 0 else 0.0)


class Judge:
    """Holds one run against the nudged ones, from the first step on."""

    def __init__(self, run: Run, nudged: list[Run], rtol: float) -> None:
        self.run, self.nudged, self.rtol = run, nudged, rtol
        self.fault: Fault | None = None
        self.end: int | None = None
        self.far = False  # whether the fault is so large that further nudges cannot explain it
        self.bounds: dict[int, list[float]] = {rank: [] for rank in run.steps_of}
        self.blurred: list[int] = []
        self._series: dict[tuple[Any, ...], _Series] = {}
        self._counts: dict[tuple[int, int], int] = {}
        self._next = 1

    @property
    def last(self) -> int:
        """The last step that there is something to say of."""
        return max([*map(len, self.run.steps_of.values()), *self.run.missing.values()], default=0)

    def advance(self, to: int | None = None) -> None:
        """Judge the steps up to `to`, or all, or up to the first that differs."""
        to = self.last if to is None else min(to, self.last)
        while self._next <= to and self.fault is None and self.end is None:
            self._judge(self._next)
            self._next += 1
        if self.fault is not None or self._next > self.last:
            self.end = self._end()
            self.fault = None if self.end is not None else self.fault

    def settle(self) -> None:
        """Write it down in the run."""
        run = self.run
        run.fault, run.end, run.bounds, run.judged = self.fault, self.end, self.bounds, True
        run.left_out = tuple(step for step in self.blurred if self.end is None or step < self.end)

    def _judge(self, number: int) -> None:
        for rank in sorted({*self.run.steps_of, *self.run.missing}):
            step = self.run.step(rank, number)
            if step is None:
                if self.run.missing.get(rank) == number:
                    self._differs(rank, number, ({"what": "steps"},))
                continue
            bounds = self._bounds(rank, step)
            self.bounds.setdefault(rank, []).append(bounds.get(("loss", step.optimizer), self.rtol))
            if self.bounds[rank][-1] > LIMIT:
                self.blurred += [number] if number not in self.blurred else []
                continue
            found = (*step.structure, *self._beyond(step, bounds))
            if found and self.fault is None:
                self._differs(rank, number, found)

    def _differs(self, rank: int, number: int, found: tuple[dict[str, Any], ...]) -> None:
        self.fault = Fault(self.run.role, rank, number, found)
        # a tie that a nudge decides otherwise shows in gradients, and in what follows from them
        kinds = {"loss"} if any(one["what"] == "gradient" for one in found) else {*ORDER}
        self.far = any(one["relative"] > FAR * one["allowed"] for one in found if one["what"] in kinds)

    def _bounds(self, rank: int, step: Step) -> dict[tuple[str, int], float]:
        """By what each quantity of a step may differ."""
        at = (rank, step.optimizer)
        self._counts[at] = self._counts.get(at, 0) + 1
        did: dict[tuple[str, int], float] = {}
        for run in self.nudged:
            other = run.step(rank, step.number)
            if run.missing.get(rank, math.inf) <= step.number or (other and other.structure):
                did["loss", step.optimizer] = math.inf
            if other is None:
                continue
            for what, of in other.apart.items():
                for key, far in of.items():
                    did[what, key] = max(far, did.get((what, key), 0.0))
        mine = [(what, key) for what, of in step.apart.items() for key in of]
        bounds: dict[tuple[str, int], float] = {}
        for pair in {*did, *mine, ("loss", step.optimizer)}:
            series = self._series.setdefault((*at, *pair), _Series())
            bounds[pair] = max(
                self.rtol * LEAST.get(pair[0], 1.0), TIMES * series.add(did.get(pair, 0.0), self._counts[at])
            )
        self._follow(rank, step, bounds)
        return bounds

    def _follow(self, rank: int, step: Step, bounds: dict[tuple[str, int], float]) -> None:
        """Updates may differ as far as the nudges' did for as much of a difference of their gradients.

        Where Adam divides a small gradient by its own size, rounding that nobody sees in the gradient is seen in the
        update; and kernels that add up in another order move a gradient further than a nudge does. How much larger a
        difference becomes hangs on single elements close to zero, which few nudges may miss in one parameter: what they
        did in any parameter of this step counts for all, up to LIMIT.
        """
        others = [other for other in (run.step(rank, step.number) for run in self.nudged) if other is not None]
        ratios = [other.apart.get("value", {}).get(key, 0.0) / far
                  for other in others for key, far in other.apart.get("gradient", {}).items() if far]
        largest = max(ratios, default=0.0)
        for key, far in step.apart.get("gradient", {}).items():
            if ("value", key) in bounds:
                explained = TIMES * largest * min(far, bounds["gradient", key])
                bounds["value", key] = max(bounds["value", key], min(explained, LIMIT))

    def _beyond(self, step: Step, bounds: dict[tuple[str, int], float]) -> Iterator[dict[str, Any]]:
        details = {(found["what"], found.get("key")): found for found in step.found}
        for what in ORDER:
            for key, far in sorted(step.apart.get(what, {}).items()):
                if far > bounds[what, key]:
                    name, shape = self.run.names.get(key, ("", []))
                    bare = {"what": what, "relative": far, "parameter": name, "shape": shape}
                    more = {"allowed": bounds[what, key], "of": step.parameters}
                    yield {**bare, **details.get((what, key), {}), **more, **hints(step)}

    def _end(self) -> int | None:
        """The first step of which, and of most after it, nothing can be said."""
        done = min(self._next, self.last) if self.fault is None else self.fault.step
        for index, step in enumerate(self.blurred):
            if (len(self.blurred) - index) * 2 > done - step + 1:
                return step
        return None


def hints(step: Step) -> dict[str, Any]:
    return next((found["hints"] for found in step.found if "hints" in found), {})


def is_gross(step: Step) -> bool:
    """Whether a run need not go on: it differs, or what it does from here on cannot be compared."""
    many = [sum(far > GROSS for far in step.apart.get(what, {}).values()) for what in ("gradient", "value")]
    return bool(step.structure) or step.largest("loss") > GROSS or max(many) * 2 > step.parameters
