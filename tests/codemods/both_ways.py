"""Runs the scripts of a folder, which are folders that hold ``main.py``, one after another.

The arguments are the folder, and whether the scripts run under the compat layer: ``1`` or ``0``. What each script has
printed lies beside the folder then, in ``FOLDER.json``.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import sys

import numpy as np

UNDER_COMPAT = sys.argv[2] == "1"
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


run_all(sys.argv[1])
