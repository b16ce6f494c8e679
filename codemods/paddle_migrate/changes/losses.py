"""What gradients are built of, and what is done to its program before they are."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

_METHODS = ("minimize", "backward")
_FUNCTIONS = {"append_backward": "loss", "gradients": "targets", "calc_gradient": "targets"}
_STATEMENTS = (cst.Expr, cst.Assign, cst.AnnAssign, cst.Return)
_LATER = (  # what a statement may not come to, or comes to with names of its own
    cst.BooleanOperation, cst.DictComp, cst.GeneratorExp, cst.IfExp, cst.Lambda, cst.ListComp, cst.SetComp,
)


def losses(script: Script) -> Iterator[tuple[str, cst.Call, cst.BaseExpression]]:
    """Each call that has gradients built, and what of."""
    calls = [(name, call) for name in _METHODS for _, call in calls_of_others(script.facts, name)]
    named = [(each.name.rpartition(".")[2], each.call) for each in script.references]
    calls += [(name, call) for name, call in named if name in _FUNCTIONS and call is not None]
    for name, call in calls:
        loss = argument(call, 0, _FUNCTIONS.get(name, "loss"))
        if isinstance(loss, (cst.List, cst.Tuple)):  # all of one program
            loss = loss.elements[0].value if loss.elements else None
        if loss is not None:
            yield name, call, loss


def hand_through(script: Script, call: cst.Call, loss: cst.BaseExpression, helper: str) -> str:
    """Give the loss to a helper that gives it back, before the statement if that is sure to come to it."""
    statement = script.source.parent(call, *_STATEMENTS, *_LATER)
    name = write_written(script, helper)
    is_made = not isinstance(loss, (cst.Name, cst.Attribute, cst.Subscript)) or script.source.has_effects(loss)
    if is_made or not isinstance(statement, _STATEMENTS):
        script.edits.wrap(*script.source.span(loss), f"{name}(", ")")
    else:
        script.beside.before(statement, f"{name}({script.source.code(loss)})")
    return name


def scaled(facts: Facts, loss: cst.BaseExpression) -> cst.BaseExpression | None:
    """`loss` of `loss / 2 + penalty` and `0.5 * loss`, whose program is that of the whole; None where neither side is
    sure to be no number."""
    while isinstance(loss, cst.BinaryOperation):
        left, right = loss.left, loss.right
        if not isinstance(loss.operator, cst.Multiply) or constants(facts, right):
            loss = right if constants(facts, left) else left
        elif constants(facts, left) or _is_made(facts, right):
            loss = right
        elif _is_made(facts, left):
            loss = left
        else:
            return None
    return loss


def _is_made(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether a layer gives it, as far as all is seen."""
    ends = values_of(facts).ends(Spot(facts, node))
    return bool(ends) and all(isinstance(end.node, cst.Call) and end.node in end.facts.by_call for end in ends)
