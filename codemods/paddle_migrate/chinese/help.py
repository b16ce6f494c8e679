"""What click says for us: help pages and errors."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from paddle_migrate.chinese.sentences import said
from paddle_migrate.chinese.wanted import choose


def _choose(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None and not context.resilient_parsing:
        choose("zh" if value == "zh" else "en")


def language_option(function: Any) -> Any:
    """``--lang``, of every command."""
    choice = click.Choice(["en", "zh"])
    text = "The language of what is said. [default: the locale's]"
    return click.option("--lang", type=choice, is_eager=True, expose_value=False, callback=_choose, help=text)(function)


@contextmanager
def in_their_language() -> Iterator[None]:
    """What goes wrong inside is said in the user's language."""
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = said(error.message)
        raise


@contextmanager
def helps_said(command: click.Command) -> Iterator[None]:
    """Inside, the command's help is in the user's language."""
    options = [each for each in command.params if isinstance(each, click.Option) and each.help]
    kept = command.help, [each.help for each in options]
    command.help = "\n\n".join(said(each) for each in paragraphs(command.help or ""))
    for each in options:
        each.help = said(each.help or "")
    try:
        yield
    finally:
        command.help = kept[0]
        for each, text in zip(options, kept[1], strict=True):
            each.help = text


def paragraphs(text: str) -> list[str]:
    """Of a docstring, each in one line."""
    return [re.sub(r"\s+", " ", each) for each in inspect.cleandoc(text).split("\n\n")]
