"""What the statement that defines a rule says by itself: its parameters, its constructor, the shape of its body."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from paddle_migrate.rules.language import Word


@dataclass(frozen=True)
class Param:
    name: str
    default: ast.expr | None  # None: must be given
    keyword_only: bool = False
    is_text: bool = False  # by its annotation


def params_of(args: ast.arguments) -> tuple[Param, ...]:
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    params = [Param(a.arg, d, False, _is_text(a)) for a, d in zip(plain, defaults, strict=False)]
    params += [Param(a.arg, d, True, _is_text(a)) for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=False)]
    return tuple(params)


def _is_text(arg: ast.arg) -> bool:
    return isinstance(arg.annotation, ast.Name) and arg.annotation.id == "str"


def init_of(node: ast.ClassDef) -> ast.FunctionDef | None:
    return next((s for s in node.body if isinstance(s, ast.FunctionDef) and s.name == "__init__"), None)


def takes_anything(args: ast.arguments) -> bool:
    """Whether a constructor has `*layers` alone, which only the runtime looks into."""
    return args.vararg is not None and len(args.args) == 1 and not args.kwonlyargs


def is_rule_body(body: list[ast.stmt]) -> bool:
    """Ifs that return or raise, names given once, words on numbers, and one return: what the inliner can follow."""
    rest = body[1:] if _is_docstring(body[0]) else body
    if not rest:
        return False
    *before, last = rest
    simple = all(_is_naming(s) or _is_choice(s) or _is_said(s) for s in before)
    return simple and (isinstance(last, ast.Return) or _is_choice(last))


def _is_naming(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.AnnAssign):
        return isinstance(statement.target, ast.Name)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return bool(targets) and all(isinstance(each, (ast.Name, ast.Tuple)) for each in targets)


def _is_choice(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.If):
        return False
    inner = [*statement.body, *statement.orelse]
    return all(isinstance(s, (ast.Return, ast.Raise, ast.Assign)) or _is_choice(s) for s in inner)


def _is_said(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) \
        and isinstance(statement.value.func, ast.Name) and statement.value.func.id == Word.DIFFERS_IF_GIVEN.value


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def called(node: ast.expr) -> ast.expr:
    """What a decorator or a value names, with arguments behind it or without."""
    return node.func if isinstance(node, ast.Call) else node


def reasons(mark: ast.expr | None) -> dict[str, str]:
    """The strings that a decorator is given by keyword."""
    return {k.arg: string(k.value) for k in mark.keywords if k.arg} if isinstance(mark, ast.Call) else {}


def all_words(mark: ast.expr | None) -> tuple[str, ...]:
    """All arguments of a decorator."""
    return tuple(map(string, mark.args)) if isinstance(mark, ast.Call) else ()


def words(mark: ast.expr | None) -> str:
    """The first argument of a decorator."""
    return string(mark.args[0]) if isinstance(mark, ast.Call) and mark.args else ""


def second_words(mark: ast.expr | None) -> str:
    """The second argument of a decorator."""
    return string(mark.args[1]) if isinstance(mark, ast.Call) and len(mark.args) > 1 else ""


def string(node: ast.expr | None) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


def strings(node: ast.expr) -> list[str]:
    """The strings of a list; `*nn.__all__` among them stands for a star import, which is followed by itself."""
    return [string(e) for e in node.elts if isinstance(e, ast.Constant)] if isinstance(node, ast.List) else []
