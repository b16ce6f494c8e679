"""Runs that are fed what is no data: a learning rate, a state. Paddle 3 passes over it without a word."""

from __future__ import annotations

from paddle_migrate.changes.helpers import wrap_with_program
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.fetched import fed_by
from paddle_migrate.facts.lasting_names import is_fed_by_name
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_SAID = "Paddle 3 feeds a program's data alone, and other variables are set"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for _, call in script.source.method_calls("run"):
        feed = fed_by(script.facts, call) if not script.is_skipped(call) else None
        if feed is not None and not is_written(script.facts, call) and is_fed_by_name(script.facts, feed):
            name = wrap_with_program(script, feed, "feed_data", call)
            script.say(feed, "PM119", "feed", f"→ {name}, written into the script: {_SAID}")
