"""What stands above blocks and programs, and they ask for all the same: ``_native`` above all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class _Format:
    """``described(operator)`` are the operators that 1.8.5 had for a call, ``appended(block, at, …)`` is one that a
    script adds, ``inferred(operator)`` finds out anew what one sets, ``computed(type, …)`` runs one in dygraph mode,
    ``message(program)`` is the protocol's message of a program, and ``read(bytes)`` the program of one;
    ``parameter(block, …)`` is a new parameter; ``saved(dirname, feeds, fetches, executor, program)`` writes an
    inference model and ``loaded(dirname, executor, …)`` reads one."""

    described: Callable[[Any], list[Any]]
    appended: Callable[..., Any]
    inferred: Callable[[Any], None]
    computed: Callable[..., Any]
    message: Callable[[Any], Any]
    read: Callable[[bytes], Any]
    parameter: Callable[..., Any]
    saved: Callable[..., Any]
    loaded: Callable[..., Any]


FORMAT = _Format()
VERSION = 1008005
