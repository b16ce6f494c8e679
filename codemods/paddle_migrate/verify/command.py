"""`paddle-migrate verify`: does the migrated script still compute the same?"""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Literal

import click

from paddle_migrate import streams
from paddle_migrate.api import Options
from paddle_migrate.chinese.help import language_option
from paddle_migrate.chinese.sentences import said
from paddle_migrate.interrupts import Interruptible
from paddle_migrate.verify.kept import Kept
from paddle_migrate.verify.outcome import Outcome
from paddle_migrate.verify.play import play_all
from paddle_migrate.verify.process import Part, Settings
from paddle_migrate.verify.report import write_report
from paddle_migrate.verify.scripts import NotMigrated, is_notebook, migrate_into, root_of, script_of
from paddle_migrate.verify.words import EPSILON_USED, verdict, written_over

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NO_PADDLE = (
    "verify runs the scripts, and {python} has no Paddle; install one beside paddle-migrate: pip install paddlepaddle"
)
NO_ORACLE = (
    "--oracle needs a Python 3.7 with real PaddlePaddle 1.8.5: name it in PADDLE_ORACLE_PYTHON, or make the "
    'environment .venv-oracle here and install paddlepaddle==1.8.5 "protobuf<3.21" in it'
)
BEHIND = "OLD and NEW are files; what the scripts are given stands behind --: paddle-migrate verify OLD -- ARGUMENTS"
ALONE = "--oracle runs one process only: real 1.8.5 has no data parallelism on a CPU; leave out --oracle or --nproc"


