"""At which steps the example's network stands on a kink: where its gradient is any kernel's choice.

A max-pooling layer hands the gradient to the largest number of a window. Where two of them are within rounding of each
other, or the largest is within rounding of where the rectifier before it switches, one kernel chooses this way and the
next one the other; both are right. Found with float64, from the weights and the batch of each step.
"""

from __future__ import annotations

import numpy as np
from parity import Array, Walked

# What rounding the largest number of a layer may change it by; of most windows' own numbers it is a few units in the
# last place.
NEAR = float(np.finfo("float32").eps) / 2


def convolved(images: Array, weight: Array, bias: Array) -> Array:
    """A convolution that keeps the size of the images."""
    margin = weight.shape[2] // 2
    padded = np.pad(images, [(0, 0), (0, 0), (margin, margin), (margin, margin)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, weight.shape[2:], axis=(2, 3))
    count, _, height, width = windows.shape[:4]
    columns = windows.transpose(0, 2, 3, 1, 4, 5).reshape(count * height * width, -1)
    result = columns @ weight.reshape(len(weight), -1).T + bias
    return result.reshape(count, height, width, -1).transpose(0, 3, 1, 2)


def margin(images: Array, parameters: list[Array]) -> float:
    """How near the nearest window of a step is to a kink, relative to the largest number of its layer."""
    x, nearest = images.astype("float64"), []
    for weight, bias in (parameters[:2], parameters[2:4]):
        x = convolved(x, weight.astype("float64"), bias.astype("float64"))
        count, channels, height, width = x.shape
        windows = x.reshape(count, channels, height // 2, 2, width // 2, 2).transpose(0, 1, 2, 4, 3, 5)
        windows = np.sort(windows.reshape(count, channels, height // 2, width // 2, 4), axis=-1)
        first, second = windows[..., 3], windows[..., 2]
        near = np.where(first > 0, np.minimum(first - second, first), -first)
        nearest.append(float(near.min() / np.abs(x).max()))
        x = np.maximum(first, 0)
    return min(nearest)


def kinks(batches: Array, path: Walked, shapes: list[tuple[int, ...]]) -> list[int]:
    """The steps of a path that start on a kink; ``batches`` has the images of each step, not only of those kept."""
    found = []
    for step, before in zip(path["steps"], path["before"], strict=True):
        parts = np.split(before, np.cumsum(path["sizes"])[:-1])
        parameters = [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]
        if margin(batches[step], parameters) <= NEAR:
            found.append(int(step))
    return found
