"""What is to become of one script, and what is to be said about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import count

import libcst as cst

from paddle_migrate.changes.dedents import Dedents
from paddle_migrate.changes.folded_parameters import joined_headers
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Scope
from paddle_migrate.findings import Finding
from paddle_migrate.options import Options
from paddle_migrate.outcome import Given, Helper
from paddle_migrate.rules.rule import Rule, RuleModule
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.origins import Origin


class Changes:
    """Grows while the rewrites run; the facts under it stay as they are."""

    def __init__(self, facts: Facts, options: Options) -> None:
        self.facts, self.options = facts, options
        self.source = facts.source
        self.edits = Edits(self.source.text)
        if facts.marked_lines:
            self.edits.keep([(self.source.line_start(n), self.source.line_start(n + 1)) for n in facts.marked_lines])
        self.dedents = Dedents(self.source)
        self.record = Record()
        self.deleted_lines: dict[int, Origin] = {}  # whole, and by whom
        self.deleted_comments: set[int] = set()  # lines whose comments go with them
        self.findings: list[Finding] = []
        self.helpers: dict[str, str] = {}  # definitions to write into the script: name, text
        self.known_helpers: dict[str, Helper] = {}  # what each of them is, for another file to have it
        self.given: list[Given] = []  # when they are written
        self.set_within: dict[cst.CSTNode, str] = {}  # expressions, by the names that they are given where they stand
        self._asked: dict[str, tuple[Origin, int]] = {}  # by whom each was asked for first, and as the how manieth
        self._asks = count()
        self._helper_names: dict[str, str] = {}
        self._said: set[Finding] = set()
        self._sayings: list[tuple[str, Finding]] = []  # each with the rewrite that said it
        self._silent: frozenset[int] = frozenset()  # lines of which no more is said
        self._settled: set[Reference] = set()
        self._rules: dict[Reference, Rule] = {}
        self._reported: set[Reference] = set()
        self._held: set[Reference] = set()

    # -- references --------------------------------------------------------------------------------------------

    def settle(self, reference: Reference) -> None:
        """Note that the reference is rewritten: no other rewrite looks at it, and its import is no longer needed."""
        self._settled.add(reference)

    def is_settled(self, reference: Reference) -> bool:
        return reference in self._settled

    def report(self, reference: Reference) -> None:
        """Note that the reference is left and that it was said why."""
        self._reported.add(reference)

    def is_reported(self, reference: Reference) -> bool:
        return reference in self._reported

    def leave(self, reference: Reference, code: str, why: str) -> None:
        """Leave a reference as it is, for a person; only the first reason is said."""
        if reference not in self._reported:
            self._reported.add(reference)
            self.say(reference.node, code, ".".join([reference.short, *reference.beyond]), why)

    def hold(self, reference: Reference) -> None:
        """Leave a reference that is not wanted: nothing is done with it, and nothing said."""
        self._held.add(reference)
        self._reported.add(reference)

    def open(self, *short_names: str) -> list[Reference]:
        """References not dealt with yet, to the rules of these names (of all, when none is given)."""
        if short_names and self._short_names.isdisjoint(short_names):
            return []  # most rewrites ask for what a script does not have
        found = [r for r in self.facts.references if r not in self._settled]
        if short_names:
            found = [r for r in found if isinstance(rule := self.rule(r), Rule) and rule.short in short_names]
        return [r for r in found if r not in self._held and not self.facts.is_skipped(r.node)]

    def rule(self, reference: Reference) -> Rule | RuleModule | None:
        """What the reference means: what its name does, or a rule for this call alone."""
        return self._rules.get(reference, reference.rule)

    def read_by(self, reference: Reference, rule: Rule) -> None:
        """Read the reference's call by a rule of its own."""
        self._rules[reference] = rule
        self._short_names.add(rule.short)

    @cached_property
    def _short_names(self) -> set[str]:
        """Those of all rules that the script's references are read by, or were."""
        return {rule.short for r in self.facts.references if isinstance(rule := self.rule(r), Rule)}

    # -- findings ----------------------------------------------------------------------------------------------

    def say(self, node: cst.CSTNode | int, code: str, name: str, message: str) -> None:
        line = node if isinstance(node, int) else self.source.line(node)
        finding = Finding(line, code, name, message)
        if finding not in self._said and line not in self._silent:
            self._said.add(finding)
            self.findings.append(finding)
            self._sayings.append((self.edits.origin.rewrite, finding))

    def said_by(self, rewrite: str) -> list[tuple[int, str]]:
        """The lines and the names of what the rewrite said."""
        return [(finding.line, finding.name) for who, finding in self._sayings if who == rewrite]

    def say_once(self, node: cst.CSTNode, code: str, name: str, message: str) -> None:
        """Say it where the file first has it."""
        if not any((f.code, f.name, f.message) == (code, name, message) for f in self.findings):
            self.say(node, code, name, message)

    def leave_lines(self, lines: frozenset[int]) -> None:
        """Leave whole lines as they are, and say no more about them."""
        self._silent = lines
        firsts = sorted(n for n in lines if n - 1 not in lines)
        ends = sorted(n + 1 for n in lines if n + 1 not in lines)
        pairs = zip(firsts, ends, strict=True)
        self.edits.keep_blocks([(self.source.line_start(a), self.source.line_start(b)) for a, b in pairs])

    # -- text --------------------------------------------------------------------------------------------------

    def render(self, node: cst.CSTNode) -> str:
        """The node's text with all edits inside it."""
        return self.edits.render(*self.source.span(node))

    def indentation(self, node: cst.CSTNode) -> str:
        """White space before the node's line in the result."""
        return self.dedents.indentation(node)

    def helper(self, name: str, text: str, spelled: Sequence[str] = ()) -> str:
        """Have a definition written into the script; in the text `{name}` stands for the name that comes back, and
        `{0}`, `{1}`, … for what is ``spelled``."""
        if name not in self._helper_names and self._has_definition(name, _written(text, name, spelled)):
            return name
        if name not in self._helper_names:
            chosen = name
            while self._is_taken(chosen):
                chosen += "_"
            self._helper_names[name] = chosen
            self.helpers[chosen] = _written(text, chosen, spelled)
        chosen = self._helper_names[name]
        asked = self.edits.origin, next(self._asks)
        self._asked[chosen] = min(asked, self._asked.get(chosen, asked), key=lambda a: (a[0].number, a[1]))
        return chosen

    def helpers_in_order(self) -> list[tuple[Origin, str]]:
        """Their texts in the order of the rewrites that ask for them, each with whom it is from."""
        names = sorted(self.helpers, key=lambda name: (self._asked[name][0].number, self._asked[name][1]))
        return [(self._asked[name][0], self.helpers[name]) for name in names]

    def _has_definition(self, name: str, text: str) -> bool:
        """Whether the script has it from an earlier pass."""
        bindings = self.facts.scopes.module.bindings.get(name, [])
        return len(bindings) == 1 and self.source.code(bindings[0].node).strip() == text.strip()

    def _is_taken(self, name: str) -> bool:
        """Whether the name means anything else than the legacy API of that name, whose import goes."""
        bindings = [b for s in self.facts.scopes.everywhere() for b in s.bindings.get(name, [])]
        legacy = rf"paddle\.(fluid|complex|utils)\..*\b{name}"
        return any(b.kind != "import" or not re.fullmatch(legacy, b.target) for b in bindings)


