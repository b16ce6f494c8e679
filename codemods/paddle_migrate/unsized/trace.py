"""`--trace`: the script is run under compat, and tells what its layers are called with.

It runs with the installed Paddle, in a process of its own, in the current folder and without arguments, until every
layer has been called and an optimizer is about to step, or until the time is out.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from paddle_migrate.child import CHILD, compat_folder
from paddle_migrate.interpreter.records import Made, Place, View
from paddle_migrate.unsized.old_form import old_rules

SECONDS = 120.0  # that a script may take to come to its first step
_PATIENCE = 10.0


class NotTraced(Exception):
    """The run told nothing; the message says why."""


def trace(script: Path) -> tuple[list[Made], str]:
    """Every old-form layer that a run of the script makes, and why the run ended early, if it did. Raises NotTraced."""
    with tempfile.TemporaryDirectory(prefix="paddle-trace-") as name:
        out, printed = Path(name, "layers.json"), Path(name, "printed")
        with open(printed, "wb") as output:
            ended = _run(script, out, output)
        found = json.loads(out.read_text(encoding="utf-8")) if out.is_file() else []
        if not found:
            raise NotTraced(_reason(ended, printed) or "the run made no such layer")
        return [_made(record) for record in found], _reason(ended, printed)


def _run(script: Path, out: Path, output: Any) -> int | None:
    """The exit status; None when it had to be ended."""
    compat = compat_folder()
    told = {
        "script": str(script.resolve()),
        "parent": os.getpid(),
        "out": str(out),
        "seconds": SECONDS,
        "paths": [str(compat)] if compat else [],
        "layers": {short: [p.name for p in rule.params] for short, rule in old_rules().items()},
    }
    env = dict(os.environ)
    env["PYTHONPATH"] = os.pathsep.join([str(CHILD), *filter(None, [env.get("PYTHONPATH")])])
    env["PADDLE_TRACE"] = json.dumps(told)
    env["PADDLE_COMPAT"] = "1"
    line = [sys.executable, "-m", "paddle_compat", str(script)]
    process = subprocess.Popen(
        line, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        return process.wait(SECONDS + _PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _reason(status: int | None, printed: Path) -> str:
    """Why a run ended that came to no step; empty for one that ended by itself."""
    if status in (None, 75):
        return f"the run came to no step within {SECONDS:.0f} s"
    lines = printed.read_text(encoding="utf-8", errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"the run ended with status {status}: {last[:200]}" if status else ""


def _made(record: dict[str, Any]) -> Made:
    views = [
        View(_place(v["site"]), _place(v["function"]), v["run"], {str(k): int(n) for k, n in v["values"].items()})
        for v in record["views"]
    ]
    inputs = [tuple(None if s is None else tuple(s) for s in shapes) for shapes in record["inputs"]]
    return Made(record["short"], views, inputs, record["args"], listed=record["listed"])


def _place(value: list[int] | None) -> Place | None:
    return None if value is None else (value[0], value[1], value[2], value[3])
