"""One run of the command line: what is done with each result, and what is said about it."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from paddle_migrate import streams
from paddle_migrate.api import migrate_source
from paddle_migrate.batch.asking import Asking
from paddle_migrate.batch.baseline import Baseline
from paddle_migrate.batch.brought import missing
from paddle_migrate.batch.cache import Cache
from paddle_migrate.batch.diffing import diff
from paddle_migrate.batch.finding import Walk
from paddle_migrate.batch.git import changed_since, uncommitted
from paddle_migrate.batch.looked import Looked
from paddle_migrate.batch.migrating import look_at_all
from paddle_migrate.batch.outputs import check_inside, copies, places
from paddle_migrate.batch.sharing import place_of_module, share
from paddle_migrate.batch.tied import tied
from paddle_migrate.chinese.sentences import said
from paddle_migrate.chinese.wanted import is_chinese
from paddle_migrate.findings import Finding, is_wanted, levels, listed
from paddle_migrate.formats import migrate_unknown, migrator
from paddle_migrate.options import Options
from paddle_migrate.outcome import Outcome
from paddle_migrate.project import files
from paddle_migrate.project.project import Project
from paddle_migrate.report.repeats import Repeats
from paddle_migrate.report.tally import LEVELS
from paddle_migrate.terminal.screen import Screen
from paddle_migrate.text.parsing import SourceError

_DIRTY = (
    "not written, for git could not give back what is there now: {}; commit or stash them, or give --allow-dirty"
)
_TIED = "tied to what is rewritten, and not given: {}; old and new files do not run together: give them, too"
_MISSING = "imported, not installed here, and no longer brought by Paddle: pip install {}"
_SHARED = "helpers that several files share: {}"
_NAMED = 5


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
    quiet: bool = False  # only what is left to a person, and errors
    allow_dirty: bool = False
    interactive: bool = False
    since: str | None = None  # a revision: only what changed since it
    copy: Walk | None = None  # with --output: the other files that go along
    baseline: Baseline | None = None
    screen: Screen = field(default_factory=Screen)
    outcomes: list[Outcome] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    _looked_at: int = 0
    _total: int = 0
    _places: dict[Path, Path] = field(default_factory=dict)  # of --output
    asking: Asking | None = None
    met: set[str] = field(default_factory=set[str])  # names of --only and --except that were for something
    tied: list[Path] = field(default_factory=list[Path])  # not given, and not to be left behind
    missing: list[str] = field(default_factory=list[str])  # packages to install
    is_unsure: bool = False  # of these, because code in other kinds of files does not tell
    repeats: Repeats = field(init=False)

    def __post_init__(self) -> None:
        self.repeats = Repeats(self.verbose)

    def all(self, walk: Walk) -> None:
        """Migrate the files of the given paths.

        Raises ValueError where git cannot tell what --since asks, where --output would lose a file, or --write
        something that is not committed; then nothing is written.
        """
        bases = walk.files()
        given = set(bases.values())  # names cross from files that did not change, too
        if self.since is not None:
            changed = changed_since(self.since, bases)
            bases = {path: base for path, base in bases.items() if path in changed}
        self._places = places(bases, self.output) if self.output else {}
        for path, problem in walk.problems:
            self.outcomes.append(self._said(Outcome(str(path), "", "", [problem])))
        project = Project(bases, given)
        if self.interactive:
            self.asking = Asking(self.options, project, self.screen.diff)
        self._total = len(bases)
        results = self._counted(look_at_all(list(bases), self.options, self.jobs, project, self.cache))
        results = self.screen.counting(results, len(bases))
        if not self.interactive and self.cache is None:  # what was kept has no text
            results = iter(self._shared(list(results), project))
        if self.write or self.output:
            results = iter(list(results))  # files are read for what they hand on to others: write none too early
            for folder in {path.parent for path in bases}:
                files.clean(folder)
        if self.write and not self.allow_dirty:
            results = self._committed(list(results))
        for looked in results:
            self._one(looked)
        if not self.check:
            rewritten = [o for o in self.outcomes if o.changed and o.path.endswith(".py")]
            before = {Path(o.path): o.old.encode("utf-8", "surrogateescape") for o in rewritten}
            self.tied, self.missing = tied(before, project), missing(before, project)
        if self.copy is not None and self.output is not None:
            self._copy(copies(self.copy.files(), bases, self.output), self.output)
        if self.cache is not None:
            self.cache.save()

    def _shared(self, results: list[Looked], project: Project) -> list[Looked]:
        found = share(results, project, self._places)
        if self._places:
            self._places |= {each.path: place_of_module(each.path, self._places) for each in found[len(results) :]}
        return found

    def _counted(self, results: Iterator[Looked]) -> Iterator[Looked]:
        for looked in results:
            self._looked_at += 1
            yield looked

    def _committed(self, results: list[Looked]) -> Iterator[Looked]:
        dirty = uncommitted(looked.path for looked in results if looked.outcome.changed and looked.path.exists())
        if dirty:
            raise ValueError(_DIRTY.format(listed([*map(str, dirty)], _NAMED)))
        return iter(results)

    def _copy(self, copied: dict[Path, Path], output: Path) -> None:
        for path, place in copied.items():
            try:
                check_inside(place, output)
                files.write(place, files.read_bytes(path), follow=False)
                self.counts["copied"] += 1
            except SourceError as error:
                self.failed(f"{path}: {error}")

    def _one(self, looked: Looked) -> None:
        outcome = self._said(looked.outcome)
        if not outcome.failed:
            try:
                outcome = self._act(looked, outcome)
                self.counts["changed"] += outcome.changed and not outcome.is_made
            except SourceError as error:
                problem = Finding(error.line, error.code, "", str(error))
                self._say(outcome, [problem])
                outcome = replace(outcome, new=outcome.old, findings=[*outcome.findings, problem])
        self.outcomes.append(outcome)

    def _act(self, looked: Looked, outcome: Outcome) -> Outcome:
        """Write or show what came of a file; returns what the user would have of it."""
        source = looked.source
        if self.output is not None:
            raw = source.raw if source else files.read_bytes(looked.path)
            data = source.encode(outcome.new) if source and outcome.changed else raw
            place = self._places[looked.path]
            check_inside(place, self.output)
            files.write(place, data, follow=False)
        elif source is not None and outcome.changed and self.write:
            if self.asking is not None:
                outcome = replace(outcome, new=self.asking.agreed(looked).new)
            if (looked.path.exists() or source.raw) and files.read_bytes(looked.path) != source.raw:
                raise SourceError("changed on disk meanwhile; not overwritten")
            if outcome.changed:
                files.write(looked.path, source.encode(outcome.new))
        elif source is not None and outcome.changed and not self.check:
            self.screen.diff(diff(source, outcome), source.encoding)
        return outcome

    def stdin(self, name: str | None = None) -> None:
        """Migrate standard input to standard output; `name`: of the file that it is, which tells its format."""
        shown = name or "<stdin>"
        try:
            if sys.stdin is None:
                raise SourceError("cannot be read: standard input is closed")
            source = files.decode(sys.stdin.buffer.read(), is_python=name is None or name.endswith(".py"))
        except (SourceError, OSError) as error:
            line, code = (error.line, error.code) if isinstance(error, SourceError) else (0, "PM901")
            self._said(Outcome(shown, "", "", [Finding(line, code, "", str(error))]))
            return
        if name is None:
            result = migrate_source(source.text, shown, self.options)
        else:
            result = (migrator(name) or migrate_unknown)(source.text, name, self.options, Project([Path(name)]))
        outcome = self._said(Outcome(shown, source.text, result.text, result.findings, result.origins))
        self.counts["changed"] += outcome.changed
        if not self.check:
            streams.put(source.encode(result.text) if outcome.changed else source.raw, source.encoding)

    def _said(self, outcome: Outcome) -> Outcome:
        """Count a result and say its findings; returns it with the findings that were asked for."""
        findings = [f for f in outcome.findings if is_wanted(f, self.select, self.ignore)]
        self.counts["files"] += not outcome.is_made
        if outcome.origins is not None:
            self.met |= outcome.origins.met
            self.is_unsure |= outcome.changed and outcome.origins.otherwise is not None
        self._say(outcome, findings)
        if self.check and outcome.changed and self.baseline is None and not self.quiet:
            self.screen.would_change(outcome.path)
        if self.why and outcome.changed:
            self.screen.say(*(line for reason in outcome.why for line in reason.show(outcome.path)))
        return replace(outcome, findings=findings)

    def _say(self, outcome: Outcome, findings: list[Finding]) -> None:
        self.counts.update(levels(findings))
        unsaid = {"note", "rewritten"} if self.quiet else set() if self.verbose else {"rewritten"}
        if self.baseline is not None and not self.verbose:
            unsaid = {"note", "rewritten", "person"}  # what is new of them is said at the end
        shown = sorted((f for f in findings if f.level not in unsaid), key=lambda f: f.level != "person")
        self.screen.findings(outcome.path, self.repeats.told(outcome.path, shown), outcome.old)

    def failed(self, what: str) -> None:
        """An error that is none of a file's."""
        self.counts["error"] += 1
        self.screen.say(what)

    def so_far(self) -> str:
        """For one that is interrupted."""
        written = f"{self.counts['changed']} written" if self.write or self.output else "nothing written"
        return f": {self._looked_at} of {self._total} file(s) looked at, {written}"

    def summary(self) -> str:
        done = "changed" if self.write or self.output else "would change"
        text = (
            f"{self.counts['files']} file(s): {self.counts['changed']} {done}, "
            f"{self.counts['rewritten']} uses rewritten, {self.counts['note']} note(s)"
        )
        parts = [said(text)]
        parts += [said(f"{self.counts['copied']} copied")] if self.counts["copied"] else []
        parts += [said(f"{self.counts['error']} error(s)")] if self.counts["error"] else []
        return ("，" if is_chinese() else ", ").join(parts)

    def advice(self) -> list[str]:
        """What to do next."""
        only, besides = self._idle(self.options.only), self._idle(self.options.leave_out)
        lines = [f"--only {name}: nothing of this name is rewritten here" for name in only]
        lines += [f"--except {name}: nothing of this name is rewritten here" for name in besides]
        if not (self.select or self.ignore or any(self.counts[what] for what in ("changed", *LEVELS))):
            lines.append("no use of PaddlePaddle 1.x in what was given")
        made = [_from_here(Path(outcome.path)) for outcome in self.outcomes if outcome.is_made]
        if made:
            lines.append(_SHARED.format(listed(made, _NAMED)))
        if self.tied:
            lines.append(_TIED.format(listed([*map(_from_here, self.tied)], _NAMED)))
        if self.missing:
            lines.append(_MISSING.format(" ".join(self.missing)))
        if self.counts["changed"] and not (self.write or self.output):
            lines.append("to rewrite: the same with --write")
        found = Counter(f.code for o in self.outcomes for f in o.findings if f.level in ("person", "error"))
        if found:
            (most, _), *others = sorted(found.items(), key=lambda item: (-item[1], item[0]))
            rest = ", ".join(code for code, _ in others)
            what = f"what is left and what to do: paddle-migrate explain {most}"
            lines.append(f"what is left and what to do: paddle-migrate explain {most} (also {rest})" if rest else what)
        return lines

    def _idle(self, names: tuple[str, ...]) -> list[str]:
        """Names given that chose nothing, where that is known."""
        return [] if self.is_unsure else [name for name in names if name not in self.met]

    @property
    def status(self) -> int:
        if self.counts["error"]:
            return 2
        if self.baseline is not None:
            return 1 if self.baseline.new(self.outcomes) else 0
        return 1 if self.check and (self.counts["changed"] or self.counts["person"]) else 0


def _from_here(path: Path) -> str:
    """Spelled as one would from the current folder."""
    return streams.visible(os.path.relpath(path))
