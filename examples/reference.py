"""What the single-device example does on real PaddlePaddle 1.8.5: live where that is installed, else as recorded."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from curves import (
    LEGACY,
    OTHER_KERNELS,
    ROOT,
    Job,
    Run,
    load_weights,
    oracle_python,
    processor,
    run,
    starting_weights,
    there,
    walk_there,
)
from parity import AMPLIFIED, CLOSE, NUDGES, Array, Walked, step_errors
from runs import CLOSE_OPTIMIZERS, OPTIMIZERS, joined_run, long_run, short_batch_run

SCRIPT = LEGACY / "mnist_single.py"
RECORDED = ROOT / "examples" / "recorded.json"
RECORDED_ARRAYS = ROOT / "examples" / "recorded.npz"
JOINED = tuple(f"joined, {optimizer}" for optimizer in CLOSE_OPTIMIZERS)
SHORT_BATCH = "short last batch"
NAMES = (*OPTIMIZERS, *JOINED, SHORT_BATCH)


@dataclass(frozen=True)
class Answer:
    """The losses of a run, those from nudged weights, the steps along its path, and the weights that it ends with."""

    loss: Array
    nudged: Array
    path: Walked = field(default_factory=dict)
    weights: Walked = field(default_factory=dict)
    allowed: dict[str, float] = field(default_factory=dict)  # for each weight, of its tensor's largest element


def options(name: str, nudge: int = 0) -> tuple[str, ...]:
    """The script's options for a run by one of ``NAMES``."""
    if name in OPTIMIZERS:
        return long_run(name, nudge)
    return short_batch_run(nudge) if name == SHORT_BATCH else joined_run(name.partition(", ")[2], nudge)


def _jobs(name: str) -> list[Job]:
    return [
        {
            "options": [*options(name, nudge), "--save", f"there{nudge}/{name}"],
            "keep": name in OPTIMIZERS and not nudge,
        }
        for nudge in (0, *NUDGES)
    ]


def live(folder: Path, *names: str) -> dict[str, Answer]:
    """Runs the script on real PaddlePaddle 1.8.5, as it is and with nudged weights."""
    kept = walk_there(SCRIPT, [job for name in names for job in _jobs(name)], folder)
    runs = len(NUDGES) + 1
    return {name: _answer(folder, name, kept[n * runs : (n + 1) * runs]) for n, name in enumerate(names)}


def train(folder: Path, *options: str) -> Run:
    """Runs the script on real PaddlePaddle 1.8.5 with options of any kind."""
    interpreter = oracle_python()
    assert interpreter is not None
    return run([interpreter, str(SCRIPT), *options], folder, there())


def _answer(folder: Path, name: str, kept: list[Walked]) -> Answer:
    losses = [each["loss"] for each in kept]
    if name not in JOINED:
        return Answer(losses[0], np.array(losses[1:]), kept[0] if name in OPTIMIZERS else {})
    weights, *moved = (load_weights(folder / f"there{nudge}" / f"{name}.pdparams") for nudge in (0, *NUDGES))
    apart = {key: max(np.abs(each[key] - array).max() for each in moved) for key, array in weights.items()}
    allowed = {key: max(CLOSE, AMPLIFIED * float(apart[key] / np.abs(array).max())) for key, array in weights.items()}
    return Answer(losses[0], np.array(losses[1:]), weights=weights, allowed=allowed)


_ASKED: dict[tuple[Path, str], Answer] = {}


def ask(folder: Path, *names: str) -> dict[str, Answer]:
    """The answers to runs by their names: live, each asked once for a folder, or recorded by `make record`."""
    if not oracle_python():
        known = recorded(folder)
        return {name: known[name] for name in names}
    new = [name for name in names if (folder, name) not in _ASKED]
    if new:
        _ASKED.update({(folder, name): answer for name, answer in live(folder, *new).items()})
    return {name: _ASKED[folder, name] for name in names}


