"""Steps over a text that are taken until it stays as it is."""

from __future__ import annotations

from collections.abc import Callable

_MOST = 20


def settled(text: str, step: Callable[[str], str]) -> str:
    """What comes of it; each step parses anew."""
    for _ in range(_MOST):
        again = step(text)
        if again == text:
            break
        text = again
    return text
