"""The command: a report's JSON in, a page out."""

from __future__ import annotations

import json
from pathlib import Path

import click

from paddle_migrate.chinese.help import language_option
from paddle_migrate.chinese.sentences import said
from paddle_migrate.dashboard.page import page
from paddle_migrate.dashboard.state import states
from paddle_migrate.interrupts import Interruptible
from paddle_migrate.project import files
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
        files.write(output, page(found).encode("utf-8", "backslashreplace"), follow=False)
    except SourceError as error:
        raise click.UsageError(f"{report}: {error}") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise click.UsageError(f"{report}: not a report that --report FILE.json wrote") from None
    waiting = sum(not state.whole for state in found)
    click.echo(said(f"{visible(str(output))}: {len(found)} file(s) with old code, {waiting} waiting"))
