"""Python runs this file at the start of every process of a verified or traced run, launched and spawned ranks included.

Everything in this folder runs beside the script, in its interpreter, which is Python 3.7 for real PaddlePaddle 1.8.5.
"""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))


def run_the_one_behind() -> None:
    """Run the `sitecustomize` that this one stands in front of."""
    for folder in sys.path:
        path = Path(folder, "sitecustomize.py")
        if os.path.abspath(folder) != HERE and path.is_file():
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), {"__name__": "sitecustomize"})
            return


run_the_one_behind()
for name in ("verify", "trace"):
    if f"PADDLE_{name.upper()}" in os.environ:
        try:
            import_module(f"paddle_{name}.start").start()
        except BaseException:  # Python would go on without the recorder
            traceback.print_exc()
            os._exit(70)
