"""Which runs of the examples are compared with real PaddlePaddle 1.8.5."""

from __future__ import annotations

STEPS = 48
RANKS = 2
SEED, BATCH = 8, 4
SHUFFLE = ("--seed", str(SEED), "--print_every", "1")
OPTIMIZERS = ("sgd", "momentum", "adagrad", "adam")
# With the script's own, of 0.01, these two leave the starting weights so fast that the network dies.
RATES = {"adagrad": "0.002", "adam": "0.001"}
# Those whose trajectories stay close enough for ranks, checkpoints and short runs to be compared over them.
CLOSE_OPTIMIZERS = ("sgd", "momentum")


def init(nudge: int = 0) -> tuple[str, ...]:
    return ("--init", f"init{nudge or ''}")


def long_run(optimizer: str, nudge: int = 0) -> tuple[str, ...]:
    """Small batches: the fewer windows a pooling layer has, the fewer stand on a kink."""
    return (*init(nudge), *SHUFFLE, "--data", "work/few.json.gz", "--optimizer", optimizer, "--batch_size", str(BATCH),
            "--lr", RATES.get(optimizer, "0.01"), "--steps", str(STEPS))


def rank_run(optimizer: str) -> tuple[str, ...]:
    """Ten steps of one rank among several."""
    return _ten_steps(optimizer, BATCH // RANKS)


def joined_run(optimizer: str, nudge: int = 0) -> tuple[str, ...]:
    """Ten steps of one process on the joined batches of RANKS ranks: 1.8.5 has no data parallelism on a CPU."""
    return _ten_steps(optimizer, BATCH, nudge)


def _ten_steps(optimizer: str, batch: int, nudge: int = 0) -> tuple[str, ...]:
    return (*init(nudge), *SHUFFLE, "--data", "work/few.json.gz", "--optimizer", optimizer, "--batch_size", str(batch),
            "--steps", "10")


def short_batch_run(nudge: int = 0) -> tuple[str, ...]:
    """1,197 images: the last batch is a short one."""
    return (*init(nudge), *SHUFFLE, "--batch_size", "500", "--epochs", "1")
