"""A function without one of its parameters: what its default decides is decided."""

from __future__ import annotations

import ast
import os
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from paddle_migrate.changes.descriptions import without_description
from paddle_migrate.rules.folding import COMPARE
from paddle_migrate.text.pytree import segment

_WIDTH, _LONGEST = 80, 120
_UNKNOWN = object()
_STEPS = 20
_HEADER = re.compile(r"(?P<start>def (?P<name>\w+)\()(?P<inside>(?:[^()]|\([^()]*\))*)\):\n")
_WHOLE = re.compile(r"[\w.]+|\[[^\[\]]*\]")
_LOOSE = re.compile(r" (?:or|if|for) |[\n,]")  # what binds less than `and`
_TUPLE = re.compile(r"\([\w.]+(, [\w.]+)+\)")
_TODAY: dict[str, dict[str, Any]] = {
    "Linear": {"in_features": _UNKNOWN, "out_features": _UNKNOWN, "weight_attr": None, "bias_attr": None},
    "ParamAttr": {"name": None},
}
_AT_ONCE = re.compile(r"(?P<indent>\n +)(?P<name>\w+) = (?P<value>.+)(?P=indent)return (?P=name)\n")
Defaults = dict[str, dict[str, Any]]
_Edit = tuple[ast.AST, str]  # what stands there instead


def without_parameter(text: str, name: str, value: Any, defaults: Defaults) -> str | None:
    """The text of a definition, whose function has the parameter, without it, which is always ``value``; None where the
    value would still be asked for, or what describes the function speaks of it. ``defaults``: of those that it calls,
    by their names, of their parameters."""
    text = without_description(text, name, value)
    function = takes_arguments(text)
    if function is None or re.search(rf"\b{name}\b", ast.get_docstring(function) or ""):
        return None
    made = decided(text, lambda new: _where(takes_arguments(new), name), name, value, defaults)
    function = takes_arguments(made) if made is not None else None
    where = _where(function, name)
    if made is None or function is None or where is None or any(_is(n, name) for n in _walk(where)):
        return None
    return _without(made, function, name)


def returned_at_once(text: str) -> str:
    """The text of a definition without a name for what is returned in the next line and asked for nowhere else."""

    def shorter(found: re.Match[str]) -> str:
        once = len(re.findall(rf"\b{found['name']}\b", text)) == len(("given", "returned"))
        return f"{found['indent']}return {found['value']}\n" if once else found[0]

    return _AT_ONCE.sub(shorter, text)


def decided(
    text: str, where: Callable[[str], Sequence[ast.AST] | None], name: str, value: Any, defaults: Defaults
) -> str | None:
    """The text with what the value decides ``where`` the name is it; None where nothing would be left of a block."""
    for _ in range(_STEPS):
        try:
            inside = where(text)
        except SyntaxError:
            return None
        edit = next(_edits(text, inside, name, value, defaults), None) if inside is not None else None
        if edit is None:
            break
        text = _replaced(text, *edit)
    return text


@lru_cache(maxsize=512)
def tree_of(text: str) -> ast.Module:
    """The text of a helper: many files are given the same one, so nobody may change its tree."""
    return ast.parse(text)


def definition(text: str) -> ast.stmt:
    """What the text of a helper defines."""
    return tree_of(text).body[-1]


def takes_arguments(text: str) -> ast.FunctionDef | None:
    """The function that takes the arguments of the definition's calls."""
    made = definition(text)
    found = made.body if isinstance(made, ast.ClassDef) else [made]
    functions = [each for each in found if isinstance(each, ast.FunctionDef)]
    return next((each for each in functions if each is made or each.name == "__init__"), None)


def _where(function: ast.FunctionDef | None, name: str) -> list[ast.AST] | None:
    """The statements in which the name is the parameter; None where they cannot be told."""
    if function is None:
        return None
    inner = [n for s in function.body for n in ast.walk(s)]
    if any(isinstance(n, ast.arg) and n.arg == name for n in inner):
        return None
    if not any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in inner):
        return [*function.body]
    for statement in function.body:
        if any(_is(n, name) for n in ast.walk(statement)):
            its = isinstance(statement, ast.Assign) and [_is(t, name) for t in statement.targets] == [True]
            return [statement.value] if its else None  # type: ignore[attr-defined]  # behind it, it is another value
    return None


