"""Handlers of `EOFException`, which readers of programs raised at their end: in dygraph mode nothing ever did."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.schedules import is_end_of_data


def handlers(facts: Facts) -> list[tuple[Reference, cst.ExceptHandler]]:
    """The handlers that never run in dygraph mode, and the names in their heads."""
    found: list[tuple[Reference, cst.ExceptHandler]] = []
    for reference in facts.references:
        handler = facts.source.parents.get(reference.node)
        if is_end_of_data(reference.name) and isinstance(handler, cst.ExceptHandler) and facts.mode.is_dynamic(handler):
            found.append((reference, handler))
    return found


def never_runs(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it stands in such a handler."""
    return any(facts.source.lies_in(node, handler) for _, handler in handlers(facts))
