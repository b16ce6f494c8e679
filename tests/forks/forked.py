"""Runs scripts as ``subprocess.run`` does, in forks of a process that has imported Paddle, which takes a second.

There is one such process for each interpreter, its options and its environment. What is tested of a start itself, of
the order of imports, or of several processes at once, needs processes of its own.
"""

from __future__ import annotations

import atexit
import functools
import json
import math
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

SERVER = Path(__file__).parent / "server.py"


def run_script(
    command: list[str], folder: Path | str = ".", environment: Mapping[str, str] = os.environ, timeout: float = 300,
    merged: bool = False,
) -> subprocess.CompletedProcess[str]:
    """``command``: an interpreter, its options ``-W …``, a script or ``-c`` and code, and what the script is given.

    ``merged``: its errors come between what it prints.
    """
    end = 1
    while command[end] == "-W":
        end += 2
    script, code = command[end:], None
    if script[0] == "-c":
        script, code = ["-c", *script[2:]], script[1]
    # pytest names the running test there
    server = _server(*command[:end], *sorted((k, v) for k, v in environment.items() if k != "PYTEST_CURRENT_TEST"))
    with tempfile.TemporaryDirectory() as kept:
        printed, errors = Path(kept, "printed"), Path(kept, "printed" if merged else "errors")
        given = [script, os.path.abspath(folder), str(printed), str(errors), math.ceil(timeout), code]
        print(json.dumps(given), file=server.stdin, flush=True)
        assert server.stdout is not None
        status = os.waitstatus_to_exitcode(int(server.stdout.readline()))
        if status == -signal.SIGALRM:
            raise subprocess.TimeoutExpired(command, timeout)
        told = [each.read_text(encoding="utf-8", errors="replace") for each in (printed, errors)]
    return subprocess.CompletedProcess(command, status, told[0], "" if merged else told[1])


@functools.cache
def _server(*start: str | tuple[str, str]) -> subprocess.Popen[str]:
    command = [each for each in start if isinstance(each, str)]
    environment = dict(each for each in start if not isinstance(each, str))
    server = subprocess.Popen([*command, str(SERVER)], env=environment, text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
    atexit.register(server.communicate)
    return server
