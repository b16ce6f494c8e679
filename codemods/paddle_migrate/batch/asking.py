"""`--interactive`: each file's diff is shown before it is written, and each of its rewrites where that is wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import click

from paddle_migrate import streams
from paddle_migrate.batch.diffing import diff
from paddle_migrate.batch.looked import Looked
from paddle_migrate.batch.migrating import look_at
from paddle_migrate.chinese.sentences import said
from paddle_migrate.choosing import REST
from paddle_migrate.options import Options
from paddle_migrate.outcome import Outcome
from paddle_migrate.project.project import Project

_FILE = ["yes", "no", "each", "all", "quit"]
_RULE = ["yes", "no", "always", "never", "file", "quit"]


@dataclass
class Asking:
    """Asks about one file after the other; `show` puts a diff on the screen. What was said of a rule holds for all
    files that follow."""

    options: Options
    project: Project
    show: Callable[[bytes, str], None]
    rules: dict[str, bool] = field(default_factory=dict[str, bool])  # answered by always and never
    answer: str = ""  # the last, of a file

    def agreed(self, looked: Looked) -> Outcome:
        """What of the outcome is to be written: all, nothing or a part."""
        outcome = looked.outcome
        if self.answer not in ("all", "quit"):
            self._show(looked, outcome)
            units = outcome.origins.units if outcome.origins is not None else ()
            choices = _FILE if any(units) else [word for word in _FILE if word != "each"]
            self.answer = _prompt(said(f"rewrite {streams.visible(outcome.path)}?"), choices)
        if self.answer == "each":
            return self._chosen(looked)
        return outcome if self.answer in ("yes", "all") else replace(outcome, new=outcome.old)

    def _chosen(self, looked: Looked) -> Outcome:
        outcome = looked.outcome
        assert outcome.origins is not None
        functions, rest = outcome.origins.units
        names = [*functions, REST] if rest else [*functions]
        wanted: list[str] = []
        answer = ""
        for name in names:
            answer = self._asked(looked, name, rest) if answer not in ("file", "quit") else answer
            if answer in ("yes", "always", "file"):
                wanted.append(name)
        if answer == "quit":
            self.answer = "quit"
        if len(wanted) == len(names):
            return outcome
        return self._of(looked, tuple(wanted)) if wanted else replace(outcome, new=outcome.old)

    def _asked(self, looked: Looked, name: str, rest: tuple[str, ...]) -> str:
        """`yes` or `no` for this file, `always` or `never` for all, `file` for all that is left in the file."""
        if name in self.rules:
            return "yes" if self.rules[name] else "no"
        self._show(looked, self._of(looked, (name,)))
        question = said(f"all that leans on one another: {', '.join(rest)}?") if name == REST else f"{name}?"
        answer = _prompt(question, _RULE)
        if answer in ("always", "never"):
            self.rules[name] = answer == "always"
        return answer

    def _of(self, looked: Looked, names: tuple[str, ...]) -> Outcome:
        return look_at(looked.path, replace(self.options, only=names), self.project).outcome

    def _show(self, looked: Looked, outcome: Outcome) -> None:
        assert looked.source is not None
        self.show(diff(looked.source, outcome), looked.source.encoding)


def _prompt(question: str, choices: list[str]) -> str:
    """One of the words; its first letters do: `y`, `n`, of two that begin alike the first."""
    choice = click.Choice(choices)

    def whole(value: str) -> str:
        begun = (word for word in choices if value and word.startswith(value.lower()))
        return str(choice.convert(next(begun, value), None, None))

    answer: str = click.prompt(question, type=choice, value_proc=whole, err=True)
    return answer
