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
from sklearn.datasets import load_digits

SIZES = {"train": 1197, "valid": 300, "test": 300}


def enlarge(images: np.ndarray) -> np.ndarray:
    """8x8 pixels to 28x28: each becomes a square of 3x3, with a border of 2 around the whole."""
    squares = np.kron(images, np.ones((1, 3, 3)))
    return np.pad(squares, ((0, 0), (2, 2), (2, 2)))


def make_digits() -> bytes:
    digits = load_digits()
    images = (enlarge(digits.images) / 16).reshape(-1, 784)
    # The data set is sorted by writer; the splits are not to be.
    order = np.random.RandomState(0).permutation(len(images))
    bounds = np.cumsum(list(SIZES.values()))[:-1]
    splits = [[images[part].tolist(), digits.target[part].tolist()] for part in np.split(order, bounds)]
    return json.dumps(splits).encode()


def main(path: str) -> None:
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    # No time stamp in the file: the same digits are the same bytes.
    target.write_bytes(gzip.compress(make_digits(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "work/mnist.json.gz")
