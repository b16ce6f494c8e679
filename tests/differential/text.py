"""What the parts of a random program are made of: lines, and choices between them."""

from __future__ import annotations

import random

Lines = list[str]
Chance = random.Random


def indented(lines: Lines) -> Lines:
    return ["    " + line if line else "" for line in lines]


def perhaps(chance: Chance, share: float = 0.5) -> bool:
    return chance.random() < share


def function(head: str, body: Lines) -> Lines:
    """A function or class at the top level, and the blank lines behind it."""
    return [head, *indented(body), "", ""]
