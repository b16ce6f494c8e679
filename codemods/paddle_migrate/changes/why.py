"""Who wrote which line: the edits know their rewrite, and what it said tells the legacy name."""

from __future__ import annotations

import ast
import bisect
import re
from collections.abc import Iterator
from functools import cached_property

from paddle_migrate.changes.changes import Changes
from paddle_migrate.reasons import By, Origins
from paddle_migrate.rules.rule import Rule, RuleModule
from paddle_migrate.text.origins import Piece


def origins_of(changes: Changes, new: str) -> Origins:
    """Of the lines of a script's new text, and of its old one."""
    return _Why(changes, new).origins()


def place_of(module: RuleModule, line: int) -> str:
    """`paddle_compat/fluid/layers/loss.py:12`."""
    path = module.name.replace(".", "/") + ("/__init__.py" if module.is_package else ".py")
    return f"{path}:{line}"


def place_of_rule(rule: Rule) -> str:
    node = rule.node or rule.module.definitions.get(rule.short)
    return place_of(rule.module, node.lineno) if node is not None else ""


def _place_of_method(rule: Rule, name: str) -> str:
    """Of a method of a class, or of one that it derives from."""
    if not isinstance(rule.node, ast.ClassDef):
        return ""
    for statement in rule.node.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        if name in (getattr(statement, "name", None), getattr(target, "id", None)):
            return place_of(rule.module, statement.lineno)
    bases = (rule.module.library.lookup(rule.module.dotted(base)) for base in rule.node.bases)
    return next((place for base in bases if isinstance(base, Rule) if (place := _place_of_method(base, name))), "")


class _Why:
    def __init__(self, changes: Changes, new: str) -> None:
        self.changes, self.source = changes, changes.source
        self.starts = [0, *(match.end() for match in re.finditer("\n", new))]
        self.said: dict[str, list[tuple[int, str]]] = {}  # by rewrite

    def origins(self) -> Origins:
        found = Origins()
        for piece in self.changes.edits.origins():
            if piece.origin.rewrite:
                by = self._by(piece)
                for line in self._lines(piece):
                    found.new.setdefault(line, []).append(by)
                for line in self._old_lines(piece):
                    found.old.setdefault(line, []).append(by)
        return found

    def _lines(self, piece: Piece) -> range:
        """Of the new text; what only took something away stands in the line that is left."""
        first = bisect.bisect_right(self.starts, piece.start)
        return range(first, max(first, bisect.bisect_left(self.starts, piece.end)) + 1)

    def _old_lines(self, piece: Piece) -> range:
        if piece.edit is None or piece.edit[0] == piece.edit[1]:
            return range(0)
        start, end = piece.edit
        return range(self.source.line_at(start), self.source.line_at(end - 1) + 1)

    def _by(self, piece: Piece) -> By:
        origin = piece.origin
        if origin.name or piece.edit is None:
            return By(origin.rewrite, origin.name, origin.place)
        name = next(self._names(origin.rewrite, *piece.edit), "")
        return By(origin.rewrite, name, self._place(name))

    def _names(self, rewrite: str, start: int, end: int) -> Iterator[str]:
        """What the change may be about: what the rewrite said of its lines, the names in it, what the rewrite said last
        before it, or first behind."""
        first, last = self.source.line_at(start), self.source.line_at(end)
        if rewrite not in self.said:
            self.said[rewrite] = sorted(self.changes.said_by(rewrite))
        said = self.said[rewrite]
        begin, behind = (bisect.bisect_left(said, (line, "")) for line in (first, last + 1))
        here = [name for _, name in said[begin:behind]]
        yield from sorted(here, key=lambda name: name not in self._rules)
        inside = slice(*(bisect.bisect_left(self._references, (at, "")) for at in (start, end)))
        yield from (name for _, name in self._references[inside])
        yield from (name for _, name in reversed(said[:begin]))
        yield from (name for _, name in said)

    def _place(self, name: str) -> str:
        rule = self._rules.get(name)
        if rule is not None:
            return place_of_rule(rule)
        places = (_place_of_method(rule, name) for rule in self._rules.values())
        return next((place for place in places if place), "")

    @cached_property
    def _references(self) -> list[tuple[int, str]]:
        """Where each begins, in order: asked for every edit."""
        return sorted((self.source.core(each.node)[0], each.short) for each in self.changes.facts.references)

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        return dict(self._named())

    def _named(self) -> Iterator[tuple[str, Rule]]:
        for reference in self.changes.facts.references:
            rule = self.changes.rule(reference)
            if isinstance(rule, Rule):
                yield ".".join([reference.short, *reference.beyond]), rule
                yield reference.short, rule