def _walk(nodes: Sequence[ast.AST]) -> list[ast.AST]:
    """All that is in them, from the outside to the inside, in the order of the text."""
    found: list[ast.AST] = []
    waiting = [*reversed(nodes)]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, (ast.Name, ast.Constant)):
            waiting += reversed(list(ast.iter_child_nodes(node)))
    return found


def _edits(
    text: str, where: Sequence[ast.AST], name: str, value: Any, defaults: Defaults
) -> Iterator[_Edit]:
    """What is decided, as it reads then."""
    every = _walk(where)
    blocks = [where, *(getattr(n, "body", []) for n in every), *(n.orelse for n in every if isinstance(n, ast.If))]
    last = {id(block[-1]) for block in blocks if isinstance(block, list) and block}
    tests = _tests(every)
    for node in every:
        if isinstance(node, ast.If) and (test := _value(node.test, name, value)) is not _UNKNOWN:
            chosen = node.body if test else node.orelse
            if not chosen or id(node) in last or not isinstance(chosen[-1], (ast.Return, ast.Raise)):
                yield node, _branch(text, node, chosen)  # else what follows would never run
        elif isinstance(node, ast.IfExp) and (test := _value(node.test, name, value)) is not _UNKNOWN:
            yield node, segment(text, node.body if test else node.orelse)
        elif isinstance(node, ast.BoolOp) and (first := _value(node.values[0], name, value)) is not _UNKNOWN:
            rest = segment(text, node).partition(" or " if isinstance(node.op, ast.Or) else " and ")[2]
            yield node, rest if bool(first) == isinstance(node.op, ast.And) else repr(first)
        elif isinstance(node, ast.BoolOp) and id(node) in tests and (kept := _asked(node, name, value)):
            word = " or " if isinstance(node.op, ast.Or) else " and "
            yield node, word.join(segment(text, each) for each in kept)
        elif isinstance(node, ast.Assign) and _is_idle(node):
            yield node, ""
        elif isinstance(node, ast.Compare) and type(value) in (int, float):
            yield from ((side, repr(value)) for side in (node.left, *node.comparators) if _is(side, name))
        elif isinstance(node, ast.Subscript) and (stem := _stem(node)):
            yield node, f'"{stem}"'
        elif isinstance(node, ast.Call):
            yield from _shorter(text, node, name, value, defaults)


def _tests(every: Sequence[ast.AST]) -> set[int]:
    """Of what is only asked whether it is true."""
    found = {id(test) for n in every for test in (getattr(n, "test", None), *getattr(n, "ifs", ())) if test is not None}
    for node in every:
        if id(node) in found:
            parts = node.values if isinstance(node, ast.BoolOp) else [getattr(node, "operand", None)]
            found.update(id(each) for each in parts if each is not None)
    return found


def _asked(node: ast.BoolOp, name: str, value: Any) -> list[ast.expr]:
    """The parts without those that decide nothing; none where all stay."""
    known = [_value(each, name, value) for each in node.values]
    keeps = isinstance(node.op, ast.And)
    kept = [each for each, its in zip(node.values, known, strict=True) if its is _UNKNOWN or bool(its) != keeps]
    return kept if len(kept) < len(known) else []


def _value(node: ast.expr, name: str, value: Any) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, (ast.Name, ast.Attribute)):
        return value if _is(node, name) else _UNKNOWN
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _value(node.operand, name, value)
        return inner if inner is _UNKNOWN else not inner
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sides = [_value(each, name, value) for each in (node.left, node.comparators[0])]
        if _UNKNOWN not in sides:
            return COMPARE[type(node.ops[0])](*sides)
    return _UNKNOWN


def _stem(node: ast.Subscript) -> str:
    """`os.path.splitext("model".strip("_"))[0]`."""
    if not isinstance(node.value, ast.Call):
        return ""
    found = re.fullmatch(r"os\.path\.splitext\('([\w.]+)'(?:\.strip\('_'\))?\)\[0\]", ast.unparse(node))
    return os.path.splitext(found[1].strip("_"))[0] if found else ""


def _shorter(
    text: str, call: ast.Call, name: str, value: Any, defaults: Defaults
) -> Iterator[_Edit]:
    """The call without the parameter that is given on, where that is what it takes by itself."""
    known = defaults.get(call.func.id, {}) if isinstance(call.func, ast.Name) else {}
    if isinstance(call.func, ast.Attribute):
        known = _TODAY.get(call.func.attr, {})
    own, last = list(known), call.args[-1] if call.args else None
    goes: ast.AST | None = None
    if last is not None and not call.keywords and len(call.args) <= len(own) and _is(last, name):
        goes = last if known[own[len(call.args) - 1]] == value else None
    for keyword in call.keywords:
        if _is(keyword.value, name) and known.get(keyword.arg or "", _UNKNOWN) == value:
            goes = keyword
    if goes is not None:
        kept = [segment(text, each) for each in (*call.args, *call.keywords) if each is not goes]
        yield call, f"{segment(text, call.func)}({', '.join(kept)})"


