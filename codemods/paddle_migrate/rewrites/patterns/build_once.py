"""`_build_once` of the script's own layers: Paddle 2.6 calls it at every call until `self._built` is true."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script

IN_PROGRAMS = False  # of layers
_WHY = "self._built = True is put first: else Paddle 2.6 calls it at every call, and makes new parameters each time"


def rewrite(script: Script) -> None:
    if script.options.target != "2.6" or not script.references:
        return
    for function in script.source.all(cst.FunctionDef):
        if function.name.value != "_build_once" or script.is_skipped(function.name):
            continue
        owner = script.source.parent(function, cst.ClassDef, cst.FunctionDef)
        if isinstance(owner, cst.ClassDef) and script.definitions.is_layer_class(owner):
            _built_first(script, function)


def _built_first(script: Script, function: cst.FunctionDef) -> None:
    body, params = function.body, function.params.params
    if not params or "_built" in script.source.code(body):
        return
    first = next((s for s in body.body if not _does_nothing(s)), None)
    if first is None:
        return
    line = f"{params[0].name.value}._built = True"
    script.beside.before(first, line)
    script.say(function.name, "PM102", "_build_once", _WHY)


def _does_nothing(statement: cst.CSTNode) -> bool:
    """A docstring, or `pass`."""
    parts = statement.body if isinstance(statement, cst.SimpleStatementLine) else (statement,)
    texts = (cst.SimpleString, cst.ConcatenatedString)
    return bool(parts) and all(
        isinstance(part, cst.Pass) or (isinstance(part, cst.Expr) and isinstance(part.value, texts)) for part in parts
    )
