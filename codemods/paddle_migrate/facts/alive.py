"""What is noted while a script is gone through: the gradients that may be alive, and the steps that meet two runs'."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.frames import Frame, Key

Keys = frozenset[Key]


@dataclass(frozen=True)
class Alive:
    """Gradients that a run may have left; in a meeting, those that a later run may meet."""

    run: cst.Call
    frame: Frame
    stepped: Keys = frozenset()
    cleared: Keys = frozenset()


@dataclass(frozen=True)
class Meeting:
    """A run, and the gradients of an earlier one that it comes upon."""

    before: Alive
    run: cst.Call
    frame: Frame


@dataclass(frozen=True)
class State:
    alive: frozenset[Alive] = frozenset()
    meetings: frozenset[Meeting] = frozenset()
    last: frozenset[cst.Call] = frozenset()  # what the last run may be

    def __or__(self, other: State) -> State:
        if self == other:
            return self
        met = self.meetings | other.meetings
        if met != self.meetings and met != other.meetings:
            met = _least(met)
        return State(self.alive | other.alive, met, self.last | other.last)


def _least(meetings: frozenset[Meeting]) -> frozenset[Meeting]:
    """Without those that another one stands for: of the same runs and steps, with fewer cleared."""
    alike: dict[object, list[Meeting]] = {}
    for each in sorted(meetings, key=lambda m: len(m.before.cleared)):
        known = alike.setdefault((each.before.run, each.before.frame, each.before.stepped, each.run, each.frame), [])
        if not any(other.before.cleared <= each.before.cleared for other in known):
            known.append(each)
    return frozenset(each for known in alike.values() for each in known)


@dataclass(frozen=True)
class Felt:
    """A step of a holder whose gradients are of two runs today, where 1.8 had those of the later one."""

    meeting: Meeting
    holder: Key
    own: bool  # the later one is of the loss that the step names
