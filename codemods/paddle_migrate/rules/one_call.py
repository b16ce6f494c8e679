"""Rules for one call alone, whose meaning the text around the call tells."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from paddle_migrate.rules.expansion import Expansion, Written
from paddle_migrate.rules.rule import Rule


@dataclass(frozen=True, eq=False)
class OneCall(Rule):
    """`scope`: which of the call's arguments only named the layer."""

    scope: int = 0

    @abstractmethod
    def expansion(self, arguments: tuple[tuple[str, Written], ...], target: str) -> Expansion:
        """What the call means today. Raises Refused."""
