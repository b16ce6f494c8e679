"""Arguments that a class hands on as they come."""

from __future__ import annotations

from typing import Any


def today_arguments(args: Any, keywords: Any, **today: str) -> dict[str, Any]:
    """What was given, by today's names; ``today`` has these by Paddle 1's, in their order."""
    return {**dict(zip(today.values(), args)), **{today.get(key, key): value for key, value in keywords.items()}}
