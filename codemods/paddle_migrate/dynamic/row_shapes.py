"""The shapes of rows of sequences, whose number only a run knows: what functions that an earlier step wrote give."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from paddle_migrate.facts.written_here import is_helper
from paddle_migrate.interpreter.values import UNKNOWN, Array, Closure, Items, Symbol, tensor
from paddle_migrate.rules.sequence_layers import PADS, ROWS


def of_rows(function: Closure, args: list[Any], keywords: dict[str, Any]) -> Any:
    """What the call gives; None where it is of no such function."""
    node = function.node
    name = function.name.rstrip("_")  # which the script may have had already
    if not isinstance(node, ast.FunctionDef) or name not in _SHAPES or not is_helper(name, ast.get_docstring(node)):
        return None
    given = dict(zip((each.arg for each in node.args.args), args, strict=False)) | keywords
    rows = given.get(node.args.args[0].arg)
    if not isinstance(rows, Array) or rows.shape is None:
        return UNKNOWN if name != "over_rows" else _run(given)
    return _SHAPES[name](rows, given)


def _run(given: dict[str, Any]) -> Any:
    states = given.get("states")
    begin = states.values if isinstance(states, Items) else []
    widths = [each.shape[-1] if isinstance(each, Array) and each.shape else each for each in begin]
    known = [each for each in widths if isinstance(each, int)]
    return tensor((Symbol(), sum(known)), "float32") if known and len(known) == len(widths) else UNKNOWN


def _once(rows: Array, given: dict[str, Any]) -> Any:
    assert rows.shape is not None
    return tensor((Symbol(), *rows.shape[1:]), rows.dtype)


def _padded(rows: Array, given: dict[str, Any]) -> Any:
    assert rows.shape is not None
    return tensor((Symbol(), Symbol(), *rows.shape[1:]), rows.dtype)


def _unpadded(rows: Array, given: dict[str, Any]) -> Any:
    assert rows.shape is not None
    return tensor((Symbol(), *rows.shape[2:]), rows.dtype)


def _with_lengths(rows: Array, given: dict[str, Any]) -> Any:
    assert rows.shape is not None
    longest = given.get("maxlen")
    size = longest if isinstance(longest, int) and longest > 0 else Symbol()
    return tensor((Symbol(), size, *rows.shape[1:]), rows.dtype), tensor((Symbol(),), "int64")


def _numbers(lengths: Array, given: dict[str, Any]) -> Any:
    return tensor((Symbol(),), "int64")


_SHAPES: dict[str, Callable[[Array, dict[str, Any]], Any]] = {
    **dict.fromkeys(ROWS, _once), PADS: _with_lengths, "over_rows": lambda _, given: _run(given), "padded": _padded,
    "unpadded": _unpadded, "numbers_of": _numbers,
}
