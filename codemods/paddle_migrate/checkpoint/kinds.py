"""What a file is that is no checkpoint, by how it begins."""

from __future__ import annotations

import re
from pathlib import Path

from paddle_migrate.checkpoint.tensors import formats

_TODAYS = (".pdparams", ".pdopt", ".pdmodel", ".pdiparams", ".info", ".json")
_ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
_TAR = 257  # where `ustar` stands
_PROGRAM = re.compile(rb"\n[\x80-\xff]*[\x00-\x7f]\x08\x00\x10")  # its first block is number 0, and has a parent
MODEL = "paddle-migrate model OLD -o NEWDIR converts it, and with -o NEW.pdparams writes its parameters alone"


def beginning(file: Path) -> bytes:
    with open(file, "rb") as held:
        return held.read(64)


def is_todays(file: Path) -> bool:
    """A file that another command than `save_persistables` wrote, whose own begin with zeros, whatever they are called.
    """
    return file.suffix in _TODAYS and (file.suffix == ".pdiparams" or not beginning(file).startswith(bytes(4)))


def is_program(data: bytes) -> bool:
    return _PROGRAM.match(data) is not None


def refuse(data: bytes) -> None:
    """Raises `ValueError` for what is known to be something else than a checkpoint of many parameters."""
    if not data:
        raise ValueError("the file is empty")
    if data.startswith(_ARCHIVES) or data[_TAR : _TAR + 5] == b"ustar":
        raise ValueError("not a .pdparams but an archive: unpack it, and name what is in it")
    if is_program(data):
        raise ValueError(f"not a .pdparams but a program, which holds no parameters; of an inference model: {MODEL}")
    if data.startswith(bytes(4)) and _is_one(data):
        raise ValueError("not a .pdparams but one parameter of those that save_persistables writes, each in a file of "
                         "its name: name the folder")


def _is_one(data: bytes) -> bool:
    try:
        return len(formats().read_in_turn(data)) == 1
    except ValueError:
        return False
