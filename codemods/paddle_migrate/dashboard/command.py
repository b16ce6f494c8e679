"""The command: a report's JSON in, a page out."""

from __future__ import annotations

import json
from collections import defaultdict
from html import escape
from pathlib import Path

import click

from paddle_migrate.chinese.help import language_option
from paddle_migrate.chinese.sentences import said
from paddle_migrate.dashboard.state import State, states
from paddle_migrate.interrupts import Interruptible
from paddle_migrate.project import files
from paddle_migrate.report.html.frame import framed
from paddle_migrate.report.html.words import said_in_both
from paddle_migrate.streams import visible
from paddle_migrate.text.parsing import SourceError


@click.command(cls=Interruptible, context_settings={"help_option_names": ["-h", "--help"]})
@language_option
@click.argument("report", metavar="REPORT.json", type=click.Path(path_type=Path))
@click.option("-o", "--output", metavar="PAGE.html", type=click.Path(path_type=Path), default=Path("dashboard.html"),
              show_default=True, help="The page that is written.")
def dashboard_command(report: Path, output: Path) -> None:
    """Make a page of a report that --report FILE.json wrote: which files are whole, which wait, and for whom.

    Whole is a file of which nothing would be left to a person. By whom is asked of git, about the last commit that
    touched the file; without git the page has no names. Run it in the folder in which the report was made.

    Exit status: 0 done; 2 the report cannot be read, or the page not written.
    """
    try:
        found = states(json.loads(files.read(report).text)["files"])
        files.write(output, _page(found).encode("utf-8", "backslashreplace"), follow=False)
    except SourceError as error:
        raise click.UsageError(f"{report}: {error}") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise click.UsageError(f"{report}: not a report that --report FILE.json wrote") from None
    waiting = sum(not state.whole for state in found)
    click.echo(said(f"{visible(str(output))}: {len(found)} file(s) with old code, {waiting} waiting"))


def _page(states: list[State]) -> str:
    nothing = f"<p>{said_in_both('No file uses the old API.')}</p>"
    people, each = said_in_both("By who touched it last"), said_in_both("Files, most left first")
    tables = (f'<section class="tables"><div><h2>{people}</h2>{_people(states)}</div>\n'
              f"<div><h2>{each}</h2>{_files(states)}</div></section>")
    return framed(f'<section class="tiles">{_tiles(states)}</section>\n{tables if states else nothing}')


def _tiles(states: list[State]) -> str:
    whole = sum(state.whole for state in states)
    share = 100 * whole // len(states) if states else 100
    bar = f"<progress max={max(len(states), 1)} value={whole if states else 1}></progress>"
    cells = [
        ("", f"{share} %", said_in_both("of the files with old code are whole"), bar),
        ("", len(states), said_in_both("files with old code"), ""),
        ("", sum(state.is_program for state in states), said_in_both("of them static programs"), ""),
        ("rewritten", whole, said_in_both("whole"), ""),
        ("person", len(states) - whole, said_in_both("waiting for a person"), ""),
    ]
    return "".join(
        f'<div class="tile {kind}"><strong>{value}</strong><span>{label}</span>{more}</div>'
        for kind, value, label, more in cells
    )


def _people(states: list[State]) -> str:
    of: dict[str, list[State]] = defaultdict(list)
    for state in states:
        of[state.author].append(state)
    order = sorted(of, key=lambda name: (-sum(state.tally.left for state in of[name]), name))
    rows = [
        f"<tr><td>{escape(visible(name)) or said_in_both('not known')}<td>{len(of[name])}"
        f"<td>{sum(state.whole for state in of[name])}<td>{sum(not state.whole for state in of[name])}"
        for name in order
    ]
    return _table("Who", "Files", "Whole", "Waiting", rows=rows)


def _files(states: list[State]) -> str:
    rows = []
    for state in states:
        left = ", ".join(f"{code} × {number}" for code, number in state.left)
        last = f"{escape(visible(state.author))} {escape(state.day)}"
        kind = "rewritten" if state.whole else "person"
        word = said_in_both("whole") if state.whole else said_in_both("waiting")
        rows.append(f'<tr><td class="path">{escape(visible(state.path))}<td><span class="badge {kind}">{word}</span>'
                    f"<td>{state.tally.percent} %<td>{escape(left)}<td>{last}")
    return _table("File", "State", "Rewritten", "Left",
                  "Last commit", rows=rows)


def _table(*heads: str, rows: list[str]) -> str:
    return f"<table><thead><tr>{''.join(f'<th>{said_in_both(head)}' for head in heads)}<tbody>{''.join(rows)}</table>"
