"""One run of the command line: what is done with each result, and what is said about it."""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from paddle_migrate import streams
from paddle_migrate.api import migrate_source
from paddle_migrate.batch.cache import Cache
from paddle_migrate.batch.finding import Walk
from paddle_migrate.batch.looked import Looked
from paddle_migrate.batch.migrating import look_at_all
from paddle_migrate.batch.outputs import check_inside, places
from paddle_migrate.findings import Finding
from paddle_migrate.options import Options
from paddle_migrate.outcome import Outcome
from paddle_migrate.project import files
from paddle_migrate.project.project import Project
from paddle_migrate.text.parsing import SourceError


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
    why: bool = False
    outcomes: list[Outcome] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    _looked_at: int = 0
    _total: int = 0
    _places: dict[Path, Path] = field(default_factory=dict)  # of --output

    def all(self, walk: Walk) -> None:
        """Migrate the files of the given paths. Raises ValueError where --output would lose one; nothing is written."""
        bases = walk.files()
        self._places = places(bases, self.output) if self.output else {}
        for path, problem in walk.problems:
            self.outcomes.append(self._said(Outcome(str(path), "", "", [problem])))
        project = Project(bases, bases.values())
        results = self._with_progress(
            look_at_all(list(bases), self.options, self.jobs, project, self.cache), len(bases)
        )
        if self.write or self.output:
            results = iter(list(results))  # files are read for what they hand on to others: write none too early
            for folder in {path.parent for path in bases}:
                files.clean(folder)
        for looked in results:
            self._one(looked)
        if self.cache is not None:
            self.cache.save()

    def _with_progress(self, results: Iterator[Looked], total: int) -> Iterator[Looked]:
        """A bar on a terminal when there is something to wait for."""
        self._total = total
        results = self._counted(results)
        if total < 20 or not sys.stderr.isatty() or not (self.write or self.output or self.check):
            yield from results
            return
        with click.progressbar(results, length=total, label="paddle-migrate", file=sys.stderr) as bar:
            yield from bar

    def _counted(self, results: Iterator[Looked]) -> Iterator[Looked]:
        for looked in results:
            self._looked_at += 1
            yield looked

    def _one(self, looked: Looked) -> None:
        outcome = self._said(looked.outcome)
        if not outcome.failed:
            try:
                self._act(looked)
                self.counts["changed"] += outcome.changed
            except SourceError as error:
                problem = Finding(error.line, error.code, "", str(error))
                self._say(outcome.path, [problem])
                outcome = replace(outcome, new=outcome.old, findings=[*outcome.findings, problem])
        self.outcomes.append(outcome)

    def _act(self, looked: Looked) -> None:
        source, outcome = looked.source, looked.outcome
        if self.output is not None:
            raw = source.raw if source else files.read_bytes(looked.path)
            data = source.encode(outcome.new) if source and outcome.changed else raw
            place = self._places[looked.path]
            check_inside(place, self.output)
            files.write(place, data, follow=False)
        elif source is not None and outcome.changed and self.write:
            if files.read_bytes(looked.path) != source.raw:
                raise SourceError("changed on disk meanwhile; not overwritten")
            files.write(looked.path, source.encode(outcome.new))
        elif source is not None and outcome.changed and not self.check:
            streams.put(diff(source, outcome), source.encoding)

    def stdin(self) -> None:
        """Migrate standard input to standard output."""
        try:
            if sys.stdin is None:
                raise SourceError("cannot be read: standard input is closed")
            source = files.decode(sys.stdin.buffer.read())
        except (SourceError, OSError) as error:
            line, code = (error.line, error.code) if isinstance(error, SourceError) else (0, "PM901")
            self._said(Outcome("<stdin>", "", "", [Finding(line, code, "", str(error))]))
            return
        result = migrate_source(source.text, "<stdin>", self.options)
        outcome = self._said(Outcome("<stdin>", source.text, result.text, result.findings, result.origins))
        self.counts["changed"] += outcome.changed
        if not self.check:
            streams.put(source.encode(result.text) if outcome.changed else source.raw, source.encoding)

    def _said(self, outcome: Outcome) -> Outcome:
        """Count a result and say its findings; returns it with the findings that were asked for."""
        findings = [f for f in outcome.findings if self._wanted(f)]
        self.counts["files"] += 1
        self._say(outcome.path, findings)
        if self.why and outcome.changed:
            streams.say(*(line for reason in outcome.why for line in reason.show(outcome.path)))
        return replace(outcome, findings=findings)

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
            streams.say(*shown)

    def failed(self, what: str) -> None:
        """An error that is none of a file's."""
        self.counts["error"] += 1
        streams.say(what)

    def so_far(self) -> str:
        """For one that is interrupted."""
        written = f"{self.counts['changed']} written" if self.write or self.output else "nothing written"
        return f": {self._looked_at} of {self._total} file(s) looked at, {written}"

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


_LINE = re.compile(r"[^\n]*\n|[^\n]+")  # as patch and git count them


def diff(source: files.Text, outcome: Outcome) -> bytes:
    """A unified diff that patch and git apply take, in the file's own encoding."""
    mark = source.mark.decode()
    old, new = (_LINE.findall(mark + text) for text in (outcome.old, outcome.new))
    lines = list(difflib.unified_diff(old, new, "", ""))[2:]
    body = "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)
    path = outcome.path.lstrip("/")
    names = f"--- {_quoted('a/' + path)}\n+++ {_quoted('b/' + path)}\n"
    return os.fsencode(names) + source.encode(body)[len(source.mark) :]


def _quoted(name: str) -> str:
    """As git writes a name that could be taken for something else."""
    if re.search(r'[\x00-\x1f"\\\x7f]', name):
        return '"' + re.sub(r'[\x00-\x1f"\\\x7f]', lambda m: f"\\{ord(m[0]):03o}", name) + '"'
    return name + "\t" if " " in name else name
