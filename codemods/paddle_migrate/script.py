"""One script on its way: what is known of it, what is to change, what is to be said."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from paddle_migrate.changes import lines
from paddle_migrate.changes.alignment import align
from paddle_migrate.changes.beside import Beside
from paddle_migrate.changes.changes import Changes
from paddle_migrate.changes.comments import keep_comments
from paddle_migrate.changes.imports import Imports
from paddle_migrate.changes.trimming import trim_helpers
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.guards import Guards
from paddle_migrate.options import Options
from paddle_migrate.outcome import Given
from paddle_migrate.project.project import Project
from paddle_migrate.text.edits import written
from paddle_migrate.text.origins import ALIGNMENT, COMMENTS, HELPERS, IMPORTS
from paddle_migrate.text.source import Source


class Script(Changes):
    """What a rewrite is handed: it reads the facts, makes edits, and says what it did."""

    def __init__(self, facts: Facts, options: Options) -> None:
        super().__init__(facts, options)
        self.beside = Beside(self)
        self.imports = Imports(self, self.beside)
        self.scopes, self.names, self.definitions = facts.scopes, facts.names, facts.definitions
        self.origins, self.kinds, self.mode, self.others = facts.origins, facts.kinds, facts.mode, facts.others
        self.references, self.by_call, self.quote = facts.references, facts.by_call, facts.quote
        self.taker, self.taken_by, self.layer_function = facts.taker, facts.taken_by, facts.layer_function
        self.statement, self.assigned_name = facts.statement, facts.assigned_name
        self.is_whole_statement, self.is_skipped, self.string = facts.is_whole_statement, facts.is_skipped, facts.string

    @staticmethod
    def of(source: Source, options: Options, project: Project | None = None, path: Path | None = None) -> Script:
        return Script(Facts.find(source, project, path, options.half, options.mode, options.loop), options)

    @cached_property
    def guards(self) -> Guards:
        """How the guards of the script come to run; asked when it is known which of them become functions."""
        return Guards(self.facts, frozenset(self.record.wrapped))

    def close(self) -> None:
        """Take the parts apart. They refer to one another, and a tree that only the cyclic collector can free costs
        more to free than to search."""
        self.edits.close()
        self.facts.close()
        for part in (self.beside, self.imports, self):
            vars(part).clear()

    def write(self) -> None:
        """What is written once all rewrites are through: imports, helpers, lines that move out."""
        trim_helpers(self)
        with self.edits.by(IMPORTS):
            self.imports.write()
        self._write_helpers()
        self.dedents.write(self.edits)
        with self.edits.by(COMMENTS):
            keep_comments(self)
        with self.edits.by(ALIGNMENT):
            align(self)
        lines.close_gaps(self)

    def _write_helpers(self) -> None:
        """Put the helpers behind the imports that they need."""
        if not self.helpers:
            return
        newline = self.source.newline
        at = self.imports.end_of_imports()
        blank = len(self.source.text[at:]) - len(self.source.text[at:].lstrip("\r\n"))
        missing = newline * max(0, 2 - self.source.text[at : at + blank].count("\n"))
        missing_end = newline if at and not self.source.text[:at].endswith(("\n", "\r")) else ""
        origins, helpers = zip(*self.helpers_in_order(), strict=True)
        texts = [newline * 2 + helper.replace("\n", newline) for helper in helpers]
        texts[0] = missing_end + texts[0]
        texts[-1] += missing
        if self.imports.for_helpers is not None:
            known = tuple(each for name in self.helpers if (each := self.known_helpers.get(name)) is not None)
            own = {self.helpers[name] for name in self.helpers if name not in self.known_helpers}
            kept = "".join(newline * 2 + helper.replace("\n", newline) for helper in helpers if helper in own)
            self.given.append(Given("".join(texts), known, tuple(self.imports.for_helpers), kept and kept + missing))
        parts = []
        for origin, text in zip(origins, texts, strict=True):
            with self.edits.by(origin):
                parts.append(self.edits.signed(text))
        with self.edits.by(HELPERS):
            self.edits.insert(at, lambda: "".join(map(written, parts)), lines.HELPERS)
