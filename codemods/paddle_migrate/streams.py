"""What is printed: text of strangers steers neither a terminal nor a build that reads along, and no stream that is
closed, full or of another encoding ends the work."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import sys
from collections.abc import Callable
from typing import TextIO

import click

from paddle_migrate.chinese.sentences import said

# controls, and what turns the direction of writing round; a tab does no harm
_UNSEEN = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_COMMAND = re.compile(r"\A(\s*:):|##(?=\[)")  # to GitHub's runner, wherever its log shows them


class Unprintable(click.ClickException):
    """Standard output takes nothing any more."""

    exit_code = 2


def prepare() -> None:
    """What a stream's encoding lacks is shown as Python writes it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def visible(line: str) -> str:
    """The line with what would act instead of being seen as Python writes it."""
    return seen(_COMMAND.sub(lambda m: f"{m[1]}\\x3a" if m[1] else "#\\x23", line))


def seen(line: str) -> str:
    """As `visible`, of what is a command to GitHub's runner and means to be."""
    return _UNSEEN.sub(lambda m: repr(m[0])[1:-1], line)


def in_json(text: str) -> str:
    """A document in which nothing acts, of the same meaning: its own line ends are its only controls."""
    return "\n".join(_UNSEEN.sub(lambda m: f"\\u{ord(m[0]):04x}", line) for line in text.split("\n"))


def show(*lines: str) -> None:
    """Lines for standard output, as they may be seen."""
    click.echo("\n".join(map(visible, lines)))


def say(*lines: str) -> None:
    """Lines for standard error, in the user's language; when that takes no more, the work goes on in silence."""
    try:
        click.echo("\n".join(visible(said(line)) for line in lines), err=True)
    except OSError:
        silence(sys.stderr)


def put(data: bytes, encoding: str, paint: Callable[[str], str] | None = None) -> None:
    """Bytes for standard output, as they are; on a terminal, or painted line by line, as they may be seen.

    Raises Unprintable.
    """
    stream = sys.stdout
    if stream is None:
        raise Unprintable("standard output is closed")
    try:
        if paint or stream.isatty():
            lines = data.decode(encoding, "backslashreplace").split("\n")
            shown = map(seen, lines)
            click.echo("\n".join(map(paint, shown) if paint else shown), nl=False, color=paint is not None)
        else:
            stream.flush()
            stream.buffer.write(data)
            stream.flush()
    except OSError as error:
        silence(stream)
        if error.errno in (errno.EPIPE, errno.EINVAL):  # its reader has seen enough: `| head`
            raise SystemExit(2) from None
        raise Unprintable(f"standard output cannot be written: {error.strerror or error}") from None


def silence(stream: TextIO) -> None:
    """Nothing goes there any more; what is left in its buffer is not to fail once more when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
