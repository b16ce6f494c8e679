"""What the programs have in common, whichever Paddle runs them: arguments, weights to start from and pictures.

It knows no Paddle; as in the repositories of 2019 it lies beside the scripts. Needs no more than Python 3.7.
"""

import argparse
import zlib

import numpy as np

# The seed by which the starting weights are moved by a unit in their last place: to see how a program amplifies
# rounding. 0 moves nothing.
NUDGE = 0


def parse_args(batch_size):
    """The options that all programs take; ``batch_size`` is the default of one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch_size", type=int, default=batch_size, help="on each card")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--use_gpu", action="store_true")
    parser.add_argument("--use_data_parallel", action="store_true")
    parser.add_argument("--save", default="", help="where the parameters go at the end")
    return parser.parse_args()


def start_weights(state):
    """An array for each tensor of a state dict: from its key and shape alone, the same beside any Paddle."""
    return {key: start_weight(key, [int(size) for size in value.shape]) for key, value in state.items()}


def start_weight(key, shape):
    if key.endswith(("_mean", "_variance")):
        return np.full(shape, key.endswith("_variance"), "float32")
    random = np.random.RandomState(zlib.crc32(key.encode()))
    if len(shape) == 1:
        # Most rectifiers behind a normalization are on: where one switches, rounding becomes a difference in earnest.
        low, high = (0.3, 0.6) if "b" in key.rpartition(".")[2] else (0.3, 0.5)
    else:
        high = (6.0 / (shape[0] + shape[1]) / np.prod(shape[2:])) ** 0.5
        low = -high
    value = random.uniform(low, high, shape).astype("float32")
    if not NUDGE:
        return value
    moves = np.random.RandomState([NUDGE, zlib.crc32(key.encode())]).randint(-1, 2, shape)
    return value + np.spacing(value) * moves.astype("float32")


def picture_reader(shape, classes, seed=0):
    """A reader of ``(float32 array of shape, int)`` without end; pictures of one class have a pattern in common."""
    patterns = np.random.RandomState(seed).uniform(-1, 1, [classes, *shape])

    def reader():
        random = np.random.RandomState(seed + 1)
        while True:
            label = random.randint(classes)
            yield (patterns[label] + random.uniform(-0.5, 0.5, shape)).astype("float32"), label

    return reader
