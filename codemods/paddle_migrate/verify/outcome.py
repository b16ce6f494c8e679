"""What a verification has found so far."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from paddle_migrate.verify.process import Role

Losses = dict[int, list[float]]  # the last loss before each step, by rank
Apart = dict[str, dict[int, float]]  # how far from the old run, by what it is and its number; nothing where equal
STRUCTURE = ("steps", "backward", "parameters", "initial")  # differences that no rounding makes


@dataclass(frozen=True)
class Step:
    """One step of one rank, held against the old run's."""

    number: int
    optimizer: int = 0
    loss: float = math.nan
    parameters: int = 0
    apart: Apart = field(default_factory=dict)
    found: tuple[dict[str, Any], ...] = ()  # what is beyond the least tolerance, with details

    @property
    def structure(self) -> tuple[dict[str, Any], ...]:
        return tuple(found for found in self.found if found["what"] in STRUCTURE)

    def largest(self, what: str) -> float:
        return max(self.apart.get(what, {}).values(), default=0.0)


@dataclass(frozen=True)
class Fault:
    """The first step at which a run differs from the old script's, and in what: the cause comes before its effects."""

    role: Role
    rank: int
    step: int
    found: tuple[dict[str, Any], ...]

    @property
    def of_structure(self) -> bool:
        return any(found["what"] in STRUCTURE for found in self.found)


@dataclass
class Run:
    """One script's run, as far as it has come."""

    role: Role
    steps_of: dict[int, list[Step]] = field(default_factory=dict)
    optimizers: set[str] = field(default_factory=set)
    names: dict[int, tuple[str, list[int]]] = field(default_factory=dict)
    missing: dict[int, int] = field(default_factory=dict)  # by rank: the first step that the old run took alone
    about: dict[str, str] = field(default_factory=dict)  # the script, and the versions that it ran on
    start: dict[str, Any] = field(default_factory=dict)
    kept: int = 0  # steps of the old run whose state there was room for
    stopped: bool = False  # by us
    failed: str | None = None  # what it printed last
    unseen: set[str] = field(default_factory=set)  # parameters whose gradients could not be had
    unfollowed: set[str] = field(default_factory=set)  # calls whose steps could not be seen
    judged: bool = False
    fault: Fault | None = None
    end: int | None = None  # the step from which on rounding alone does so much that nothing can be said
    left_out: tuple[int, ...] = ()  # single steps before it of which that is true
    bounds: dict[int, list[float]] = field(default_factory=dict)  # by rank: what the loss of each step may differ by

    @property
    def losses(self) -> Losses:
        return {rank: [step.loss for step in steps] for rank, steps in self.steps_of.items()}

    @property
    def steps(self) -> int:
        """Of the rank that has come least far."""
        return min((len(steps) for steps in self.steps_of.values()), default=0)

    @property
    def compared(self) -> int:
        return self.steps if self.end is None else min(self.steps, self.end - 1)

    def step(self, rank: int, number: int) -> Step | None:
        steps = self.steps_of.get(rank, [])
        return steps[number - 1] if number <= len(steps) else None

    def take(self, rank: int, event: dict[str, Any]) -> None:
        """Take in what a rank has logged."""
        if event["event"] == "start" and not (self.start.get("unmatched") or self.start.get("left")):
            self.start = event
        if event["event"] == "names":
            self.names.update({int(key): (name, shape) for key, (name, shape) in event["names"].items()})
        if event["event"] == "unfollowed":
            self.unfollowed.add(event["what"])
        if event["event"] == "step":
            self._take_step(rank, event)

    def _take_step(self, rank: int, event: dict[str, Any]) -> None:
        steps = self.steps_of.setdefault(rank, [])
        apart = {what: {int(key): far for key, far in of.items()} for what, of in event.get("apart", {}).items()}
        loss = event["losses"][-1] if event["losses"] else math.nan
        found = tuple(event.get("found", ()))
        steps.append(Step(len(steps) + 1, event.get("which", 0), loss, event.get("of", 0), apart, found))
        self.optimizers.add(event["optimizer"])
        self.unseen.update(event.get("unseen", ()))
        self.kept += bool(event.get("kept")) and rank == 0

    def end_against(self, old: Run) -> None:
        """A run that came to its own end earlier than the old one differs, too."""
        for rank, steps in old.steps_of.items():
            mine = len(self.steps_of.get(rank, []))
            if mine < len(steps) and not self.stopped:
                self.missing[rank] = mine + 1

    def largest(self, what: str) -> float:
        """Over all steps that were compared."""
        steps = [step for steps in self.steps_of.values() for step in steps[: self.compared]]
        return max((step.largest(what) for step in steps if step.number not in self.left_out), default=0.0)


@dataclass
class Outcome:
    """All runs so far, and what is to be said beside them."""

    old: Run = field(default_factory=lambda: Run("old"))
    others: list[Run] = field(default_factory=list)
    nudged: list[Run] = field(default_factory=list)  # the old script again, from nudged parameters
    epsilon: Run | None = None  # the new script again, with 1.8.5's Adam
    notes: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)  # what the migration said of numbers that differ
    interrupted: bool = False
    interruption: int = 130  # the status that a shell expects of it
    unsure: Fault | None = None  # beyond the least tolerance, when the interruption came
    trouble: str = ""  # why there is no verdict

    @property
    def runs(self) -> list[Run]:
        return [self.old, *self.others]

    @property
    def new(self) -> Run | None:
        return next((run for run in self.others if run.role == "new"), None)

    @property
    def faults(self) -> list[Fault]:
        return [run.fault for run in self.others if run.fault]

    @property
    def steps(self) -> int:
        """How many steps have been compared."""
        return min((min(run.compared, self.old.steps) for run in self.others), default=0)

    @property
    def verdict(self) -> str:
        if self.trouble:
            return "failed"
        if self.faults:
            return "differ"
        if self.interrupted:
            return "interrupted"
        return "equal" if self.steps or not self.others else "nothing"

    @property
    def status(self) -> int:
        statuses = {"failed": 2, "nothing": 2, "differ": 1, "interrupted": self.interruption, "equal": 0}
        return statuses[self.verdict]
