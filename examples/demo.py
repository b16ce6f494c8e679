"""`make demo`: an old script on real PaddlePaddle 1.8.5, on today's Paddle unchanged, and migrated.

Each is compared with 1.8.5 in two ways: step by step from 1.8.5's own weights, optimizer state and batch, and as it
trains freely. The demo shows the largest errors and the curves, writes all figures beside what is allowed into
build/demo, and fails if one is larger.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import curves
import plots
import reference
import static_programs
from compared import Compared, compare
from curves import LEGACY, ROOT
from make_modern import TWINS
from parity import CLOSE, LOST
from runs import OPTIMIZERS, STEPS

PLAN = f"""\
One to three minutes. {STEPS} steps of examples/legacy/mnist_single.py with each of {len(OPTIMIZERS)} optimizers, and
the programs {" and ".join(static_programs.PROGRAMS)}: on real PaddlePaddle 1.8.5 ({{source}}), on Paddle {{paddle}}
unchanged, and on it migrated. Then their losses side by side.
"""
EXPLAINED = f"""
A step starts from 1.8.5's own weights, optimizer state and batch. Allowed: of a loss {CLOSE:.0e}, of a gradient as much
of its tensor's largest element; of states and updates, what float32 can store of them is 1.00. The gradient of a step
at which a window of a pooling layer is within rounding of a tie (counted as "ties") is not compared.
A free run of {STEPS} steps is allowed ten times what moving 1.8.5's own starting weights by one unit in the last place
does to its losses ("nudge"), and at least {CLOSE:.0e}; it is compared for as long as that stays below {LOST:.0e}.
"""


@dataclass(frozen=True)
class Row:
    optimizer: str
    way: str
    compared: Compared

    def __str__(self) -> str:
        steps, free = self.compared.steps, self.compared.free
        along = f"{steps.loss:>8.1e} {steps.gradient:>8.1e} {steps.state:>5.2f} {steps.update:>6.2f}"
        freely = f"{free.steps:>7} {free.difference:>8.1e} {free.nudges:>8.1e}"
        verdict = "" if self.compared.good else "  TOO MUCH"
        count = f"{self.compared.count:>5} {len(self.compared.kinks):>4}"
        return f"{self.optimizer:<9} {self.way:<9} {count} {along} {freely}{verdict}"


HEAD = f"{'':<19} steps ties     loss gradient state update    free     loss    nudge"


PROGRAMS_HEAD = f"{'':<24} steps           loss          state update    free     loss    nudge"


@dataclass(frozen=True)
class ProgramRow:
    name: str
    way: str
    compared: static_programs.Compared

    def __str__(self) -> str:
        found, free = self.compared, self.compared.free
        along = f"{found.count:>5} {found.loss:>14.1e} {found.state:>14.2f} {found.update:>6.2f}"
        freely = f"{free.steps:>7} {free.difference:>8.1e} {free.nudges:>8.1e}"
        return f"{self.name:<14} {self.way:<9} {along} {freely}{'' if found.good else '  TOO MUCH'}"


def migrate(name: str, folder: Path) -> Path:
    legacy, modern = LEGACY / f"{name}.py", folder / f"{name}_modern.py"
    _, options = TWINS[f"{name}.py"]
    said = " ".join(("paddle-migrate", *options))
    print(f"$ {said} {legacy.relative_to(ROOT)} -o {modern.relative_to(ROOT)}", flush=True)
    command = [sys.executable, "-m", "paddle_migrate", "--quiet", *options, str(legacy), "-o", str(modern)]
    subprocess.run(command, check=True)
    return modern


def run_programs(folder: Path, answers: dict[str, static_programs.Answer]) -> list[ProgramRow]:
    modern = {name: migrate(name, folder) for name in static_programs.PROGRAMS}
    rows = []
    for way, scripts in (("unchanged", {name: LEGACY / f"{name}.py" for name in modern}), ("migrated", modern)):
        print(f"{way}: {', '.join(s.name for s in scripts.values())} on Paddle {curves.paddle_version()}", flush=True)
        found = static_programs.compare(scripts, folder, answers, compat=way == "unchanged")
        rows += [ProgramRow(name, way, compared) for name, compared in found.items()]
    return sorted(rows, key=lambda row: list(static_programs.PROGRAMS).index(row.name))


def details(rows: list[Row], of_programs: list[ProgramRow]) -> str:
    """Every figure, beside what is allowed."""
    lines = [EXPLAINED, f"On {curves.processor()}:\n\n{HEAD}", *map(str, rows)]
    for row in rows:
        if row.compared.kinks:
            steps = ", ".join(str(step + 1) for step in row.compared.kinks)
            lines.append(f"ties on the path of {row.optimizer}, {row.way}: steps {steps}")
    lines.append(f"\nPrograms (of states and updates, what is allowed is 1.00):\n\n{PROGRAMS_HEAD}")
    lines += map(str, of_programs)
    return "\n".join(lines) + "\n"


def table(rows: list[Row], of_programs: list[ProgramRow]) -> Iterator[str]:
    """How far the losses are from 1.8.5's at most: of steps from equal weights, and of a run of its own."""
    yield f"{'':<16}{'':<11}{'a step':>9}{'a run':>9}  within what is allowed"
    for row in [*rows, *of_programs]:
        found = row.compared
        name = row.optimizer if isinstance(row, Row) else row.name
        step = found.steps.loss if isinstance(found, Compared) else found.loss
        yield f"{name:<16}{row.way:<11}{step:>9.0e}{found.free.difference:>9.0e}  {'yes' if found.good else 'NO'}"


