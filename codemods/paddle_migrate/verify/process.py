"""One run of a script with the recorder in it: how it is started, watched and ended."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

CHILD = Path(__file__).parent / "child"
PATIENCE = 10.0  # seconds from a polite request to the end
TAIL = 40

Role = Literal["old", "new", "epsilon", "oracle"]  # epsilon: the new script again, with 1.8.5's Adam


@dataclass(frozen=True)
class Settings:
    """What every run of one verification has in common."""

    folder: Path
    arguments: tuple[str, ...]
    steps: int = 0
    rtol: float = 1e-5
    seed: int = 0
    ranks: int = 1
    old_adam: bool = False


def compat_folder() -> Path | None:
    """Where paddle_compat lies; it is found, not imported."""
    spec = importlib.util.find_spec("paddle_compat")
    return Path(spec.origin).parent.parent if spec and spec.origin else None


def environment(settings: Settings, role: Role, beside: Path | None = None) -> dict[str, str]:
    """`beside`: a folder whose modules are found when no other has them."""
    compat = compat_folder() if role == "old" else None
    told = {
        "folder": str(settings.folder),
        "role": role,
        "compat": role == "old",
        "steps": settings.steps,
        "rtol": settings.rtol,
        "seed": settings.seed,
        "ranks": settings.ranks,
        "old_adam": role == "epsilon" or (settings.old_adam and role == "new"),
        "paths": [str(path) for path in (compat, beside) if path],
    }
    env = dict(os.environ)
    before = [] if role == "oracle" else [path for path in [env.get("PYTHONPATH")] if path]
    env["PYTHONPATH"] = os.pathsep.join([str(CHILD), *before])
    env["PADDLE_VERIFY"] = json.dumps(told)
    env["PADDLE_COMPAT"] = "1" if role == "old" else "0"
    # Both draw from Paddle's generator: 1.8.5's own stream is nothing that the migrated script could draw from.
    env["PADDLE_COMPAT_RNG"] = "native"
    env["PYTHONUNBUFFERED"] = "1"
    if role == "oracle":
        env["PYTHONDONTWRITEBYTECODE"] = "1"
    return env


def command(settings: Settings, role: Role, script: Path, python: str = sys.executable) -> list[str]:
    launch = ["-m", "paddle.distributed.launch", "--nproc_per_node", str(settings.ranks)]
    launch += ["--log_dir", str(settings.folder / f"{role}.launch")]
    if settings.ranks > 1 and not starts_itself(script):
        start = launch
    else:
        start = ["-m", "paddle_compat"] if role == "old" else []
    return [python, *start, str(script), *settings.arguments]


def starts_itself(script: Path) -> bool:
    """Whether the script spawns its own processes."""
    return "spawn(" in script.read_text(encoding="utf-8", errors="replace")


class Child:
    """A running script, with all that it started."""

    def __init__(self, settings: Settings, role: Role, line: Sequence[str], env: dict[str, str]) -> None:
        self.settings, self.role = settings, role
        self._printed = settings.folder / f"{role}.printed"
        self._logs: dict[Path, IO[str]] = {}
        self._parts: dict[Path, str] = {}
        self.pids: set[int] = set()
        with open(self._printed, "wb") as printed:
            self.process = subprocess.Popen(
                line,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    @property
    def failed(self) -> bool:
        return self.process.poll() not in (None, 0)

    def events(self) -> list[tuple[int, dict[str, Any]]]:
        """What has been logged since the last call, with the rank."""
        found: list[tuple[int, dict[str, Any]]] = []
        for path in sorted(self.settings.folder.glob(f"{self.role}.*.log")):
            if path not in self._logs:
                self._logs[path] = open(path, encoding="utf-8")  # noqa: SIM115  (open until `close`)
            *lines, self._parts[path] = (self._parts.get(path, "") + self._logs[path].read()).split("\n")
            found += [(int(path.name.split(".")[1]), json.loads(line)) for line in lines]
        self.pids.update(event["pid"] for _, event in found if event["event"] == "process")
        return found

    def end(self) -> None:
        """Ask for the end, and see to it. The launcher puts its ranks into process groups of their own."""
        if self.running:
            self._signal(signal.SIGTERM)
            until = time.monotonic() + PATIENCE
            while self.running and time.monotonic() < until:
                time.sleep(0.05)
            self._signal(signal.SIGKILL)
            self.process.wait()
        for log in self._logs.values():
            log.close()

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, number)
        for pid in self.pids if number == signal.SIGKILL else ():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def tail(self) -> str:
        """The last lines that the script printed, those of the ranks included, and the signal that ended it."""
        logs = sorted((self.settings.folder / f"{self.role}.launch").glob("workerlog.*"))
        text = "".join(_text(path) for path in [self._printed, *logs])
        code = self.process.returncode or 0
        ended = [f"(ended by {signal.Signals(-code).name})"] if code < 0 else []
        return "\n".join([*text.splitlines()[-TAIL:], *ended])


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
