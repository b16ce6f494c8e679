"""The command line."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import click
from click.shell_completion import CompletionItem

from paddle_migrate import streams
from paddle_migrate.batch.cache import Cache
from paddle_migrate.batch.finding import Walk
from paddle_migrate.codes import CODES
from paddle_migrate.config import load_config
from paddle_migrate.interrupts import Interruptible, when_interrupted
from paddle_migrate.options import Options
from paddle_migrate.project import files
from paddle_migrate.report import check_ending, summary, write_report
from paddle_migrate.report.tally import tool_version
from paddle_migrate.run import Run
from paddle_migrate.text.parsing import SourceError

# words that are commands of their own, each loaded only when it is asked for
_COMMANDS = {
    "verify": ("paddle_migrate.verify.command", "verify_command"),
    "explain": ("paddle_migrate.explain.command", "explain_command"),
    "checkpoint": ("paddle_migrate.checkpoint.command", "checkpoint_command"),
}


def _command(word: str) -> click.Command:
    module, function = _COMMANDS[word]
    command: click.Command = getattr(import_module(module), function)
    return command


def _show_version(context: click.Context, parameter: click.Parameter, given: bool) -> None:
    """As click's own option, which wants the version before anyone has asked for it."""
    if given and not context.resilient_parsing:
        click.echo(f"paddle-migrate, version {tool_version()}")
        context.exit()


