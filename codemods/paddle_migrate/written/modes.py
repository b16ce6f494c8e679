"""For files that build programs and run dygraph beside them: blocks and functions that choose their mode."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

import paddle


@contextlib.contextmanager
def dynamic_mode(place: Any = None) -> Iterator[None]:
    """Run the block in dynamic mode, with the names of layers counted afresh, and go back to the mode before."""
    was_dynamic = paddle.in_dynamic_mode()
    paddle.disable_static(place)
    try:
        with paddle.utils.unique_name.guard():
            yield
    finally:
        if not was_dynamic:
            paddle.enable_static()


def static_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` as a static graph of its own, which runs when it is called, in either mode."""
    own = paddle.jit.to_static(function)

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        with dynamic_mode():
            return own(*args, **kwargs)

    return run


def translated(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, whose `if` and loops over tensors become those of the program that is being built."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        translate = paddle.jit.dy2static.program_translator.convert_to_static
        return (function if paddle.in_dynamic_mode() else translate(function))(*args, **kwargs)

    return run
