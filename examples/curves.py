"""Runs the example scripts from equal weights on equal batches, and reads the losses that they print.

Shared by the demo and by tests/examples.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import numpy as np
from make_digits import make_digits, write_splits
from parity import NUDGES, Array
from walk import LOSS, nudged

ROOT = Path(__file__).resolve().parent.parent
LEGACY = ROOT / "examples" / "legacy"
MODERN = ROOT / "examples" / "modern"

FEW = 192

CHOOSE_KERNELS = (
    "MKL_ENABLE_INSTRUCTIONS", "MKL_DEBUG_CPU_TYPE", "MKL_CBWR", "ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA",
    "OMP_NUM_THREADS",
)

# The kernels of other processors, by Intel's variable and by the one that MKL heeds elsewhere.
OTHER_KERNELS = (
    {"MKL_ENABLE_INSTRUCTIONS": "SSE4_2", "MKL_DEBUG_CPU_TYPE": "3"},
    {"MKL_ENABLE_INSTRUCTIONS": "AVX2", "MKL_DEBUG_CPU_TYPE": "5"},
    {"MKL_ENABLE_INSTRUCTIONS": "AVX512", "MKL_DEBUG_CPU_TYPE": "7"},
)

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
    numbers = np.random.RandomState(0)
    shapes = {"conv1": (20, 1, 5, 5), "conv2": (20, 20, 5, 5), "fc": (980, 10)}
    weights = {}
    for name, shape in shapes.items():
        fan_in = shape[0] if name == "fc" else int(np.prod(shape[1:]))
        bound = np.sqrt(6 / fan_in)
        weights[f"{name}.weight"] = numbers.uniform(-bound, bound, shape).astype("float32")
        weights[f"{name}.bias"] = np.zeros(10 if name == "fc" else 20, "float32")
    return weights


def prepare(folder: Path) -> None:
    """Puts the data and the starting weights where the scripts will look for them.

    Also a few of the digits, which load sooner, and the weights nudged.
    """
    splits = make_digits()
    write_splits(folder / "work" / "mnist.json.gz", splits)
    write_splits(folder / "work" / "few.json.gz", [[part[:FEW] for part in split] for split in splits])
    for nudge in (0, *NUDGES):
        weights = {name: nudged(array, nudge) for name, array in starting_weights().items()}
        with open(folder / f"init{nudge or ''}.pdparams", "wb") as file:
            PortablePickler(file, protocol=2).dump(weights)


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


def numeric_environment() -> dict[str, str]:
    """The user's variables, those that choose kernels included, and one thread where they name no number."""
    # The order of additions, and with it the last bit, is then the same in every run.
    return {"OMP_NUM_THREADS": "1", **os.environ}


def environment(folder: Path, *, compat: bool, devices: int = 1) -> dict[str, str]:
    """The variables under which an old script finds `paddle.fluid`, or a migrated one nothing of ours."""
    env = {**numeric_environment(), "PYTHONUNBUFFERED": "1", "PADDLE_COMPAT": "1" if compat else "0"}
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


def there() -> dict[str, str]:
    """The variables for PaddlePaddle 1.8.5, which must not meet what this interpreter is given to import."""
    return {key: value for key, value in numeric_environment().items() if not key.startswith("PYTHON")}


Job = dict[str, Any]


def walk(
    jobs: list[Job], folder: Path, env: dict[str, str], python: str = sys.executable, walker: str = "walk.py"
) -> list[dict[str, Array]]:
    """What each job of a walker writes; one process does them all, for an import takes longer than a run."""
    with tempfile.TemporaryDirectory(dir=folder) as kept:
        numbered = [{**job, "write": f"{kept}/{number}.npz"} for number, job in enumerate(jobs)]
        run([python, str(ROOT / "examples" / walker), json.dumps(numbered)], folder, env, timeout=900)
        return [dict(np.load(job["write"])) for job in numbered]


def walk_here(script: Path, jobs: list[Job], folder: Path, *, compat: bool) -> list[dict[str, Array]]:
    """The same of one script on the Paddle beside this interpreter."""
    return walk([{"script": str(script), **job} for job in jobs], folder, environment(folder, compat=compat))


def walk_there(script: Path, jobs: list[Job], folder: Path, **variables: str) -> list[dict[str, Array]]:
    """The same on real PaddlePaddle 1.8.5, with variables of its own."""
    interpreter = oracle_python()
    assert interpreter is not None
    env = {**there(), **variables}
    return walk([{"script": str(script), **job} for job in jobs], folder, env, interpreter)


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
    """The interpreter that has real PaddlePaddle 1.8.5, if there is one.

    `PADDLE_ORACLE_PYTHON` names it; `none` hides the one in `.venv-oracle`, so that recorded results are used.
    """
    named = os.environ.get("PADDLE_ORACLE_PYTHON")
    if named == "none":
        return None
    for candidate in (named, str(ROOT / ".venv-oracle" / "bin" / "python")):
        if candidate and Path(candidate).exists():
            return candidate
    return None


def processor() -> str:
    """The processor and the instruction sets that decide which kernels run."""
    found = {}
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            key, _, value = line.partition(":")
            found.setdefault(key.strip(), value.strip())
    flags = found.get("flags", "").split()
    best = next((flag for flag in ("avx512f", "avx2", "avx", "sse4_2") if flag in flags), "unknown instructions")
    said = [f"{name}={os.environ[name]}" for name in CHOOSE_KERNELS if name in os.environ]
    return ", ".join([found.get("model name", "unknown processor"), best, *said])


def load_weights(path: Path) -> dict[str, np.ndarray]:
    with open(path, "rb") as file:
        content = pickle.load(file, encoding="latin1")
    return {name: np.asarray(content[name]) for name in starting_weights()}


def few_batches(seed: int, size: int) -> Array:
    """The images of each step of the first epoch over the few digits, as the scripts shuffle them."""
    images = np.array(make_digits()[0][0][:FEW], "float32").reshape(-1, 1, 28, 28)
    order = list(range(len(images)))
    random.seed(seed)
    random.shuffle(order)
    return images[order].reshape(-1, size, 1, 28, 28)


def largest_difference(curve: list[float], reference: list[float]) -> float:
    """The largest relative difference, step by step."""
    if len(curve) != len(reference) or not curve:
        raise ValueError(f"{len(curve)} losses against {len(reference)}")
    ours, theirs = np.array(curve), np.array(reference)
    return float(np.max(np.abs(ours - theirs) / np.abs(theirs)))
