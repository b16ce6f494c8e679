"""Migrating a file against LibCST's parse and code generation of it, which no LibCST tool can do without."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import libcst
from paddle_migrate.api import migrate_source

ROOT = Path(__file__).resolve().parent.parent
FILES = [*sorted((ROOT / "examples" / "legacy").glob("*.py")), ROOT / "benchmarks" / "step_legacy.py"]
ROUNDS = 25


def round_trip(text: str) -> str:
    return libcst.parse_module(text).code


def seconds(function: Callable[[str], object], text: str) -> float:
    start = time.perf_counter()
    function(text)
    return time.perf_counter() - start


def measure() -> Iterator[dict[str, Any]]:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        # The rules are read once for a run of the tool, however many files it is given.
        first = seconds(migrate_source, text)
        round_trip(text)
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(seconds(migrate_source, text))
            theirs.append(seconds(round_trip, text))
        yield {
            "figure": f"migrate {path.name} / LibCST parse + code",
            "measured": statistics.median(ours) / statistics.median(theirs),
            "goal": "<= 1.5",
            "parse + code, ms": statistics.median(theirs) * 1000,
            "first migration, ms": first * 1000,
            "rounds": ROUNDS,
        }
