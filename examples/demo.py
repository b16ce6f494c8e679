"""`make demo`: an old script on real PaddlePaddle 1.8.5, on today's Paddle unchanged, and migrated.

Each is compared with 1.8.5 in two ways: step by step from 1.8.5's own weights, optimizer state and batch, and as it
trains freely. The demo prints the largest errors beside what is allowed, and fails if one is larger.
"""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import curves
import reference
import static_programs
from compared import Compared, compare
from curves import LEGACY, ROOT
from make_modern import TWINS
from parity import CLOSE, LOST
from runs import OPTIMIZERS, ROWS, STEPS

EXPLAINED = f"""
A step starts from 1.8.5's own weights, optimizer state and batch. Allowed: of a loss {CLOSE:.0e}, of a gradient as much
of its tensor's largest element; of states and updates, what float32 can store of them is 1.00. The gradient of a step
at which a window of a pooling layer is within rounding of a tie (counted as "ties") is not compared.
A free run of {STEPS} steps is allowed ten times what moving 1.8.5's own starting weights by one unit in the last place
does to its losses ("nudge"), and at least {CLOSE:.0e}; it is compared for as long as that stays below {LOST:.0e}.
Migrated, Adam has Paddle 2's epsilon: it is compared with 1.8.5 once that has been given the same.
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
    subprocess.run([sys.executable, "-m", "paddle_migrate", *options, str(legacy), "-o", str(modern)], check=True)
    return modern


def run_programs(folder: Path) -> list[ProgramRow]:
    modern = {name: migrate(name, folder) for name in static_programs.PROGRAMS}
    answers = static_programs.ask(folder)
    rows = []
    for way, scripts in (("unchanged", {name: LEGACY / f"{name}.py" for name in modern}), ("migrated", modern)):
        print(f"{way}: {', '.join(s.name for s in scripts.values())} on Paddle {curves.paddle_version()}", flush=True)
        found = static_programs.compare(scripts, folder, answers, compat=way == "unchanged")
        rows += [ProgramRow(name, way, compared) for name, compared in found.items()]
    return rows


def main() -> int:
    folder = ROOT / "build" / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    curves.prepare(folder)
    if "--record" in sys.argv[1:]:
        reference.record(folder)
        static_programs.record(folder)
        return 0

    start = time.time()
    modern = migrate("mnist_single", folder)
    source = "live" if curves.oracle_python() else f"recorded on {reference.made_on()}"
    print(f"1.8.5: real PaddlePaddle 1.8.5 ({source})", flush=True)
    answers = reference.ask(folder, *ROWS)
    ways = {"unchanged": (LEGACY / "mnist_single.py", True), "migrated": (modern, False)}
    rows = []
    for way, (script, compat) in ways.items():
        print(f"{way}: {script.name} on Paddle {curves.paddle_version()}", flush=True)
        found = compare(script, folder, answers, compat=compat)
        rows += [Row(optimizer, way, found[optimizer]) for optimizer in OPTIMIZERS]

    print(EXPLAINED)
    print(f"On {curves.processor()}:\n\n{HEAD}")
    for row in sorted(rows, key=lambda row: OPTIMIZERS.index(row.optimizer)):
        print(row)
    for row in rows:
        if row.compared.kinks:
            said = ", ".join(str(step + 1) for step in row.compared.kinks)
            print(f"ties on the path of {row.optimizer}, {row.way}: steps {said}")
    print()
    of_programs = sorted(run_programs(folder), key=lambda row: list(static_programs.PROGRAMS).index(row.name))
    print(f"\nPrograms (of states and updates, what is allowed is 1.00):\n\n{PROGRAMS_HEAD}")
    for each in of_programs:
        print(each)
    good = all(row.compared.good for row in [*rows, *of_programs])
    print(f"\n{'All' if good else 'NOT all'} within what is allowed; {time.time() - start:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
