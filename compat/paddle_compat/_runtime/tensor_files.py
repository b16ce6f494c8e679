"""The files in which 1.5 and 1.6 saved parameters: many tensors in one ``.pdparams``, or one in a file of its name.

Nothing but the standard library is needed here: the checkpoint command reads with this file too, without Paddle.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

_RESERVED = 256  # bytes that 1.6 left for later and did not even clear
_RANK = 64  # more dimensions no tensor has
DTYPES = {0: "bool", 1: "int16", 2: "int32", 3: "int64", 4: "float16", 5: "float32", 6: "float64", 20: "uint8",
           21: "int8"}
_SIZES = {"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "float16": 2, "int32": 4, "float32": 4, "int64": 8,
          "float64": 8}
CODES = {dtype: code for code, dtype in DTYPES.items()}


@dataclass(frozen=True)
class RawTensor:
    """A tensor as it lies in a file: ``data`` in row-major order, little endian."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes


def is_many(data: bytes) -> bool:
    """Whether ``data`` is a ``.pdparams`` or ``.pdopt`` of 1.6, and not one of 1.7 or 1.8, which is a pickle."""
    return data[_RESERVED : _RESERVED + 4] == b"TNUM"


def read_many(data: bytes) -> dict[str, RawTensor]:
    """The tensors of a ``.pdparams`` or ``.pdopt`` of 1.6 by name, in alphabetical order, which 1.6 wrote them in.

    Raises ``ValueError`` where the file breaks off or is none.
    """
    reader = _Reader(data, _RESERVED)
    reader.expect(b"TNUM")
    found = {}
    for _ in range(reader.number("<Q")):
        reader.expect(b"NAME")
        name = reader.text()
        found[name] = reader.tensor()
    return found


def read_one(data: bytes) -> RawTensor:
    """The tensor of a file that ``save_persistables`` of 1.5 wrote; raises ``ValueError`` where it breaks off."""
    return read_in_turn(data)[0]


def read_in_turn(data: bytes) -> list[RawTensor]:
    """The tensors of a file into which static programs saved several, without their names."""
    reader = _Reader(data, 0)
    found: list[RawTensor] = []
    while reader.at < len(data) or not found:
        reader.version()
        for _ in range(reader.number("<Q")):
            reader.take(reader.number("<Q"))  # how rows belong together; parameters have none
        found.append(reader.tensor())
    return found


def write_one(tensor: RawTensor) -> bytes:
    """The file that :func:`read_one` reads; raises ``ValueError`` for a dtype that 1.5 did not have."""
    if tensor.dtype not in CODES:
        raise ValueError(f"a tensor of dtype {tensor.dtype} cannot be saved in 1.5's format")
    described = b"\x08" + _varint(CODES[tensor.dtype]) + b"".join(b"\x10" + _varint(size) for size in tensor.shape)
    return struct.pack("<IQIi", 0, 0, 0, len(described)) + described + tensor.data


class _Reader:
    """Reads on from where it is."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def take(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count] if count >= 0 else b""
        if len(taken) < count or count < 0:
            raise ValueError(f"the file breaks off: {count} bytes are wanted at {self.at}, {len(taken)} are left")
        self.at += count
        return taken

    def number(self, kind: str) -> int:
        return int(struct.unpack(kind, self.take(struct.calcsize(kind)))[0])

    def expect(self, mark: bytes) -> None:
        if self.take(len(mark)) != mark:
            raise ValueError(f"this is no file of parameters: {mark.decode()} is missing at {self.at - len(mark)}")

    def text(self) -> str:
        try:
            return self.take(self.number("<Q")).decode()
        except UnicodeDecodeError:
            raise ValueError(f"this is no file of parameters: a name is no text before {self.at}") from None

    def version(self) -> None:
        """Every Paddle writes 0, and reads nothing else."""
        if self.number("<I"):
            raise ValueError(f"this is no file of parameters: a version is not 0 at {self.at - 4}")

    def tensor(self) -> RawTensor:
        self.version()
        dtype, shape = _described(self.take(self.number("<i")))
        if len(shape) > _RANK:
            raise ValueError(f"the file holds a tensor of {len(shape)} dimensions")
        count = _SIZES[dtype]
        for size in shape:
            count *= size
        return RawTensor(dtype, shape, self.take(count))


def _described(message: bytes) -> tuple[str, tuple[int, ...]]:
    """The dtype and shape in a protocol buffer: field 1, and field 2 once for each dimension."""
    numbers, at = [], 0
    while at < len(message):
        value, shift = 0, 0
        while True:
            if at == len(message) or shift > 63:
                raise ValueError("this is no file of parameters: a tensor's description has no end")
            byte, at = message[at], at + 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        numbers.append(value)
    if len(numbers) % 2:
        raise ValueError("this is no file of parameters: a tensor's description has no end")
    fields = list(zip(numbers[::2], numbers[1::2], strict=True))
    code = next((value for field, value in fields if field == 8), -1)
    if code not in DTYPES:
        raise ValueError(f"the file holds a tensor of the unknown type {code}")
    return DTYPES[code], tuple(value for field, value in fields if field == 16)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])
