"""Why each line of a result is not what it was: by which rewrite or rule, of which old name, and where that stands."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from typing import NamedTuple

_RULES = ("calls", "values")  # the rewrites that do what a rule says
_BESIDE = {
    "imports": "imports: what today's names need comes, what nothing needs any more goes",
    "helpers": "helpers that several files need stand in one module",
    "kept comments": "a comment that stood inside of what is written anew",
    "todos": "--annotate",
    "alignment": "a line that goes on inside of a bracket stands again where it stood beside it",
    "imports of its own": "an import of its own for what came through another module of the project",
    "code in other files": "code in a file that is no Python",
    "plain attributes": 'an attribute in place of `getattr(net, "act")`',
}
_LINE = re.compile(r"[^\n]*\n|[^\n]+")  # as patch and git count them


class By(NamedTuple):
    """A rewrite; the legacy name that it was about, and the file:line that says what this means, where there is one."""

    rewrite: str
    name: str = ""
    place: str = ""

    def show(self) -> str:
        if self.rewrite in _BESIDE:
            return _BESIDE[self.rewrite] if not self.name else f"{self.name}, written into the script ({self.place})"
        if self.rewrite in _RULES:
            return f"rule of {self.name} ({self.place})" if self.place else f"rule of {self.name}"
        if not self.name:
            return f"rewrite {self.rewrite} ({self.place})" if self.place else f"rewrite {self.rewrite}"
        rewrite = f"rewrite {self.rewrite}, of {self.name}"
        return f"rewrite {self.rewrite}, of {self.name} ({self.place})" if self.place else rewrite


class Reason(NamedTuple):
    """One line of the diff: `sign` is + for a new line, which counts in the new text, - for one that is gone."""

    sign: str
    line: int
    text: str
    by: tuple[By, ...]

    def show(self, path: str) -> list[str]:
        head = f"{path}:{self.line}: {self.sign} {self.text.strip()}".rstrip()
        return [head, *(f"    {by.show()}" for by in self.by)]


class Units(NamedTuple):
    """What of a file's rewrites can be chosen: functions one by one, by their old names, and all the rest together,
    by the old names and the rewrites that are in it."""

    functions: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()


@dataclass
class Origins:
    """Who wrote what stands in a line of the new text, and who changed a line of the old one, by their numbers;
    `otherwise`: who did what nobody is known to have done; `units`: what of it can be chosen; `met`: the
    patterns of --only and --except that are for any of it."""

    new: dict[int, list[By]] = field(default_factory=dict)
    old: dict[int, list[By]] = field(default_factory=dict)
    otherwise: By | None = None
    units: Units = field(default_factory=Units)
    met: frozenset[str] = frozenset()

    def nearest(self, line: int, inside: range) -> list[By]:
        """Of a blank line, or where the diff takes another one of equal lines for new: who wrote the line beside it."""
        known = [n for n in inside if n in self.new]
        return self.new[min(known, key=lambda n: abs(n - line))] if known else []

    def of(self, found: list[By]) -> tuple[By, ...]:
        return tuple(dict.fromkeys(found)) or ((self.otherwise,) if self.otherwise else ())


def reasons(old: str, new: str, origins: Origins) -> list[Reason]:
    """For every line of the diff of two texts; a line that another one took the place of is not named twice."""
    before, after = _LINE.findall(old), _LINE.findall(new)
    found: list[Reason] = []
    for tag, i, i_end, j, j_end in difflib.SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            continue
        gone = {n + 1: origins.old.get(n + 1, []) for n in range(i, i_end)}
        behind = [by for each in gone.values() for by in each]
        said: set[By] = set()
        for n in range(j, j_end):
            by = origins.of(origins.new.get(n + 1) or origins.nearest(n + 1, range(j, j_end + 2)) or behind)
            said.update(by)
            found.append(Reason("+", n + 1, after[n], by))
        for number, each in gone.items():
            if j == j_end or not said.issuperset(each):
                around = behind or origins.nearest(j + 1, range(j, j_end + 2))
                found.append(Reason("-", number, before[number - 1], origins.of(each or around)))
    return found
