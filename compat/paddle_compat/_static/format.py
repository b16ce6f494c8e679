"""What ``_native`` knows of 1.8.5's own operators: blocks and programs ask for it here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class _Format:
    """``described(operator)`` are the operators that 1.8.5 had for a call, ``appended(block, at, …)`` is one that a
    script adds, ``message(program)`` the protocol's message of a program, and ``read(bytes)`` the program of one."""

    described: Callable[[Any], list[Any]]
    appended: Callable[..., Any]
    message: Callable[[Any], Any]
    read: Callable[[bytes], Any]


FORMAT = _Format()
VERSION = 1008005
