"""Writes scikit-learn's handwritten digits in the format that the example scripts read.

    python examples/make_digits.py work/mnist.json.gz

The file is gzipped JSON: three splits (training, validation, test), each `[images, labels]`, an image being a list
of 784 floats from 0 to 1.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import numpy as np

# Where an image is of one colour, the numbers in a window of a pooling layer tie, or differ in the last bit only: which
# of them wins, and so gets the gradient, is then the kernel's choice.
NOISE = 0.1
SIZES = {"train": 1197, "valid": 300, "test": 300}


def enlarge(images: np.ndarray) -> np.ndarray:
    """8x8 pixels to 28x28, by straight lines between them."""
    lines = np.maximum(0, 1 - np.abs(np.linspace(0, 7, 28)[:, None] - np.arange(8)))
    return lines @ images @ lines.T


def make_digits() -> list[list[object]]:
    from sklearn.datasets import load_digits  # slow to load, and only this needs it

    digits = load_digits()
    images = (enlarge(digits.images) / 16).reshape(-1, 784)
    images = np.round(images + np.random.RandomState(1).uniform(0, NOISE, images.shape), 6)
    # The data set is sorted by writer; the splits are not to be.
    order = np.random.RandomState(0).permutation(len(images))
    bounds = np.cumsum(list(SIZES.values()))[:-1]
    return [[images[part].tolist(), digits.target[part].tolist()] for part in np.split(order, bounds)]


def write_splits(path: Path, splits: list[list[object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # No time stamp in the file: the same digits are the same bytes.
    path.write_bytes(gzip.compress(json.dumps(splits).encode(), mtime=0))


if __name__ == "__main__":
    write_splits(Path(sys.argv[1] if len(sys.argv) > 1 else "work/mnist.json.gz"), make_digits())
