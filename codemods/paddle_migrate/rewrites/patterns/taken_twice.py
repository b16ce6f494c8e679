"""`gather` of a row taken twice, `scatter` over rows: 1.8.5 gave them other gradients than today's. A function written
into the script keeps the first, the second is said."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.facts.without_gradient import has_no_gradient
from paddle_migrate.script import Script

IN_PROGRAMS = True
_GATHERED = (
    "→ {}, written into the script: a row taken more than once has the gradient of the last time alone, as in 1.8.5; "
    "paddle.gather, which adds them up, is enough where none is"
)
_REPLACED = (
    "rows that are replaced had the gradient of what replaced them in 1.8.5, and have none today; nothing is to do "
    "where the tensor needs no gradient"
)
_EACH_ONCE = ("arange", "nonzero", "range", "where")


def rewrite(script: Script) -> None:
    for reference in script.open("gather", "scatter"):
        if reference.beyond or script.is_skipped(reference.node) or not _is_of_layers(reference):
            continue
        if reference.call is not None and not _may_part(script, reference):
            continue
        if reference.name.endswith(".scatter"):
            script.say(reference.node, "PM344", reference.short, _REPLACED)
        else:
            _by_function(script, reference)


def _by_function(script: Script, reference: Reference) -> None:
    name = write_written(script, "gather")
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, _GATHERED.format(name))


def _is_of_layers(reference: Reference) -> bool:
    return reference.name.startswith("paddle.fluid.layers.")


def _may_part(script: Script, reference: Reference) -> bool:
    """Whether the gradients may be others: not where the script shows that there are none, or that no row is twice."""
    overwrite = reference.argument("overwrite")
    adds = overwrite is not None and script.source.code(overwrite) == "False"
    given = reference.argument("input")
    if given is not None and has_no_gradient(script.facts, given):
        return "stop_gradient" in script.source.attributes
    if reference.name.endswith(".scatter"):
        return True
    return not adds and not _is_made_by(script, reference.argument("index"), _EACH_ONCE)


def _is_made_by(script: Script, node: cst.BaseExpression | None, names: tuple[str, ...]) -> bool:
    ends = origins_of(script.facts, node) if node is not None else []
    made = [script.names.resolve(end.func).rpartition(".")[2] if isinstance(end, cst.Call) else "" for end in ends]
    return bool(made) and all(each in names for each in made)
