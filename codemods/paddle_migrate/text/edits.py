"""Changes to a text, kept until all are known; whatever no edit touches stays as it is, to the byte."""

from __future__ import annotations

import bisect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import attrgetter

from paddle_migrate.text.origins import BEHIND_ALL, NOBODY, Origin, Piece, Trace

Text = str | Callable[[], str]
_OUTERMOST = -9  # a rank: before all others at its place
_MARK = "\ue000"
_NEAREST = -1  # the rank of what follows an expression most closely
_PLACE = attrgetter("place")


@dataclass(eq=False)
class Edit:
    """Put `text` in place of [start, end). A callable is asked when the text is written out,
    so that it can render pieces of what it replaces, with the edits inside them."""

    start: int
    end: int
    text: Text
    order: int
    rank: int = 0
    origin: Origin = NOBODY
    encloses: bool = False  # what is put around or behind a part of it stays inside of it
    inside: Edit | None = None  # the one that encloses it, though it stands at its edge
    around: tuple[int, int] | None = None  # what it is one of two ends of, and is written with
    open: bool = False  # being written out
    place: tuple[int, ...] = field(init=False)  # by which edits are put in order

    def __post_init__(self) -> None:
        self.place = self.start, self.end != self.start, -self.end, self.rank, *self._turn()

    def _turn(self) -> tuple[int, int, int]:
        """At the same place and of one rank, edits are in the order of their rewrites. Of what is wrapped the widest is
        outermost, then what was wrapped first: it is opened first and closed last. What is no wrap stands around."""
        number, order = self.origin.number, self.order
        if self.around is None:
            return -sys.maxsize if self.rank > 0 else 0, number, order
        first, last = self.around
        return (-last, number, order) if self.start == first else (-first, -number, -order)

    def write(self) -> str:
        if isinstance(self.text, str):
            return self.text
        self.open = True
        try:
            return self.text()
        finally:
            self.open = False


def _among(offsets: Iterable[int], spans: list[tuple[int, int]]) -> list[int]:
    """The offsets, in order, that lie in one of the spans."""
    spans = sorted(spans)
    found: list[int] = []
    end = number = 0  # the last end of the spans that begin at the offset or before
    for offset in sorted(offsets):
        while number < len(spans) and spans[number][0] <= offset:
            end = max(end, spans[number][1])
            number += 1
        if offset < end:
            found.append(offset)
    return found


def written(text: Text) -> str:
    return text if isinstance(text, str) else text()


