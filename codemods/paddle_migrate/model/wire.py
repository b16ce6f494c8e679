"""Protocol buffers by their bytes: the messages that compat's `_native/fields.py` lists, and what else is in them kept.

A message is a dict of its fields by name; under `UNKNOWN` are the bytes of fields that the table lacks, which later
versions added.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any, NamedTuple

from paddle_migrate.model.formats import fields

UNKNOWN = "?"
DEEPEST = 8  # how far a program's messages stand in one another
Message = dict[str, Any]


class Field(NamedTuple):
    name: str
    number: int
    kind: str
    many: bool


@cache
def _table(message: str) -> dict[int, Field]:
    found = {}
    for each in fields().MESSAGES[message].split():
        name, _, rest = each.partition("=")
        number, _, kind = rest.partition(":")
        found[int(number)] = Field(name, int(number), kind.rstrip("*"), kind.endswith("*"))
    return found


def read(data: bytes, message: str) -> Message:
    """Raises `ValueError` where `data` is no such message."""
    try:
        return _read(memoryview(data), message, 0)
    except (IndexError, struct.error, UnicodeDecodeError):
        raise ValueError("it is no program of Paddle's, or breaks off") from None


def _read(data: memoryview, message: str, depth: int) -> Message:
    if depth > DEEPEST:
        raise ValueError("it is no program of Paddle's: it is too deep")
    table, found, unknown = _table(message), Message(), bytearray()
    for field in table.values():
        if field.many:
            found[field.name] = []
    at = 0
    while at < len(data):
        start = at
        key, at = _number(data, at)
        value, at = _value(data, at, key & 7)
        field = table.get(key >> 3)  # type: ignore[assignment]
        if field is None:
            unknown += data[start:at]
        elif field.many:
            found[field.name] += _many(value, key & 7, field.kind, depth)
        else:
            found[field.name] = _one(value, key & 7, field.kind, depth)
    if unknown:
        found[UNKNOWN] = bytes(unknown)
    return found


def _number(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte, at = data[at], at + 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value & (1 << 64) - 1, at
        shift += 7
        if shift > 63:
            raise ValueError("it is no program of Paddle's: a number has no end")


def _value(data: memoryview, at: int, wire: int) -> tuple[Any, int]:
    if wire == 0:
        return _number(data, at)
    size = {1: 8, 5: 4}.get(wire, 0)
    if wire == 2:
        size, at = _number(data, at)
    elif not size:
        raise ValueError("it is no program of Paddle's")
    if at + size > len(data):
        raise ValueError("it breaks off, or is no program of Paddle's")
    return data[at : at + size], at + size


def _many(value: Any, wire: int, kind: str, depth: int) -> list[Any]:
    if wire != 2 or kind == "string" or kind in fields().MESSAGES:
        return [_one(value, wire, kind, depth)]
    if kind == "float":  # packed
        return list(struct.unpack(f"<{len(value) // 4}f", value))
    found, at = [], 0
    while at < len(value):
        number, at = _number(value, at)
        found.append(_one(number, 0, kind, depth))
    return found


def _one(value: Any, wire: int, kind: str, depth: int) -> Any:
    if wire != (2 if kind == "string" or kind in fields().MESSAGES else 5 if kind == "float" else 0):
        raise ValueError("it is no program of Paddle's")
    if kind in fields().MESSAGES:
        return _read(value, kind, depth + 1)
    if kind == "string":
        return bytes(value).decode()
    if kind == "float":
        return struct.unpack("<f", value)[0]
    if kind == "bool":
        return bool(value)
    return value - (1 << 64) if value >> 63 else value


def write(message: Message, kind: str) -> bytes:
    """The bytes of a message: fields in the order of their numbers."""
    out = bytearray()
    for field in sorted(_table(kind).values(), key=lambda each: each.number):
        if field.name in message:
            values = message[field.name] if field.many else [message[field.name]]
            for value in values:
                out += _written(value, field)
    return bytes(out + message.get(UNKNOWN, b""))


def _written(value: Any, field: Field) -> bytes:
    if field.kind in fields().MESSAGES or field.kind == "string":
        data = value.encode() if field.kind == "string" else write(value, field.kind)
        return _varint(field.number << 3 | 2) + _varint(len(data)) + data
    if field.kind == "float":
        return _varint(field.number << 3 | 5) + struct.pack("<f", value)
    return _varint(field.number << 3) + _varint(int(value) & (1 << 64) - 1)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])
