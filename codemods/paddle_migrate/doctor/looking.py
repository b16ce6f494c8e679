"""What an interpreter has, asked in a process of its own: the tool itself imports no Paddle."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

_LOOK = Path(__file__).parent / "child" / "look.py"
_MARK = "#SEEN "
_PATIENCE = 120  # seconds; the first import of a Paddle that was just installed takes long


@dataclass(frozen=True)
class Seen:
    """Versions (empty for what is not there), why an import failed, whose fluid `import paddle.fluid` finds."""

    hook: bool = False
    numpy: str = ""
    numpy_error: str = ""
    paddle: str = ""
    error: str = ""
    missing: str = ""  # the module for want of which Paddle cannot be imported
    fluid: str = ""
    places: list[str] = field(default_factory=list[str])  # the files that were imported

    def hidden_by(self, name: str, folder: Path) -> str:
        """What scripts of a folder import in place of the module of that name; empty where that is not in the way."""
        found = [file for file in (folder / name / "__init__.py", folder / f"{name}.py") if file.is_file()]
        mine = [file for file in found if str(file.resolve()) not in map(os.path.realpath, self.places)]
        return mine[0].relative_to(folder).as_posix() if mine else ""


def look(python: str) -> Seen:
    try:
        done = subprocess.run([python, "-W", "ignore", str(_LOOK)], capture_output=True, check=False, text=True,
                              errors="replace", timeout=_PATIENCE, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Seen(error=str(error))
    lines = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    if lines:
        return Seen(**json.loads(lines[-1][len(_MARK) :]))
    last = (done.stderr.strip().splitlines() or [""])[-1]
    return Seen(error=f"Python ended with status {done.returncode} at its import; {last}")
