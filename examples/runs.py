"""Which runs of the examples are compared with real PaddlePaddle 1.8.5."""

from __future__ import annotations

from pathlib import Path

import reference

# Two activations that differ in the last bit only can win a max-pooling window one way here and the other way there;
# the gradient then goes to another weight, and the curves part by 1e-3. It strikes about one shuffle in eight, at any
# Paddle, compiler and processor. This shuffle has no such pair, and small batches make one less likely.
SHUFFLE = ("--init", "init", "--seed", "8", "--print_every", "1")

# Adagrad and Adam are compared step by step from the oracle's own state (tests/oracle): over many steps the first
# amplifies rounding, and the second is defined a little differently since 2.0.
CLOSE_OPTIMIZERS = ("sgd", "momentum")

STEPS = 48
RANKS = 2


def long_run(optimizer: str) -> tuple[str, ...]:
    return (*SHUFFLE, "--optimizer", optimizer, "--batch_size", "20", "--steps", str(STEPS))


def rank_run(optimizer: str) -> tuple[str, ...]:
    """Ten steps of one rank among several."""
    return (*SHUFFLE, "--optimizer", optimizer, "--batch_size", "10", "--steps", "10")


def joined_run(optimizer: str) -> tuple[str, ...]:
    """Ten steps of one process on the joined batches of RANKS ranks: 1.8.5 has no data parallelism on a CPU."""
    return (*SHUFFLE, "--optimizer", optimizer, "--batch_size", str(10 * RANKS), "--steps", "10")


# 1,197 images: the last batch is a short one.
SHORT_BATCH_RUN = (*SHUFFLE, "--batch_size", "500", "--epochs", "1")


def record(folder: Path) -> None:
    joined = [joined_run(optimizer) for optimizer in CLOSE_OPTIMIZERS]
    long = [long_run(optimizer) for optimizer in CLOSE_OPTIMIZERS]
    reference.record(folder, [*long, *joined, SHORT_BATCH_RUN], weights_of=joined)
