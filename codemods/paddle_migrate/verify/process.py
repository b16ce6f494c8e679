"""One run of a script with the recorder in it: how it is started, watched and ended."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

from paddle_migrate.child import CHILD, compat_folder

PATIENCE = 5.0  # seconds from a polite request to the end
TAIL = 40

# epsilon: the new script again, with 1.8.5's Adam; nudged: the old one again, from nudged parameters
Role = Literal["old", "new", "epsilon", "oracle", "nudged"]
UNDER_COMPAT = ("old", "nudged")
ROOM = 2 << 30  # bytes for the states of the old run, on every rank, and no more than a quarter of what is free


@dataclass(frozen=True)
class Settings:
    """What every run of one verification has in common."""

    folder: Path
    arguments: tuple[str, ...]
    steps: int = 0
    rtol: float = 1e-6
    seed: int = 0
    ranks: int = 1
    old_adam: bool = False
    nudges: int = 3
    ended: Callable[[], None] = lambda: None  # what is done behind each run

    @property
    def room(self) -> int:
        return min(ROOM, shutil.disk_usage(self.folder).free // 4 // self.ranks)


@dataclass(frozen=True)
class Part:
    """A script to play, and with what."""

    role: Role
    script: Path
    python: str
    beside: Path | None = None
    copy_of: Path | None = None  # the folder that is copied around a migrated script
    number: int = 0  # of a nudge; 1 for a part that is played again
    shown: str = ""  # what the report calls it, where that is not the script's path

    @property
    def name(self) -> str:
        """What its files begin with."""
        return f"{self.role}{self.number or ''}"


def environment(settings: Settings, part: Part) -> dict[str, str]:
    """`part.beside`: a folder whose modules are found when no other has them."""
    role = part.role
    compat = compat_folder() if role in UNDER_COMPAT else None
    told = {
        "folder": str(settings.folder),
        "role": part.name,
        "parent": os.getpid(),
        "compat": role in UNDER_COMPAT,
        "nudge": part.number if role == "nudged" else 0,
        "room": settings.room if role == "old" else 0,
        "steps": settings.steps,
        "rtol": settings.rtol,
        "seed": settings.seed,
        "ranks": settings.ranks,
        "old_adam": role == "epsilon" or (settings.old_adam and role == "new"),
        "paths": [str(path) for path in (compat, part.beside) if path],
    }
    env = dict(os.environ)
    before = env["PYTHONPATH"].split(os.pathsep) if role != "oracle" and env.get("PYTHONPATH") else []
    env["PYTHONPATH"] = os.pathsep.join([str(CHILD), *(_in_copy(settings, part, path) for path in before)])
    env["PADDLE_VERIFY"] = json.dumps(told)
    env["PADDLE_COMPAT"] = "1" if role in UNDER_COMPAT else "0"
    # Both draw from Paddle's generator: 1.8.5's own stream is nothing that the migrated script could draw from.
    env["PADDLE_COMPAT_RNG"] = "native"
    env["PYTHONUNBUFFERED"] = "1"
    env.setdefault("MPLBACKEND", "Agg")  # nobody is there to close a window
    env["PYTHONDONTWRITEBYTECODE"] = "1"  # nothing of it beside the user's modules
    return env


def _in_copy(settings: Settings, part: Part, path: str) -> str:
    """The folder's copy, which holds migrated modules, where there is one."""
    here = Path(os.path.abspath(path))
    if part.copy_of is None or not here.is_relative_to(part.copy_of):
        return path
    return str(settings.folder / "new" / here.relative_to(part.copy_of))


def command(settings: Settings, part: Part) -> list[str]:
    launch = ["-m", "paddle.distributed.launch", "--nproc_per_node", str(settings.ranks)]
    launch += ["--log_dir", str(settings.folder / f"{part.name}.launch")]
    if settings.ranks > 1 and not starts_itself(part.script):
        start = launch
    else:
        start = ["-m", "paddle_compat"] if part.role in UNDER_COMPAT else []
    return [part.python, *start, str(part.script), *settings.arguments]


def starts_itself(script: Path) -> bool:
    """Whether the script spawns its own processes."""
    return "spawn(" in script.read_text(encoding="utf-8", errors="replace")


class Child:
    """A running script, with all that it started."""

    def __init__(self, settings: Settings, part: Part) -> None:
        self.settings, self.name = settings, part.name
        self._printed = settings.folder / f"{part.name}.printed"
        self._logs: dict[Path, IO[str]] = {}
        self._parts: dict[Path, str] = {}
        with open(self._printed, "wb") as printed:
            self.process = subprocess.Popen(
                command(settings, part),
                env=environment(settings, part),
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
        for path in sorted(self.settings.folder.glob(f"{self.name}.*.log")):
            if path not in self._logs:
                self._logs[path] = open(path, encoding="utf-8")  # noqa: SIM115  (open until `close`)
            *lines, self._parts[path] = (self._parts.get(path, "") + self._logs[path].read()).split("\n")
            found += [(int(path.name.split(".")[1]), json.loads(line)) for line in lines]
        return found

    def about(self) -> dict[str, str]:
        """The versions that it ran on; {} where it did not come to import Paddle."""
        for path in sorted(self.settings.folder.glob(f"{self.name}.*.about")):
            with contextlib.suppress(ValueError):  # ended while it was written
                return dict(json.loads(path.read_text(encoding="utf-8")))
        return {}

    def end(self) -> None:
        """Ask for the end, and see to it."""
        if self.running:
            self._signal(self.process.pid, signal.SIGTERM)
            until = time.monotonic() + PATIENCE
            while self.running and time.monotonic() < until:
                time.sleep(0.05)
            self._signal(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for pid in filter(self._is_ours, self._pids()):
            self._signal(pid, signal.SIGKILL)
        for log in self._logs.values():
            log.close()

    def _pids(self) -> list[int]:
        """Of every process that has the recorder in it; the launcher puts its ranks into groups of their own."""
        return [int(path.name.split(".")[1]) for path in self.settings.folder.glob(f"{self.name}.*.pid")]

    def _is_ours(self, pid: int) -> bool:
        """Still, and not another that was given the number of one that has ended; where that can be seen."""
        try:
            return str(self.settings.folder).encode() in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return not Path("/proc").is_dir()

    def _signal(self, pid: int, number: signal.Signals) -> None:
        """To all of its group, where it leads one."""
        for send in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                send(pid, number)

    def tail(self) -> str:
        """The last lines that the script printed, those of the ranks included, and the signal that ended it."""
        logs = sorted((self.settings.folder / f"{self.name}.launch").glob("workerlog.*"))
        text = "".join(_text(path) for path in [self._printed, *logs])
        code = self.process.returncode or 0
        ended = [f"(ended by {signal.Signals(-code).name})"] if code < 0 else []
        return "\n".join([*text.splitlines()[-TAIL:], *ended])


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
