"""What of a file's rewrites can be had by itself.

A function of `fluid.layers` stands for itself: today's call takes and gives the same tensors as the compat layer's. All
else leans on one another (an optimizer and its `step()`, a guard and its device, a loss without dimension and its
`item()`): half of it would be a script that trains otherwise, so it goes together. A program goes as a whole, for
today's functions know nothing of the compat layer's variables.
"""

from __future__ import annotations

import ast

from paddle_migrate.facts.names import Reference
from paddle_migrate.reasons import Units
from paddle_migrate.rules.rule import PACKAGE, Rule
from paddle_migrate.script import Script

_LAYERS = f"{PACKAGE}.fluid.layers."
_NO_FUNCTIONS = ("control_flow", "io", "learning_rate_scheduler")  # modules whose functions do more than compute
_BY_THEMSELVES = ("calls", "values")  # the rewrites that do what a rule says, reference by reference


def is_by_itself(script: Script, reference: Reference) -> bool:
    """Whether this one can be rewritten, or left, without a word about the rest of the file."""
    rule = script.rule(reference)
    if script.mode.of_file != "dynamic" or not isinstance(rule, Rule) or reference.beyond or rule.vector_result:
        return False
    computes = isinstance(rule.node, ast.FunctionDef) or (rule.kind == "move" and rule.short.islower())
    module = rule.module.name.removeprefix(_LAYERS)
    return computes and rule.module.name.startswith(_LAYERS) and module not in _NO_FUNCTIONS


def units_of(script: Script) -> Units:
    """Of a script that all rewrites went over."""
    done = [r for r in script.references if script.is_settled(r)]
    alone = {r.short for r in done if is_by_itself(script, r)}
    others = {r.short for r in done if not is_by_itself(script, r)}
    rewrites = script.edits.rewrites().difference(_BY_THEMSELVES)
    return Units(tuple(sorted(alone)), tuple(sorted(others | rewrites)))
