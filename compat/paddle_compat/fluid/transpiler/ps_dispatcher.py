"""``paddle.fluid.transpiler.ps_dispatcher``: which server each parameter went to."""

from __future__ import annotations

import itertools
from typing import Any

__all__ = ["HashName", "RoundRobin"]


class PSDispatcher:
    """Spreads variables over servers; nothing goes to any today."""

    def __init__(self, pserver_endpoints: list[str]) -> None:
        self.eps = pserver_endpoints
        self.reset()

    def reset(self) -> None:
        """Begin with the first server again."""
        self._turns = itertools.cycle(self.eps)


class HashName(PSDispatcher):
    """By the hash of their names."""

    def dispatch(self, varlist: list[Any]) -> list[str]:
        """A server for each variable."""
        return [self.eps[hash(each.name()) % len(self.eps)] for each in varlist]


class RoundRobin(PSDispatcher):
    """One after the other."""

    def dispatch(self, varlist: list[Any]) -> list[str]:
        """A server for each variable."""
        return [next(self._turns) for _ in varlist]
