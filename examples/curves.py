"""Runs the example scripts from equal weights on equal batches, and reads the losses that they print.

Shared by the demo and by tests/examples.
"""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
from make_digits import make_digits, write_splits

ROOT = Path(__file__).resolve().parent.parent
LEGACY = ROOT / "examples" / "legacy"
MODERN = ROOT / "examples" / "modern"

# Where the loss is a tensor of shape [1] it prints as `[0.1]`; a 0-D one prints as `0.1`.
LOSS = re.compile(r"loss is: \[?(\d+(?:\.\d*)?(?:e[+-]?\d+)?|nan|inf)")

# A start-up file for the interpreters that run the examples. The first stands in for an installed package; the
# second makes sure that nothing of ours can be imported.
HOOKED = f"import site\nsite.addsitedir({str(ROOT / 'compat')!r})\n"
BARE = """\
import sys
for name in [name for name in sys.modules if name.startswith("paddle_compat")]:
    del sys.modules[name]
sys.modules["paddle_compat"] = sys.modules["paddle_migrate"] = None
"""
# `dist.spawn` starts one process for each device, and takes every core for one on a CPU.
DEVICES = "import multiprocessing\nmultiprocessing.cpu_count = lambda: {}\n"


class PortablePickler(pickle.Pickler):
    """Names no NumPy internals: those of NumPy 2 cannot be unpickled beside PaddlePaddle 1.8.5."""

    def reducer_override(self, obj: object) -> object:
        if isinstance(obj, np.ndarray):
            return np.array, (obj.tolist(), obj.dtype.str)
        return NotImplemented


def starting_weights() -> dict[str, np.ndarray]:
    random = np.random.RandomState(0)
    shapes = {"conv1": (20, 1, 5, 5), "conv2": (20, 20, 5, 5), "fc": (980, 10)}
    weights = {}
    for name, shape in shapes.items():
        fan_in = shape[0] if name == "fc" else int(np.prod(shape[1:]))
        bound = np.sqrt(6 / fan_in)
        weights[f"{name}.weight"] = random.uniform(-bound, bound, shape).astype("float32")
        weights[f"{name}.bias"] = np.zeros(10 if name == "fc" else 20, "float32")
    return weights


def prepare(folder: Path) -> None:
    """Puts the data and the starting weights where the scripts will look for them."""
    write_splits(folder / "work" / "mnist.json.gz", make_digits())
    with open(folder / "init.pdparams", "wb") as file:
        PortablePickler(file, protocol=2).dump(starting_weights())


def installed() -> bool:
    try:
        distribution("paddle-migrate")
    except PackageNotFoundError:
        return False
    return True


def paddle_version() -> str:
    for name in ("paddlepaddle", "paddlepaddle-gpu"):
        try:
            return distribution(name).version
        except PackageNotFoundError:
            continue
    return "none"


def environment(folder: Path, *, compat: bool, devices: int = 1) -> dict[str, str]:
    """The variables under which an old script finds `paddle.fluid`, or a migrated one nothing of ours."""
    # One thread: the order of additions, and with it the last bit, is then the same in every run.
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1", "PADDLE_COMPAT": "1" if compat else "0"}
    # What an interpreter runs when it starts: also in the processes that launch and spawn start.
    start_up = DEVICES.format(devices)
    if not compat:
        start_up += BARE
    elif not installed():
        start_up += HOOKED
    site = folder / "start-up"
    site.mkdir(exist_ok=True)
    (site / "sitecustomize.py").write_text(start_up)
    env["PYTHONPATH"] = str(site)
    return env


class ScriptFailed(Exception):
    """A script ended with an error; carries what it printed."""


@dataclass(frozen=True)
class Run:
    output: str
    losses: list[float]


def run(command: list[str], folder: Path, env: dict[str, str], timeout: float = 300) -> Run:
    done = subprocess.run(
        command, cwd=folder, env=env, timeout=timeout, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode != 0:
        raise ScriptFailed(f"{' '.join(command)} exited with {done.returncode}:\n{done.stdout}")
    return Run(done.stdout, [float(text) for text in LOSS.findall(done.stdout)])


def run_here(
    script: Path, folder: Path, *options: str, compat: bool, launcher: tuple[str, ...] = (), devices: int = 1
) -> Run:
    """Runs a script on the Paddle beside this interpreter."""
    env = environment(folder, compat=compat, devices=devices)
    return run([sys.executable, *launcher, str(script), *options], folder, env)


def oracle_python() -> str | None:
    """The interpreter that has real PaddlePaddle 1.8.5, if there is one."""
    for candidate in (os.environ.get("PADDLE_ORACLE_PYTHON"), str(ROOT / ".venv-oracle" / "bin" / "python")):
        if candidate and Path(candidate).exists():
            return candidate
    return None


def load_weights(path: Path) -> dict[str, np.ndarray]:
    with open(path, "rb") as file:
        content = pickle.load(file, encoding="latin1")
    return {name: np.asarray(content[name]) for name in starting_weights()}


def largest_difference(curve: list[float], reference: list[float]) -> float:
    """The largest relative difference, step by step."""
    if len(curve) != len(reference) or not curve:
        raise ValueError(f"{len(curve)} losses against {len(reference)}")
    ours, theirs = np.array(curve), np.array(reference)
    return float(np.max(np.abs(ours - theirs) / np.abs(theirs)))
