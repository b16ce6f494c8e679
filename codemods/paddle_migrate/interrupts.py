"""Ctrl-C, SIGTERM and SIGHUP: whatever was started ends with us, at once, and one line says what was done."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import click

from paddle_migrate.chinese.help import helps_said, in_their_language
from paddle_migrate.chinese.sentences import said
from paddle_migrate.streams import visible

_DONE = "paddle_migrate.done"
INTERRUPTED, TERMINATED = 130, 143
_ENDING = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


class Terminated(KeyboardInterrupt):
    """SIGTERM came, or SIGHUP, which is its argument."""


def status(error: BaseException) -> int:
    """The exit status that a shell expects."""
    return 128 + error.args[0] if isinstance(error, Terminated) else INTERRUPTED


class Interruptible(click.Command):
    """A command that says what it had done when it was interrupted, in the words of `when_interrupted`; and says what
    it says in the user's language."""

    def main(self, *args: Any, **extra: Any) -> Any:
        with _listening():
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _seen(), in_their_language():
            return super().make_context(*args, **extra)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with helps_said(self):
            super().format_help(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        with _seen(), in_their_language():
            return self._invoke(ctx)

    def _invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            _end_workers()
            done = ctx.meta.get(_DONE)
            click.echo(said(f"Interrupted{done() if done else ''}."), err=True)
            ctx.exit(status(error))


@contextmanager
def _seen() -> Iterator[None]:
    """What is said of a file whose name would steer a terminal only shows it."""
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = "\n".join(map(visible, error.message.split("\n")))
        raise


def when_interrupted(said: Callable[[], str]) -> None:
    """What the running command is to say: it stands behind the word `Interrupted`."""
    click.get_current_context().meta[_DONE] = said


@contextmanager
def _listening() -> Iterator[None]:
    """Where nobody listens yet, SIGTERM, and SIGHUP of a terminal that closes, end the command as Ctrl-C does."""
    alone = threading.current_thread() is threading.main_thread()
    unheard = [each for each in _ENDING if alone and signal.getsignal(each) is signal.SIG_DFL]
    for each in unheard:
        signal.signal(each, _terminated)
    try:
        yield
    finally:
        for each in unheard:
            signal.signal(each, signal.SIG_DFL)


def _terminated(number: int, frame: FrameType | None) -> None:
    raise Terminated(number)


class TookTooLong(BaseException):
    """No `Exception`: what deals with those on the way must not stop it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TookTooLong where the block is not done by then; not on Windows, and not in other threads."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TookTooLong


# -- worker processes ------------------------------------------------------------------------------------------


def _end_workers() -> None:
    multiprocessing = sys.modules.get("multiprocessing")
    for child in multiprocessing.active_children() if multiprocessing else ():
        child.terminate()


@contextmanager
def ending_workers() -> Iterator[None]:
    """The workers end when the block is left by an exception, whatever they are at."""
    try:
        yield
    except BaseException:
        _end_workers()
        raise


_busy = False


def start_worker(starts_others: bool) -> None:
    """In a worker process: it ends when its parent says so, or is no more. Ctrl-C is its parent's affair. One that
    starts processes itself ends them first."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in _ENDING:
        signal.signal(each, _end_worker if starts_others else signal.SIG_DFL)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _end_worker(number: int, frame: FrameType | None) -> None:
    if _busy:
        # once: raised again while this one is on its way out, it would end up as the result of one file
        signal.signal(number, signal.SIG_IGN)
        raise Terminated(number)  # what it has started ends first
    os._exit(TERMINATED)


@contextmanager
def worker_is_busy() -> Iterator[None]:
    """Around a piece of a worker's work."""
    global _busy
    _busy = True
    try:
        yield
    except Terminated:
        os._exit(TERMINATED)
    finally:
        _busy = False
