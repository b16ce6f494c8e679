"""The report: everything as JSON, or a page that a person reads."""

from __future__ import annotations

import json
import math
import os
import platform
from html import escape
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

from paddle_migrate.chinese.sentences import said
from paddle_migrate.chinese.wanted import is_chinese
from paddle_migrate.project import files
from paddle_migrate.report.tally import tool_version
from paddle_migrate.verify.outcome import Outcome, Run
from paddle_migrate.verify.picture import Curve, draw
from paddle_migrate.verify.words import QUANTITIES

TITLES = {"old": "old, under compat", "new": "the new script", "oracle": "old, on PaddlePaddle 1.8.5"}
COLOURS = {"old": "#1f77b4", "new": "#d9730d", "oracle": "#3f9f3f"}
SHADES = {"loss": "currentColor", "gradient": "#9a5fd0", "value": "#d0483b", "state": "#9a8a4a"}
ALLOWED, NUDGED = ("allowed for the loss", "#2a9d2a"), ("loss, nudged", "#999")
DIFFERENCES = {
    "loss": "difference of the loss",
    "gradient": "difference of gradients",
    "value": "difference of updates",
    "state": "difference of the optimizer's state",
}
VERDICTS = {
    "equal": "verify: the same",
    "differ": "verify: different",
    "failed": "verify: it failed",
    "nothing": "verify: nothing can be said",
    "interrupted": "verify: interrupted",
}
KERNELS = ("OMP_NUM_THREADS", "MKL_ENABLE_INSTRUCTIONS", "ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA")
PATH = (
    "In every run each step starts from the old script's parameters, so a wrong update shows below, not in the losses "
    "that come after it."
)


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
        "machine": machine(),
        "notes": outcome.notes,
    }
    return json.dumps(_finite(content), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _run(run: Run) -> dict[str, Any]:
    apart = {
        rank: [{what: step.largest(what) for what in QUANTITIES} for step in steps]
        for rank, steps in run.steps_of.items()
    }
    return {
        "about": run.about,
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
    """The report as a page that loads nothing, in the language that is spoken."""
    sections = "".join(_section(rank, outcome) for rank in sorted(outcome.old.losses))
    title = f"paddle-migrate {_words(VERDICTS[outcome.verdict])}"
    style = resources("paddle_migrate.verify").joinpath("page.css").read_text(encoding="utf-8")
    return (
        f"<!DOCTYPE html>\n<html lang='{'zh-CN' if is_chinese() else 'en'}'><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'><title>{title}</title><style>{style}</style></head>\n"
        f"<body><h1 class='{outcome.verdict}'>{title}</h1>\n{_about(outcome)}<pre>{escape(text)}</pre>\n"
        f"{sections}</body></html>\n"
    )


def machine() -> str:
    """What the runs had in common: the system, the processor and what was said to its kernels."""
    told = [f"{name}={os.environ[name]}" for name in KERNELS if name in os.environ]
    processor = _processor() or platform.machine()
    return ", ".join([platform.platform(terse=True), f"{processor} x {os.cpu_count()}", *told])


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name\t")), "")


def _about(outcome: Outcome) -> str:
    columns = ("script", "PaddlePaddle", "Python", "NumPy")
    head = "".join(f"<th>{_words(name)}" for name in ("", "the script", *columns[1:]))
    rows = "".join(
        f"<tr><td>{_words(TITLES[run.role])}" + "".join(f"<td>{_words(run.about.get(name, ''))}" for name in columns)
        for run in outcome.runs
    )
    made = " ".join([_words("compared by"), "paddle-migrate", f"{escape(tool_version())};", escape(machine())])
    return f"<table><tr>{head}{rows}</table>\n<p>{made}</p>\n"


def _words(text: str) -> str:
    return escape(said(text))


def _section(rank: int, outcome: Outcome) -> str:
    marks = [(fault.step, said("first difference")) for fault in outcome.faults if fault.rank == rank]
    losses = [Curve(said(TITLES[run.role]), COLOURS[run.role], run.losses.get(rank, [])) for run in outcome.runs]
    heading = f"Rank {rank}: loss" if len(outcome.old.losses) > 1 else "The loss"
    text = f"<h2>{_words(heading)}</h2>\n<p>{_words(PATH)}</p>\n{draw(losses, marks)}\n"
    for run in outcome.others:
        curves = [Curve(said(name), SHADES[what], _apart(run, rank, what)) for what, name in DIFFERENCES.items()]
        curves.append(Curve(said(ALLOWED[0]), ALLOWED[1], run.bounds.get(rank, [])))
        nudged = [_apart(other, rank, "loss") for other in outcome.nudged]
        longest = max(map(len, nudged), default=0)
        most = [max(of[i] for of in nudged if i < len(of)) for i in range(longest)]
        curves.append(Curve(said(NUDGED[0]), NUDGED[1], most))
        heading = f"Largest difference from the old run: {TITLES[run.role]}"
        text += f"<h2>{_words(heading)}</h2>\n{draw(curves, marks, log=True)}\n"
    return text


def _apart(run: Run, rank: int, what: str) -> list[float]:
    return [step.largest(what) for step in run.steps_of.get(rank, [])]
