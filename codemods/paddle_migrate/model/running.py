"""The Paddles that are at hand, and what runs in them, in processes of their own."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from paddle_migrate.child import compat_folder
from paddle_migrate.model.files import Model
from paddle_migrate.verify.command import oracle_python

PATIENCE = 600  # seconds
CHILD = Path(__file__).parent / "child"


class Failed(ValueError):
    """What runs in a process did not come to its end; the text is the last line that it said."""


@dataclass(frozen=True)
class Way:
    """How a model is run: `name` is for people."""

    name: str
    python: str
    how: str
    place: Path
    files: tuple[str | None, str | None] = (None, None)
    compat: bool = False


def installed() -> str | None:
    """The version of the Paddle beside the tool."""
    for package in ("paddlepaddle", "paddlepaddle-gpu"):
        try:
            return importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return None


def major() -> str | None:
    """Which of the targets is the Paddle beside the tool."""
    version = installed()
    return None if version is None else "3" if int(version.split(".")[0]) >= 3 else "2.6"


def ways_of_old(model: Model) -> list[Way]:
    """Where the old model can be run, the best first."""
    files = (model.file.name, model.parameters.name if model.parameters else None)
    here = Way(f"Paddle {installed()}", sys.executable, "static", model.folder, files)
    return [*([] if model.modern else ways_of_1_8(model.folder, files)), *([here] if installed() else [])]


def ways_of_1_8(folder: Path, files: tuple[str | None, str | None]) -> list[Way]:
    """Where a model in 1.8.5's form can be run as 1.8.5 ran it."""
    python, found = oracle_python(), []
    if python is not None:
        found.append(Way("real 1.8.5", python, "fluid", folder, files))
    if installed():
        found.append(Way(f"the compat layer on Paddle {installed()}", sys.executable, "fluid", folder, files, True))
    return found


def there(folder: Path, file: str) -> str | None:
    """The file of parameters in a folder, where there are any."""
    return file if (folder / file).exists() else None


def way_of_new(folder: Path, name: str) -> Way | None:
    """Where the new model is run: with the Paddle beside the tool, where that can load it."""
    pdmodel = folder / f"{name}.pdmodel"
    if not installed() or (not pdmodel.exists() and major() != "3"):
        return None
    if pdmodel.exists():
        files = (pdmodel.name, there(folder, f"{name}.pdiparams"))
        return Way(f"Paddle {installed()}", sys.executable, "static", folder, files)
    return Way(f"Paddle {installed()}", sys.executable, "static", folder / name)


def play(way: Way, inputs: Path, outputs: Path) -> None:
    """Run a model. Raises `Failed`."""
    _run(way.python, "play.py", way.how, str(way.place.resolve()), json.dumps(way.files), str(inputs), str(outputs),
         compat=way.compat, folder=outputs.parent)


def save_for_3(source: Path, prefix: Path, names: Path) -> list[str]:
    """Have Paddle 3 write `prefix.json`; the names of its parameters. Raises `Failed`."""
    _run(sys.executable, "save.py", str(source), str(prefix), str(names), folder=names.parent)
    found: list[str] = json.loads(names.read_text(encoding="utf-8"))
    return found


def _run(python: str, script: str, *words: str, folder: Path, compat: bool = False) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PADDLE_COMPAT")}
    env.pop("PYTHONPATH", None)
    env["PYTHONDONTWRITEBYTECODE"] = env["GLOG_minloglevel"] = "1"
    env["PADDLE_COMPAT"] = "1" if compat else "0"
    command = [python, "-W", "ignore", str(CHILD / script), *words]
    home = compat_folder()
    if compat and home is not None:
        env["PYTHONPATH"] = str(home)
        command[3:4] = ["-m", "paddle_compat", str(CHILD / script)]
    try:
        done = subprocess.run(command, env=env, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise Failed(f"not done after {PATIENCE} seconds") from None
    if done.returncode:
        raise Failed(_last(done.stderr.decode(errors="replace"), done.returncode))


def _last(text: str, status: int) -> str:
    """What a process said last: the error itself, not the frames around it."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and "-WARNING: " not in line]
    errors = [line for line in lines if "Error" in line.split(" ")[0] or "Error:" in line]
    said = (errors or lines or ["it said nothing"])[-1]
    return f"{said[:300]}" + (f" (ended by signal {-status})" if status < 0 else "")
