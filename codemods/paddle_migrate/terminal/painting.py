"""Diffs in git's colours."""

from __future__ import annotations

import click

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def paint(line: str) -> str:
    """A line of a diff."""
    if line.startswith(("--- ", "+++ ")):
        return click.style(line, bold=True)
    colour = _COLOURS.get(line[:1])
    return click.style(line, fg=colour) if colour else line
