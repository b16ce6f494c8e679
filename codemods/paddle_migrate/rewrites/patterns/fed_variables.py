"""Runs that are fed what is no data: a learning rate, a state. Paddle 3 passes over it without a word."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.lasting_names import is_fed_by_name
from paddle_migrate.facts.programs import is_run_of_executor, is_run_of_parallel, program_of_run
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_SAID = "Paddle 3 feeds a program's data alone, and other variables are set"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for _, call in script.source.method_calls("run"):
        feed = _fed(script, call)
        if feed is not None and not is_written(script.facts, call) and is_fed_by_name(script.facts, feed):
            _write(script, call, feed)


def _fed(script: Script, call: cst.Call) -> cst.BaseExpression | None:
    place = 1 if is_run_of_executor(script.facts, call) or is_run_of_parallel(script.facts, call) else -1
    return argument(call, place, "feed") if not script.is_skipped(call) else None


def _write(script: Script, call: cst.Call, feed: cst.BaseExpression) -> None:
    name, program = write_written(script, "feed_data"), program_of_run(script.facts, call)
    code = script.source.code(program) if program is not None and not script.source.has_effects(program) else ""
    script.edits.wrap(*script.source.span(feed), f"{name}(", f", {code})" if code else ")")
    script.say(feed, "PM119", "feed", f"→ {name}, written into the script: {_SAID}")