def stamp(folder: Path) -> dict[str, str]:
    """What a record depends on."""
    inputs = {
        "script": SCRIPT.read_bytes(),
        "data": gzip.decompress((folder / "work" / "mnist.json.gz").read_bytes()),
        "weights": b"".join(array.tobytes() for array in starting_weights().values()),
        "runs": json.dumps([_jobs(name) for name in NAMES]).encode(),
    }
    return {name: hashlib.sha256(content).hexdigest() for name, content in inputs.items()}


def made_on() -> str:
    """The processor that the record was made on."""
    said: str = json.loads(RECORDED.read_text())["made on"]
    return said


def record(folder: Path) -> None:
    """Writes down what the oracle says, for machines that have none."""
    answers, others = live(folder, *NAMES), _elsewhere(folder)
    runs = {
        n: {"loss": a.loss.tolist(), "nudged": [*a.nudged.tolist(), *others[n]], "allowed": a.allowed}
        for n, a in answers.items()
    }
    content = {
        "what": "losses of examples/legacy/mnist_single.py on PaddlePaddle 1.8.5, and from nudged weights or by other "
        "kernels",
        "record again": "make record",
        "made on": processor(),
        "stamp": stamp(folder),
        "runs": runs,
    }
    RECORDED.write_text(json.dumps(content) + "\n")
    arrays = {f"{name}|{key}": array for name in JOINED for key, array in answers[name].weights.items()}
    for name in OPTIMIZERS:
        step = _one_step(folder, name, answers[name].path)
        arrays.update({f"{name}|{key}": array for key, array in step.items()})
    np.savez_compressed(RECORDED_ARRAYS, **arrays)


def _elsewhere(folder: Path) -> dict[str, list[list[float]]]:
    """The losses of 1.8.5 itself under other processors' kernels, as it is and nudged: who reads the record may have
    any of these."""
    jobs = [{**job, "keep": False} for name in NAMES for job in _jobs(name)]
    found: dict[str, list[list[float]]] = {name: [] for name in NAMES}
    for kernels in OTHER_KERNELS:
        kept = iter(walk_there(SCRIPT, jobs, folder, **kernels))
        for name in NAMES:
            found[name] += [next(kept)["loss"].tolist() for _ in (0, *NUDGES)]
    return found


def _one_step(folder: Path, name: str, path: Walked) -> Walked:
    """Of a path, which is long, the last step at which another processor's kernels change 1.8.5 itself so little that
    a comparison on another processor can be as strict as on this one."""
    np.savez(folder / "path.npz", **path)
    job = {"options": list(options(name)), "follow": "path.npz"}
    others = [step_errors(walk_there(SCRIPT, [job], folder, **kernels)[0], path) for kernels in OTHER_KERNELS]
    calm = [
        max(max(each[step].loss, each[step].gradient) for each in others) <= CLOSE / 2 for step in range(len(others[0]))
    ]
    step = len(calm) - 1 - calm[::-1].index(True)
    rows = ("steps", "before", "gradients", "after", "state_before", "state_after")
    return {key: value[step : step + 1] if key in rows else value for key, value in path.items() if key != "loss"}


def recorded(folder: Path) -> dict[str, Answer]:
    """The record; raises RuntimeError when it is not of this script, these data and weights."""
    content: dict[str, Any] = json.loads(RECORDED.read_text())
    if content["stamp"] != stamp(folder):
        raise RuntimeError(f"{RECORDED.name} was recorded for another script, data or weights: run `make record`")
    arrays: dict[str, Walked] = {name: {} for name in NAMES}
    with np.load(RECORDED_ARRAYS) as file:
        for key in file:
            name, _, rest = key.partition("|")
            arrays[name][rest] = file[key]
    answers = {}
    for name, said in content["runs"].items():
        loss = np.array(said["loss"])
        path = {**arrays[name], "loss": loss} if name in OPTIMIZERS else {}
        weights = {} if name in OPTIMIZERS else arrays[name]
        answers[name] = Answer(loss, np.array(said["nudged"]), path, weights, said["allowed"])
    return answers
