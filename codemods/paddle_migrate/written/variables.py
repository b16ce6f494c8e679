"""Variables that Paddle 1 saved, read into today's programs."""

from __future__ import annotations

import os
import struct
import warnings
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

import numpy as np
import paddle

OLD_DTYPES = {
    0: "bool", 1: "int16", 2: "int32", 3: "int64", 4: "float16", 5: "float32", 6: "float64", 20: "uint8", 21: "int8",
}


def read_array(file: BinaryIO) -> Any:
    """The next array in a file that Paddle 1 saved."""
    (levels,) = struct.unpack("<4xQ", file.read(12))
    for _ in range(levels):
        file.seek(struct.unpack("<Q", file.read(8))[0], 1)
    (size,) = struct.unpack("<4xi", file.read(8))
    numbers, number, shift = [], 0, 0
    for byte in file.read(size):  # pairs of a field's mark and its value
        number, shift = number | (byte & 127) << shift, shift + 7
        if byte < 128:
            numbers.append(number)
            number, shift = 0, 0
    fields = list(zip(numbers[::2], numbers[1::2]))
    dtype = np.dtype(next(OLD_DTYPES[value] for mark, value in fields if mark == 8))
    shape = [value for mark, value in fields if mark == 16]
    return np.frombuffer(file.read(int(np.prod(shape)) * dtype.itemsize), dtype).reshape(shape)


def load_vars(
    executor: Any, dirname: str, main_program: Any = None, vars: Iterable[Any] | None = None,
    predicate: Callable[[Any], Any] | None = None, filename: str | None = None
) -> None:
    """Load variables of a program from Paddle 1's files: one for each, or ``filename`` for all, by their names."""
    program = main_program if main_program is not None else paddle.static.default_main_program()
    if vars is None:
        lasting = [each for each in program.list_vars() if each.persistable]
        vars = lasting if predicate is None else filter(predicate, lasting)
    names = sorted({each if isinstance(each, str) else each.name for each in vars})
    if not names:
        warnings.warn(f"{dirname}: no variable of the program is loaded from it", stacklevel=2)
    arrays = []
    for path in [filename] if filename else names:
        with open(os.path.join(dirname, path), "rb") as file:
            arrays += [read_array(file) for _ in (names if filename else [path])]
    for name, array in zip(names, arrays):
        paddle.static.global_scope().var(name).get_tensor().set(array, paddle.CPUPlace())
