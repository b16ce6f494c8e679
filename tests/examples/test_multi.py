"""Data parallel on a CPU: two ranks end with the parameters of real PaddlePaddle 1.8.5 on the joined batches."""

from __future__ import annotations

from pathlib import Path

import curves
import numpy as np
import pytest
import reference
from curves import LEGACY, MODERN
from parity import free_run
from runs import RANKS, joined_run, rank_run

pytestmark = [pytest.mark.slow, pytest.mark.oracle]

LAUNCH = ("-m", "paddle.distributed.launch", "--nproc_per_node", str(RANKS), "--log_dir", "log")
WAYS = {
    "compat, launch": (LEGACY / "mnist_multi.py", LAUNCH),
    "migrated, launch": (MODERN / "mnist_multi_launch.py", LAUNCH),
    "migrated, spawn": (MODERN / "mnist_multi.py", ()),
}


def train(way: str, folder: Path, *options: str, script: Path | None = None) -> curves.Run:
    original, launcher = WAYS[way]
    compat = way.startswith("compat")
    return curves.run_here(script or original, folder, *options, compat=compat, launcher=launcher, devices=RANKS)


def logs(folder: Path, done: str) -> str:
    return done + "".join(path.read_text(errors="replace") for path in sorted((folder / "log").glob("workerlog.*")))


def joined(prepared: Path, optimizer: str) -> reference.Answer:
    return reference.ask(prepared, f"joined, {optimizer}")[f"joined, {optimizer}"]


@pytest.mark.numeric
@pytest.mark.parametrize(("way", "optimizer"), [("compat, launch", "sgd"), *((way, "momentum") for way in WAYS)])
def test_two_ranks(prepared: Path, folder: Path, way: str, optimizer: str) -> None:
    done = train(way, folder, *rank_run(optimizer))
    printed = logs(folder, done.output)
    for rank in range(RANKS):
        assert f"start data reader (trainers_num: {RANKS}, trainer_id: {rank})" in printed

    first, second = (curves.load_weights(folder / name) for name in ("mnist.pdparams", "mnist_1.pdparams"))
    oracle = joined(prepared, optimizer)
    start = curves.starting_weights()
    for name, expected in oracle.weights.items():
        assert first[name].tobytes() == second[name].tobytes(), name
        scale = np.abs(expected).max()
        assert np.abs(expected - start[name]).max() > 1e-3 * scale, name
        assert np.abs(first[name] - expected).max() <= oracle.allowed[name] * scale, name


@pytest.mark.numeric
@pytest.mark.parametrize(
    ("script", "compat"), [(LEGACY / "mnist_multi.py", True), (MODERN / "mnist_multi_launch.py", False)]
)
def test_one_rank_alone(prepared: Path, folder: Path, script: Path, compat: bool) -> None:
    done = curves.run_here(script, folder, *joined_run("momentum"), compat=compat)
    oracle = joined(prepared, "momentum")
    assert free_run(np.array(done.losses), oracle.loss, oracle.nudged).good
    assert "start data reader" not in done.output


@pytest.mark.parametrize("way", WAYS)
def test_failing_rank_ends_the_job(folder: Path, way: str) -> None:
    """The other rank waits for it in an all-reduce, and must not wait for ever.

    Which rank `dist.spawn` names depends on which of the two it finds dead first, so the failing one says it itself.
    """
    good = WAYS[way][0].read_text(encoding="utf-8")
    line = next(line for line in good.splitlines() if line.strip() == "step += 1")
    indent = line[: len(line) - len(line.lstrip())]
    failing = f"""\
{indent}if env.local_rank == 1 and step == 2:
{indent}    print("rank 1 is out of luck")
{indent}    raise RuntimeError"""
    script = folder / "failing.py"
    script.write_text(good.replace(line, f"{line}\n{failing}"), encoding="utf-8")

    with pytest.raises(curves.ScriptFailed) as failure:
        train(way, folder, *rank_run("sgd"), script=script)
    assert "rank 1 is out of luck" in logs(folder, str(failure.value))
    assert not (folder / "mnist.pdparams").exists()