def _is(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Attribute):
        return "." in name and ast.unparse(node) == name
    return isinstance(node, ast.Name) and node.id == name


def _is_idle(node: ast.Assign) -> bool:
    """`x = x`."""
    same = len(node.targets) == 1 and type(node.targets[0]) is type(node.value)
    return same and ast.unparse(node.targets[0]) == ast.unparse(node.value)


def _branch(text: str, node: ast.If, chosen: list[ast.stmt]) -> str:
    """The statements that run, where the `if` stood; the others of an `elif` follow as an `if`, those of one that is an
    `elif` itself as its `else`."""
    if not chosen:
        return ""
    lines = text.splitlines()
    made = textwrap.dedent("\n".join(lines[chosen[0].lineno - 1 : chosen[-1].end_lineno]))
    is_other = lines[node.lineno - 1][node.col_offset :].startswith("elif")
    if is_other and not made.startswith("elif"):
        made = "else:\n" + textwrap.indent(made, "    ")
    made = textwrap.indent(made, " " * node.col_offset).lstrip()
    return made if is_other else made.removeprefix("el") if made.startswith("elif") else made


def _replaced(text: str, node: ast.AST, instead: str) -> str:
    lines = text.splitlines(keepends=True)
    before = "".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]  # type: ignore[attr-defined]
    behind = lines[node.end_lineno - 1][node.end_col_offset :] + "".join(lines[node.end_lineno :])  # type: ignore[attr-defined]
    if not instead:
        return before[: before.rfind("\n") + 1] + behind.partition("\n")[2]
    if re.search(r"(?<![\w\])])\($", before) and behind.startswith(")") and _WHOLE.fullmatch(instead):
        before, behind = before[:-1], behind[1:]  # parentheses around what needs none now
    if re.search(r"\b(?:and|if) \($", before) and behind.startswith(")") and not _LOOSE.search(instead):
        before, behind = before[:-1], behind[1:]
    if before.endswith(" = ") and behind.startswith("\n") and _TUPLE.fullmatch(instead):
        instead = instead[1:-1]
    return before + instead + behind


def _without(text: str, function: ast.FunctionDef, name: str) -> str:
    """The header without the parameter, in as few lines as it has room in."""
    params = function.args
    defaults = [None] * (len(params.args) - len(params.defaults)) + [*params.defaults]

    def written(params: list[ast.arg], defaults: list[ast.expr | None]) -> list[str]:
        pairs = [(param.arg, default) for param, default in zip(params, defaults, strict=True) if param.arg != name]
        return [each if default is None else f"{each}={segment(text, default)}" for each, default in pairs]

    made = written(params.args, defaults)
    by_keyword = written(params.kwonlyargs, params.kw_defaults)
    made += ["*", *by_keyword] if by_keyword else []
    if params.kwarg is not None and params.kwarg.arg != name:
        made.append(f"**{params.kwarg.arg}")
    old = next(each for each in _HEADER.finditer(text) if each["name"] == function.name)
    return text[: old.start()] + header(old["start"], made, function.col_offset) + text[old.end() :]


@lru_cache(maxsize=512)
def joined_headers(text: str) -> str:
    """The text with each header of a function in one line, where that is not too long."""

    def joined(found: re.Match[str]) -> str:
        start, inside = found["start"], found["inside"]
        column = found.start() - (text.rfind("\n", 0, found.start()) + 1)
        line = " ".join(inside.split()).rstrip(",")
        fits = "#" not in inside and column + len(start) + len(line) + len("):") <= _LONGEST
        return f"{start}{line}):\n" if fits else found[0]

    return _HEADER.sub(joined, text)


def header(start: str, params: list[str], column: int) -> str:
    """`def name(params):`, in one line where that is not too long."""
    if column + len(start) + len(", ".join(params)) + len("):") <= _LONGEST:
        return f"{start}{', '.join(params)}):\n"
    indent = " " * (column + len(start))
    lines = textwrap.wrap(", ".join(params), _WIDTH - len(indent), break_long_words=False, break_on_hyphens=False)
    return start + f"\n{indent}".join(lines) + "):\n"
