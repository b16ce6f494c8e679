"""How each size is written down: as a number, by a name that the script has, or by a parameter that is passed on.

A call that makes layers of one size gets the number. Where it makes several, a name or an argument that always has the
size is taken; else a loop gets a variable that goes along with the sizes, or the function a parameter, and every call
of the function an argument, for which the same question is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from paddle_migrate.interpreter.records import Place, View
from paddle_migrate.unsized.loops import Loops

HINTS = (
    "num_channels", "in_channels", "input_channels", "in_channel", "input_channel", "channels_in", "ch_in", "c_in",
    "num_in", "in_dim", "input_dim", "in_size", "input_size", "in_planes", "in_c", "in_features",
)  # fmt: skip
_FACTORS = (2, 3, 4, 6, 8)
_DEEPEST = 20


class NotSaid(Exception):
    """A size cannot be written down; the message says why."""


@dataclass
class Entry:
    """One making of a layer: the way to it, and the size that it needs."""

    views: list[View]
    size: int

    @property
    def view(self) -> View:
        return self.views[0]

    def outer(self) -> Entry:
        return Entry(self.views[1:], self.size)


@dataclass
class Parameter:
    """A parameter that a function gets; `sizes` by the function's runs."""

    function: Place
    name: str
    sizes: dict[int, int]
    moves: bool = False  # a loop changes it


@dataclass
class Variable:
    """A variable that a loop carries along: set before the loop, and again behind the last statement at `sites`."""

    sites: list[Place]
    name: str
    first: str  # empty: it is a parameter, and has its first value
    then: str
    sequences: dict[int, list[int]]  # its values by the function's runs


