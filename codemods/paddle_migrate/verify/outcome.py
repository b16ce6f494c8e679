"""What a verification has found so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from paddle_migrate.verify.process import Role

Losses = dict[int, list[float]]  # the last loss before each step, by rank


@dataclass(frozen=True)
class Fault:
    """The first step at which a run differs from the old script's, and in what: the cause comes before its effects."""

    role: Role
    rank: int
    step: int
    found: tuple[dict[str, Any], ...]


@dataclass
class Run:
    """One script's run, as far as it has come."""

    role: Role
    losses: Losses = field(default_factory=dict)
    optimizers: set[str] = field(default_factory=set)
    worst: dict[int, list[dict[str, float]]] = field(default_factory=dict)
    fault: Fault | None = None
    start: dict[str, Any] = field(default_factory=dict)
    stopped: bool = False  # by us, after it had differed
    failed: str | None = None  # what it printed last

    @property
    def steps(self) -> int:
        """Of the rank that has come least far."""
        return min((len(losses) for losses in self.losses.values()), default=0)

    def take(self, rank: int, event: dict[str, Any]) -> None:
        """Take in what a rank has logged."""
        if event["event"] == "start" and not (self.start.get("unmatched") or self.start.get("left")):
            self.start = event
        if event["event"] != "step":
            return
        self.losses.setdefault(rank, []).append(event["losses"][-1] if event["losses"] else float("nan"))
        self.optimizers.add(event["optimizer"])
        self.worst.setdefault(rank, []).append(event.get("worst", {}))
        found = [{"what": "steps"}] if event.get("extra") else event.get("found")
        if found and (self.fault is None or event["step"] < self.fault.step):
            self.fault = Fault(self.role, rank, event["step"], tuple(found))

    def end_against(self, old: Run) -> None:
        """A run that came to its own end earlier than the old one differs, too."""
        for rank, losses in old.losses.items():
            mine = len(self.losses.get(rank, []))
            if mine < len(losses) and not self.stopped and self.fault is None:
                self.fault = Fault(self.role, rank, mine + 1, ({"what": "steps"},))


@dataclass
class Outcome:
    """All runs so far, and what is to be said beside them."""

    old: Run = field(default_factory=lambda: Run("old"))
    others: list[Run] = field(default_factory=list)
    epsilon: Run | None = None  # the new script again, with 1.8.5's Adam
    notes: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)  # what the migration said of numbers that differ
    interrupted: bool = False
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
        return min((min(run.steps, self.old.steps) for run in self.others), default=0)

    @property
    def verdict(self) -> str:
        if self.trouble:
            return "failed"
        if self.faults:
            return "differ"
        return "interrupted" if self.interrupted else "equal"

    @property
    def status(self) -> int:
        return {"failed": 2, "differ": 1, "interrupted": 130, "equal": 0}[self.verdict]


def largest(worst: Iterable[dict[str, float]], what: str) -> float:
    return max((step.get(what, 0.0) for step in worst), default=0.0)
