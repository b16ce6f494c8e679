"""What the command line takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import click
from click.shell_completion import CompletionItem

from paddle_migrate.chinese.help import language_option
from paddle_migrate.codes import CODES
from paddle_migrate.options import Options
from paddle_migrate.report.tally import tool_version

# words that are commands of their own, each loaded only when it is asked for: module, function, what it does
COMMANDS = {
    "verify": ("paddle_migrate.verify.command", "verify_command",
               "Does the migrated script still compute the same? Runs both, step by step."),
    "explain": ("paddle_migrate.explain.command", "explain_command",
                "What a finding's code means, or what a legacy API is today."),
    "checkpoint": ("paddle_migrate.checkpoint.command", "checkpoint_command",
                   "Turn what an old script saved into what its migration loads."),
    "model": ("paddle_migrate.model.command", "model_command",
              "Bring an inference model to another Paddle, and compare both."),
    "doctor": ("paddle_migrate.doctor.command", "doctor_command",
               "Is here what old scripts need to run unchanged? If not, what to do."),
    "dashboard": ("paddle_migrate.dashboard.command", "dashboard_command",
                  "A page of a report: which files are whole, which wait, and for whom."),
    "lsp": ("paddle_migrate.lsp.command", "lsp_command",
            "For editors: findings as you type, hover, rewriting (the Language Server Protocol)."),
}


def command_of(word: str) -> click.Command:
    module, function, _ = COMMANDS[word]
    command: click.Command = getattr(import_module(module), function)
    return command


@dataclass(frozen=True)
class Asked:
    """The options' values, by the names that click gives them."""

    paths: tuple[str, ...]
    write: bool
    output: Path | None
    copy: bool
    check: bool
    baseline: Path | None
    shrink: bool
    watch: bool
    interactive: bool
    allow_dirty: bool
    target: Literal["2.6", "3"]
    launcher: Literal["spawn", "launch"]
    programs: bool
    mode: Literal["static", "dynamic"] | None
    dygraph: bool
    fold_softmax: bool
    only: tuple[str, ...]
    leave_out: tuple[str, ...]
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    since: str | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    trace: bool
    annotate: bool
    report: Path | None
    output_format: Literal["text", "grouped", "json", "github", "sarif"] | None
    color: Literal["auto", "always", "never"]
    statistics: bool
    stdin_filename: str | None
    jobs: int
    no_cache: bool
    why: bool
    quiet: bool
    verbose: bool

    def check_together(self) -> None:
        """Raises click.UsageError for options that do not go together."""
        if self.write + self.check + (self.output is not None) > 1:
            raise click.UsageError("--write, --output and --check exclude one another")
        if self.quiet and self.verbose:
            raise click.UsageError("--quiet and --verbose exclude one another")
        if unknown := self._unknown_code() or self._unknown_name():
            raise click.UsageError(unknown)
        for given, option, needs, other in (
            (self.copy, "--copy", self.output is not None, "--output"),
            (self.baseline is not None, "--baseline", self.check, "--check"),
            (self.shrink, "--shrink", self.baseline is not None, "--baseline"),
            (self.watch, "--watch", self.check and not self.is_handed_over, "--check"),
            (self.interactive, "--interactive", self.write, "--write"),
            (self.stdin_filename is not None, "--stdin-filename", "-" in self.paths, "the path -"),
        ):
            if given and not needs:
                raise click.UsageError(f"{option} goes with {other}")
        if self.is_handed_over and "-" in self.paths and not self.check:
            raise click.UsageError(f"--output-format {self.output_format} and what came of - both want standard output")

    def _unknown_code(self) -> str:
        """Of --select and --ignore: what is wrong with one that is for no finding."""
        given = [("--select", each) for each in self.select] + [("--ignore", each) for each in self.ignore]
        for option, code in given:
            if not any(each.startswith(code) for each in CODES):
                from paddle_migrate.explain.pages import did_you_mean  # which reads all rules

                meant = did_you_mean(code.upper(), CODES)
                return f"{option} {code}: no code begins so; paddle-migrate explain lists them{meant}"
        return ""

    def _unknown_name(self) -> str:
        """Of --only and --except: what is wrong with a name that would choose nothing in any file."""
        if not self.only and not self.leave_out:
            return ""
        from paddle_migrate.batch.chosen_names import what_is_wrong  # which reads all rules

        return next(filter(None, map(what_is_wrong, (*self.only, *self.leave_out))), "")

    @property
    def options(self) -> Options:
        suffix = self.report.suffix.lower() if self.report is not None else ""
        shows_why = suffix == ".html" or (suffix == ".json" and not self.check)  # a baseline is read by nobody
        asks_why = self.why or self.interactive or shows_why or self.output_format == "json"
        return Options(self.target, self.launcher, self.annotate, self.trace, why=asks_why, programs=self.programs,
                       dygraph=self.dygraph, fold_softmax=self.fold_softmax, only=self.only, leave_out=self.leave_out,
                       mode=self.mode or "")

    @property
    def is_handed_over(self) -> bool:
        """Whether findings go to standard output, for another program."""
        return self.output_format in ("json", "github", "sarif")


