"""What is known of a legacy API: the facts behind `paddle-migrate explain` and the API matrix in the documentation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Literal

from paddle_migrate.explain.examples import Example, example_of, renamed, short
from paddle_migrate.rules.definitions import init_of
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule
from paddle_migrate.rules.targets import lines_with

State = Literal["works", "gone"]

_CALLED = ("function", "class", "wrapper", "helper")
_UNSIZED = "paddle_compat.fluid.dygraph.unsized"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message about a word that nobody knows: what it may have meant, or nothing."""
    near = get_close_matches(word, known, n=3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


@dataclass(frozen=True)
class Page:
    """One legacy API; `rule` is a module for a module."""

    name: str
    rule: Rule | RuleModule

    @property
    def state(self) -> State:
        return "gone" if isinstance(self.rule, Rule) and self.rule.kind == "gone" else "works"

    @property
    def signature(self) -> str:
        """`(x, name=None)`; empty for what is not called or takes what today's class takes."""
        rule = self.rule
        if not isinstance(rule, Rule) or (rule.kind not in _CALLED and not isinstance(rule.node, ast.FunctionDef)):
            return ""
        params = [p.name if p.default is None else f"{p.name}={ast.unparse(p.default)}" for p in rule.params]
        return f"({', '.join(params)})"

    @property
    def last(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def today(self) -> str:
        """What the tool makes of a call that gives only what it must; empty when it has no form of its own."""
        return self.example.after

    @cached_property
    def example(self) -> Example:
        """A call that gives only what it must, in dygraph mode, else in a program."""
        rule = self.rule
        return example_of(self.name.removeprefix("paddle."), rule) if isinstance(rule, Rule) else Example()

    @property
    def renamed(self) -> dict[str, str]:
        """What arguments are called today, where the tool writes the call and they have another name in it."""
        rule = self.rule
        return renamed(self.example, self.name.removeprefix("paddle."), rule) if isinstance(rule, Rule) else {}

    @property
    def choices(self) -> list[str]:
        """Today's APIs among which the arguments choose, in the order of the rule's body."""
        rule = self.rule
        node = rule.node if isinstance(rule, Rule) else None
        body = init_of(node) if isinstance(node, ast.ClassDef) else node
        if not isinstance(rule, Rule) or body is None:
            return []
        values = [n.value for n in ast.walk(body) if isinstance(n, (ast.Return, ast.Assign))]
        values = [value.value if isinstance(value, ast.Subscript) else value for value in values]
        targets = [rule.module.dotted(value.func) for value in values if isinstance(value, ast.Call)]
        return [short(t) for t in dict.fromkeys(targets) if t.startswith("paddle.")]

    @property
    def alternatives(self) -> list[str]:
        """`choices`, where nothing else says what the tool writes."""
        written = isinstance(self.rule, Rule) and self.rule.kind != "code" and not self.today
        return self.choices if written else []

    @property
    def written_from(self) -> str:
        """Today's class that the one derives from that the tool writes into the script; empty where it writes none."""
        return short(self.rule.base) if isinstance(self.rule, Rule) and self.rule.written_base is not None else ""

    @property
    def dialects(self) -> str:
        """The lines of Paddle 1 whose form of the call is understood."""
        rule = self.rule
        if not isinstance(rule, Rule) or ".dygraph." not in self.name or rule.short not in unsized_forms():
            return "1.7–1.8"
        return "1.5–1.8" if rule.params else "1.5–1.6"

    @property
    def paddles(self) -> list[str]:
        """The supported lines of today's Paddle that have everything the rule calls: "2.6", "3"."""
        rule = self.rule
        if self.state != "works":
            return []
        if not isinstance(rule, Rule):
            return lines_with([])
        node = rule.node
        names = [rule.module.dotted(n) for n in ast.walk(node) if isinstance(n, ast.expr)] if node is not None else []
        return lines_with([rule.target, *names])


def page_of(name: str) -> Page | None:
    """The page for a dotted name from `paddle.` on; None for what is no name of 1.8.5 known here."""
    rule, beyond = library().legacy(name)
    return Page(name, rule) if rule is not None and not beyond else None


def pages_of(word: str) -> list[Page]:
    """The pages for a name without its package, such as Conv2D: each API once, by its shortest name."""
    called = [[page for page in every(public) if page.last == word] for public in (True, False)]
    found = {id(page.rule): page for page in called[0] or called[1]}
    return list(found.values())


def became(today: str) -> list[Page]:
    """The pages whose API a name of today's is, or may be as the arguments choose, alone or in an expression; those of
    its own name first."""
    spelled = short(today)
    is_in = re.compile(rf"(?<![\w.]){re.escape(spelled)}(?![\w.])")
    found = [page for page in every(public=True)
             if is_in.search(page.today) or spelled in page.alternatives or spelled == page.written_from]
    return sorted(found, key=lambda page: page.last != spelled.rpartition(".")[2])


@cache
def every(public: bool = False) -> tuple[Page, ...]:
    """Each API that compat has, under each of its last names; by its shortest name. `public`: what its module exports,
    alone."""
    found: dict[tuple[int, str], Page] = {}
    for module in library().modules():
        if module.name.startswith(_UNSIZED):
            continue  # other forms of layers that have a page
        package = module.name.replace(PACKAGE, "paddle")
        others = [] if public else [name for name in module.definitions if name[0] != "_"]
        for page in filter(None, (page_of(f"{package}.{name}") for name in (*module.names(), *others))):
            known = found.get((id(page.rule), page.last), page)
            if isinstance(page.rule, Rule):
                found[id(page.rule), page.last] = min(known, page, key=lambda each: len(each.name))
    return tuple(found.values())


def names() -> set[str]:
    """The last parts of all names that have a page."""
    return {page.last for page in every()}


@cache
def unsized_forms() -> frozenset[str]:
    """The layers that have a rule for the form of 1.5 and 1.6: a name scope, and no input size."""
    found: set[str] = set()
    for module in library().modules():
        if module.name.startswith(_UNSIZED):
            for name, node in module.definitions.items():
                names = [arg.arg for arg in node.args.args] if isinstance(node, ast.FunctionDef) else []
                if names[:2] == ["input", "name_scope"]:
                    found.add(name)
    return frozenset(found)
