"""Record every name that a module of 1.8.5's fluid had, and what it is in both of today's Paddles.

Run `python tests/codemods/record_old_names.py ORACLE PYTHON PYTHON`, with a Python that has PaddlePaddle 1.8.5 and one
for each supported Paddle; the result does not depend on anything else.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "codemods" / "paddle_migrate" / "rules" / "old_names.json"
OLD = """
import importlib, json, pkgutil, sys, types
import paddle.fluid
for found in pkgutil.walk_packages(paddle.fluid.__path__, "paddle.fluid.", onerror=lambda name: None):
    if not any(part in found.name for part in (".tests", "ps_pb2", "pslib")):  # ps_pb2 ends the process
        try:
            importlib.import_module(found.name)
        except BaseException:
            pass
names = {}
for full, module in sorted(sys.modules.items()):
    if module is not None and (full + ".").startswith("paddle.fluid."):
        own = [name for name in dir(module) if not name.startswith("__")]
        things = {name: getattr(module, name, None) for name in own}
        kept = [name for name, thing in things.items()
                if not isinstance(thing, types.ModuleType) or thing.__name__.startswith("paddle.")]
        names.setdefault(full[len("paddle.fluid."):].replace("core_avx", "core"), set()).update(kept)
print(json.dumps({module: " ".join(sorted(kept)) for module, kept in names.items()}))
"""
TODAY = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1])
from paddle_compat._later.homes import HOMES
found = {}
def resolve(path):
    first, *rest = path.replace(":", ".").split(".")
    thing = importlib.import_module(first)
    for number, part in enumerate(rest, 2):
        try:
            importlib.import_module(".".join(path.replace(":", ".").split(".")[:number]))
        except ImportError:
            pass
        thing = getattr(thing, part, None)
    return thing
for below, names in json.load(sys.stdin).items():
    for home in (*HOMES.get(below, ()), "paddle.base." + below if below else "paddle.base"):
        thing = resolve(home)
        for name in names.split() if thing is not None else ():
            if hasattr(thing, name):
                found.setdefault((below + "." + name).lstrip("."), home.replace(":", ".") + "." + name)
print(json.dumps(found))
"""


def main(oracle: str, *pythons: str) -> None:
    names = json.loads(_said([oracle, "-W", "ignore", "-c", OLD]))
    every = [json.loads(_said([each, "-W", "ignore", "-c", TODAY, str(ROOT / "compat")], json.dumps(names)))
             for each in pythons]
    today = {name: home for name, home in every[0].items() if all(other.get(name) == home for other in every)}
    FILE.write_text(json.dumps({"names": names, "today": today}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _said(command: list[str], given: str = "") -> str:
    with tempfile.TemporaryDirectory() as folder:  # some of 1.8.5's modules write a log where they are imported
        done = subprocess.run(command, input=given, capture_output=True, text=True, check=True, cwd=folder)
    return done.stdout.splitlines()[-1]


if __name__ == "__main__":
    main(*(str(Path(each).absolute()) for each in sys.argv[1:]))
