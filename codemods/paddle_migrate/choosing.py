"""Which rewrites of a file are wanted: `--only`, `--except`, and the answers to `--interactive`."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from paddle_migrate.changes import head
from paddle_migrate.changes.units import is_by_itself
from paddle_migrate.findings import Finding, listed
from paddle_migrate.options import Options
from paddle_migrate.reasons import Units
from paddle_migrate.script import Script

REST = "structure"  # the word for what leans on one another
_SHOWN = 6  # names that a finding lists
_MARK = "import paddle_compat"


@dataclass(frozen=True)
class Part:
    """The functions that are left, and whether the rest is rewritten; `named`: what of the rest was asked for, which
    brought the others along; `line`: where alone functions are rewritten."""

    left: frozenset[str] = frozenset()
    rest: bool = True
    named: str = ""
    line: int = 0

    @property
    def is_all(self) -> bool:
        return self.rest and not self.left and not self.line


ALL = Part()


def part_of(options: Options, units: Units) -> Part:
    """What is wanted of a file that has these."""
    only, besides = options.only, options.leave_out
    left = {name for name in units.functions if (only and not _is_in(name, only)) or _is_in(name, besides)}
    names = (REST, *units.rest)
    unwanted = next((name for name in names if _is_in(name, besides)), "")
    asked = next((name for name in names if _is_in(name, only)), "")
    rest = not unwanted and (bool(asked) or not only)
    return Part(frozenset(left), rest, unwanted or asked, options.line)


def met(options: Options, units: Units) -> frozenset[str]:
    """The patterns that are for something that the file has."""
    names = (*units.functions, *units.rest, *([REST] if units.rest else ()))
    return frozenset(p for p in (*options.only, *options.leave_out) if any(_is_in(name, (p,)) for name in names))


def takes_rest(options: Options | None) -> bool:
    """Whether what has no legacy name of its own is wanted: launch lines, pins of versions."""
    return options is None or part_of(options, Units()).rest


def said_of(part: Part, units: Units) -> list[Finding]:
    """What the user asked for, and what it means in this file."""
    found: list[Finding] = []
    others = [name for name in units.rest if name != part.named]
    if part.named and others:
        taken = f"rewritten, with what leans on it here: {listed(others, _SHOWN)}"
        left = f"left as asked for, with what leans on it here: {listed(others, _SHOWN)}"
        found.append(Finding(0, "PM237", part.named, taken if part.rest else left))
    elif part.named and not part.rest:
        found.append(Finding(0, "PM237", part.named, "left as asked for"))
    if part.left:
        names = listed(sorted(part.left), _SHOWN)
        found.append(Finding(0, "PM237", names, "left as asked for; runs under the compat layer"))
    return found


def _is_in(name: str, patterns: tuple[str, ...]) -> bool:
    """Whether one of the patterns is for it: `fluid.layers.relu`, `relu` and `fluid.layers.r*` are for the same."""
    bare = (pattern.removeprefix("paddle.") for pattern in patterns)
    return any(fnmatchcase(name, pattern) or fnmatchcase(name, f"*.{pattern}") for pattern in bare)


def hold(script: Script, part: Part) -> None:
    """Leave what is not wanted."""
    for reference in script.references:
        alone = is_by_itself(script, reference)
        elsewhere = part.line not in (0, script.source.line(reference.node))
        if reference.short in part.left or elsewhere if alone else not part.rest:
            script.hold(reference)


def mark(script: Script) -> None:
    """Say in the file that its fluid is 1.8's: beside today's names it would be taken for that of Paddle 2.0 to 2.4."""
    if script.edits and "paddle_compat" not in script.source.text:
        head.write(script, [_MARK])
