"""Slips that real copies of these scripts carry: said with a suggestion, never mended in silence."""

from __future__ import annotations

import ast
import re

import libcst as cst

from paddle_migrate.facts.scopes import Scope
from paddle_migrate.rules import launcher
from paddle_migrate.script import Script
from paddle_migrate.text.pytree import python_tree

IN_PROGRAMS = False  # what it suggests is of the dynamic graph's flow
_MODEL_METHODS = (
    "scale_loss",
    "apply_collective_grads",
    "clear_gradients",
    "state_dict",
    "parameters",
    "train",
    "eval",
)
MEANT = "did you mean"  # what a suggestion begins with
_OTHER_LANGUAGES = {"true": "True", "false": "False", "null": "None", "none": "None", "nil": "None"}
_FLAGS = {**launcher.FLAGS, **launcher.VARIABLES, "--gpu ": "--gpus"}
_KEYWORDS = {"selelcted_gpus": "gpus", "selected_gpus": "gpus"}


# what may stand before a word that is a name; not a quotation mark: `reduction="none"` is in every other file
_BEFORE_A_NAME = "=([{,: \t\n\r+-*/%<>&|^~@;"
_WORDS = (*_FLAGS, *_KEYWORDS, *_MODEL_METHODS[:3])
_FOREIGN = re.compile(f"[{re.escape(_BEFORE_A_NAME)}](?:{'|'.join(_OTHER_LANGUAGES)})\\b")


def may_be_in(text: str) -> bool:
    """Whether any of these slips can be found in the text: asked of every file that mentions Paddle, so it is quick."""
    if any(word in text for word in _WORDS):
        return True
    return any(word in text for word in _OTHER_LANGUAGES) and _FOREIGN.search(text) is not None and _is_a_name(text)


def _is_a_name(text: str) -> bool:
    """Whether such a word stands in the code: messages and comments say "use_gpu=true" more often than code does."""
    tree = python_tree(text)
    return tree is None or any(
        isinstance(node, ast.Name) and node.id in _OTHER_LANGUAGES for node in ast.walk(tree)
    )


def rewrite(script: Script) -> None:
    models: dict[Scope, list[str]] = {}
    for name in script.scopes.undefined():
        _undefined(script, name, models)
    whole = script.source.text
    if any(flag in whole for flag in _FLAGS):
        for comment in script.source.comments:
            _flags(script, script.source.line_at(comment.start), comment.value)
        for node in script.source.all(cst.SimpleString):
            _flags(script, node, node.value)
    for call in script.source.all(cst.Call) if "spawn" in whole else ():
        if script.names.resolve(call.func) == "paddle.distributed.spawn":
            _spawn_keywords(script, call)


def _undefined(script: Script, name: cst.Name, known: dict[Scope, list[str]]) -> None:
    if name.value in _OTHER_LANGUAGES:
        script.say(name, "PM307", name.value, f"is not defined; {MEANT} `{_OTHER_LANGUAGES[name.value]}`?")
        return
    parent = script.source.parents.get(name)
    if isinstance(parent, cst.Attribute) and parent.value is name and parent.attr.value in _MODEL_METHODS:
        models = _models(script, name, known)
        meant = f"; {MEANT} `{models[0]}.{parent.attr.value}`?" if models else ""
        script.say(name, "PM307", f"{name.value}.{parent.attr.value}", f"`{name.value}` is not defined{meant}")


def _models(script: Script, near: cst.Name, known: dict[Scope, list[str]]) -> list[str]:
    """Names of models that can be seen from there; `known` keeps those of each scope."""
    scope: Scope | None = script.scopes.of(near)
    names: list[str] = []
    while scope is not None:
        if scope not in known:
            bound = scope.bindings.items()
            known[scope] = [n for n, bindings in bound if any(script.kinds.is_layer(b.value) for b in bindings)]
        names += known[scope]
        scope = scope.outer
    return names


def _flags(script: Script, where: cst.CSTNode | int, text: str) -> None:
    launches = "launch" in text or "CUDA_VIS" in text or text.strip("\"'# ").startswith("--")
    for wrong, right in _FLAGS.items():
        if wrong in text and launches:
            first = where if isinstance(where, int) else script.source.line(where)
            line = first + text[: text.index(wrong)].count("\n")
            script.say(line, "PM210", wrong.strip(), f"today's spelling is {right}")


def _spawn_keywords(script: Script, call: cst.Call) -> None:
    for arg in call.args:
        if arg.keyword and arg.keyword.value in _KEYWORDS:
            right = _KEYWORDS[arg.keyword.value]
            script.say(arg, "PM210", f"spawn({arg.keyword.value}=)", f"today's spelling is {right}=")
