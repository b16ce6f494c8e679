"""Whether functions of the script build a part of a program, by what they name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from paddle_migrate.text.pytree import dotted
from paddle_migrate.unfolded.kinds import builds
from paddle_migrate.unfolded.machine import free_names, stored_names
from paddle_migrate.unfolded.values import Bound, Choice, Class, Code, Function, Library, Object, Scope

DEEPEST = 30
READ = ("len", "int", "float", "str", "max", "min", "abs", "round", "range", "list", "tuple", "sum", "bool",
        "hasattr", "getattr")


def is_of_numbers(function: Function, depth: int = 0) -> bool:
    """Whether all that it uses is NumPy's, which gives the same for the same."""
    inside = list(ast.walk(function.node))
    if depth > DEEPEST or any(isinstance(each, (ast.Global, ast.Nonlocal, ast.Yield)) or (isinstance(
            each, ast.Attribute) and each.attr in ("random", "load", "fromfile")) for each in inside):
        return False
    for name in free_names(function.node) - stored_names(function.node):
        value = next((scope.names[name] for scope in _scopes(function.scope) if name in scope.names), None)
        is_known = isinstance(value, Library) and value.name.partition(".")[0] in ("numpy", "math")
        is_plain = isinstance(value, (int, float, str)) or (value is None and name in READ)
        if not is_known and not is_plain and not (isinstance(value, Function) and is_of_numbers(value, depth + 1)):
            return False
    return True


def may_build(function: Function, depth: int = 0) -> bool:
    """Whether something of Paddle is named in it, or in what it calls."""
    for name in free_names(function.node) - stored_names(function.node):
        value = next((scope.names[name] for scope in _scopes(function.scope) if name in scope.names), None)
        if isinstance(value, Library) and value.name.startswith("paddle") and any(map(builds, _chains(
                function.node, name, value))):
            return True
        if isinstance(value, (Class, Object, Bound, Choice)) or (isinstance(value, Code) and value.of_graph):
            return True
        if isinstance(value, Function) and (depth > DEEPEST or may_build(value, depth + 1)):
            return True
    return False


def _chains(node: ast.AST, name: str, value: Library) -> list[str]:
    """The full names that begin with a name in a function."""
    whole = [dotted(each) for each in ast.walk(node) if isinstance(each, ast.Attribute)]
    found = [value.name + each[len(name) :] for each in whole if each.partition(".")[0] == name]
    longest = [each for each in found if not any(other.startswith(f"{each}.") for other in found)]
    return longest or [value.name]


def _scopes(scope: Scope | None) -> Iterator[Scope]:
    while scope is not None:
        yield scope
        scope = scope.outer
