"""The command line."""

from __future__ import annotations

import os
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TextIO

import click
from click.shell_completion import CompletionItem

from paddle_migrate import streams
from paddle_migrate.arguments import COMMANDS, Asked, arguments, command_of
from paddle_migrate.batch.baseline import Baseline
from paddle_migrate.batch.cache import Cache
from paddle_migrate.batch.finding import Walk
from paddle_migrate.batch.watching import changes
from paddle_migrate.chinese.sentences import said
from paddle_migrate.config import load_config
from paddle_migrate.interrupts import Interruptible, when_interrupted
from paddle_migrate.project import files
from paddle_migrate.report import check_ending, left_to_a_person, rendered, statistics, summary, write_report
from paddle_migrate.run import Run
from paddle_migrate.terminal.screen import Screen, Silent
from paddle_migrate.text.parsing import SourceError

_ONCE = (
    "a later run does not find again what waits where its line was rewritten: --annotate or --report FILE keeps it"
)


class Main(Interruptible):
    """`paddle-migrate PATH...`, and the commands (`verify ...`, `model ...`) with options of their own."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Hand over when the first word is a command (a file of that name is `./verify`)."""
        streams.prepare()
        given = args[0] if args else extra.get("args")
        words = command_first(list(sys.argv[1:] if given is None else given)) or ["--help"]
        extra = {name: value for name, value in extra.items() if name != "args"}
        if words[0] not in COMMANDS or (len(words) == 1 and Path(words[0]).exists()):
            return super().main(words, *args[1:], **extra)
        name = extra.pop("prog_name", None) or "paddle-migrate"
        return command_of(words[0]).main(words[1:], f"{name} {words[0]}", **extra)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Options: the command's, where one was begun."""
        first = next(iter(ctx.params.get("paths") or ()), "")
        if first not in COMMANDS:
            return super().shell_complete(ctx, incomplete)
        command = command_of(first)
        return command.shell_complete(click.Context(command, ctx, resilient_parsing=True), incomplete)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Options that the command line does not give come from pyproject.toml, where there is something to do."""
        words = args[1] if len(args) > 1 else extra.get("args", [])
        if not extra.get("resilient_parsing") and not {"-h", "--help", "--version"} & set(words):
            options = [p for p in self.params if isinstance(p, click.Option)]
            extra.setdefault("default_map", load_config(options))
        return super().make_context(*args, **extra)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        with formatter.section(said("Commands (each has --help)")):
            formatter.write_dl([(word, said(about)) for word, (_, _, about) in COMMANDS.items()])


def command_first(words: list[str]) -> list[str]:
    """`--lang zh verify ...` as `verify --lang zh ...`: every command has this option."""
    before = 2 if words[:1] == ["--lang"] else 1 if words and words[0].startswith("--lang=") else 0
    if before and len(words) > before and words[before] in COMMANDS:
        return [words[before], *words[:before], *words[before + 1 :]]
    return words


def check_command(words: tuple[str, ...]) -> None:
    """Raises click.UsageError for a first word that is no file, and nearly a command."""
    close = get_close_matches(words[0], COMMANDS, 1, 0.75) if words and words[0].isalpha() else []
    if close and not Path(words[0]).exists():
        raise click.UsageError(f"there is no file {words[0]!r}; did you mean paddle-migrate {close[0]}?")


@click.command(cls=Main, context_settings={"help_option_names": ["-h", "--help"]})
@arguments
def main(**given: Any) -> None:
    """Rewrite PaddlePaddle 1.x (paddle.fluid) code into today's Paddle.

    PATH is a file (Python, notebook, Markdown, reStructuredText, shell or CI script, requirements) or a directory;
    - reads Python from standard input and writes standard output. By default a diff is printed on standard output,
    findings and a summary on standard error, and nothing is written.

    Nothing of yours is executed, unless --trace is given: then scripts whose layers' sizes cannot be read off their
    text are run, with the installed Paddle, without arguments, in the current folder.

    Options can stand in pyproject.toml, in the table [tool.paddle-migrate].

    Exit status: 0 done; 1 --check found something; 2 wrong usage, or a file that could not be read or parsed
    (the other files are still done); 130 interrupted (what was written is whole).
    """
    asked = Asked(**given)
    asked.check_together()
    check_command(asked.paths)
    _check_report(asked.report)
    if asked.watch:
        for changed in changes(_walk(asked)):
            _screen(asked).say("", *[f"changed: {path}" for path in changed])
            _run(asked)
    sys.exit(_run(asked).status)


def _run(asked: Asked) -> Run:
    run = _run_of(asked)
    when_interrupted(run.so_far)
    if "-" in asked.paths:
        run.stdin(asked.stdin_filename)
    try:
        run.all(_walk(asked))
    except (OSError, ValueError) as error:  # the current folder is gone; a wrong pattern; files that would be lost
        raise click.UsageError(str(error)) from None
    _tell(asked, run)
    return run


def _walk(asked: Asked) -> Walk:
    return Walk([Path(p) for p in asked.paths if p != "-"], asked.include, asked.exclude, asked.output)


def _check_report(report: Path | None) -> None:
    """Before anything is done: raises click.UsageError for a report that could not be written behind it."""
    if report is None:
        return
    try:
        check_ending(report)
        files.check_writable(report)
    except ValueError as error:
        raise click.UsageError(f"--report {error}") from None
    except SourceError as error:
        raise click.UsageError(f"--report {report}: {error}") from None


def _run_of(asked: Asked) -> Run:
    uses_cache = asked.check and asked.report is None and not (asked.no_cache or asked.trace or asked.why)
    try:
        baseline = Baseline(asked.baseline) if asked.baseline is not None else None
    except ValueError as error:
        raise click.UsageError(f"--baseline {error}") from None
    return Run(
        asked.options,
        asked.write,
        asked.output,
        asked.check,
        asked.verbose,
        asked.select,
        asked.ignore,
        asked.jobs,
        Cache() if uses_cache and not asked.is_handed_over else None,
        asked.why,
        asked.quiet,
        asked.allow_dirty,
        asked.interactive,
        asked.since,
        Walk([Path(p) for p in asked.paths], ("*",), asked.exclude, asked.output) if asked.copy else None,
        baseline,
        _screen(asked),
    )


def _screen(asked: Asked) -> Screen:
    painted = _coloured(asked.color, sys.stdout)
    if asked.is_handed_over:
        return Silent()
    if asked.output_format == "text" or (asked.output_format is None and not _is_terminal(sys.stderr)):
        return Screen(painted)
    from paddle_migrate.terminal.grouped import Grouped  # a third of a start, and programs do not ask for it

    waits = asked.write or asked.check or asked.output is not None
    return Grouped(painted, _coloured(asked.color, sys.stderr), waits)


def _coloured(color: str, stream: TextIO) -> bool:
    if color != "auto":
        return color == "always"
    return _is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _shrink(asked: Asked, run: Run, baseline: Baseline) -> None:
    gone = baseline.gone(run.outcomes)
    if run.counts["error"]:  # files that cannot be read may hold what seems gone, and others may hang on them
        if asked.shrink:
            run.screen.say("nothing is taken out of the baseline while there are errors")
        return None
    if asked.shrink and gone:
        try:
            baseline.shrink(run.outcomes)
        except SourceError as error:
            return run.failed(f"--baseline {baseline.path}: {error}")
    if gone and not asked.quiet:
        done = "taken out of the baseline" if asked.shrink else "still in the baseline; --shrink takes them out"
        run.screen.say(f"{gone} finding(s) no longer there: {done}")
    return None


def _tell(asked: Asked, run: Run) -> None:
    """What is said behind the last file."""
    if asked.report is not None:
        try:
            write_report(asked.report, run.outcomes)
        except SourceError as error:
            run.failed(f"--report {asked.report}: {error}")
    if asked.is_handed_over:
        shown = run.outcomes if run.baseline is None else run.baseline.fresh(run.outcomes)
        streams.put(rendered(str(asked.output_format), shown), "utf-8")
    if run.baseline is not None:
        new = run.baseline.new(run.outcomes)
        verdict = f"{len(new)} new since {run.baseline.path}" if new else f"nothing new since {run.baseline.path}"
        run.screen.say(*new, verdict)
        if new and run.baseline.is_of_others(run.outcomes):
            run.screen.say(f"none of these files is in {run.baseline.path}: it was made in another folder")
        _shrink(asked, run, run.baseline)
    if asked.statistics:
        run.screen.say(*statistics(run.outcomes))
    if run.baseline is not None and asked.check and not asked.verbose:
        return
    if asked.quiet and asked.check and run.counts["changed"]:
        run.screen.say(run.summary())  # else it may fail without a word
    if not asked.quiet:
        run.screen.say(*run.repeats.rest())
        if len(run.outcomes) > 1 and run.counts["person"]:
            run.screen.say(*summary(run.outcomes))
        run.screen.say(*left_to_a_person(run.outcomes), run.summary(), *run.advice())
        is_kept = asked.report is not None or asked.annotate
        if (asked.write or asked.output is not None) and run.counts["person"] and not is_kept:
            run.screen.say(_ONCE)
