"""The examples that build programs, compared with real PaddlePaddle 1.8.5 (live, or as recorded by `make record`).

As the others: step by step from 1.8.5's own parameters and state, and as they train freely from equal weights. Of a
program the gradients are not seen; a step's update is compared, which is one float32's rounding and the learning rate
away from them. So an optimizer here has to be one whose update is proportional to the gradient (SGD, Momentum).
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from curves import LEGACY, OTHER_KERNELS, ROOT, Job, environment, oracle_python, processor, there, walk
from parity import CLOSE, NUDGES, Array, Free, Walked, free_run, per_tensor, state_bound, update_bound

# What each is run with; another is added here, and a twin of it in make_modern.py.
PROGRAMS: dict[str, tuple[str, ...]] = {
    "mnist_static": ("--data", "work/few.json.gz", "--batch_size", "16"),
    "sentiment_lstm": (),
}
RECORDED = ROOT / "examples" / "recorded_programs.json"
RECORDED_ARRAYS = ROOT / "examples" / "recorded_programs.npz"
WALKER = "walk_programs.py"
OTHERS = "others_"  # how far other processors' kernels take 1.8.5 itself from there, in its first step
TIMES = 10  # of that is allowed, as of what nudges do


@dataclass(frozen=True)
class Answer:
    """The losses that 1.8.5 prints, those from nudged weights or by other kernels, and its steps from the first on."""

    loss: Array
    nudged: Array
    path: Walked


@dataclass(frozen=True)
class Compared:
    """The largest errors along 1.8.5's steps (of states and updates, as a part of what is allowed), and freely, with
    the losses of that."""

    count: int
    loss: float
    state: float
    update: float
    free: Free
    curve: Array

    @property
    def good(self) -> bool:
        return self.loss <= CLOSE and self.state <= 1 and self.update <= 1 and self.free.good


def _jobs(name: str) -> list[Job]:
    return [{"script": str(LEGACY / f"{name}.py"), "options": list(PROGRAMS[name]), "nudge": n} for n in (0, *NUDGES)]


def _there(folder: Path, **variables: str) -> dict[str, list[Walked]]:
    """What each does on real PaddlePaddle 1.8.5, as it is and from nudged weights."""
    interpreter = oracle_python()
    assert interpreter is not None
    jobs = [job for name in PROGRAMS for job in _jobs(name)]
    kept = iter(walk(jobs, folder, {**there(), **variables}, interpreter, WALKER))
    return {name: [next(kept) for _ in (0, *NUDGES)] for name in PROGRAMS}


def ask(folder: Path) -> dict[str, Answer]:
    """1.8.5's answers by the names of the examples; raises RuntimeError for a record that is not of these scripts."""
    if not oracle_python():
        return recorded(folder)
    return {
        name: Answer(first["loss"], np.array([each["loss"] for each in moved]), first)
        for name, (first, *moved) in _there(folder).items()
    }


def _stamp(folder: Path) -> str:
    """What a record depends on."""
    inputs = [(LEGACY / f"{name}.py").read_bytes() for name in PROGRAMS]
    inputs += [json.dumps(PROGRAMS).encode(), (folder / "work" / "few.json.gz").read_bytes()]
    return hashlib.sha256(b"".join(inputs)).hexdigest()


def record(folder: Path) -> None:
    """Writes down what 1.8.5 does: of its steps the first, and the losses under other processors' kernels, too."""
    here, others = _there(folder), [_there(folder, **kernels) for kernels in OTHER_KERNELS]
    runs: dict[str, Any] = {}
    arrays: Walked = {}
    for name, (first, *moved) in here.items():
        moved += [each for other in others for each in other[name]]
        runs[name] = {"loss": first["loss"].tolist(), "nudged": [each["loss"].tolist() for each in moved]}
        arrays.update({f"{name}|{key}": a if key == "sizes" else a[:1] for key, a in first.items() if key != "loss"})
        for key in ("after", "state_after"):
            apart = [np.abs(other[name][0][key][0].astype("float64") - first[key][0]) for other in others]
            arrays[f"{name}|{OTHERS}{key}"] = np.max(apart, axis=0)[None].astype("float32")
    content = {"what": "what the programs of examples/legacy do on PaddlePaddle 1.8.5", "record again": "make record",
               "made on": processor(), "stamp": _stamp(folder), "runs": runs}
    RECORDED.write_text(json.dumps(content) + "\n")
    np.savez_compressed(RECORDED_ARRAYS, **arrays)


