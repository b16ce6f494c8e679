"""In static graphs, names whose form of today is another one for programs are read by the rules for these."""

from __future__ import annotations

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_DYGRAPH = "paddle.fluid.dygraph."


def rewrite(script: Script) -> None:
    today = library().module(f"{PACKAGE}._today") if is_rewritten_program(script) else None
    if today is None:
        return
    names = frozenset(today.names())
    for reference in script.open():
        rule, last = reference.rule, reference.name.rpartition(".")[2]
        if isinstance(rule, Rule):
            last = rule.short
        found = today.find(last) if last in names and not reference.name.startswith(_DYGRAPH) else None
        if isinstance(found, Rule) and not isinstance(rule, RuleModule):
            script.read_by(reference, found)