class Verify(Interruptible):
    """What stands behind `--` is the scripts' own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        cut = args.index("--") if "--" in args else len(args)
        ctx.meta["arguments"] = tuple(args[cut + 1 :])
        try:
            return super().parse_args(ctx, args[:cut])
        except click.UsageError as error:
            new = isinstance(error, click.BadParameter) and error.param is not None and error.param.name == "new"
            if new or type(error) is click.UsageError:  # of a third file
                raise click.UsageError(BEHIND, ctx) from None
            raise

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [*super().collect_usage_pieces(ctx), "[-- ARGUMENTS...]"]


@click.command(cls=Verify, context_settings={"help_option_names": ["-h", "--help"]})
@language_option
@click.argument("old", type=FILE)
@click.argument("new", type=FILE, required=False)
@click.option("--steps", type=click.IntRange(min=0), default=0, help="End both scripts after so many optimizer steps.")
@click.option(
    "--rtol",
    type=click.FloatRange(min=0),
    default=1e-6,
    show_default=True,
    help="How much may always differ, on the scale of the loss, of a parameter's gradient, of its update.",
)
@click.option(
    "--nudges",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    help="Where more differs: how often at most to run the old script again from nudged parameters, to see what "
    "rounding does.",
)
@click.option("--seed", default=0, show_default=True, help="For random, NumPy and Paddle, in all runs.")
@click.option("--nproc", type=click.IntRange(min=1), default=1, show_default=True, help="Train in so many processes.")
@click.option("--oracle", is_flag=True, help="Run the old script on real PaddlePaddle 1.8.5, too.")
@click.option(
    "--adam-epsilon",
    type=click.Choice(["today", "1.8"]),
    default="today",
    show_default=True,
    help="1.8: let the new script's Adam add epsilon as 1.8.5 did, to see whether all else is the same.",
)
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Write a report: .html or .json.")
@click.option(
    "--target", type=click.Choice(["2.6", "3"]), default="2.6", show_default=True, help="As for the migration."
)
@click.pass_context
def verify_command(
    context: click.Context,
    old: Path,
    new: Path | None,
    steps: int,
    rtol: float,
    nudges: int,
    seed: int,
    nproc: int,
    oracle: bool,
    adam_epsilon: Literal["today", "1.8"],
    report: Path | None,
    target: Literal["2.6", "3"],
) -> None:
    """Run an old script and its migration and compare every step of the optimizer.

    OLD and NEW are scripts, or notebooks whose code cells run in their order; a data-parallel script trains in one
    process, or in as many as --nproc says. OLD runs as it is, on paddle_compat; NEW runs on plain Paddle: by
    default what paddle-migrate makes of OLD. Both get the same seeds, starting parameters, arguments and working
    directory, one after the other; files there that they write over are as before in the end, new ones stay. The
    loss, every gradient, every update and what the optimizer keeps are compared at each step, and each step of NEW
    starts from where OLD's did, so that rounding does not add up.

    What may differ comes from OLD itself: where something differs by more than --rtol, OLD runs again with its
    parameters moved by one unit in the last place, and ten times what that does at a step is allowed there. Where that
    is more than 1e-3 of the loss, a step tells nothing, and the comparison ends; the verdict says so. The first real
    difference ends the run, unless there is a --report to fill.

    Exit status: 0 all steps agree; 1 they differ; 2 a run failed, or wrong usage; 130 interrupted while they agreed.
    """
    python = oracle_python() if oracle else None
    _check(report, nproc, oracle, python)
    with tempfile.TemporaryDirectory(prefix="paddle-verify-") as name:
        arguments, old_adam = context.meta["arguments"], adam_epsilon == "1.8"
        kept = Kept(Path.cwd(), Path(name) / "kept")
        settings = Settings(Path(name), arguments, steps, rtol, seed, nproc, old_adam, nudges, kept.restore)
        outcome = Outcome()
        parts = _parts(settings.folder, old, new, target, outcome)
        parts += [replace(parts[0], role="oracle", python=python)] if python else []
        play_all(parts, settings, outcome, to_the_end=report is not None)
    if outcome.verdict == "differ":
        outcome.notes += outcome.expected
    outcome.notes += written_over(kept)
    if settings.old_adam and any("Adam" in kind for kind in outcome.old.optimizers):
        outcome.notes.append(EPSILON_USED)
    english = verdict(outcome, settings)
    text = "\n".join(map(said, english.split("\n")))
    click.echo("\n".join(map(streams.visible, text.split("\n"))), err=outcome.verdict == "failed")
    if report:
        write_report(report, outcome, text if report.suffix == ".html" else english)
    sys.exit(outcome.status)


def _check(report: Path | None, nproc: int, oracle: bool, python: str | None) -> None:
    if report and report.suffix not in (".html", ".json"):
        raise click.UsageError(f"--report {report}: name a file that ends in .html or .json")
    if oracle and nproc > 1:
        raise click.UsageError(ALONE)
    if oracle and python is None:
        raise click.UsageError(NO_ORACLE)
    if importlib.util.find_spec("paddle") is None:
        raise click.UsageError(NO_PADDLE.format(python=sys.executable))


def _parts(folder: Path, old: Path, new: Path | None, target: Literal["2.6", "3"], outcome: Outcome) -> list[Part]:
    try:
        parts = [Part("old", script_of(folder / "old", old), sys.executable, _beside(old), shown=str(old))]
        if new is not None:
            script = script_of(folder / "given", new)
            return [*parts, Part("new", script, sys.executable, _beside(new), shown=str(new))]
    except NotMigrated as error:
        raise click.UsageError(str(error)) from None
    shown = f"{old}, migrated by paddle-migrate"
    return [*parts, replace(_new_part(folder, old, target, outcome), shown=shown)]


def _beside(path: Path) -> Path | None:
    """Where a notebook finds its modules; the script that it comes to lies elsewhere."""
    return path.resolve().parent if is_notebook(path) else None


def _new_part(folder: Path, old: Path, target: Literal["2.6", "3"], outcome: Outcome) -> Part:
    try:
        script, findings = migrate_into(folder / "new", old, Options(target, programs=True))
    except NotMigrated as error:
        raise click.UsageError(f"the old script cannot be migrated: {error}") from None
    for path, finding in findings:
        to = outcome.notes if finding.level == "person" else outcome.expected
        to.append(finding.show(str(path)))
    return Part("new", script, sys.executable, old.resolve().parent, root_of(old))


def oracle_python() -> str | None:
    """The interpreter that has real PaddlePaddle 1.8.5, if there is one."""
    for candidate in (os.environ.get("PADDLE_ORACLE_PYTHON"), ".venv-oracle/bin/python"):
        if candidate and Path(candidate).is_file():
            return str(Path(candidate).absolute())
    return None
