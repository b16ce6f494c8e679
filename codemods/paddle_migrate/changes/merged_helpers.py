"""Helpers that only one other calls, in its last line: what they do stands there, instead of that line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from paddle_migrate.changes.folded_parameters import definition
from paddle_migrate.changes.unused_methods import Helpers
from paddle_migrate.text.pytree import segment

_MOST_LINES, _LONGEST = 34, 120
_NOT_ALONE = (ast.Yield, ast.YieldFrom, ast.Global, ast.Nonlocal)
_LATER = (ast.FunctionDef, ast.Lambda)  # what reads names when they may be others' already; a generator does, too
_Given = dict[str, tuple[ast.expr, str]]  # by parameter; the text of it


def merged_helpers(helpers: Helpers, program: str) -> Helpers:
    """The helpers, of which none is a function that only the last line of another one calls."""
    texts = dict(helpers)
    for name, _ in helpers:
        caller = _only_caller(name, texts, program)
        made = merged(texts[caller], texts[name]) if caller else None
        if made is not None:
            texts[caller] = made
            del texts[name]
    return tuple(texts.items())


def _only_caller(name: str, texts: dict[str, str], program: str) -> str:
    """The one helper that has the name, in one place; nothing where the program has it, or it calls itself."""
    word = re.compile(rf"\b{name}\b")
    if word.search(program) or len(word.findall(texts[name])) > 1:
        return ""
    found = [other for other, text in texts.items() if other != name for _ in word.finditer(text)]
    return found[0] if len(found) == 1 else ""


@lru_cache(maxsize=512)
def merged(outer: str, inner: str) -> str | None:
    """The outer function with what the inner one does in place of its last line; None where that is no call of it, or
    their names would meet."""
    caller, called = definition(outer), definition(inner)
    if not isinstance(caller, ast.FunctionDef) or not isinstance(called, ast.FunctionDef):
        return None
    last = caller.body[-1]
    call = last.value if isinstance(last, (ast.Expr, ast.Return)) else None
    is_call = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == called.name
    if not isinstance(call, ast.Call) or not is_call or not _is_plain(caller, called, isinstance(last, ast.Return)):
        return None
    given = _given(call, called, outer, inner)
    if given is None:
        return None
    named = _renamed(given, called)
    assigned = {param: each for param, each in given.items() if param not in named}
    own = (_stored(called) | set(assigned)) - set(named)
    if _meets(caller, called, own, named, assigned):
        return None
    lines = [f"    {param} = {text}" for param, (value, text) in assigned.items() if not _is(value, param)]
    made = [*outer.splitlines()[: last.lineno - 1], *lines, *_body(inner, called, named)]
    fits = len(made) <= _MOST_LINES and all(len(line) <= _LONGEST for line in made)
    return "\n".join(made) + "\n" if fits else None


def _is_plain(caller: ast.FunctionDef, called: ast.FunctionDef, gives: bool) -> bool:
    """Whether both are functions of plain parameters, and the one's results may be the other's."""
    args, every = called.args, [n for each in (caller, called) for n in ast.walk(each)]
    returns = [n for n in ast.walk(called) if isinstance(n, ast.Return) and n.value is not None]
    others = args.posonlyargs or args.kwonlyargs or args.vararg or args.kwarg
    marked = caller.decorator_list or called.decorator_list or any(isinstance(n, _NOT_ALONE) for n in every)
    return len(called.body) > 1 and not others and not marked and (gives or not returns)


def _given(call: ast.Call, called: ast.FunctionDef, outer: str, inner: str) -> _Given | None:
    """What each parameter is; None where stars hide it."""
    params = [each.arg for each in called.args.args]
    if any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords):
        return None
    defaults = called.args.defaults
    last = params[len(params) - len(defaults) :]
    found = {param: (each, segment(inner, each)) for param, each in zip(last, defaults, strict=True)}
    found.update((param, (each, segment(outer, each))) for param, each in zip(params, call.args, strict=False))
    found.update((each.arg or "", (each.value, segment(outer, each.value))) for each in call.keywords)
    return {param: found[param] for param in params} if all(param in found for param in params) else None


def _renamed(given: _Given, called: ast.FunctionDef) -> dict[str, str]:
    """The parameters that are given a name which can stand for them."""
    stored = _stored(called)
    in_texts = {id(n) for text in ast.walk(called) if isinstance(text, ast.JoinedStr) for n in ast.walk(text)}
    fixed = stored | {n.id for n in ast.walk(called) if isinstance(n, ast.Name) and id(n) in in_texts}
    names = {param: each.id for param, (each, _) in given.items() if isinstance(each, ast.Name)}
    others = stored | (given.keys() - names.keys())
    return {param: name for param, name in names.items()
            if param == name or (param not in fixed and name not in others and name not in given)}


def _meets(
    caller: ast.FunctionDef, called: ast.FunctionDef, own: set[str], named: dict[str, str], assigned: _Given
) -> bool:
    """Whether a name would be another one's."""
    before = set(_kept(caller)) | {each.arg for each in caller.args.args}
    read = _names(called) - _stored(called) - {each.arg for each in called.args.args}
    kept = [value for value, _ in assigned.values()]
    kept += [n.value for n in ast.walk(caller) if isinstance(n, ast.Assign)]
    later = any(isinstance(each, ast.GeneratorExp) for each in kept)
    later = later or any(isinstance(n, _LATER) for each in caller.body for n in ast.walk(each))
    done: set[str] = set()
    for param, (value, _) in assigned.items():
        if done & _names(value):
            return True
        done.add(param)
    return bool(before & read or (later and own & before) or own & set(named.values()) - named.keys())


def _body(text: str, function: ast.FunctionDef, named: dict[str, str]) -> list[str]:
    """The lines behind its description, with other names."""
    lines = text.splitlines()
    nodes = [n for n in ast.walk(function) if isinstance(n, ast.Name) and named.get(n.id, n.id) != n.id]
    for node in sorted(nodes, key=lambda n: (n.lineno, n.col_offset), reverse=True):
        line, start, end = lines[node.lineno - 1], node.col_offset, node.end_col_offset
        lines[node.lineno - 1] = line[:start] + named[node.id] + line[end:]
    return lines[function.body[0].end_lineno : function.end_lineno]


def _stored(function: ast.FunctionDef) -> set[str]:
    """The names that are set in it, and the parameters of what is defined in it."""
    return set(_stores(function))


def _stores(function: ast.FunctionDef) -> Iterator[str]:
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                yield node.id
            elif isinstance(node, ast.arg):
                yield node.arg
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)) and node.name:
                yield node.name


def _kept(function: ast.FunctionDef) -> Iterator[str]:
    """Those that it sets itself, not within a list, a dictionary or a generator."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)) and node.name:
            yield node.name
        waiting += [each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.comprehension)]


def _names(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
