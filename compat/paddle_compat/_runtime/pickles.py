"""Pickles of arrays that 1.8.5, with the NumPy of its time, can read."""

from __future__ import annotations

import pickletools


def for_old_numpy(data: bytes) -> bytes:
    """Name NumPy's functions as NumPy 1.x did: 2.x pickles ``numpy._core``, which 1.8.5's NumPy does not have."""
    pieces, end = [], 0
    for opcode, argument, position in pickletools.genops(data):
        if opcode.name == "GLOBAL" and position is not None and str(argument).startswith("numpy._core."):
            module, name = str(argument).split(" ")
            pieces += [data[end:position], f"c{module.replace('._core', '.core')}\n{name}\n".encode()]
            end = position + len(f"c{module}\n{name}\n")
    return b"".join([*pieces, data[end:]])
