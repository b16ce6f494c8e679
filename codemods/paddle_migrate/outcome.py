"""What came of one file."""

from __future__ import annotations

from dataclasses import dataclass, field

from paddle_migrate.findings import Finding
from paddle_migrate.reasons import Origins, Reason, reasons


@dataclass(frozen=True)
class Way:
    """How a rule is made a function of its own: for which Paddle, for programs or for dynamic mode, with layers that
    have Paddle 1's names or without."""

    target: str
    in_program: bool
    names_layers: bool


@dataclass(frozen=True)
class Helper:
    """A function, a class or a constant that a script is given: its name there, the module of compat or of `written/`
    that it stands in and its name there, the parameters or methods that it is written without, and how a rule became a
    function of its own."""

    name: str
    module: str
    known: str
    without: tuple[str, ...] = ()
    way: Way | None = None
    in_module: str = ""  # its name in a module of helpers, where that is another one

    @property
    def shared_name(self) -> str:
        return self.in_module or self.known


@dataclass(frozen=True)
class Given:
    """What stands in a script: its whole text, the helpers in it, the imports that nothing else in the script needs,
    and the text of those functions that are for this script alone."""

    text: str
    helpers: tuple[Helper, ...]
    imports: tuple[str, ...]
    own: str = ""


@dataclass(frozen=True)
class Outcome:
    """One file's old and new text (equal when nothing changed) and its findings, in the order of their lines."""

    path: str
    old: str
    new: str
    findings: list[Finding] = field(default_factory=list)
    origins: Origins | None = None  # where it was asked why
    given: tuple[Given, ...] = ()  # what could stand in another file as well
    is_made: bool = False  # a module that was not there, of helpers that several files share

    @property
    def changed(self) -> bool:
        return self.old != self.new

    @property
    def why(self) -> list[Reason]:
        """Of every line that changed, who changed it."""
        return reasons(self.old, self.new, self.origins) if self.origins is not None else []

    @property
    def failed(self) -> bool:
        return any(f.level == "error" for f in self.findings)


@dataclass(frozen=True)
class Result:
    """The migrated text (the same object's text when nothing changed) and what is to be said about it."""

    text: str
    findings: list[Finding] = field(default_factory=list)
    changed: bool = False
    origins: Origins | None = None  # where it was asked why
    given: tuple[Given, ...] = ()  # the helpers that it holds now

    @property
    def failed(self) -> bool:
        return any(f.level == "error" for f in self.findings)

    @property
    def left(self) -> list[Finding]:
        """What is left to a person."""
        return [f for f in self.findings if f.level == "person"]
