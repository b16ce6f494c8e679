"""One process for each way to run a program, which takes one program after another."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner
from paddle_migrate.cli import main

HERE = Path(__file__).parent
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)\b")


@dataclass
class Ran:
    """What a program has printed, and the error that ended it."""

    printed: str
    error: str

    @property
    def lines(self) -> list[tuple[str, list[float]]]:
        """Each line's words and numbers."""
        found = []
        for line in self.printed.splitlines():
            word, _, rest = line.partition(" ")
            found.append((word, [float(n) for n in NUMBER.findall(rest)]))
        return found


class Way:
    """A process that runs programs: under ``1.8.5``, ``compat`` or ``migrated`` without us."""

    def __init__(self, way: str, environment: dict[str, str], python: str = sys.executable) -> None:
        self.command, self.environment = [python, str(HERE / "worker.py"), way], {**environment, "OMP_NUM_THREADS": "1"}
        self._start()

    def _start(self) -> None:
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )
        assert self._answer() == "ready\n", "the process did not begin"

    def run(self, files: dict[str, str]) -> Ran:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(files) + "\n")
        self.process.stdin.flush()
        answer = self._answer()
        if not answer:
            ended = self.process.wait()
            self._start()
            return Ran("", f"the process has ended with {ended}")
        return Ran(**json.loads(answer))

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def close(self) -> None:
        """It waits for its input to end: what a test has forked may still hold that open."""
        self.process.kill()
        self.process.communicate()


@dataclass
class Migrated:
    """A migrated program, how many uses of the old API were rewritten, and what the tool has left to a person."""

    files: dict[str, str]
    rewritten: int = 0
    left: list[str] = field(default_factory=list)


def migrated(files: dict[str, str], folder: Path, *options: str) -> Migrated:
    """What the command makes of the files, all of them at once."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    report = folder / "report.json"
    paths = [str(folder / name) for name in files]
    done = CliRunner().invoke(main, ["-w", "-j", "1", *options, "--report", str(report), *paths])
    assert done.exit_code == 0, done.output
    told = json.loads(report.read_text(encoding="utf-8"))
    left = [
        f"{Path(file['path']).name}:{finding['line']}: {finding['code']}: {finding['message']}"
        for file in told["files"] for finding in file["findings"] if finding["level"] == "person"
    ]
    new = {str(each.relative_to(folder)): each.read_text(encoding="utf-8") for each in folder.rglob("*.py")}
    return Migrated(new, told["totals"]["findings"]["rewritten"], left)
