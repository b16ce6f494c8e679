"""After `model.eval()` 1.8 recorded no gradients, of any layer, until a `train()`; since 2.0 they are recorded."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.objects import classes_of, line
from paddle_migrate.facts.values.order import holding
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import Values, values_of
from paddle_migrate.script import Script

IN_PROGRAMS = False  # of layers; programs have copies for tests (tested_programs.py)
_BACKWARD = re.compile(rb"\.\s*backward\b")
_TURNS_ON = re.compile(r"paddle\.fluid\.dygraph\.(?:base\.)?(?:guard|enable_dygraph)|paddle\.fluid\.enable_\w+")
_TRAINING = "training"


def rewrite(script: Script) -> None:
    """Say it where backward() may run behind it, in whatever file, and no train() between."""
    facts = script.facts
    calls = [call for _, call in script.source.method_calls("eval") if not call.args]
    if not calls or not facts.is_old or not facts.says(_BACKWARD):
        return
    others = facts.others.importing() if facts.others is not None else []
    held = holding([facts, *map(Facts.of_other, others)], _sets, _asks, _TRAINING)
    for call in calls:
        if Spot(facts, call).place in held:
            script.say_once(
                call,
                "PM342",
                "eval()",
                "1.8 recorded no gradients after it, since 2.0 they are: a backward() behind it trains now",
            )


def _method(call: Spot) -> str:
    func = call.node.func if isinstance(call.node, cst.Call) else None
    return func.attr.value if isinstance(func, cst.Attribute) else ""


def _asks(call: Spot) -> bool:
    return _method(call) == "backward"


def _sets(call: Spot) -> object:
    if not isinstance(call.node, cst.Call):
        return None
    func, method = call.node.func, _method(call)
    if method == "eval" and not call.node.args:
        return call.place if _may_be_layer(call.at(func.value)) else None  # type: ignore[attr-defined]
    turns_on = method == "train" or _TURNS_ON.fullmatch(call.facts.names.resolve(func))
    return _TRAINING if turns_on else None


def _may_be_layer(receiver: Spot) -> bool:
    """A layer, or something that is not seen: nothing else of Paddle's, and of no class that derives from nothing."""
    values = values_of(receiver.facts)
    return any(_is_or_may_be_layer(values, end) for end in values.ends(receiver))


def _is_or_may_be_layer(values: Values, end: Spot) -> bool:
    if isinstance(end.node, cst.Call) and end.facts.names.resolve(end.node.func).startswith("paddle."):
        return end.facts.kinds.is_layer(end.node)
    classes = [each for _, owner in classes_of(values, end) for each in line(values, owner)]
    bases = [each.at(base.value) for each in classes for base in each.node.bases]  # type: ignore[union-attr]
    return not classes or not all(_is_plain(values, each) for each in bases)


def _is_plain(values: Values, base: Spot) -> bool:
    """`object`, or a class of the files, whose own bases are asked besides."""
    ends = values.ends(base)
    name = base.expression
    is_object = isinstance(name, cst.Name) and name.value == "object"
    return is_object or all(isinstance(each.node, cst.ClassDef) for each in ends)
