"""`emb._w`, `conv._filter_param`: what 1.6's layers called their parameters, today `weight` and `bias`."""

from __future__ import annotations

import ast
from functools import cache

import libcst as cst

from paddle_migrate.rules import Rule, library
from paddle_migrate.scopes import dotted
from paddle_migrate.script import Script


@cache
def _table() -> dict[str, dict[str, str]]:
    """By layer: old names and today's, as the compat layer has them."""
    module = library().module("paddle_compat._first_call")
    table = module.definitions["_ATTRIBUTES"] if module is not None else None
    assert isinstance(table, ast.Assign)
    found: dict[str, dict[str, str]] = ast.literal_eval(table.value)
    return found


def rewrite(script: Script) -> None:
    names = _layers(script)
    for old in {old for kind in names.values() for old in kind}:
        for attribute in script.source.attributes.get(old, ()):
            new = names.get(dotted(attribute.value).rpartition(".")[2], {}).get(old)
            if new is not None and not script.is_skipped(attribute):
                script.edits.replace(*script.source.span(attribute.attr), new)
                script.say(attribute, "PM105", old, f"→ {new}")


def _layers(script: Script) -> dict[str, dict[str, str]]:
    """What the parameters were called of the layers that the file makes, by the last name that it gives them."""
    found: dict[str, dict[str, str]] = {}
    for reference in script.references:
        short = reference.rule.short if isinstance(reference.rule, Rule) else ""
        assign = script.source.parents.get(reference.call) if reference.call is not None else None
        if short in _table() and isinstance(assign, cst.Assign) and len(assign.targets) == 1:
            name = dotted(assign.targets[0].target).rpartition(".")[2]
            found[name] = {**found.get(name, {}), **_table()[short]} if name else {}
    return found
