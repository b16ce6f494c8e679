"""Where a piece of a new text comes from: which rewrite wrote it, of which old name, by which source."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple


class Origin(NamedTuple):
    """`number`: in the order of the rewrites; `name` and `place`: the old name and the file:line that says what it
    means, where the rewrite told."""

    number: int = -1
    rewrite: str = ""
    name: str = ""
    place: str = ""


NOBODY = Origin()
BEHIND_ALL = 1_000  # more than there are rewrites
IMPORTS, HELPERS = Origin(BEHIND_ALL, "imports"), Origin(BEHIND_ALL + 1)  # each helper has its own
COMMENTS, TODOS = Origin(BEHIND_ALL + 2, "kept comments"), Origin(BEHIND_ALL + 3, "todos")
ALIGNMENT = Origin(BEHIND_ALL + 4, "alignment")


@dataclass(frozen=True)
class Piece:
    """What stands at [start, end) of a written text; `edit`: the span of the old text that it is there instead of."""

    start: int
    end: int
    origin: Origin
    edit: tuple[int, int] | None = None

    def moved(self, by: int, inside: tuple[int, int] | None = None) -> Piece:
        """In a text that has it farther behind; `inside`: what that is there instead of."""
        return replace(self, start=self.start + by, end=self.end + by, edit=self.edit or inside)


@dataclass
class Trace:
    """Written down while a text is rendered: what each edit had rendered inside of its own text.

    An edit's text is made by a function that renders parts of what it replaces and puts them together as it likes; they
    are found again in what it gives back, in their order.
    """

    open: list[list[tuple[str, list[Piece]]]] = field(default_factory=lambda: [[]])

    def begin(self) -> None:
        self.open.append([])

    def end(self, text: str, origin: Origin, edit: tuple[int, int] | None) -> list[Piece]:
        """What the text is made of, the whole of it first."""
        pieces, at = [Piece(0, len(text), origin, edit)], 0
        for part, inner in self.open.pop():
            place = text.find(part, at)  # nothing at all is found where it is looked for
            if place >= 0:
                pieces += [piece.moved(place, edit) for piece in inner]
                at = place
        return pieces

    def note(self, text: str, pieces: list[Piece]) -> None:
        """A part that was rendered for the edit that is being written."""
        self.open[-1].append((text, pieces))
