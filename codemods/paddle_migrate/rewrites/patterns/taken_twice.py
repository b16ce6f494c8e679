"""`gather` of a row taken twice, `scatter` over rows: 1.8.5 gave them other gradients than today's, which is said."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.script import Script

IN_PROGRAMS = True
_SAID = {
    "gather": (
        "of a row that is taken more than once 1.8.5 kept the gradient of the last time alone, today they add up; "
        "nothing is to do where no row is taken twice, or where the sum is wanted"
    ),
    "scatter": (
        "rows that are replaced had the gradient of what replaced them in 1.8.5, and have none today; nothing is to do "
        "where the tensor needs no gradient"
    ),
}
_EACH_ONCE = ("arange", "nonzero", "range", "where")
_WITHOUT_GRADIENT = (
    "data", "fill_constant", "fill_constant_batch_size_like", "ones", "ones_like", "to_variable", "zeros", "zeros_like"
)


def rewrite(script: Script) -> None:
    for reference in script.open(*_SAID):
        if reference.beyond or script.is_skipped(reference.node) or not _is_of_layers(reference):
            continue
        if reference.call is None or _may_part(script, reference):
            script.say(reference.node, "PM344", reference.short, _SAID[reference.short.rpartition(".")[2]])


def _is_of_layers(reference: Reference) -> bool:
    return reference.name.startswith("paddle.fluid.layers.")


def _may_part(script: Script, reference: Reference) -> bool:
    """Whether the gradients may be others: not where the script shows that there are none, or that no row is twice."""
    overwrite = reference.argument("overwrite")
    adds = overwrite is not None and script.source.code(overwrite) == "False"
    if _is_made_by(script, reference.argument("input"), _WITHOUT_GRADIENT):
        return "stop_gradient" in script.source.attributes
    if reference.name.endswith(".scatter"):
        return True
    return not adds and not _is_made_by(script, reference.argument("index"), _EACH_ONCE)


def _is_made_by(script: Script, node: cst.BaseExpression | None, names: tuple[str, ...]) -> bool:
    ends = origins_of(script.facts, node) if node is not None else []
    made = [script.names.resolve(end.func).rpartition(".")[2] if isinstance(end, cst.Call) else "" for end in ends]
    return bool(made) and all(each in names for each in made)
