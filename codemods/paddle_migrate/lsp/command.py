"""The command that editors start."""

from __future__ import annotations

import click

from paddle_migrate.chinese.help import language_option
from paddle_migrate.interrupts import Interruptible


@click.command(cls=Interruptible, context_settings={"help_option_names": ["-h", "--help"]})
@language_option
def lsp_command() -> None:
    """Speak the Language Server Protocol on standard input and output, for an editor that starts this command.

    It needs pygls, which the extra brings: pip install "paddle-migrate[lsp]".

    Options come from pyproject.toml in the folder that the editor has open.
    """
    try:
        from paddle_migrate.lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise click.UsageError('pygls is not installed: pip install "pygls>=2"') from None
    serve()