@dataclass
class Plan:
    """`names_of` gives the names that a function binds, `calls_of` the places where the script calls it: None when it
    may be called from elsewhere."""

    loops: Loops
    names_of: Callable[[Place | None], set[str]]
    calls_of: Callable[[Place], set[Place] | None]
    parameters: list[Parameter] = field(default_factory=list[Parameter])
    # by call and parameter
    arguments: dict[tuple[Place, str], str] = field(default_factory=dict[tuple[Place, str], str])
    variables: list[Variable] = field(default_factory=list[Variable])

    def text(self, entries: list[Entry], wanted: str, depth: int = 0) -> str:
        """What to write at one call, which made the entries in this order. Raises NotSaid."""
        if depth > _DEEPEST:
            raise NotSaid("the calls that make it are too many in one another")
        sizes = {e.size for e in entries}
        name = self._name(entries, hinted=len(sizes) == 1)
        if name is not None:
            return name
        if len(sizes) == 1:
            return str(sizes.pop())
        return self._multiple(entries) or self._moving(entries, wanted, depth) or self._passed(entries, wanted, depth)

    def _name(self, entries: list[Entry], hinted: bool) -> str | None:
        """A name or an argument that has the size every time."""
        function = entries[0].view.function
        for parameter in self.parameters:
            mine = parameter.function == function and not parameter.moves
            if mine and all(parameter.sizes.get(e.view.run) == e.size for e in entries):
                return parameter.name
        found = [n for n in _common(entries) if all(e.view.values[n] == e.size for e in entries)]
        if hinted:
            found = [n for n in found if n.removeprefix("self.") in HINTS]
        return min(found, key=_rank) if found else None

    @staticmethod
    def _multiple(entries: list[Entry]) -> str | None:
        for name in sorted(_common(entries), key=_rank):
            for factor in _FACTORS:
                if all(e.view.values[name] * factor == e.size for e in entries):
                    return f"{name} * {factor}"
        return None

    # -- a variable that a loop carries along -----------------------------------------------------------------------

    def _moving(self, entries: list[Entry], wanted: str, depth: int) -> str | None:
        site, function = entries[0].view.site, entries[0].view.function
        runs = _by_run(entries)
        then = _step([(a, b) for run in runs for a, b in pairwise(run)])
        if site is None or then is None or not self.loops.is_statement_in_loop(site):
            return None
        sequences = {run[0].view.run: [e.size for e in run] for run in runs}
        for known in self.variables:
            if known.then == then and known.sequences == sequences and self.loops.same_block(known.sites[0], site):
                known.sites.append(site)
                return known.name
        before = len(self.parameters)
        try:
            first = self.text([run[0] for run in runs], wanted, depth + 1)
        except NotSaid:
            return None
        fresh = next((p for p in self.parameters[before:] if p.function == function and p.name == first), None)
        name = first
        if fresh is not None:
            fresh.moves, first = True, ""
        else:
            name = self._free(function, wanted)
        self.variables.append(Variable([site], name, first, then, sequences))
        return name

    # -- a parameter ------------------------------------------------------------------------------------------------

    def _passed(self, entries: list[Entry], wanted: str, depth: int) -> str:
        function = entries[0].view.function
        sizes = ", ".join(map(str, sorted({e.size for e in entries})))
        if function is None:
            raise NotSaid(f"it is made with several input sizes here ({sizes})")
        if any(len({e.size for e in run}) > 1 for run in _by_run(entries)):
            raise NotSaid(f"one run of the function makes it with several input sizes ({sizes})")
        once = [run[0] for run in _by_run(entries)]
        calls = self.calls_of(function)
        seen = {e.views[1].site for e in once if len(e.views) > 1}
        if calls is None or None in seen or not seen or len(once) != len([e for e in once if len(e.views) > 1]):
            why = "its function is not only called by name and in this file"
            raise NotSaid(f"it is made with several input sizes ({sizes}), and {why}")
        if calls - seen:
            line = min(calls - seen)[0]
            raise NotSaid(f"it is made with several input sizes ({sizes}); for the call in line {line} it is not known")
        name = self._free(function, wanted)
        mine = Parameter(function, name, {e.view.run: e.size for e in once})
        before = self._state()
        self.parameters.append(mine)
        try:
            for site in sorted(s for s in seen if s is not None):
                here = [e.outer() for e in once if e.views[1].site == site]
                self.arguments[site, name] = self.text(here, wanted, depth + 1)
        except NotSaid:
            self._back_to(before)
            raise
        return name

    def _state(self) -> tuple[int, dict[tuple[Place, str], str], int]:
        return len(self.parameters), dict(self.arguments), len(self.variables)

    def _back_to(self, state: tuple[int, dict[tuple[Place, str], str], int]) -> None:
        del self.parameters[state[0] :]
        self.arguments = state[1]
        del self.variables[state[2] :]

    def _free(self, function: Place | None, wanted: str) -> str:
        taken = self.names_of(function) | {p.name for p in self.parameters if p.function == function}
        taken |= {v.name for v in self.variables}
        name = wanted
        for name in (wanted, f"in_{wanted.removeprefix('num_')}", *(f"{wanted}_{n}" for n in range(2, 99))):
            if name not in taken:
                break
        return name


def _common(entries: list[Entry]) -> set[str]:
    return set.intersection(*(set(e.view.values) for e in entries))


def _rank(name: str) -> tuple[int, int, str]:
    plain = name.removeprefix("self.")
    return (0 if plain in HINTS else 1 if name.isidentifier() else 2 if plain.isidentifier() else 3, len(name), name)


def _by_run(entries: Iterable[Entry]) -> list[list[Entry]]:
    runs: dict[int, list[Entry]] = {}
    for entry in entries:
        runs.setdefault(entry.view.run, []).append(entry)
    return list(runs.values())


def _step(pairs: list[tuple[Entry, Entry]]) -> str | None:
    """The expression that, after each round, has the size of the next."""
    if not pairs:
        return None
    befores = [a for a, _ in pairs]
    for name in sorted(_common(befores), key=lambda n: (n in HINTS, _rank(n))):
        for factor in (1, *_FACTORS):
            if all(a.view.values[name] * factor == b.size for a, b in pairs):
                return name if factor == 1 else f"{name} * {factor}"
    return None
