"""One place follows values, facts/values; who still goes from name to name by itself is listed, and no other may."""

from __future__ import annotations

import ast
from pathlib import Path

HOUSE = Path(__file__).parents[2] / "codemods" / "paddle_migrate"
ENGINE = HOUSE / "facts" / "values"
# each a question that facts/values should be asked; take one out with what it followed
LISTED = [
    "dynamic/unseen.py", "facts/arrays.py", "facts/definitions.py",
    "facts/kinds.py", "facts/names.py", "facts/nones.py", "facts/other_modules.py",
    "facts/run_results.py", "facts/schedules.py",
]
_BINDINGS = ("bindings", "find", "of_binding", "of_attribute", "attribute_values", "only", "returned", "calls_of")
_OWNERS = ("scopes", "origins", "definitions")


def goes_on(path: Path) -> bool:
    """Whether a function of the module asks what binds a name, or what gives an attribute, and comes back to itself
    with that: by calling itself, over others of the module too, or by putting it on a pile that it works through."""
    text = path.read_text(encoding="utf-8")
    if not any(f"{owner}." in text for owner in _OWNERS):
        return False
    tree = ast.parse(text)
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    calls = {name: _called(node) & functions.keys() for name, node in functions.items()}
    for name, node in functions.items():
        reached, waiting = set(), [name]
        while waiting:
            new = calls[waiting.pop()] - reached
            reached |= new
            waiting += new
        circle = {each for each in reached if name in _all_of(each, calls)} if name in reached else set()
        if any(_asks(functions[each]) for each in circle) or (_asks(node) and _has_pile(node)):
            return True
    return False


def _all_of(name: str, calls: dict[str, set[str]]) -> set[str]:
    found, waiting = set(), [name]
    while waiting:
        new = calls[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def _called(node: ast.AST) -> set[str]:
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            func = each.func
            found.add(func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else "")
    return found


def _asks(node: ast.AST) -> bool:
    called = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    asked = [func for func in called if isinstance(func, ast.Attribute) and func.attr in _BINDINGS]
    return any(ast.unparse(func.value).rpartition(".")[2] in _OWNERS for func in asked)


def _has_pile(node: ast.AST) -> bool:
    """`while waiting:`."""
    return any(isinstance(each, ast.While) and isinstance(each.test, ast.Name) for each in ast.walk(node))


def test_no_other_follows() -> None:
    found = {
        str(path.relative_to(HOUSE)) for path in HOUSE.rglob("*.py")
        if ENGINE not in path.parents and "written" not in path.parts and goes_on(path)
    }
    assert sorted(found) == sorted(LISTED)
