"""`paddle-migrate doctor`: one line each for what old scripts need, and in it what to do where that is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click

from paddle_migrate import streams
from paddle_migrate.child import compat_folder
from paddle_migrate.chinese.help import language_option
from paddle_migrate.chinese.sentences import said
from paddle_migrate.interrupts import Interruptible
from paddle_migrate.verify.command import oracle_python

OLDEST, NEWEST = (3, 10), (3, 13)  # Pythons that Paddle's wheels were tried on
_PADDLE = (2, 6)
_GET_PADDLE = 'pip install "paddlepaddle>=2.6" (or paddlepaddle-gpu)'
_GET_LIBRARY = "install the package that has it, such as with apt-get install libgomp1"
_LIBRARY = re.compile(r"(\S+\.so\S*): cannot open")
_BY_HAND = "start scripts with python -m paddle_compat old.py"
_LOOK = Path(__file__).parent / "child" / "look.py"
_MARK = "#SEEN "
_PATIENCE = 120  # seconds; the first import of a Paddle that was just installed takes long


class Line(NamedTuple):
    """`state`: "ok", "wrong" (something stands in the way), or "-" for what need not be there."""

    about: str
    state: str
    text: str


@click.command(cls=Interruptible, context_settings={"help_option_names": ["-h", "--help"]})
@language_option
def doctor_command() -> None:
    """Say whether this Python has what old scripts need to run unchanged, and what to do where it has not.

    Rewriting needs none of it.

    Exit status: 0 all is well; 1 something stands in the way.
    """
    seen = look(sys.executable)
    lines = checked(seen, sys.version_info[:2], compat_folder() is not None, os.environ.get("PADDLE_COMPAT") == "0")
    lines = [_hidden(each, seen) for each in lines]
    lines.append(_of_oracle())
    streams.show(*(f"{said(each.state):<6} {each.about:<8} {said(each.text)}" for each in lines))
    sys.exit(any(each.state == "wrong" for each in lines))


def checked(seen: Seen, python: tuple[int, ...], compat: bool, off: bool) -> list[Line]:
    return [Line("Python", *_python(python, bool(seen.paddle))), Line("Paddle", *_paddle(seen)),
            Line("NumPy", *_numpy(seen)), Line("fluid", *_hook(seen, compat, off))]


def _hidden(line: Line, seen: Seen) -> Line:
    """What is well, but that a file of the current folder has its name."""
    file = seen.hidden_by(line.about.lower(), Path.cwd()) if line.about in ("Paddle", "NumPy") else ""
    if line.state == "wrong" or not file:
        return line
    return Line(line.about, "wrong", f"{line.text}, but scripts of this folder import its {file} instead: rename that")


def _python(version: tuple[int, ...], has_paddle: bool) -> tuple[str, str]:
    shown = ".".join(map(str, version[:2]))
    tried = f"{_dotted(OLDEST)} to {_dotted(NEWEST)}"
    if version[:2] < OLDEST:
        return "wrong", f"{shown} is too old: make an environment with Python {tried}"
    if version[:2] > NEWEST and not has_paddle:
        return "wrong", f"{shown} is too new for Paddle's wheels: make an environment with Python {tried}"
    return "ok", shown if version[:2] <= NEWEST else f"{shown}, newer than what was tried ({tried})"


def _paddle(seen: Seen) -> tuple[str, str]:
    if seen.missing:
        return "wrong", f"cannot be imported without {seen.missing}: pip install {seen.missing.partition('.')[0]}"
    if library := _LIBRARY.search(seen.error):
        return "wrong", f"cannot be imported without the system's {library[1]}: {_GET_LIBRARY}"
    if seen.error:
        return "wrong", f'cannot be imported ({seen.error}): pip install --force-reinstall "paddlepaddle>=2.6"'
    if not seen.paddle and "musl" in (sysconfig.get_config_var("SOABI") or ""):
        return "wrong", "not here, and there are no wheels for Alpine's C library (musl): take a Debian image"
    if not seen.paddle:
        return "wrong", f"not here, and scripts run on it: {_GET_PADDLE}"
    numbers = tuple(map(int, re.findall(r"\d+", seen.paddle)[:2]))
    if numbers < _PADDLE and numbers != (0, 0):  # 0.0.0 is a build of its developers'
        own = ", with a fluid of its own, which scripts get" if _is_real(seen) else ""
        return "wrong", f"{seen.paddle} is too old{own}: {_GET_PADDLE}"
    return "ok", seen.paddle


def _is_real(seen: Seen) -> bool:
    return bool(seen.fluid) and not seen.fluid.startswith("paddle_compat")


def _numpy(seen: Seen) -> tuple[str, str]:
    if not seen.numpy and not seen.paddle:
        return "-", "comes with Paddle"
    if seen.numpy_error:
        return "wrong", f'{seen.numpy or "none"} does not work here ({seen.numpy_error}): pip install "numpy<2.4"'
    return "ok", seen.numpy


def _hook(seen: Seen, compat: bool, off: bool) -> tuple[str, str]:
    """Whether `import paddle.fluid` finds compat."""
    if not compat:
        return "wrong", "paddle_compat is not installed, as it is with paddle-migrate: install that again"
    if off:
        return "wrong", "turned off by PADDLE_COMPAT=0: unset PADDLE_COMPAT"
    if not seen.hook:
        return "wrong", f"start-up files do not run here, so import paddle.fluid finds nothing: {_BY_HAND}"
    if _is_real(seen):
        return "wrong", f"import paddle.fluid finds Paddle's own, not ours: {_GET_PADDLE}"
    if seen.paddle and not seen.fluid and not seen.numpy_error:
        return "wrong", f"import paddle.fluid fails: {_BY_HAND}, and see what it says"
    return "ok", "import paddle.fluid finds paddle_compat" if seen.fluid else "paddle_compat is installed"


def _of_oracle() -> Line:
    """What lies in the current folder is not run: it may be a stranger's repository."""
    python, named = oracle_python(), os.environ.get("PADDLE_ORACLE_PYTHON")
    if python is None:
        return Line("1.8.5", "-", "not at hand; only verify --oracle asks for it, and says how to get it")
    if not named or not Path(named).is_file():
        return Line("1.8.5", "ok", f"verify --oracle takes {python}")
    version = look(python).paddle
    if version.startswith("1.8"):
        return Line("1.8.5", "ok", f"{version} in {python}")
    return Line("1.8.5", "wrong", f"{python} has no PaddlePaddle 1.8: install it there, or unset PADDLE_ORACLE_PYTHON")


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


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
    """What an interpreter has, asked in a process of its own: the tool itself imports no Paddle."""
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
