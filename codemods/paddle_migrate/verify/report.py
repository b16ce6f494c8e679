"""The report: everything as JSON, or a page that a person reads."""

from __future__ import annotations

import json
import math
from html import escape
from pathlib import Path
from typing import Any

from paddle_migrate.project import files
from paddle_migrate.verify.outcome import Outcome, Run
from paddle_migrate.verify.picture import Curve, draw
from paddle_migrate.verify.words import QUANTITIES

TITLES = {"old": "old, under compat", "new": "new", "oracle": "old, on PaddlePaddle 1.8.5"}
COLOURS = {"old": "#1f6fb4", "new": "#d9730d", "oracle": "#3f8f3f"}
SHADES = {"loss": "#111", "gradient": "#8a4fbf", "value": "#c0392b", "state": "#7a6a3a"}
ALLOWED, NUDGED = ("allowed for the loss", "#2a9d2a"), ("loss, nudged", "#999")
PATH = (
    "In every run each step starts from the old script's parameters, so a wrong update shows below, not in the losses "
    "that come after it."
)
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
pre { background: #f5f5f5; padding: 1rem; overflow-x: auto; white-space: pre-wrap }
svg { width: 100%; height: auto }
"""


def write_report(path: Path, outcome: Outcome, text: str) -> None:
    content = page(outcome, text) if path.suffix == ".html" else as_json(outcome, text)
    files.write(path, content.encode())


def as_json(outcome: Outcome, text: str) -> str:
    content = {
        "verdict": outcome.verdict,
        "text": text,
        "steps_compared": outcome.steps,
        "differences": [
            {"run": fault.role, "rank": fault.rank, "step": fault.step, "found": list(fault.found)}
            for fault in outcome.faults
        ],
        "nudged_runs": len(outcome.nudged),
        "runs": {run.role: _run(run) for run in outcome.runs},
        "notes": outcome.notes,
    }
    return json.dumps(_finite(content), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _run(run: Run) -> dict[str, Any]:
    apart = {
        rank: [{what: step.largest(what) for what in QUANTITIES} for step in steps]
        for rank, steps in run.steps_of.items()
    }
    return {
        "losses": run.losses,
        "optimizers": sorted(run.optimizers),
        "differences_by_step": apart,
        "allowed_for_the_loss": run.bounds,
        "compared_before_step": run.end,
        "steps_left_out": run.left_out,
    }


def _finite(value: Any) -> Any:
    """JSON has no infinity and no NaN: they become the strings that Python reads back."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def page(outcome: Outcome, text: str) -> str:
    sections = "".join(_section(rank, outcome) for rank in sorted(outcome.old.losses))
    return (
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>paddle-migrate verify</title>"
        f"<style>{STYLE}</style></head>\n<body><h1>paddle-migrate verify: {escape(outcome.verdict)}</h1>\n"
        f"<pre>{escape(text)}</pre>\n{sections}</body></html>\n"
    )


def _section(rank: int, outcome: Outcome) -> str:
    marks = [(fault.step, "first difference") for fault in outcome.faults if fault.rank == rank]
    losses = [Curve(TITLES[run.role], COLOURS[run.role], run.losses.get(rank, [])) for run in outcome.runs]
    heading = f"Rank {rank}: loss" if len(outcome.old.losses) > 1 else "Loss"
    text = f"<h2>{heading}</h2>\n<p>{escape(PATH)}</p>\n{draw(losses, marks)}\n"
    for run in outcome.others:
        curves = [Curve(name, SHADES[what], _apart(run, rank, what)) for what, name in QUANTITIES.items()]
        curves.append(Curve(*ALLOWED, run.bounds.get(rank, [])))
        nudged = [_apart(other, rank, "loss") for other in outcome.nudged]
        longest = max(map(len, nudged), default=0)
        curves.append(Curve(*NUDGED, [max(of[i] for of in nudged if i < len(of)) for i in range(longest)]))
        text += f"<h2>Largest difference from the old run: {TITLES[run.role]}</h2>\n{draw(curves, marks, log=True)}\n"
    return text


def _apart(run: Run, rank: int, what: str) -> list[float]:
    return [step.largest(what) for step in run.steps_of.get(rank, [])]
