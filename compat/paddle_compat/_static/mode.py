"""Whether calls are recorded or run.

Paddle 1 began in static mode, and a fluid inside Paddle 2.0 to 2.4 did not. So nothing is recorded until a call that
only a static graph knows is made outside ``dygraph.guard``, or the first call of a script that names such calls.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import paddle

from .._runtime import era
from .._runtime.naming import script_names
from .._runtime.warn import user_frame

T = TypeVar("T")


def of_programs(ours: Any) -> Callable[[T], T]:
    """Let ``ours`` stand for what is below, which says what it is today. The codemod passes over this."""
    return lambda _: ours


def in_programs(ours: Callable[..., Any]) -> Callable[[T], T]:
    """Call ``ours`` where calls are recorded, and else what is below. The codemod passes over this."""

    def wrap(rule: Any) -> Any:
        @functools.wraps(rule)
        def call(*args: Any, **kwargs: Any) -> Any:
            return ours(*args, **kwargs) if MODE.recording else rule(*args, **kwargs)

        return call

    return wrap


class _Mode:
    """``recording`` is what every rule asks at every call, and ``unknown`` whether the script is to be asked first.

    ``translating``: what is recorded was written for dygraph mode.
    """

    __slots__ = ("eager", "on", "recording", "translating", "unknown")

    def __init__(self) -> None:
        self.on = self.recording = self.translating = False
        self.unknown = True
        self.eager = 0  # blocks that run calls at once: guards, and the executor


MODE = _Mode()


def turn_on() -> None:
    """Record from now on, except in blocks of :func:`eagerly`; inside one, this changes nothing."""
    if not MODE.eager:
        MODE.on = MODE.recording = True
        MODE.unknown = False


def only_in_programs(name: str) -> None:
    """Record from now on. Raises ``Exception`` inside ``dygraph.guard``, as 1.8.5 did for what dygraph mode lacks."""
    turn_on()
    if not MODE.recording:
        raise Exception(f"In dygraph, don't support {name}.")


def turn_off() -> None:
    """Run calls as they come again."""
    MODE.on = MODE.recording = MODE.unknown = False


def begins() -> bool:
    """Whether the first call of a script is recorded, which turns recording on."""
    if MODE.eager or not MODE.unknown or era.is_of_fluid_in_2(user_frame()[0].f_code.co_filename):
        return False  # what was written for Paddle 2 began in dynamic mode
    MODE.unknown = False
    of_today = _OF_TODAY if paddle.in_dynamic_mode() else _OF_TODAYS_PROGRAMS
    if script_names(_OF_PROGRAMS) and not script_names(of_today):
        turn_on()
    return MODE.recording


# The first two make a program run, the next say which one is written: nothing else needs them. The last is of programs.
_OF_PROGRAMS = frozenset({"Executor", "ParallelExecutor", "program_guard", "default_main_program",
                          "default_startup_program", "beam_search_decode"})
_OF_TODAY = frozenset({"enable_static", "disable_static", "in_dynamic_mode"})
_OF_MODES = frozenset({"guard", "enable_dygraph", "enable_imperative"})
_OF_TODAYS_PROGRAMS = frozenset({"static"})


@contextlib.contextmanager
def translating() -> Iterator[None]:
    """Take what only dygraph mode has, and is called in the block, for what it would be in a program."""
    before, MODE.translating = MODE.translating, True
    try:
        yield
    finally:
        MODE.translating = before


@contextlib.contextmanager
def recording() -> Iterator[None]:
    """Record the calls of the block, inside ``dygraph.guard`` too."""
    before = MODE.on, MODE.eager
    MODE.on, MODE.eager, MODE.recording = True, 0, True
    try:
        yield
    finally:
        MODE.on, MODE.eager = before
        MODE.recording = MODE.on and not MODE.eager


@contextlib.contextmanager
def eagerly() -> Iterator[None]:
    """Run the calls of the block at once, on Paddle in dynamic mode."""
    MODE.eager += 1
    MODE.recording = False
    try:
        with of_dynamic_paddle():
            yield
    finally:
        MODE.eager -= 1
        MODE.recording = MODE.on and not MODE.eager


@contextlib.contextmanager
def of_dynamic_paddle() -> Iterator[None]:
    """Paddle in dynamic mode in the block, where a program called ``paddle.enable_static()`` as well."""
    was_static = not paddle.in_dynamic_mode()
    if was_static:
        paddle.disable_static()
    try:
        yield
    finally:
        if was_static:
            paddle.enable_static()


def false_while_recording(rule: Callable[[], bool]) -> Callable[[], bool]:
    """Let a question about dynamic mode be answered with no where calls are recorded, and before the first guard.

    The codemod passes over this.
    """

    @functools.wraps(rule)
    def asked() -> bool:
        return not (MODE.recording or (MODE.unknown and not MODE.eager and _still_static())) and rule()

    return asked


def _still_static() -> bool:
    """Whether a script that has made no call yet is one of 1.8, where what it names shows that."""
    if begins():
        return True
    MODE.unknown = True  # nothing was called
    return script_names(_OF_MODES) and not script_names(_OF_TODAY) and not era.is_of_2()
