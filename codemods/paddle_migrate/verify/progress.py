"""How far a run has come: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from paddle_migrate.chinese.sentences import said

NAMES = {
    "old": "old script, under compat",
    "new": "new script",
    "epsilon": "new script, with 1.8.5's Adam",
    "oracle": "old script, on 1.8.5",
    "nudged": "old script, from nudged parameters",
}
SECONDS = 10.0


class Progress:
    """Use as a context; `to` is called with the number of steps done. `length` is 0 where it is not known."""

    def __init__(self, role: str, length: int) -> None:
        self.label, self.length = NAMES[role], length
        self.step, self._bar, self._last = 0, None, time.monotonic()
        if length and sys.stderr.isatty():
            options: dict[str, Any] = {"length": length, "label": self.label, "show_pos": True, "file": sys.stderr}
            self._bar = click.progressbar(**options)

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.__enter__()
        else:
            click.echo(said(f"{self.label}: running ..."), err=True)
        return self

    def to(self, step: int) -> None:
        if self._bar is not None:
            self._bar.update(min(step, self.length) - self.step)
            self.step = min(step, self.length)
        elif step > self.step and time.monotonic() - self._last > SECONDS:
            self._say(step)
            self._last = time.monotonic()

    def _say(self, step: int) -> None:
        self.step = step
        text = f"{self.label}: step {step} of {self.length}" if self.length else f"{self.label}: step {step}"
        click.echo(said(text), err=True)

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)

    def done(self, step: int) -> None:
        """Say the last step where no bar shows it."""
        if self._bar is None and step != self.step:
            self._say(step)
