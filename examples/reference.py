"""What the single-device example does on real PaddlePaddle 1.8.5: live where that is installed, else as recorded."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from curves import LEGACY, ROOT, Run, load_weights, oracle_python, run, starting_weights

SCRIPT = LEGACY / "mnist_single.py"
RECORDED = ROOT / "examples" / "recorded.json"
RECORDED_WEIGHTS = ROOT / "examples" / "recorded.npz"


def train(folder: Path, *options: str) -> Run:
    """Runs the script on real PaddlePaddle 1.8.5."""
    interpreter = oracle_python()
    assert interpreter is not None
    env = {**os.environ, "OMP_NUM_THREADS": "1"}
    env.pop("PYTHONPATH", None)
    return run([interpreter, str(SCRIPT), *options], folder, env)


def stamp(folder: Path) -> dict[str, str]:
    """What a recorded curve depends on."""
    inputs = {
        "script": SCRIPT.read_bytes(),
        "data": gzip.decompress((folder / "work" / "mnist.json.gz").read_bytes()),
        "weights": b"".join(array.tobytes() for array in starting_weights().values()),
    }
    return {name: hashlib.sha256(content).hexdigest() for name, content in inputs.items()}


def losses(folder: Path, *options: str) -> list[float]:
    """The losses of the single-device script on real PaddlePaddle 1.8.5: live, or recorded by `make record`."""
    if oracle_python():
        return train(folder, *options).losses
    curve: list[float] = recorded(folder)["curves"][" ".join(options)]
    return curve


def weights(folder: Path, *options: str) -> dict[str, np.ndarray]:
    """The parameters that the single-device script ends with on real PaddlePaddle 1.8.5."""
    if oracle_python():
        train(folder, *options, "--save", "oracle")
        return load_weights(folder / "oracle.pdparams")
    number = recorded(folder)["weights"].index(" ".join(options))
    with np.load(RECORDED_WEIGHTS) as arrays:
        return {name: arrays[f"{number}/{name}"] for name in starting_weights()}


def record(folder: Path, runs: list[tuple[str, ...]], weights_of: list[tuple[str, ...]]) -> None:
    """Writes down what the oracle says, for machines that have none."""
    content = {
        "what": "losses of examples/legacy/mnist_single.py on PaddlePaddle 1.8.5, by its options",
        "record again": "make record",
        "stamp": stamp(folder),
        "weights": [" ".join(options) for options in weights_of],
        "curves": {" ".join(options): train(folder, *options).losses for options in runs},
    }
    RECORDED.write_text(json.dumps(content, indent=1) + "\n")
    arrays = {
        f"{number}/{name}": array
        for number, options in enumerate(weights_of)
        for name, array in weights(folder, *options).items()
    }
    np.savez_compressed(RECORDED_WEIGHTS, **arrays)


def recorded(folder: Path) -> dict[str, Any]:
    """The record; raises RuntimeError when it is not of this script, these data and weights."""
    content: dict[str, Any] = json.loads(RECORDED.read_text())
    if content["stamp"] != stamp(folder):
        raise RuntimeError(f"{RECORDED.name} was recorded for another script, data or weights: run `make record`")
    return content