def _written(text: str, name: str, spelled: Sequence[str]) -> str:
    return joined_headers(text.format(*spelled, name=name))


class Record:
    """What one rewrite did that another one has to know: all that rewrites say to one another stands here."""

    def __init__(self) -> None:
        self.schedulers: set[tuple[Scope, str]] = set()  # new variables for learning-rate schedules
        self.scheduled: set[cst.Call] = set()  # makers of optimizers whose schedule the script steps now
        self.own_schedules: set[cst.CSTNode] = set()  # calls of the script's own schedule classes
        self.rates_in_time: set[cst.CSTNode] = set()  # readings of a rate that stand before that step
        self.keeps_rate: set[cst.CSTNode] = set()  # calls of minimize() whose optimizer keeps the rate of each step
        self.kept: set[cst.CSTNode] = set()  # calls whose tensor or array is written with the dimension it had
        self.cast_back: set[cst.CSTNode] = set()  # calls whose result is written with the dtype of their input
        self.dropped: set[cst.CSTNode] = set()  # names in arguments that are not written again
        self.told: dict[str, str] = {}  # optimizers that are told their parameters now, and what
        self.functions: set[cst.CSTNode] = set()  # what was a class, and is a function now
        self.in_strings: set[str] = set()  # names of the script by which strings, or other files, reach fluid
        self.wrapped: dict[cst.With, str] = {}  # guard blocks that become functions: their names
        # functions whose mode is not known, and what in them depends on it
        self.unclear: dict[cst.CSTNode, list[tuple[cst.CSTNode, str]]] = {}
