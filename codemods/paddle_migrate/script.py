"""One script on its way: what is known of it, what is to change, what is to be said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import libcst as cst

from paddle_migrate.changes.beside import Beside
from paddle_migrate.changes.imports import Imports
from paddle_migrate.facts.abroad import Abroad
from paddle_migrate.facts.definitions import Definitions
from paddle_migrate.facts.guards import Guards
from paddle_migrate.facts.kinds import Kinds
from paddle_migrate.facts.mode import Mode
from paddle_migrate.facts.names import Names, Reference
from paddle_migrate.facts.scopes import Scope, Scopes
from paddle_migrate.findings import Finding
from paddle_migrate.options import Options
from paddle_migrate.rules.library import Rule, library
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.skipping import SKIP
from paddle_migrate.text.source import Source


class Script:
    """Holds the parts that the rewrites share; a rewrite reads `references`, adds `edits` and `say`s what it did."""

    def __init__(self, source: Source, options: Options) -> None:
        self.source = source
        self.options = options
        self.abroad: Abroad | None = None  # of a file of a project: what its other modules return
        self.edits = Edits(source.text)
        if self._skipped:
            self.edits.keep([(source.line_start(n), source.line_start(n + 1)) for n in self._skipped])
        self.findings: list[Finding] = []
        self._said: set[Finding] = set()
        self.scopes = Scopes(source)
        self.names = Names(source, self.scopes, library())
        self.definitions = Definitions(self)
        self.kinds = Kinds(self)
        self.imports = Imports(self)
        self.mode = Mode(self)
        self.left: frozenset[int] = frozenset()  # lines of code that is no dygraph and stays as it is
        self.unclear: set[cst.CSTNode] = set()  # functions of which it was said that their mode is not known
        self.beside = Beside(self)
        self.is_fragment = False  # commented-out code: what it assigns may be read anywhere
        self.helpers: dict[str, str] = {}  # functions to write into the script: name, text
        self.schedulers: set[tuple[Scope, str]] = set()  # new variables for learning-rate schedules
        self.scheduled: set[cst.Call] = set()  # makers of optimizers whose schedule the script steps by itself now
        self.own_schedules: set[cst.CSTNode] = set()  # calls of the script's own classes that are schedules now
        self.rates_in_time: set[cst.CSTNode] = set()  # readings of a rate that stand before that step
        self.dropped: set[cst.CSTNode] = set()  # names in arguments that are not written again
        self.told: dict[str, str] = {}  # names of optimizers that are told their parameters now, and what they are told
        self.in_strings: set[str] = set()  # names of the script by which strings reach fluid
        self.wrapped: dict[cst.With, str] = {}  # guard blocks that become functions: the function's name

    def close(self) -> None:
        """Take the parts apart. They refer to one another, and a tree that only the cyclic collector can free costs
        more to free than to search."""
        for scope in self.scopes.everywhere():
            vars(scope).clear()
        vars(self).clear()

    @property
    def references(self) -> list[Reference]:
        return self.names.references

    def open(self, *short_names: str) -> list[Reference]:
        """References not dealt with yet, to the rules of these names (of all, when none is given)."""
        return [
            r
            for r in self.references
            if not r.done
            and not self.is_skipped(r.node)
            and (not short_names or (isinstance(r.rule, Rule) and r.rule.short in short_names))
        ]

    def taker(self, value: cst.CSTNode) -> cst.CSTNode | None:
        """What the expression is an argument of: a call, or a class of which it is a base."""
        arg = self.source.parents.get(value)
        return self.source.parents.get(arg) if isinstance(arg, cst.Arg) else None

    def taken_by(self, value: cst.CSTNode) -> Reference | None:
        """The legacy API whose call the expression is an argument of."""
        call = self.taker(value)
        return self.by_call.get(call) if call is not None else None

    def is_skipped(self, node: cst.CSTNode) -> bool:
        """Whether the node's line is left alone: a comment on it tells the tool so, or it is no dygraph."""
        if not self._skipped and not self.left:
            return False
        line = self.source.line(node)
        return line in self._skipped or line in self.left

    def leave_lines(self, lines: set[int]) -> None:
        """Leave whole lines as they are, and say no more about them."""
        self.left = frozenset(lines)
        firsts = sorted(n for n in lines if n - 1 not in lines)
        ends = sorted(n + 1 for n in lines if n + 1 not in lines)
        pairs = zip(firsts, ends, strict=True)
        self.edits.keep_blocks([(self.source.line_start(a), self.source.line_start(b)) for a, b in pairs])

    @cached_property
    def _skipped(self) -> frozenset[int]:
        return frozenset(self.source.line_at(c.start) for c in self.source.comments if SKIP.search(c.value))

    @cached_property
    def guards(self) -> Guards:
        """How the guards of the script come to run; asked when it is known which of them become functions."""
        return Guards(self)

    @cached_property
    def by_call(self) -> dict[cst.CSTNode, Reference]:
        return {r.call: r for r in self.references if r.call is not None}

    @cached_property
    def quote(self) -> str:
        """The quotation mark that the script uses more often."""
        counts = Counter(s.value.lstrip("rbuRBU")[0] for s in self.source.all(cst.SimpleString))
        return "'" if counts["'"] > counts['"'] else '"'

    def layer_function(self, call: cst.CSTNode | None) -> str:
        """The function of fluid.layers that is called, by its short name; empty for anything else."""
        reference = self.by_call.get(call) if call is not None else None
        if reference is None or reference.beyond or not isinstance(reference.rule, Rule):
            return ""
        return reference.name.rpartition(".")[2] if reference.name.startswith("paddle.fluid.layers.") else ""

    def say(self, node: cst.CSTNode | int, code: str, name: str, message: str) -> None:
        line = node if isinstance(node, int) else self.source.line(node)
        finding = Finding(line, code, name, message)
        if finding not in self._said and line not in self.left:
            self._said.add(finding)
            self.findings.append(finding)

    def say_once(self, node: cst.CSTNode, code: str, name: str, message: str) -> None:
        """Say it where the file first has it."""
        if not any((f.code, f.name, f.message) == (code, name, message) for f in self.findings):
            self.say(node, code, name, message)

    def leave(self, reference: Reference, code: str, why: str) -> None:
        """Leave a reference as it is, for a person; only the first reason is said."""
        if not reference.reported:
            reference.reported = True
            self.say(reference.node, code, ".".join([reference.short, *reference.beyond]), why)

    def render(self, node: cst.CSTNode) -> str:
        """The node's text with all edits inside it."""
        start, end = self.source.span(node)
        return self.edits.render(start, end)

    def helper(self, name: str, text: str, spelled: Sequence[str] = ()) -> str:
        """Have a definition written into the script; in the text `{name}` stands for the name that comes back, and
        `{0}`, `{1}`, … for what is ``spelled``."""
        if name not in self._helper_names:
            chosen = name
            while self._is_taken(chosen):
                chosen += "_"
            self._helper_names[name] = chosen
            self.helpers[chosen] = text.format(*spelled, name=chosen)
        return self._helper_names[name]

    def _is_taken(self, name: str) -> bool:
        """Whether the name means anything else than the legacy API of that name, whose import goes."""
        bindings = [b for s in self.scopes.everywhere() for b in s.bindings.get(name, [])]
        legacy = re.compile(rf"paddle\.(fluid|complex)\..*\b{name}")
        return any(b.kind != "import" or not legacy.fullmatch(b.target) for b in bindings)

    @cached_property
    def _helper_names(self) -> dict[str, str]:
        return {}

    def write_helpers(self) -> None:
        """Put the helpers behind the imports that they need."""
        if not self.helpers:
            return
        newline = self.source.newline
        at = self.imports.end_of_imports()
        text = "".join(newline * 2 + helper.replace("\n", newline) for helper in self.helpers.values())
        blank = len(self.source.text[at:]) - len(self.source.text[at:].lstrip("\r\n"))
        missing = newline * max(0, 2 - self.source.text[at : at + blank].count("\n"))
        missing_end = newline if at and not self.source.text[:at].endswith(("\n", "\r")) else ""
        self.edits.insert(at, missing_end + text + missing)

    def string(self, value: str) -> str:
        """A string literal in the script's own quotation marks."""
        text = repr(value)
        return text if self.quote == "'" or '"' in value else f'"{text[1:-1]}"'

    # -- statements ------------------------------------------------------------------------------------------

    def statement(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The small statement (`x = 1`, `f()`) that is or holds this expression at its top."""
        kinds = (cst.Expr, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Return, cst.Del, cst.Assert, cst.Raise)
        return node if isinstance(node, kinds) else self.source.parent(node, *kinds)

    def is_whole_statement(self, node: cst.CSTNode) -> bool:
        return isinstance(self.source.parents.get(node), cst.Expr)

    def assigned_name(self, call: cst.CSTNode) -> cst.Name | None:
        """`x` when the node is the value of `x = node`."""
        parent = self.source.parents.get(call)
        if isinstance(parent, cst.Assign) and parent.value is call and len(parent.targets) == 1:
            target = parent.targets[0].target
            return target if isinstance(target, cst.Name) else None
        return None

    def indentation(self, node: cst.CSTNode) -> str:
        """White space before the node's line in the result."""
        return self.source.indentation(node)[self._taken_from(self.source.line(node)) :]

    def dedent(self, first: int, last: int, width: str) -> None:
        """Move lines out by one level, except those that begin inside a string."""
        for line in range(first, last + 1):
            if line not in self._inside_strings:
                self._dedents.setdefault(line, []).append(width)

    def _taken_from(self, line: int) -> int:
        """How many characters of the line's indentation go."""
        text, taken = self.source.line_text(line), 0
        blank = len(text) - len(text.lstrip(" \t"))
        for width in self._dedents.get(line, []):
            taken += len(width) if text.startswith(width, taken) else 0
        return min(taken, blank)

    def write_dedents(self) -> None:
        for line in self._dedents:
            start = self.source.line_start(line)
            taken = self._taken_from(line)
            if taken:
                self.edits.delete(start, start + taken)

    @cached_property
    def _dedents(self) -> dict[int, list[str]]:
        return {}

    @cached_property
    def _inside_strings(self) -> set[int]:
        inside: set[int] = set()
        for node in self.source.all(cst.SimpleString, cst.FormattedString):
            if _may_hold_lines(node):
                start, end = self.source.core(node)
                inside.update(range(self.source.line_at(start) + 1, self.source.line_at(end) + 1))
        return inside


def _may_hold_lines(string: cst.SimpleString | cst.FormattedString) -> bool:
    return not isinstance(string, cst.SimpleString) or "\n" in string.value or "\r" in string.value