def _complete_path(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, and as the first word the commands."""
    first = not context.params.get("paths")
    words = [CompletionItem(word) for word in _COMMANDS if first and word.startswith(incomplete)]
    return [*words, CompletionItem(incomplete, type="file")]


def _complete_code(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(code, help=CODES[code].title) for code in CODES if code.startswith(incomplete)]


class Main(Interruptible):
    """`paddle-migrate PATH...`, and `verify ...`, `explain ...` and `checkpoint ...` with options of their own."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Hand over when the first word is a command (a file of that name is `./verify`)."""
        streams.prepare()
        given = args[0] if args else extra.get("args")
        words = list(sys.argv[1:] if given is None else given)
        if not words or words[0] not in _COMMANDS or (len(words) == 1 and Path(words[0]).exists()):
            return super().main(*args, **extra)
        command = _command(words[0])
        name = extra.pop("prog_name", None) or "paddle-migrate"
        return command.main(words[1:], f"{name} {words[0]}", **{k: v for k, v in extra.items() if k != "args"})

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Options: the command's, where one was begun."""
        first = next(iter(ctx.params.get("paths") or ()), "")
        if first not in _COMMANDS:
            return super().shell_complete(ctx, incomplete)
        command = _command(first)
        return command.shell_complete(click.Context(command, ctx, resilient_parsing=True), incomplete)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Options that the command line does not give come from pyproject.toml, where there is something to do."""
        words = args[1] if len(args) > 1 else extra.get("args", [])
        if not extra.get("resilient_parsing") and not {"-h", "--help", "--version"} & set(words):
            options = [p for p in self.params if isinstance(p, click.Option)]
            extra.setdefault("default_map", load_config(options))
        return super().make_context(*args, **extra)


@click.command(cls=Main, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=_complete_path)
@click.option("-w", "--write", is_flag=True, help="Rewrite the files in place, atomically.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write there instead: a file, or a directory for several."
)
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if anything would change or is left to a person.")
@click.option(
    "--target",
    type=click.Choice(["2.6", "3"]),
    default="2.6",
    show_default=True,
    help="The oldest Paddle to write for.",
)
@click.option(
    "--launcher",
    type=click.Choice(["spawn", "launch"]),
    default="spawn",
    show_default=True,
    help="How data-parallel scripts start: by themselves, or by python -m paddle.distributed.launch.",
)
@click.option(
    "--programs",
    is_flag=True,
    help="Rewrite static graphs, too. This is young: read its diffs, and try what it writes.",
)
@click.option("--include", multiple=True, metavar="PATTERN", help="In directories, only such files (as in .gitignore).")
@click.option("--exclude", multiple=True, metavar="PATTERN", help="In directories, no such files.")
@click.option(
    "--select",
    multiple=True,
    metavar="CODE",
    shell_complete=_complete_code,
    help="Only findings whose code begins so, such as PM3.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODE",
    shell_complete=_complete_code,
    help="No findings whose code begins so.",
)
@click.option(
    "--trace",
    is_flag=True,
    help="Run scripts of the 1.6 dialect, up to their first step, where their text does not tell a layer's input size.",
)
@click.option("--annotate", is_flag=True, help="Put a TODO comment above every line that is left to a person.")
@click.option("--report", type=click.Path(path_type=Path), help="Write a report: .json, .sarif or .html by its ending.")
@click.option(
    "-j", "--jobs", type=click.IntRange(0), default=0, metavar="N", help="Processes; 0, the default: one a core."
)
@click.option("--no-cache", is_flag=True, help="With --check, look at every file again.")
@click.option(
    "--why", is_flag=True, help="Say of every changed line which rewrite or rule changed it, of which legacy name."
)
@click.option("-v", "--verbose", is_flag=True, help="List every use that was rewritten, too.")
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
def main(
    paths: tuple[str, ...],
    write: bool,
    output: Path | None,
    check: bool,
    target: Literal["2.6", "3"],
    launcher: Literal["spawn", "launch"],
    programs: bool,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    trace: bool,
    annotate: bool,
    report: Path | None,
    jobs: int,
    no_cache: bool,
    why: bool,
    verbose: bool,
) -> None:
    """Rewrite PaddlePaddle 1.x (paddle.fluid) code into today's Paddle.

    PATH is a file (Python, notebook, Markdown, reStructuredText, shell or CI script, requirements) or a directory;
    - reads Python from standard input and writes standard output. By default a diff is printed on standard output,
    findings and a summary on standard error, and nothing is written.

    Nothing of yours is executed, unless --trace is given: then scripts whose layers' sizes cannot be read off their
    text are run, with the installed Paddle, without arguments, in the current folder.

    What a code or a legacy API means: paddle-migrate explain PM203, paddle-migrate explain fluid.layers.mean.
    To compare an old script with its migration, step by step: paddle-migrate verify --help.
    To load what an old script saved into its migration: paddle-migrate checkpoint --help.
    Options can stand in pyproject.toml, in the table [tool.paddle-migrate].

    Exit status: 0 done; 1 --check found something; 2 wrong usage, or a file that could not be read or parsed
    (the other files are still done); 130 interrupted (what was written is whole).
    """
    if write + check + (output is not None) > 1:
        raise click.UsageError("--write, --output and --check exclude one another")
    if report is not None:
        try:
            check_ending(report)
            files.check_writable(report)
        except ValueError as error:
            raise click.UsageError(f"--report {error}") from None
        except SourceError as error:
            raise click.UsageError(f"--report {report}: {error}") from None
    cache = Cache() if check and report is None and not no_cache and not trace and not why else None
    asks_why = why or (report is not None and report.suffix.lower() in (".json", ".html"))
    options = Options(target, launcher, annotate, trace, why=asks_why, programs=programs)
    run = Run(options, write, output, check, verbose, select, ignore, jobs, cache, why)
    when_interrupted(run.so_far)
    if "-" in paths:
        run.stdin()
    try:
        run.all(Walk([Path(p) for p in paths if p != "-"], include, exclude, output))
    except (OSError, ValueError) as error:  # the current folder is gone; a wrong pattern; files that would be lost
        raise click.UsageError(str(error)) from None
    if report is not None:
        try:
            write_report(report, run.outcomes)
        except SourceError as error:
            run.failed(f"--report {report}: {error}")
    if len(run.outcomes) > 1 and run.counts["person"]:
        streams.say(*summary(run.outcomes).split("\n"))
    streams.say(run.summary(), *run.advice())
    sys.exit(run.status)
