"""Runs small programs and compares what they leave in ``out``: old under 1.8.5 and under compat, new without either."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
from paddle_migrate.api import Options, migrate_source

ask = None  # of harness.py beside it

_RUN = """
def run(name, text):
    scope = {"np": np, "__name__": name}
    try:
        exec(compile(text, name, "exec"), scope)
        return [float(np.asarray(value).reshape(-1)[0]) for value in scope["out"]]
    except Exception as error:
        return repr(error)
"""
_QUESTION = _RUN + """
for name, text in programs.items():
    found = run(name, text)
    assert not isinstance(found, str), (name, found)
    answer[name] = np.array(found)
"""
_CHILD = """
import json, sys
import numpy as np
""" + _RUN + """
print(json.dumps({name: run(name, text) for name, text in json.load(sys.stdin).items()}))
"""


def of_1_8(record: str, programs: dict[str, str]) -> dict[str, list[float]]:
    """What the programs leave under real PaddlePaddle 1.8.5, or what was recorded of it."""
    return {name: list(value) for name, value in ask(record, f"programs = {programs!r}\n{_QUESTION}").items()}


def of_today(programs: dict[str, str], compat: bool) -> dict[str, list[float] | str]:
    """What they leave under today's Paddle, in a process of its own; an error as text."""
    environment = {**os.environ, "PADDLE_COMPAT": "1" if compat else "0"}
    command = [sys.executable, "-W", "ignore", "-c", _CHILD]
    done = subprocess.run(
        command, input=json.dumps(programs), capture_output=True, text=True, env=environment, timeout=300, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def migrated(programs: dict[str, str], **options) -> tuple[dict[str, str], dict[str, set[str]]]:
    """What becomes of each program, and the codes of what is said of it; twice makes no difference."""
    texts, codes = {}, {}
    for name, text in programs.items():
        result = migrate_source(text, f"{name}.py", Options(**options))
        assert migrate_source(result.text, f"{name}.py", Options(**options)).text == result.text, name
        texts[name], codes[name] = result.text, {f.code for f in result.findings}
    return texts, codes


def same(one: dict, other: dict) -> list[str]:
    """The names whose results part by more than float32 can keep."""
    return [n for n in one if isinstance(other[n], str) or not np.allclose(one[n], other[n], rtol=1e-6, atol=1e-6)]