def picture(panels: dict[str, dict[str, list[float]]]) -> Iterator[str]:
    """The losses, each row of a panel between the same lowest and highest."""
    for name, series in panels.items():
        low, high = min(map(min, series.values())), max(map(max, series.values()))
        for way, losses in series.items():
            ends = f"{losses[0]:.4f} -> {losses[-1]:.4f}"
            yield f"{name:<16}{way:<11}{plots.line_of_blocks(losses, low, high)} {ends}"
            name = ""


def main() -> int:
    folder = ROOT / "build" / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    if "--record" in sys.argv[1:]:
        curves.prepare(folder)
        reference.record(folder)
        static_programs.record(folder)
        return 0

    start = time.time()
    source = "live" if curves.oracle_python() else f"recorded on {reference.made_on()}"
    print(PLAN.format(source=source, paddle=curves.paddle_version()), flush=True)
    curves.prepare(folder)
    modern = migrate("mnist_single", folder)
    print("1.8.5: mnist_single.py", flush=True)
    answers = reference.ask(folder, *OPTIMIZERS)
    ways = {"unchanged": (LEGACY / "mnist_single.py", True), "migrated": (modern, False)}
    rows: list[Row] = []
    for way, (script, compat) in ways.items():
        print(f"{way}: {script.name} on Paddle {curves.paddle_version()}", flush=True)
        found = compare(script, folder, answers, compat=compat)
        rows += [Row(optimizer, way, found[optimizer]) for optimizer in OPTIMIZERS]
    rows.sort(key=lambda row: OPTIMIZERS.index(row.optimizer))
    print("1.8.5: the programs", flush=True)
    program_answers = static_programs.ask(folder)
    of_programs = run_programs(folder, program_answers)

    panels: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        there = answers[row.optimizer].loss
        panels.setdefault(row.optimizer, {"1.8.5": [*map(float, there)]})[row.way] = [*map(float, row.compared.curve)]
    for each in of_programs:
        there = program_answers[each.name].loss
        panels.setdefault(each.name, {"1.8.5": [*map(float, there)]})[each.way] = [*map(float, each.compared.curve)]
    print("", *table(rows, of_programs), "", *picture(panels), "", sep="\n")
    (folder / "details.txt").write_text(details(rows, of_programs), encoding="utf-8")
    (folder / "curves.svg").write_text(plots.curves("Losses by step", panels), encoding="utf-8")
    print("all figures: build/demo/details.txt; the curves: build/demo/curves.svg")
    good = all(row.compared.good for row in [*rows, *of_programs])
    print(f"{'All' if good else 'NOT all'} within what is allowed; {time.time() - start:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
