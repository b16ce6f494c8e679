"""What an operator gives of values that are known, or known in part."""

from __future__ import annotations

import ast
import operator
from typing import Any

from paddle_migrate.interpreter.dtypes import common
from paddle_migrate.interpreter.iteration import elements
from paddle_migrate.interpreter.joining import is_floating
from paddle_migrate.interpreter.shapes import broadcast
from paddle_migrate.interpreter.values import (
    TEXT,
    UNKNOWN,
    Array,
    Closure,
    External,
    Instance,
    Items,
    Native,
    OwnClass,
    Symbol,
    Table,
    Thing,
    Unknown,
)
from paddle_migrate.rules.folding import ORDERINGS

_LARGEST = 10**9  # of a number or a string's length that is worth computing
_OPERATORS: dict[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
PLAIN = (int, float, str, bool, type(None))
_OF_FUNCTIONS = ("paddle", "numpy", "math")


def truth(value: Any) -> bool | None:
    """Whether a condition holds; None when that is not known."""
    if isinstance(value, (*PLAIN, tuple)):
        return bool(value)
    if isinstance(value, Items):
        return bool(value.values) if value.exact or value.values else None
    if isinstance(value, Table):
        return bool(value.values) if value.exact else None
    if isinstance(value, External):
        return None if _is_open(value) else True
    if isinstance(value, (Closure, Instance, OwnClass, Native, Thing)):
        return True
    return None


def _is_open(value: Any) -> bool:
    """Whether it is of a library whose values may be anything: `sys.flags.optimize`, `settings.DEBUG`."""
    return isinstance(value, External) and value.name.partition(".")[0] not in _OF_FUNCTIONS


def operate(op: ast.operator, left: Any, right: Any) -> Any:
    """`left op right`."""
    if isinstance(left, Array) or isinstance(right, Array):
        return _operate_arrays(op, left, right)
    if isinstance(left, Items) or isinstance(right, Items):
        return _operate_lists(op, left, right)
    if left is TEXT or right is TEXT or (isinstance(left, str) and isinstance(op, ast.Mod)):
        known = isinstance(left, str) and isinstance(right, (*PLAIN, tuple))
        return _apply(op, left, right) if known else TEXT
    if isinstance(left, Symbol) or isinstance(right, Symbol):
        return _operate_symbol(op, left, right)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return left + right if isinstance(op, ast.Add) else UNKNOWN
    if isinstance(left, (*PLAIN, tuple)) and isinstance(right, (*PLAIN, tuple)):
        return _apply(op, left, right)
    return UNKNOWN


def _apply(op: ast.operator, left: Any, right: Any) -> Any:
    large = isinstance(op, (ast.Pow, ast.LShift)) and isinstance(right, (int, float)) and abs(right) > 64
    longer = isinstance(op, ast.Mult) and isinstance(left, (str, tuple)) | isinstance(right, (str, tuple))
    if large or (longer and max(v for v in (left, right, 0) if isinstance(v, int)) > 10_000):
        return UNKNOWN
    try:
        result = _OPERATORS[type(op)](left, right)
    except (TypeError, ValueError, ZeroDivisionError, KeyError, OverflowError):
        return UNKNOWN
    return UNKNOWN if isinstance(result, int) and abs(result) > _LARGEST else result


def _operate_symbol(op: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(left, (Symbol, int)) and isinstance(right, (Symbol, int)) and not isinstance(op, ast.Div):
        if right == 1 and isinstance(op, (ast.Mult, ast.FloorDiv)):
            return left
        return right if left == 1 and isinstance(op, ast.Mult) else Symbol()
    return UNKNOWN


def _operate_arrays(op: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(left, Array) and isinstance(right, Array):
        kind = left.kind if left.kind == right.kind else ""
        return Array(broadcast(left.shape, right.shape), _dtype(op, left, right), kind)
    array, other = (left, right) if isinstance(left, Array) else (right, left)
    known = isinstance(other, (int, float, Symbol, Unknown))
    return Array(array.shape if known else None, _dtype(op, left, right), array.kind)


def _dtype(op: ast.operator, left: Any, right: Any) -> str:
    arrays = [each for each in (left, right) if isinstance(each, Array)]
    cut_off = all(each.kind == "tensor" for each in arrays)  # by 1.8.5's tensors
    dtype = arrays[0].dtype if cut_off and float in (type(left), type(right)) else common(left, right)
    return dtype if is_floating(dtype) or cut_off or not isinstance(op, ast.Div) else ""


def _operate_lists(op: ast.operator, left: Any, right: Any) -> Any:
    left, right = (Items(list(v)) if isinstance(v, tuple) else v for v in (left, right))
    if isinstance(op, ast.Add) and isinstance(left, Items) and isinstance(right, Items):
        return Items([*left.values, *right.values], left.exact and right.exact)
    values, times = (left, right) if isinstance(left, Items) else (right, left)
    if isinstance(op, ast.Mult) and isinstance(values, Items):
        if isinstance(times, int) and len(values.values) * times <= 10_000:
            return Items(values.values * times, values.exact)
        return Items(list(values.values), False)
    return UNKNOWN


def compare(op: ast.cmpop, left: Any, right: Any) -> bool | None:
    """`left op right` of a comparison; None when that is not known."""
    if isinstance(op, (ast.Is, ast.IsNot)) and (left is None or right is None):
        if any(isinstance(each, Unknown) or _is_open(each) for each in (left, right)):
            return None
        return (left is right) == isinstance(op, ast.Is)
    if isinstance(op, (ast.In, ast.NotIn)):
        found = elements(right)
        if found is None or not isinstance(left, PLAIN) or not all(isinstance(v, PLAIN) for v in found):
            return None
        inside = (left in right) if isinstance(right, str) and isinstance(left, str) else left in found
        return inside == isinstance(op, ast.In)
    left, right = _comparable(left), _comparable(right)
    if type(op) in ORDERINGS and left is not UNKNOWN and right is not UNKNOWN:
        try:
            return bool(ORDERINGS[type(op)](left, right))
        except TypeError:
            return None
    return None


def _comparable(value: Any) -> Any:
    if isinstance(value, PLAIN):
        return value
    found = elements(value) if isinstance(value, (tuple, Items)) else None
    if found is None or not all(isinstance(v, PLAIN) for v in found):
        return UNKNOWN
    return found