def _show_version(context: click.Context, parameter: click.Parameter, given: bool) -> None:
    """As click's own option, which wants the version before anyone has asked for it."""
    if given and not context.resilient_parsing:
        click.echo(f"paddle-migrate, version {tool_version()}")
        context.exit()


def _complete_path(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, and as the first word the commands; behind one of them what it takes."""
    given = context.params.get("paths")
    first = not given
    if given and given[0] in COMMANDS and len(given) == 1:
        command = command_of(given[0])
        taken = [p for p in command.params if isinstance(p, click.Argument)][:1]
        inner = click.Context(command, context, resilient_parsing=True)
        return [item for p in taken for item in p.shell_complete(inner, incomplete)]
    words = [CompletionItem(word, help=COMMANDS[word][2]) for word in COMMANDS if first and word.startswith(incomplete)]
    return [*words, CompletionItem(incomplete, type="file")]


def _complete_code(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(code, help=CODES[code].title) for code in CODES if code.startswith(incomplete)]


def _complete_name(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from paddle_migrate.batch.chosen_names import names_to_choose  # which reads all rules

    return [CompletionItem(name) for name in sorted(names_to_choose()) if incomplete and name.startswith(incomplete)]


class Once(click.Option):
    """An option of which the last value would count without a word about the others."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append", nargs=1)

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> Any:
        given = opts.get(str(self.name))
        if isinstance(given, list) and len(given) > 1:
            raise click.UsageError(f"{self.opts[-1]} is given more than once: {', '.join(map(str, given))}", ctx)
        return super().consume_value(ctx, {**opts, str(self.name): given[0]} if isinstance(given, list) else opts)


