"""The command line."""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import click

from paddle_migrate import files
from paddle_migrate.api import Options, Result, migrate_source
from paddle_migrate.findings import Finding
from paddle_migrate.source import SourceError


def _version() -> str:
    try:
        return version("paddle-migrate")
    except PackageNotFoundError:
        return "unknown"


@dataclass
class Run:
    """What is to be done with each file, and what came of it so far."""

    options: Options
    write: bool
    output: Path | None
    check: bool
    verbose: bool
    counts: Counter[str] = field(default_factory=Counter)

    def one(self, path: Path, base: Path) -> None:
        """Migrate one file; an error is said and counted, never raised."""
        shown = str(path)
        try:
            source = files.read(path)
            result = self._migrate(source.text, shown)
            if result.failed:
                return
            if self.output is not None:
                files.write(self._target(path, base), source.encode(result.text) if result.changed else source.raw)
            elif result.changed and self.write:
                if path.read_bytes() != source.raw:
                    raise SourceError("changed on disk meanwhile; not overwritten")
                files.write(path, source.encode(result.text))
            elif result.changed and not self.check:
                click.echo(_diff(source.text, result.text, shown), nl=False)
        except SourceError as error:
            self._error(shown, Finding(error.line, error.code, "", str(error)))

    def stdin(self) -> None:
        """Migrate standard input to standard output."""
        try:
            source = files.decode(sys.stdin.buffer.read())
            result = self._migrate(source.text, "<stdin>")
            if not self.check:
                sys.stdout.buffer.write(source.raw if not result.changed else source.encode(result.text))
                sys.stdout.buffer.flush()
        except SourceError as error:
            self._error("<stdin>", Finding(error.line, error.code, "", str(error)))

    def _migrate(self, text: str, shown: str) -> Result:
        self.counts["files"] += 1
        try:
            result = migrate_source(text, shown, self.options)
        except Exception as error:  # one file must not end the run of the others
            what = f"{type(error).__name__}: {error}"
            raise SourceError(f"paddle-migrate itself failed ({what}); please report it", code="PM903") from error
        self.counts["changed"] += result.changed
        for finding in result.findings:
            if finding.level == "error":
                self._error(shown, finding)
                continue
            self.counts[finding.level] += 1
            if finding.level != "rewritten" or self.verbose:
                click.echo(finding.show(shown), err=True)
        return result

    def _error(self, shown: str, finding: Finding) -> None:
        self.counts["error"] += 1
        click.echo(finding.show(shown), err=True)

    def _target(self, path: Path, base: Path) -> Path:
        """Where --output puts a file: the path itself for a file, the same place below it for a directory."""
        assert self.output is not None
        return (
            self.output
            if path == base and not self.output.is_dir()
            else self.output / path.relative_to(base if base.is_dir() else base.parent)
        )

    def summary(self) -> str:
        done = "would change" if not (self.write or self.output) else "changed"
        text = (
            f"{self.counts['files']} file(s): {self.counts['changed']} {done}, "
            f"{self.counts['rewritten']} uses rewritten, "
            f"{self.counts['note']} note(s), {self.counts['person']} left to a person"
        )
        return text + (f", {self.counts['error']} error(s)" if self.counts["error"] else "")

    @property
    def status(self) -> int:
        if self.counts["error"]:
            return 2
        return 1 if self.check and (self.counts["changed"] or self.counts["person"]) else 0


def _diff(old: str, new: str, path: str) -> str:
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{path.lstrip('/')}", f"b/{path.lstrip('/')}"
    )
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)


def _expand(path: Path) -> list[Path]:
    """The Python files below a directory, hidden ones and virtual environments left out; a file is itself."""
    if not path.is_dir():
        return [path]

    def ours(file: Path) -> bool:
        return not any(part.startswith(".") or part == "site-packages" for part in file.relative_to(path).parts)

    return sorted(p for p in path.rglob("*.py") if p.is_file() and ours(p))


class Main(click.Command):
    """`paddle-migrate PATH...`, and `paddle-migrate verify ...` with options of its own."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Hand over to `verify` when that is the first word (a file of that name is `./verify`)."""
        given = args[0] if args else extra.get("args")
        words = list(sys.argv[1:] if given is None else given)
        if words[:1] != ["verify"] or (len(words) == 1 and Path("verify").exists()):
            return super().main(*args, **extra)
        from paddle_migrate.verify.command import verify_command  # needed by no other run

        name = extra.pop("prog_name", None) or "paddle-migrate"
        return verify_command.main(words[1:], f"{name} verify", **{k: v for k, v in extra.items() if k != "args"})


@click.command(cls=Main, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
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
@click.option("-v", "--verbose", is_flag=True, help="List every use that was rewritten, too.")
@click.version_option(_version(), prog_name="paddle-migrate")
def main(
    paths: tuple[str, ...],
    write: bool,
    output: Path | None,
    check: bool,
    target: Literal["2.6", "3"],
    launcher: Literal["spawn", "launch"],
    verbose: bool,
) -> None:
    """Rewrite PaddlePaddle 1.x (paddle.fluid) code into today's Paddle.

    PATH is a Python file or a directory; - reads standard input and writes standard output. By default a diff is
    printed on standard output, findings and a summary on standard error, and nothing is written.

    To compare an old script with its migration, step by step: paddle-migrate verify --help

    Exit status: 0 done; 1 --check found something; 2 wrong usage, or a file that could not be read or parsed
    (the other files are still done).
    """
    if write + check + (output is not None) > 1:
        raise click.UsageError("--write, --output and --check exclude one another")
    several = len(paths) > 1
    if output is not None and several and output.exists() and not output.is_dir():
        raise click.UsageError(f"--output {output} is a file, but there are several inputs; name a directory")
    if output is not None and several:
        output.mkdir(parents=True, exist_ok=True)
    run = Run(Options(target, launcher), write, output, check, verbose)
    for name in paths:
        if name == "-":
            run.stdin()
            continue
        base = Path(name)
        for path in _expand(base):
            run.one(path, base)
    click.echo(run.summary(), err=True)
    sys.exit(run.status)
