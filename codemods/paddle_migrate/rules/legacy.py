"""Which dotted names are of Paddle 1."""

from __future__ import annotations

LEGACY = "paddle.fluid"
COMPLEX = "paddle.complex"  # a package in 1.8, a function today: what is below it is legacy


def is_legacy(name: str) -> bool:
    """Whether a dotted name means something of Paddle 1."""
    return name == LEGACY or name.startswith((LEGACY + ".", COMPLEX + "."))


def is_legacy_module(name: str) -> bool:
    """The same of what `import name` and `from name import …` can name: a function has no place there."""
    return name == COMPLEX or is_legacy(name)
