"""One run of the command line: what is done with each result, and what is said about it."""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from paddle_migrate import files
from paddle_migrate.api import migrate_source
from paddle_migrate.cache import Cache
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.parsing import SourceError
from paddle_migrate.process import Looked, look_at_all
from paddle_migrate.project import Project
from paddle_migrate.script import Options


@dataclass
class Run:
    """What is to be done with each file, and what came of it so far."""

    options: Options
    write: bool = False
    output: Path | None = None
    check: bool = False
    verbose: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    jobs: int = 1
    cache: Cache | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def all(self, paths: list[tuple[Path, Path]]) -> None:
        """Migrate files, given with the argument that each of them came from."""
        bases = dict(paths)
        project = Project(bases, bases.values())
        results = self._with_progress(
            look_at_all(list(bases), self.options, self.jobs, project, self.cache), len(bases)
        )
        if self.write or self.output:
            results = iter(list(results))  # files are read for what they hand on to others: write none too early
            for folder in {path.parent for path in bases}:
                files.clean(folder)
        for looked in results:
            self._one(looked, bases[looked.path])
        if self.cache is not None:
            self.cache.save()

    def _with_progress(self, results: Iterator[Looked], total: int) -> Iterator[Looked]:
        """A bar on a terminal when there is something to wait for."""
        if total < 20 or not sys.stderr.isatty() or not (self.write or self.output or self.check):
            yield from results
            return
        with click.progressbar(results, length=total, label="paddle-migrate", file=sys.stderr) as bar:
            yield from bar

    def _one(self, looked: Looked, base: Path) -> None:
        outcome = self._said(looked.outcome)
        self.outcomes.append(outcome)
        if outcome.failed:
            return
        try:
            self._act(looked, base)
        except SourceError as error:
            self._say(outcome.path, [Finding(error.line, error.code, "", str(error))])

    def _act(self, looked: Looked, base: Path) -> None:
        source, outcome = looked.source, looked.outcome
        if self.output is not None:
            raw = source.raw if source else files.read_bytes(looked.path)
            data = source.encode(outcome.new) if source and outcome.changed else raw
            files.write(self._target(looked.path, base), data)
        elif source is not None and outcome.changed and self.write:
            if files.read_bytes(looked.path) != source.raw:
                raise SourceError("changed on disk meanwhile; not overwritten")
            files.write(looked.path, source.encode(outcome.new))
        elif outcome.changed and not self.check:
            click.echo(diff(outcome.old, outcome.new, outcome.path), nl=False)

    def stdin(self) -> None:
        """Migrate standard input to standard output."""
        try:
            source = files.decode(sys.stdin.buffer.read())
        except SourceError as error:
            self._said(Outcome("<stdin>", "", "", [Finding(error.line, error.code, "", str(error))]))
            return
        result = migrate_source(source.text, "<stdin>", self.options)
        outcome = self._said(Outcome("<stdin>", source.text, result.text, result.findings))
        if not self.check:
            sys.stdout.buffer.write(source.encode(result.text) if outcome.changed else source.raw)
            sys.stdout.buffer.flush()

    def _said(self, outcome: Outcome) -> Outcome:
        """Count a result and say its findings; returns it with the findings that were asked for."""
        findings = [f for f in outcome.findings if self._wanted(f)]
        self.counts["files"] += 1
        self.counts["changed"] += outcome.changed
        self._say(outcome.path, findings)
        return Outcome(outcome.path, outcome.old, outcome.new, findings)

    def _wanted(self, finding: Finding) -> bool:
        """Errors always; else what --select names (all, without it) and --ignore does not."""
        if finding.level == "error":
            return True
        selected = not self.select or finding.code.startswith(self.select)
        return selected and not (self.ignore and finding.code.startswith(self.ignore))

    def _say(self, path: str, findings: list[Finding]) -> None:
        self.counts.update(finding.level for finding in findings)
        shown = [f.show(path) for f in findings if f.level != "rewritten" or self.verbose]
        if shown:
            click.echo("\n".join(shown), err=True)

    def _target(self, path: Path, base: Path) -> Path:
        """Where --output puts a file: the path itself for a file, the same place below it for a directory."""
        assert self.output is not None
        if path == base and not self.output.is_dir():
            return self.output
        return self.output / path.relative_to(base if base.is_dir() else base.parent)

    def summary(self) -> str:
        done = "changed" if self.write or self.output else "would change"
        text = (
            f"{self.counts['files']} file(s): {self.counts['changed']} {done}, "
            f"{self.counts['rewritten']} uses rewritten, "
            f"{self.counts['note']} note(s), {self.counts['person']} left to a person"
        )
        return text + (f", {self.counts['error']} error(s)" if self.counts["error"] else "")

    def advice(self) -> list[str]:
        """What to do next."""
        lines = []
        if self.counts["changed"] and not (self.write or self.output):
            lines.append("to rewrite: the same with --write")
        found = Counter(f.code for o in self.outcomes for f in o.findings if f.level in ("person", "error"))
        if found:
            (most, _), *others = sorted(found.items(), key=lambda item: (-item[1], item[0]))
            rest = f" (also {', '.join(code for code, _ in others)})" if others else ""
            lines.append(f"what is left and what to do: paddle-migrate explain {most}{rest}")
        return lines

    @property
    def status(self) -> int:
        if self.counts["error"]:
            return 2
        return 1 if self.check and (self.counts["changed"] or self.counts["person"]) else 0


def diff(old: str, new: str, path: str) -> str:
    """A unified diff that patch and git apply take."""
    names = (f"a/{path.lstrip('/')}", f"b/{path.lstrip('/')}")
    lines = difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), *names)
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)
