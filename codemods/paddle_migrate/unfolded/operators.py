"""What operators give, whether something is true, and what is gone through, as far as that is known."""

from __future__ import annotations

import ast
import operator
from typing import Any

from paddle_migrate.interpreter.operators import operate as of_shapes
from paddle_migrate.interpreter.values import Items
from paddle_migrate.unfolded.kinds import is_function
from paddle_migrate.unfolded.machine import Machine, atom
from paddle_migrate.unfolded.shapes import shape_of
from paddle_migrate.unfolded.values import PLAIN, Bound, Choice, Class, Code, Function, Library, Object, Stuck

_OPERATORS: dict[type[ast.AST], tuple[str, Any]] = {
    ast.Add: ("+", operator.add), ast.Sub: ("-", operator.sub), ast.Mult: ("*", operator.mul),
    ast.Div: ("/", operator.truediv), ast.FloorDiv: ("//", operator.floordiv), ast.Mod: ("%", operator.mod),
    ast.Pow: ("**", operator.pow), ast.BitAnd: ("&", operator.and_), ast.BitOr: ("|", operator.or_),
    ast.BitXor: ("^", operator.xor), ast.LShift: ("<<", operator.lshift), ast.RShift: (">>", operator.rshift),
    ast.MatMult: ("@", operator.matmul),
    ast.Eq: ("==", operator.eq), ast.NotEq: ("!=", operator.ne), ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le), ast.Gt: (">", operator.gt), ast.GtE: (">=", operator.ge),
}
_LARGEST = 10**6
HOLDERS = (str, list, dict, tuple, set, bytes)


def is_open(value: Any) -> bool:
    """Whether it, or what it holds, is known only when the program runs."""
    if isinstance(value, Code):
        return not value.is_variable or value.is_mixed
    if isinstance(value, Choice):
        return True
    if isinstance(value, Library):
        return not is_function(value.name)
    inside = [*value.keys(), *value.values()] if isinstance(value, dict) else value if isinstance(
        value, (list, tuple, set)) else ()
    return any(map(is_open, inside))


def as_code(value: Any) -> Any:
    """What a library has, as text."""
    return Code(value.text) if isinstance(value, Library) and is_open(value) else value


def is_same(left: Any, right: Any) -> bool:
    """`left is right`; what a library has is read anew each time."""
    if any(isinstance(each, Choice) for each in (left, right)) and None not in (left, right):
        raise Stuck
    return left == right if isinstance(left, Library) and isinstance(right, Library) else left is right


def is_plain_class(kind: Class) -> bool:
    """Whether nothing of another library is in it, such as what makes an enumeration of its numbers."""
    return all(isinstance(each, Class) or (isinstance(each, Library) and each.name == "builtins.object")
               for one in kind.line() for each in one.bases)


def _has_method(value: Any, *names: str) -> bool:
    return isinstance(value, Object) and any(value.of.find(name) is not None for name in names)


def operate(machine: Machine, op: ast.AST, left: Any, right: Any, one: str = "", two: str = "") -> Any:
    sign, function = _OPERATORS[type(op)]
    left, right = as_code(left), as_code(right)
    if isinstance(left, Code) or isinstance(right, Code):
        text = f"{atom(one or machine.lift(left), sign)} {sign} {atom(two or machine.lift(right))}"
        is_graph = any(isinstance(each, Code) and each.is_variable for each in (left, right))
        is_about = any(isinstance(each, Code) and each.is_about for each in (left, right))
        shape = of_shapes(op, shape_of(left), shape_of(right)) if isinstance(op, ast.operator) else shape_of(left)
        made = next((each.made for each in (left, right) if isinstance(each, Code) and each.made), "")
        is_asked = any(isinstance(each, Code) and each.of_graph for each in (left, right))
        return machine.write(text, True, shape, sign, "out") if is_graph else Code(
            text, is_asked, made=made, is_about=is_about)
    large = isinstance(op, (ast.Pow, ast.LShift)) and isinstance(right, (int, float)) and abs(right) > 64
    long = isinstance(op, ast.Mult) and any(isinstance(each, int) and each > _LARGEST for each in (left, right)) and (
        any(isinstance(each, (str, list, tuple)) for each in (left, right)))
    if large or long or not all(isinstance(each, (*PLAIN, *HOLDERS, range)) for each in (left, right)):
        if isinstance(op, (ast.Eq, ast.NotEq)) and not any(_has_method(each, "__eq__") for each in (left, right)):
            return is_same(left, right) == isinstance(op, ast.Eq)
        raise Stuck
    if isinstance(op, ast.Mod) and isinstance(left, str) and any(
            isinstance(each, Code) for each in (right if isinstance(right, tuple) else [right])):
        return Code(f"{machine.lift(left)} % {machine.lift(right)}")
    if isinstance(op, ast.Add) and isinstance(left, list):
        return [*left, *right]
    if (isinstance(left, str) or not isinstance(op, (ast.Add, ast.Mult))) and (is_open(left) or is_open(right)):
        raise Stuck
    try:
        return function(left, right)
    except Exception:
        raise Stuck from None


def truth(value: Any) -> bool:
    if isinstance(value, (*PLAIN, *HOLDERS, range)):
        return bool(value)
    is_thing = isinstance(value, (Function, Bound, Class, Object, Library, Code))
    if is_thing and not is_open(value) and not _has_method(value, "__bool__", "__len__"):
        return True
    raise Stuck


def elements(value: Any) -> list[Any]:
    if isinstance(value, (set, frozenset)) and len(value) > 1:
        raise Stuck  # in whatever order
    if isinstance(value, Code) and isinstance(value.shape, (tuple, Items)):
        inside = value.shape.values if isinstance(value.shape, Items) else value.shape
        if isinstance(value.shape, tuple) or value.shape.exact:
            return [Code(f"{atom(value.text)}[{number}]", value.of_graph, each) for number, each in enumerate(inside)]
    if isinstance(value, (*HOLDERS, range, zip, map, enumerate, filter)) or hasattr(value, "__next__") or isinstance(
            value, (type({}.keys()), type({}.values()), type({}.items()))):
        return list(value)
    raise Stuck