def recorded(folder: Path) -> dict[str, Answer]:
    """The record; raises RuntimeError when it is not of these scripts, options and data."""
    content: dict[str, Any] = json.loads(RECORDED.read_text())
    if content["stamp"] != _stamp(folder):
        raise RuntimeError(f"{RECORDED.name} was recorded for other scripts or data: run `make record`")
    paths: dict[str, Walked] = {name: {} for name in PROGRAMS}
    with np.load(RECORDED_ARRAYS) as file:
        for key in file:
            name, _, rest = key.partition("|")
            paths[name][rest] = file[key]
    return {
        name: Answer(np.array(said["loss"]), np.array(said["nudged"]), paths[name])
        for name, said in content["runs"].items()
    }


def compare(scripts: dict[str, Path], folder: Path, answers: dict[str, Answer], *, compat: bool) -> dict[str, Compared]:
    """By name; ``scripts`` are forms of the examples by the names of these."""
    jobs: list[Job] = []
    for name, script in scripts.items():
        np.savez(folder / f"{name}.npz", **answers[name].path)
        job = {"script": str(script), "options": list(PROGRAMS[name])}
        jobs += [job, {**job, "follow": f"{name}.npz"}]
    kept = walk(jobs, folder, environment(folder, compat=compat), sys.executable, WALKER)
    return {
        name: judged(kept[2 * number], kept[2 * number + 1], answers[name]) for number, name in enumerate(scripts)
    }


def judged(free: Walked, along: Walked, answer: Answer) -> Compared:
    """A free run, and one along the answer's steps; raises AssertionError for one that walked elsewhere."""
    path, count = answer.path, len(answer.path["before"])
    assert np.array_equal(along["sizes"], path["sizes"]), "parameters of other sizes, or in another order"
    assert np.array_equal(along["before"][:count], path["before"]), "the script is not where it was put"
    whole = len(along["before"]) == count  # else there is a record, of the first step
    losses = slice(None) if whole else slice(count)
    return Compared(
        count,
        float(np.abs(along["loss"][losses] / answer.loss[losses] - 1).max()),
        max(_state_error(along, path, step) for step in range(count)),
        max(_update_error(along, path, step) for step in range(count)),
        free_run(free["loss"], answer.loss, answer.nudged),
        free["loss"],
    )


def _update_error(got: Walked, path: Walked, step: int) -> float:
    before, after = path["before"][step], path["after"][step]
    wanted = after.astype("float64") - before
    largest = per_tensor(wanted, path["sizes"])
    difference = np.abs(got["after"][step].astype("float64") - before - wanted)
    return _worst(difference, update_bound(before, after, largest) + CLOSE * largest + _others(path, "after", step))


def _state_error(got: Walked, path: Walked, step: int) -> float:
    before, after = path["state_before"][step], path["state_after"][step]
    difference = np.abs(got["state_after"][step].astype("float64") - after)
    allowed = state_bound(before, after) + CLOSE * np.abs(after).max(initial=0.0)
    return _worst(difference, allowed + _others(path, "state_after", step))


def _others(path: Walked, key: str, step: int) -> Any:
    """What other kernels may do there; nothing beside a live 1.8.5, whose kernels are those of this machine."""
    apart = path.get(OTHERS + key)
    if apart is None:
        return 0.0
    return TIMES * (per_tensor(apart[step], path["sizes"]) if key == "after" else apart[step].max(initial=0.0))


def _worst(difference: Array, allowed: Array) -> float:
    """The largest part of what is allowed; infinite where something is no number."""
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.where(difference == 0, 0, difference / allowed)
    return float("inf") if np.isnan(ratio).any() else float(ratio.max(initial=0.0))