_FILE = click.Path(path_type=Path)
_OPTIONS = (
    click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=_complete_path),
    click.option("-w", "--write", is_flag=True, help="Rewrite the files in place, atomically."),
    click.option(
        "-o", "--output", cls=Once, type=_FILE, help="Write there instead: a file, or a directory for several."
    ),
    click.option("--copy", is_flag=True, help="With --output: the other files of the directories go along."),
    click.option(
        "--check", is_flag=True, help="Write nothing; exit 1 if anything would change or is left to a person."
    ),
    click.option(
        "--baseline",
        cls=Once,
        type=_FILE,
        metavar="REPORT.json",
        help="With --check: exit 1 only for what is not in that earlier --report.",
    ),
    click.option(
        "--shrink", is_flag=True, help="With --baseline: take out of it what is no longer there; nothing is added."
    ),
    click.option("--watch", is_flag=True, help="With --check: look again whenever a file changes, until Ctrl-C."),
    click.option(
        "--interactive", is_flag=True, help="With --write: show each file's diff, and ask; each: one rewrite at a time."
    ),
    click.option(
        "--allow-dirty", is_flag=True, help="With --write: rewrite files with changes that are not committed, too."
    ),
    click.option(
        "--target",
        type=click.Choice(["2.6", "3"]),
        default="2.6",
        show_default=True,
        help="The oldest Paddle to write for.",
    ),
    click.option(
        "--launcher",
        type=click.Choice(["spawn", "launch"]),
        default="spawn",
        show_default=True,
        help="How data-parallel scripts start: by themselves, or by python -m paddle.distributed.launch.",
    ),
    click.option(
        "--programs/--no-programs",
        default=True,
        help="Rewrite static graphs as programs of today's (the default), or leave them as they are.",
    ),
    click.option(
        "--mode",
        type=click.Choice(["static", "dynamic"]),
        help="What runs in this mode, where neither a file nor those around it show it: else that is left.",
    ),
    click.option(
        "--dygraph",
        is_flag=True,
        help="Rewrite functions that build static networks as classes of layers, and a loop that stands beside them, "
             "too.",
    ),
    click.option(
        "--fold-softmax",
        is_flag=True,
        help="Leave out the softmax before a cross entropy, which takes logits today: losses move in the last digits.",
    ),
    click.option(
        "--only",
        multiple=True,
        metavar="NAME",
        shell_complete=_complete_name,
        help="Only such rewrites: a function's legacy name, such as fluid.layers.relu or 'reduce_*', or structure, "
        "which is all that leans on one another.",
    ),
    click.option(
        "--except",
        "leave_out",
        multiple=True,
        metavar="NAME",
        shell_complete=_complete_name,
        help="No such rewrites; as with --only.",
    ),
    click.option(
        "--include", multiple=True, metavar="PATTERN", help="In directories, only such files (as in .gitignore)."
    ),
    click.option("--exclude", multiple=True, metavar="PATTERN", help="In directories, no such files."),
    click.option(
        "--since",
        cls=Once,
        metavar="REV",
        help="Only files that changed since this branch left a git revision, uncommitted and new ones, too.",
    ),
    click.option(
        "--select",
        multiple=True,
        metavar="CODE",
        shell_complete=_complete_code,
        help="Only findings whose code begins so, such as PM3.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        metavar="CODE",
        shell_complete=_complete_code,
        help="No findings whose code begins so.",
    ),
    click.option(
        "--trace",
        is_flag=True,
        help="Run scripts of the 1.6 dialect, up to their first step, where their text does not tell a layer's input "
        "size.",
    ),
    click.option("--annotate", is_flag=True, help="Put a TODO comment above every line that is left to a person."),
    click.option("--report", cls=Once, type=_FILE, help="Write a report: .json, .sarif or .html by its ending."),
    click.option(
        "--output-format",
        type=click.Choice(["text", "grouped", "json", "github", "sarif"]),
        help="How findings are shown: a line each (text), or by file with the code (grouped, the default on a "
        "terminal); json, github and sarif go to standard output, in place of the diff.",
    ),
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colours; auto: on a terminal, unless NO_COLOR is set.",
    ),
    click.option("--statistics", is_flag=True, help="Say at the end how often there was which finding."),
    click.option("--stdin-filename", metavar="NAME", help="Of the file that - is: its ending tells the format."),
    click.option(
        "-j", "--jobs", type=click.IntRange(0), default=0, metavar="N", help="Processes; 0, the default: one a core."
    ),
    click.option("--no-cache", is_flag=True, help="With --check, look at every file again."),
    click.option(
        "--why", is_flag=True, help="Say of every changed line which rewrite or rule changed it, of which legacy name."
    ),
    language_option,
    click.option("-q", "--quiet", is_flag=True, help="Say only what is left to a person, and errors."),
    click.option("-v", "--verbose", is_flag=True, help="List every use that was rewritten, too."),
    click.option(
        "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
    ),
)


def arguments(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates the function with all of them."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
