"""Arrays in files of NumPy's, without NumPy."""

from __future__ import annotations

import ast
import math
import re
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from paddle_migrate.checkpoint.tensors import Tensor, tensor

_LETTERS = {"bool": "?", "int8": "b", "uint8": "B", "int16": "h", "int32": "i", "int64": "q", "float16": "e",
            "float32": "f", "float64": "d"}
_CODES = {"bool": "|b1", "int8": "|i1", "uint8": "|u1", "int16": "<i2", "int32": "<i4", "int64": "<i8",
          "float16": "<f2", "float32": "<f4", "float64": "<f8"}


_Array: TypeAlias = tuple[tuple[int, ...], list[float]]  # shape and numbers


def of(dtype: str, shape: tuple[int, ...], values: list[Any]) -> Tensor:
    """A tensor of these numbers."""
    return tensor(dtype, shape, struct.pack(f"<{len(values)}{_LETTERS[dtype]}", *values))


def write(file: Path, tensors: dict[str, Tensor]) -> None:
    """As `np.savez` does."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, each in tensors.items():
            head = f"{{'descr': '{_CODES[each.dtype]}', 'fortran_order': False, 'shape': {tuple(each.shape)!r}, }}"
            head += " " * (-(len(head) + 11) % 64) + "\n"
            archive.writestr(f"{name}.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode()
                             + each.data)


def names(file: Path) -> list[str]:
    """What a file of `np.savez` holds. Raises `ValueError` for another, and for a damaged one."""
    try:
        with zipfile.ZipFile(file) as archive:
            damaged = archive.testzip()
            if damaged is not None:
                raise ValueError(f"{file} is damaged: {damaged}")
            return [name.removesuffix(".npy") for name in archive.namelist()]
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError) as error:
        raise ValueError(f"{file} is no file of np.savez: {error}") from None


def _read(archive: zipfile.ZipFile, name: str) -> _Array:
    data = archive.read(name)
    start = 10 if data[6] == 1 else 12
    size = struct.unpack("<H" if data[6] == 1 else "<I", data[8:start])[0]
    head = ast.literal_eval(data[start : start + size].decode().strip())
    letters = {code: letter for dtype, code in _CODES.items() for letter in _LETTERS[dtype]}
    shape, code = head["shape"], head["descr"]
    if head["fortran_order"] or not re.fullmatch(r"[<|][a-z]\d", code):
        raise ValueError(f"{name} is no array that is known here")
    return shape, list(struct.unpack(f"<{math.prod(shape)}{letters[code]}", data[start + size :]))


class Apart(NamedTuple):
    """The largest difference between two arrays, and the largest number of the first."""

    difference: float
    largest: float

    @property
    def share(self) -> float:
        return self.difference / max(1.0, self.largest)


def apart(old: Path, new: Path) -> Apart:
    """Of the arrays of two files those that are furthest apart for their size."""
    return max(each_apart(old, new), key=lambda each: each.share, default=Apart(0.0, 0.0))


def each_apart(old: Path, new: Path) -> list[Apart]:
    """Array by array; those of another shape, and a number beside none, are infinitely apart."""
    with zipfile.ZipFile(old) as first, zipfile.ZipFile(new) as second:
        if sorted(first.namelist()) != sorted(second.namelist()):
            return [Apart(math.inf, 0.0)]
        return [_apart(_read(first, name), _read(second, name)) for name in first.namelist()]


def _apart(old: _Array, new: _Array) -> Apart:
    (shape, ones), (other_shape, others) = old, new
    largest = max((abs(one) for one in ones if math.isfinite(one)), default=0.0)
    if shape != other_shape:
        return Apart(math.inf, largest)
    difference = 0.0
    for one, other in zip(ones, others, strict=True):
        if one == other or (one != one and other != other):
            continue
        gap = abs(one - other)
        difference = max(difference, math.inf if gap != gap else gap)
    return Apart(difference, largest)
