"""Pieces of Python that share one name space: the cells of a notebook, the code blocks of a tutorial."""

from __future__ import annotations

import bisect
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from paddle_migrate.changes.long_lines import has_long_lines, wrap_long_lines
from paddle_migrate.changes.why import origins_of
from paddle_migrate.findings import Finding
from paddle_migrate.options import Options
from paddle_migrate.reasons import By, Origins
from paddle_migrate.rewrites import Function
from paddle_migrate.rewrites.patterns.slips import MEANT
from paddle_migrate.rewriting import rewrite_script
from paddle_migrate.script import Script
from paddle_migrate.text.ignoring import heard
from paddle_migrate.text.parsing import SourceError, python_error
from paddle_migrate.text.source import Source


@dataclass(frozen=True)
class Piece:
    """Python text, what to call it in a finding, and the line of the file that its first line stands on."""

    text: str
    place: str = ""
    first_line: int = 1


class Migrated(NamedTuple):
    """The new texts, what is to be said of them, and, where it was asked why, who changed the lines of each piece."""

    texts: list[str]
    findings: list[Finding]
    origins: dict[int, Origins]


def migrate_pieces(
    pieces: list[Piece], filename: str, options: Options, strict: bool = True, also: tuple[Function, ...] = ()
) -> Migrated:
    """The pieces as if they were one file, run from top to bottom.

    A piece that is no Python stays as it is; with `strict` that is an error, else (a snippet in a tutorial need not
    run) it is passed over.
    """
    findings: list[Finding] = []
    good: list[int] = []
    for i, piece in enumerate(pieces):
        wrong = python_error(piece.text)
        if wrong is None:
            good.append(i)
        elif strict:
            line = wrong.line + piece.first_line - 1 if wrong.line else 0
            findings.append(Finding(line, wrong.code, "", str(wrong), piece.place))
    texts = [p.text for p in pieces]
    joined = [t if t.endswith("\n") else t + "\n" for t in (texts[i] for i in good)]
    try:
        script = rewrite_script(Source("".join(joined), filename), options, also=also)
    except SourceError as error:
        return Migrated(texts, [*findings, Finding(0, error.code, "", str(error))], {})
    if has_long_lines(script.source.text, script.edits.result()):
        wrap_long_lines(script)
    starts: list[int] = []
    at = 0
    for text in joined:
        starts.append(at)
        at += len(text)
    for i, text, start in zip(good, joined, starts, strict=True):
        last = i == good[-1]
        new = script.edits.render(start, start + len(text), closed=last)
        texts[i] = new if pieces[i].text.endswith("\n") else new.removesuffix("\n")
    if any(python_error(texts[i]) for i in good):
        wrong_result = Finding(0, "PM903", "", "the result would not be Python; left as it was")
        return Migrated([p.text for p in pieces], [wrong_result], {})
    first_lines = [script.source.line_at(s) for s in starts]
    for finding in heard(script.source.text, script.findings):
        if not strict and finding.code == "PM307" and MEANT not in finding.message:
            continue  # a snippet speaks of what is made in the script that it is taken from
        n = max(bisect.bisect_right(first_lines, finding.line) - 1, 0)
        piece = pieces[good[n]]
        line = finding.line - first_lines[n] + piece.first_line
        findings.append(finding._replace(line=line, place=piece.place))
    origins = _origins(script, good, first_lines, texts) if options.why else {}
    return Migrated(texts, findings, origins)


def _origins(script: Script, good: list[int], first_lines: list[int], texts: list[str]) -> dict[int, Origins]:
    """Who changed which line of each piece, by its number and its own lines."""
    whole = origins_of(script, script.edits.result() if script.edits else script.source.text)
    lengths = [texts[i].count("\n") + (not texts[i].endswith("\n")) for i in good]
    new_first_lines = list(accumulate(lengths, initial=1))
    return {
        i: Origins(_from(whole.new, new_first_lines[n : n + 2]), _from(whole.old, first_lines[n : n + 2]))
        for n, i in enumerate(good)
    }


def _from(lines: dict[int, list[By]], bounds: list[int]) -> dict[int, list[By]]:
    """The lines from the first to the second (to the end, where there is none), counted from the first."""
    first, behind = (*bounds, None)[:2]
    assert first is not None
    return {line - first + 1: by for line, by in lines.items() if line >= first and (behind is None or line < behind)}
