"""Layers that share a parameter by its name: Paddle 3 makes one of its own for each, and trains each by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.shared_names import may_share, thawed
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_METHODS = ("minimize", "backward")
_FUNCTIONS = {"append_backward": "loss", "gradients": "targets", "calc_gradient": "targets"}
_HELPER = "share_parameters"
_STATEMENTS = (cst.Expr, cst.Assign, cst.AnnAssign, cst.Return)
_LATER = (  # what a statement may not come to, or comes to with names of its own
    cst.BooleanOperation, cst.DictComp, cst.GeneratorExp, cst.IfExp, cst.Lambda, cst.ListComp, cst.SetComp,
)
_SAID = "layers of one parameter's name share it, as before Paddle 3"


_TRAINS = re.compile(rb"\btrainable *=")
_PERSON = (
    "a later layer has the parameter trained, and in 1.8.5 the last one's attributes count: today nothing comes back "
    "through what this layer makes; give it trainable=True, too"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or (not script.references and "enable_static" in script.source.text):
        return  # of today's, the helpers that were written name nothing that the old one did not
    for given in thawed(script.facts) if script.facts.says(_TRAINS) else ():
        script.say(given, "PM333", script.source.code(given), _PERSON)
    losses = [(name, call, loss) for name, call, loss in _losses(script) if not script.is_skipped(call)]
    if not losses or f"{_HELPER}(" in script.source.text or not may_share(script.facts):
        return
    for said, call, loss in losses:
        statement = script.source.parent(call, *_STATEMENTS, *_LATER)
        while isinstance(loss, cst.BinaryOperation):  # `loss * scale` is of the program of `loss`
            loss = loss.left
        name = write_written(script, _HELPER)
        if not isinstance(statement, _STATEMENTS) or script.source.has_effects(loss):
            script.edits.wrap(*script.source.span(loss), f"{name}(", ")")
        else:
            script.beside.before(statement, f"{name}({script.source.code(loss)})")
        script.say(call, "PM119", said, f"→ {name}, written into the script: {_SAID}")


def _losses(script: Script) -> Iterator[tuple[str, cst.Call, cst.BaseExpression]]:
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
