"""Runs the scripts of one folder after another, each folder in a process of its own that has Paddle imported already.

The argument is whether the scripts run under the compat layer: ``1`` or ``0``. A line comes in, the folder; its
scripts are folders that hold ``main.py``. A line goes out when all have run: the process's status. What each script
has printed, and what was written to stderr, lies beside the folder then, in ``FOLDER.json`` and ``FOLDER.err``.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import sys
import traceback

import numpy as np

UNDER_COMPAT = sys.argv[1] == "1"
if UNDER_COMPAT:
    import paddle_compat

    paddle_compat.install()
import paddle  # noqa: E402


def run_all(root: str) -> None:
    printed = {}
    for name in sorted(os.listdir(root)):
        folder, before, out = os.path.join(root, name), set(sys.modules), io.StringIO()
        sys.path.insert(0, folder)
        np.random.seed(7)
        paddle.seed(7)
        with contextlib.redirect_stdout(out):
            try:
                runpy.run_path(os.path.join(folder, "main.py"), run_name="__main__")
            except Exception as error:
                print(f"{type(error).__name__}: {error}")
        sys.path.remove(folder)
        for module in set(sys.modules) - before:
            if str(getattr(sys.modules[module], "__file__", "")).startswith(folder):
                del sys.modules[module]
        printed[name] = out.getvalue().splitlines()
    if not UNDER_COMPAT:
        assert not any(name.startswith(("paddle.fluid", "paddle_compat.fluid")) for name in sys.modules)
    with open(root + ".json", "w", encoding="utf-8") as file:
        json.dump(printed, file)


def in_child(root: str) -> int:
    """The status of a process of its own, which begins as this one is: nothing of the scripts is left here."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    errors = os.open(root + ".err", os.O_WRONLY | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDWR)
    for own, other in ((0, nothing), (1, errors), (2, errors)):
        os.dup2(other, own)
    status = 1
    try:
        os.chdir(os.path.dirname(root))
        run_all(root)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


for line in sys.stdin:
    print(in_child(line.rstrip("\n")), flush=True)
