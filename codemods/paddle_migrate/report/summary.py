"""A few plain lines for the terminal: what is done, what is left, where to start."""

from __future__ import annotations

from collections import Counter

from paddle_migrate.codes import RUNS, level_of
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.tally import tally, title

_APIS, _FILES = 10, 3


def left_to_a_person(outcomes: list[Outcome]) -> list[str]:
    """How much waits for a person, and whether what came out runs without that; nothing where nothing waits."""
    found = [(outcome.path, f) for outcome in outcomes for f in outcome.findings if f.level == "person"]
    stopping = {(path, f.place, f.line) for path, f in found if f.code not in RUNS}
    others = {(path, f.place, f.line) for path, f in found} - stopping
    said = [f"does not run yet: {_waiting(stopping)}"] if stopping else []
    return [*said, f"{_waiting(others)} to decide"] if others else said


def _waiting(lines: set[tuple[str, str, int]]) -> str:
    return f"{len(lines)} line(s) in {len({path for path, _, _ in lines})} file(s) wait for a person"


def summary(outcomes: list[Outcome]) -> list[str]:
    """What is done of the whole run, what is left, where to start."""
    left = [o for o in outcomes if tally(o).left]
    whole = tally(*outcomes)
    lines: list[str] = []
    if whole.references:
        lines.append(f"{whole.rewritten} of {whole.references} uses of the old API rewritten ({whole.percent} %)")
    names = Counter(f.name or f.code for o in outcomes for f in o.findings if f.level == "person")
    if names:
        shown = sorted(names.items(), key=lambda item: (-item[1], item[0]))[:_APIS]
        lines += ["left most often:", *(f"  {name}: {count}" for name, count in shown)]
    if left:
        lines += ["start with (least left first):", *(f"  {_start(o)}" for o in first_files(left, _FILES))]
    return lines


def statistics(outcomes: list[Outcome]) -> list[str]:
    """A line for each code: how often, its level, what it means; the most frequent first."""
    counts = Counter(finding.code for outcome in outcomes for finding in outcome.findings)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [f"{count:6}  {code}  {level_of(code):9}  {title(code)}" for code, count in ordered]


def first_files(outcomes: list[Outcome], number: int) -> list[Outcome]:
    """The files that are finished soonest: least left; of these the ones where most is done already.

    A file that could not be migrated comes last: nobody knows yet what is left in it.
    """

    def effort(outcome: Outcome) -> tuple[bool, int, int, str]:
        counts = tally(outcome)
        return outcome.failed, counts.left, -counts.rewritten, outcome.path

    return sorted((o for o in outcomes if tally(o).left), key=effort)[:number]


def _start(outcome: Outcome) -> str:
    left = f"{outcome.path}: {tally(outcome).left} left"
    return f"{outcome.path}: could not be migrated" if outcome.failed else left


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
