"""Where a variable or an attribute is named in a part of a script."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted


def mentions_of(facts: Facts, name: str, inside: cst.CSTNode) -> list[cst.CSTNode]:
    """Where `name` (`loader` or `self.loader`) stands in a piece of the facts."""
    owner, _, last = name.rpartition(".")
    if not owner:
        return [n for n in facts.source.all(cst.Name) if n.value == name and facts.source.lies_in(n, inside)]
    nodes = facts.source.attributes.get(last, ())
    return [n for n in nodes if dotted(n) == name and facts.source.lies_in(n, inside)]
