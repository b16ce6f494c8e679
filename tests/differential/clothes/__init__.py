"""The same program in other clothes: random changes that keep its meaning, several on top of each other."""

from __future__ import annotations

from random import Random

from . import calls, flow, holders, lookups, objects, packages, places, renaming, values
from .trees import parsed, written

_ROOMS = (values, calls, places, objects, holders, lookups, flow, renaming, packages)
_WEIGHTED = [each for room in _ROOMS for each in room.CHANGES]


def dressed(files: dict[str, str], chance: Random, count: int) -> tuple[dict[str, str], list[str]]:
    """The files after so many changes, and what these are called."""
    done: list[str] = []
    for _ in range(20 * count):
        program = parsed(files, chance)
        change = chance.choice(_WEIGHTED)
        if change(program):
            files = written(program)
            done.append(change.__name__)
            if len(done) == count or change in packages.CHANGES:
                break
    return files, done
