"""One file in the report: its progress, its findings, its diff."""

from __future__ import annotations

from html import escape

from paddle_migrate.codes import Level
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.html.diff import Diff
from paddle_migrate.report.html.words import attributes_in_both, both, level_name, message
from paddle_migrate.report.tally import Tally, posix, tally, title


def card(outcome: Outcome, number: int, few: bool) -> str:
    """The file's card; with few files in the report the diffs are open from the start."""
    counts = tally(outcome)
    diff = Diff(outcome, number)
    path = posix(outcome.path)
    findings = "".join(_finding(f, diff) for f in outcome.findings)
    items = f'<ol class="findings">{findings}</ol>' if findings else ""
    opened = " open" if few else ""
    return (
        f'<details class="file" data-path="{escape(path)}"{" open" if counts.left or few else ""}>'
        f'<summary><span class="path">{escape(path)}</span>'
        f"{progress(counts, outcome.failed)}{_counts(counts)}</summary>"
        f'{items}<details class="change"{opened}><summary>{_headline(outcome)}</summary>{diff.table()}</details>'
        "</details>\n"
    )


def _headline(outcome: Outcome) -> str:
    return both("Old and new", "新旧对照") if outcome.changed else both("The text, unchanged", "原文（未改动）")


def progress(counts: Tally, failed: bool) -> str:
    """How many of the references are done, as a bar and in numbers."""
    if failed:
        return f'<span class="bar error">{both("not migrated", "未能迁移")}</span>'
    if not counts.references:
        return '<span class="bar"></span>'
    return (
        f'<span class="bar"><progress max={counts.references} value={counts.rewritten}></progress> '
        f"{counts.rewritten}/{counts.references}</span>"
    )


def _counts(counts: Tally) -> str:
    pairs: tuple[tuple[Level, int], ...] = (("error", counts.error), ("person", counts.person), ("note", counts.note))
    badges = "".join(f'<span class="badge {level}">{level_name(level)} {n}</span>' for level, n in pairs if n)
    return f'<span class="badges">{badges}</span>'


def _finding(finding: Finding, diff: Diff) -> str:
    where = f"{finding.place} " * bool(finding.place) + (f"{finding.line}" if finding.line else "")
    anchor = diff.anchor(finding)
    place = f'<a href="#{anchor}">{escape(where)}</a>' if anchor else f"<span>{escape(where)}</span>"
    return (
        f'<li class="{finding.level}" data-code={finding.code} data-api="{escape(finding.name)}">{place}'
        f'<b title="{escape(title(finding.code))}" {attributes_in_both(title(finding.code))}>{finding.code}</b>'
        f'<span class="badge {finding.level}">{level_name(finding.level)}</span>'
        f"<p>{message(finding)}</p></li>"
    )
