"""What kind of object a call of Paddle's makes, old or new, by its rule and its arguments (kinds.py)."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.rules.kinds import kind_of
from paddle_migrate.rules.rule import Rule

_MODERN = {"paddle.optimizer.": "optimizer", "paddle.nn.": "layer", "paddle.DataParallel": "parallel"}
_NEITHER = re.compile(r"paddle\.(?:nn\.(?:initializer\.|ClipGrad)|optimizer\.lr\.)")


def made_by_rule(rule: Rule, call: cst.Call) -> str:
    """Of a legacy name; empty where it is nothing of interest."""
    kind = kind_of(rule)
    return f"{kind} {_of_reduction(rule, call)}".strip() if kind in ("", "complex") else kind


def made_today(name: str) -> str:
    """Of a class of today's."""
    if not name.rpartition(".")[2][:1].isupper() or _NEITHER.match(name):
        return ""
    return next((what for prefix, what in _MODERN.items() if name.startswith(prefix)), "")


def _of_reduction(rule: Rule, call: cst.Call) -> str:
    """Whether a rule's result is 0-D today. A trace is nearly always taken of a matrix, and a product that may be
    of two vectors hardly ever is."""
    if not rule.vector_result or not _is_full_reduction(rule, call):
        return ""
    return "scalar" if not rule.maybe_vector else "maybe scalar" if rule.short == "trace" else ""


def _is_full_reduction(rule: Rule, call: cst.Call) -> bool:
    """`mean(x)`, `reduce_sum(x)` are; `reduce_sum(x, dim=1)`, `kldiv_loss(x, y, reduction="none")` are not."""
    by_name = {a.keyword.value: a.value for a in call.args if a.keyword}
    names = [p.name for p in rule.params]
    for arg, name in zip([a for a in call.args if not a.keyword], names, strict=False):
        by_name[name] = arg.value
    plain = {"dim": "None", "keep_dim": "False", "keepdim": "False"}
    if any(name in by_name and not _is_name(by_name[name], value) for name, value in plain.items()):
        return False
    reduction = by_name.get("reduction")
    return reduction is None or (isinstance(reduction, cst.SimpleString) and reduction.raw_value != "none")


def _is_name(node: cst.CSTNode, name: str) -> bool:
    return isinstance(node, cst.Name) and node.value == name
