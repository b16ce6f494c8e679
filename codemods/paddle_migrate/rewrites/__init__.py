"""Structural rewrites: what no call-by-call rule can say. One file each; the folder that it stands in is its phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from paddle_migrate.script import Script
from paddle_migrate.text.origins import Origin

Function = Callable[[Script], None]
# In this order; what a phase does, the next ones may ask. Inside a phase the order changes nothing.
PHASES = ("dialects", "patterns", "following", "names", "rest", "after")


@dataclass(frozen=True)
class Rewrite:
    """One file: its function `rewrite`, and what it says of itself. OF_EVERY_MODE: it says the same of a static graph,
    which the others leave as it is. IN_PROGRAMS: whether what it writes is right in static graphs, too, which each of
    the others has to say. IN_COMMENTS: it reads commented-out code, too. `may_be_in`: see below."""

    phase: str
    name: str
    number: int  # in this order
    module: ModuleType

    @cached_property
    def origin(self) -> Origin:
        return Origin(self.number, self.name)

    @cached_property
    def run(self) -> Function:
        function: Function = self.module.rewrite
        return function

    @cached_property
    def of_every_mode(self) -> bool:
        return getattr(self.module, "OF_EVERY_MODE", False)

    @cached_property
    def in_programs(self) -> bool:
        return self.of_every_mode or self.module.IN_PROGRAMS

    @cached_property
    def in_comments(self) -> bool:
        return getattr(self.module, "IN_COMMENTS", False)

    def may_be_in(self, text: str) -> bool:
        """Whether it may have something to do in a text that has no name of 1.8: asked of every file."""
        ask: Callable[[str], bool] | None = getattr(self.module, "may_be_in", None)
        return ask is not None and ask(text)


@cache
def rewrites() -> tuple[Rewrite, ...]:
    """All of them, phase by phase."""
    found: list[Rewrite] = []
    for phase in PHASES:
        folder = import_module(f"{__name__}.{phase}")
        for name in sorted(info.name for info in iter_modules(folder.__path__)):
            found.append(Rewrite(phase, name, len(found), import_module(f"{folder.__name__}.{name}")))
    return tuple(found)


def run_others(script: Script, functions: Iterable[Function]) -> None:
    """The same of functions that stand above the rewrites, behind all of these."""
    for number, function in enumerate(functions, len(rewrites())):
        with script.edits.by(Origin(number, function.__module__.rpartition(".")[2])):
            function(script)


def run(script: Script, chosen: Iterable[Rewrite]) -> None:
    """Run these over the script; its edits know by whom they are made."""
    with script.edits.by(script.edits.origin):
        for rewrite in chosen:
            script.edits.origin = rewrite.origin
            rewrite.run(script)