class Edits:
    """Edits of one text. Of overlapping ones the outermost counts, and may render the inner ones."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.origin = NOBODY  # of the edits that are made now
        self._trace: Trace | None = None
        self._edits: list[Edit] = []
        self._sorted: list[Edit] = []
        self._starts: list[int] = []
        self._kept: list[tuple[int, int]] = []
        self._blocks: list[tuple[int, int]] = []
        self._shown: list[tuple[int, int]] | None = None  # the pieces of the text that stay, while they are asked for

    def close(self) -> None:
        """Let go of texts that are to be asked for, which refer back to all of this."""
        for edit in self._edits:
            edit.text = ""
        self._edits.clear()
        self._sorted.clear()

    def keep(self, spans: list[tuple[int, int]]) -> None:
        """Let no edit that touches these spans count."""
        self._kept = spans

    def keep_blocks(self, spans: list[tuple[int, int]]) -> None:
        """Let no edit inside these spans count; before and behind them there is room."""
        self._blocks = spans

    @contextmanager
    def by(self, origin: Origin) -> Iterator[None]:
        """Have the edits that are made inside of this origin."""
        before, self.origin = self.origin, origin
        try:
            yield
        finally:
            self.origin = before

    def _is_kept(self, start: int, end: int) -> bool:
        if self._kept and any(start < last and first < max(end, start + 1) for first, last in self._kept):
            return True
        return bool(self._blocks) and any(start < last and first < end for first, last in self._blocks)

    def __bool__(self) -> bool:
        return bool(self._edits)

    def replace(self, start: int, end: int, text: Text, rank: int = 0) -> Edit:
        edit = Edit(start, end, text, len(self._edits), rank, self.origin)
        if not self._is_kept(start, end):
            self._add(edit)
        return edit

    def _add(self, edit: Edit) -> None:
        self._edits.append(edit)
        self._sorted = []

    def insert(self, at: int, text: Text, rank: int = 0) -> None:
        self.replace(at, at, text, rank)

    def enclose(self, start: int, end: int, text: Text) -> Edit:
        """Put `text`, which renders pieces of what it replaces, in place of statements and whatever changes in them."""
        edit = self.replace(start, end, text, rank=_OUTERMOST)
        edit.encloses = True
        return edit

    def wrap(self, start: int, end: int, before: Text, after: Text) -> None:
        """Put text around [start, end): nearer to it than anything else inserted at its two ends."""
        for at, text, rank in ((start, before, 1), (end, after, -1)):
            edit = Edit(at, at, text, len(self._edits), rank, self.origin, around=(start, end))
            if not self._is_kept(at, at):
                self._add(edit)

    def delete(self, start: int, end: int) -> None:
        self.replace(start, end, "")

    def move_out(self, start: int, end: int) -> None:
        """Take indentation away, of lines that are kept, too: they stand in what moves."""
        self._add(Edit(start, end, "", len(self._edits), origin=self.origin))

    def _sort(self) -> None:
        if not self._sorted:
            self._sorted = sorted(self._edits, key=_PLACE)
            self._starts = [e.start for e in self._sorted]
            self._find_edges()

    def _find_edges(self) -> None:
        """Insertions at the edge of an enclosing edit that belong into it: not new lines before or behind it."""
        enclosing = [e for e in self._edits if e.encloses]
        starts, ends = {e.start: e for e in enclosing}, {e.end: e for e in enclosing}
        for edit in self._edits if enclosing else ():
            if edit.start == edit.end:
                edit.inside = starts.get(edit.start) if edit.rank > 0 else ends.get(edit.end)
                if edit.rank < _NEAREST:
                    edit.inside = None
        self._find_wider()

    def _find_wider(self) -> None:
        """For what is wrapped the edit of more than that which begins or ends there, too, and renders it."""
        wrapping = [edit for edit in self._edits if edit.around is not None and edit.inside is None]
        edges = {edge for edit in wrapping for edge in edit.around or ()}
        wider = [e for e in self._edits if e.start < e.end and not edges.isdisjoint((e.start, e.end))] if edges else []
        for edit in wrapping:
            first, last = edit.around or (0, 0)
            over = [e for e in wider if e.start <= first and last <= e.end and (e.start, e.end) != (first, last)
                    and edit.start in (e.start, e.end)]
            edit.inside = min(over, key=lambda e: e.end - e.start, default=None)

    def render(
        self, start: int, end: int, without: Sequence[Edit] = (), closed: bool = True, enclosed: bool = False
    ) -> str:
        """The text of [start, end) with every edit that lies in it, but for those that ask.

        What is inserted at `end` itself belongs to it, unless `closed` says that it belongs to what follows; of what is
        inserted at both ends nothing that stands around an edit that is `enclosed` there.
        """
        self._sort()
        pieces: list[str] = []
        origins: list[Piece] = []
        at, length = start, 0
        for number in range(bisect.bisect_left(self._starts, start), len(self._sorted)):
            edit = self._sorted[number]
            if edit.start > end or (edit.start == end and not closed):
                break
            if edit.end > end or edit.start < at or edit.open or (without and edit in without):
                continue
            if edit.around is not None and not start <= edit.around[0] <= edit.around[1] <= end:
                continue
            around = edit.inside
            if around is not None and not around.open and start <= around.start and around.end <= end:
                continue  # written there
            if enclosed and edit.start == edit.end and self._is_around(edit, start, end):
                continue
            if without and edit.start == edit.end and edit.start in (start, end):
                continue  # a keyword before it, an argument behind it: not part of what stands here
            pieces.append(self._show(at, edit.start))
            length += len(pieces[-1])
            pieces.append(edit.write() if self._trace is None else self._traced(edit, length, origins))
            length += len(pieces[-1])
            at = edit.end
        pieces.append(self._show(at, end))
        text = "".join(pieces)
        if self._trace is not None:
            self._trace.note(text, origins)
        return text

    @staticmethod
    def _is_around(edit: Edit, start: int, end: int) -> bool:
        """Whether an insertion at an edge is no part of what an edit encloses there, as `_find_edges` has it."""
        return edit.rank <= 0 if edit.start == start else edit.start == end and edit.rank < _NEAREST

    def _show(self, start: int, end: int) -> str:
        if self._shown is not None:
            self._shown.append((start, end))
        return self.text[start:end]

    def result(self) -> str:
        return self.render(0, len(self.text))

    def writes(self, start: int, end: int) -> bool:
        """Whether something is written there, or at one of the two ends."""
        return any(edit.start <= end and start <= edit.end and edit.write().strip() for edit in self._edits)

    def covered(self, offsets: Iterable[int]) -> list[int]:
        """Those at which something else is put in the place of what stands there, which may hold it nevertheless."""
        return _among(offsets, [(edit.start, edit.end) for edit in self._edits])

    def origin_in(self, start: int, end: int) -> Origin:
        """Who made the longest of the changes in there."""
        inside = [edit for edit in self._edits if start <= edit.start and edit.end <= end and edit.origin.rewrite]
        return max(inside, key=lambda edit: edit.end - edit.start).origin if inside else NOBODY

    def rewrites(self) -> set[str]:
        """Who made changes, but for what is done once all are known."""
        return {e.origin.rewrite for e in self._edits if 0 <= e.origin.number < BEHIND_ALL} - {""}

    def ends(self) -> dict[int, int]:
        """Where edits start, in order, and the last end of those that start there or before."""
        self._sort()
        found: dict[int, int] = {}
        last = 0
        for edit in self._sorted:
            last = found[edit.start] = max(last, edit.end)
        return found

    def lost(self, offsets: Iterable[int]) -> list[int]:
        """Those at which the text is not in the result."""
        shown: list[tuple[int, int]] = []
        self._shown = shown
        self.result()
        self._shown = None
        offsets = list(offsets)
        there = set(_among(offsets, shown))
        return [offset for offset in offsets if offset not in there]

    def placed(self, offsets: Iterable[int]) -> tuple[str, dict[int, int]]:
        """The result, and where in it the text goes on from these offsets, as far as it does."""
        marks = [Edit(at, at, f"{_MARK}{at};", -1, _OUTERMOST - 1) for at in offsets]
        edits = self._edits
        try:
            self._edits, self._sorted = [*edits, *marks], []
            parts = re.split(f"{_MARK}(\\d+);", self.result())
        finally:
            self._edits, self._sorted = edits, []
        places: dict[int, int] = {}
        at = 0
        for part, offset in zip(parts[::2], parts[1::2], strict=False):
            at += len(part)
            places[int(offset)] = at
        return "".join(parts[::2]), places

    # -- who wrote what ----------------------------------------------------------------------------------------

    def signed(self, text: Text) -> Text:
        """The text with the origin of what is made now, for one that other edits will put together with theirs."""
        origin = self.origin

        def write() -> str:
            if self._trace is None:
                return written(text)
            self._trace.begin()
            made = written(text)
            self._trace.note(made, self._trace.end(made, origin, None))
            return made

        return write

    def origins(self) -> list[Piece]:
        """What of the result was written by whom."""
        self._trace = Trace()
        try:
            self.result()
            return self._trace.open[0][-1][1]
        finally:
            self._trace = None

    def _traced(self, edit: Edit, at: int, origins: list[Piece]) -> str:
        assert self._trace is not None
        self._trace.begin()
        text = edit.write()
        made = self._trace.end(text, edit.origin, (edit.start, edit.end))
        origins += [piece.moved(at) for piece in made]
        return text
