"""The side-by-side diff of one file as an HTML table, with what is to be said under the line it is about."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from html import escape

from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.html.align import Row, align, marks
from paddle_migrate.report.html.colours import Span, spans, to_html
from paddle_migrate.report.html.words import both, level_name, message
from paddle_migrate.report.lines import Line, shown

_AROUND = 3  # unchanged lines that stay in sight around a change
_SHORTEST_FOLD = 4

Fold = list[tuple[int, int, str]]  # old number, new number, HTML


@dataclass(frozen=True)
class Side:
    """One side's lines and where Python's colours go in them."""

    path: str
    lines: list[Line]

    @cached_property
    def texts(self) -> list[str]:
        return [line.text for line in self.lines]

    @cached_property
    def colours(self) -> list[list[Span]]:
        python = self.path.lower().endswith((".py", ".ipynb", ">"))
        return spans(self.texts) if python else [[] for _ in self.lines]

    def html(self, index: int, marked: list[tuple[int, int]] | None = None) -> str:
        return to_html(self.texts[index].expandtabs(8), self.colours[index], marked)


class Diff:
    """Builds the table; `number` tells this file's row ids from those of other files."""

    def __init__(self, outcome: Outcome, number: int) -> None:
        self.number = number
        self.old = Side(outcome.path, shown(outcome.path, outcome.old.expandtabs(8)))
        self.new = Side(outcome.path, shown(outcome.path, outcome.new.expandtabs(8)))
        at = {(line.place, line.number): index for index, line in enumerate(self.old.lines)}
        self.said: dict[int, list[Finding]] = defaultdict(list)
        for finding in outcome.findings:
            index = at.get((finding.place, finding.line))
            if index is not None:
                self.said[index].append(finding)
        self._index = at
        self.why = {(r.sign, r.line): " · ".join(by.show() for by in r.by) for r in outcome.why}
        self.folds: list[Fold] = []

    def anchor(self, finding: Finding) -> str:
        """The id of the row that the finding is about; empty when no row shows it."""
        index = self._index.get((finding.place, finding.line))
        return f"f{self.number}-{index}" if index is not None else ""

    def table(self) -> str:
        rows = align(self.old.texts, self.new.texts)
        near = self._near(rows)
        parts: list[str] = []
        at = 0
        while at < len(rows):
            end = at
            while end < len(rows) and not near[end]:
                end += 1
            if end - at >= _SHORTEST_FOLD:
                parts.append(self._fold(rows[at:end]))
            else:
                end = max(end, at + 1)
                parts += [self._row(row) for row in rows[at:end]]
            at = end
        # JSON within HTML: without this, the text </script> in a user's code would end it
        data = json.dumps(self.folds, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        return (
            '<table class="diff" translate="no"><colgroup><col class="n"><col><col class="n"><col></colgroup>'
            f'<tbody>{"".join(parts)}</tbody></table><script type="application/json">{data}</script>'
        )

    def _near(self, rows: list[Row]) -> list[bool]:
        """For each row, whether it is a change, the line of a finding, a piece's headline, or close to one."""
        near = [False] * len(rows)
        for at, row in enumerate(rows):
            if row.kind != "same" or (
                row.old is not None and (row.old in self.said or not self.old.lines[row.old].number)
            ):
                first, last = max(at - _AROUND, 0), min(at + _AROUND + 1, len(rows))
                near[first:last] = [True] * (last - first)
        return near

    def _row(self, row: Row) -> str:
        old, new = row.old, row.new
        left = right = ""
        if old is not None and new is not None and row.kind == "similar":
            marked = marks(self.old.texts[old], self.new.texts[new])
            left, right = self.old.html(old, marked[0]), self.new.html(new, marked[1])
        else:
            left = self.old.html(old) if old is not None else ""
            right = (left if row.kind == "same" else self.new.html(new)) if new is not None else ""
        said = self.said.get(old, []) if old is not None else []
        kind = {"same": "", "indent": "i"}.get(row.kind, "ch")
        names = [kind] * bool(kind) + ["l"] * (old is None) + ["r"] * (new is None)
        tag = "<tr" + (f' class="{" ".join(names)}"' if names else "") + (f" id=f{self.number}-{old}" if said else "")
        cells = f"{_number(self.old, old)}<td{self._why('-', self.old, old)}>{left}"
        cells += f"{_number(self.new, new)}<td{self._why('+', self.new, new)}>{right}"
        return f"{tag}>{cells}" + "".join(_say(f) for f in said if f.level != "rewritten")

    def _why(self, sign: str, side: Side, index: int | None) -> str:
        """Who changed the line, for whom the mouse rests on it; cells of a notebook do not know."""
        line = side.lines[index] if index is not None else None
        why = self.why.get((sign, line.number)) if line is not None and not line.place else None
        return f' title="{escape(why)}"' if why else ""

    def _fold(self, rows: list[Row]) -> str:
        fold: Fold = [
            (self.old.lines[r.old].number, self.new.lines[r.new].number, self.old.html(r.old))
            for r in rows
            if r.old is not None and r.new is not None
        ]
        self.folds.append(fold)
        text = both(f"{len(fold)} unchanged lines", f"{len(fold)} 行未改动")
        return f'<tr class="fold"><td colspan=4><button type="button" data-fold={len(self.folds) - 1}>⋯ {text}</button>'


def _number(side: Side, index: int | None) -> str:
    number = side.lines[index].number if index is not None else 0
    return f"<td>{number or ''}"


def _say(finding: Finding) -> str:
    return (
        f'<tr class="say {finding.level}"><td><td colspan=3><b>{finding.code}</b> {level_name(finding.level)} '
        f"{message(finding)}"
    )
