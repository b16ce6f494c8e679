"""Whether the model is in training: in a program `is_test` says it, in dynamic mode the layer whose method asks."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.rules.expansion import TRAINING, Default, Expansion, Given, Refused
from paddle_migrate.text.pytree import dotted_name

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_MODE = "train() and eval() decide, as they did in 1.8.5's dygraph mode"
_NOBODY = "it asks whether the model is in training; call it in the model's forward(), or say training="


def answer_training(script: Script, call: cst.Call, expansion: Expansion) -> None:
    """Put the answer into the expansion, which is the call's own. Raises Refused where nobody knows it."""
    owner = ""
    if script.mode.of(call) == "static":
        answer: Callable[[list[ast.expr]], ast.expr] = _not_testing
    elif owner := _object_asked(script, call):
        answer = functools.partial(_of_object, owner)
    else:
        raise Refused(_NOBODY)
    answered = _Answered(answer)
    expansion.value = answered.visit(expansion.value)
    if owner and any(isinstance(each, Given) for each in answered.asked):
        expansion.dropped = {"is_test": _MODE, **expansion.dropped}


def _object_asked(script: Script, call: cst.Call) -> str:
    """What the method around calls its object, where that is a layer."""
    method, owner = script.source.parent(call, cst.FunctionDef), script.source.parent(call, cst.ClassDef)
    inside = owner is not None and script.definitions.is_layer_class(owner)
    if method is None or not inside or not script.definitions.takes_object(method):
        return ""
    return [*method.params.posonly_params, *method.params.params][0].name.value


def _of_object(name: str, asked: list[ast.expr]) -> ast.expr:
    return dotted_name(f"{name}.training")


def _not_testing(asked: list[ast.expr]) -> ast.expr:
    is_test = asked[0]
    if isinstance(is_test, (Default, ast.Constant)) or (isinstance(is_test, Given) and is_test.known):
        return ast.Constant(value=not is_test.value)
    return ast.UnaryOp(op=ast.Not(), operand=is_test)


class _Answered(ast.NodeTransformer):
    """Puts something in the place of the question."""

    def __init__(self, answer: Callable[[list[ast.expr]], ast.expr]) -> None:
        self.answer = answer
        self.asked: list[ast.expr] = []

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == TRAINING:
            self.asked += node.args
            return self.answer(node.args)
        return self.generic_visit(node)
