"""Every program in the repository that the laws of rewrites are held against: examples, and what the tests say."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
EXAMPLES = TESTS.parents[1] / "examples" / "legacy"


@pytest.fixture(scope="session")
def programs() -> list[str]:
    """Legacy Python, as the examples and the tests of the codemods have it."""
    found = dict.fromkeys(path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.rglob("*.py")))
    for path in sorted(TESTS.rglob("test_*.py")):
        found.update(dict.fromkeys(_texts(ast.parse(path.read_text(encoding="utf-8")))))
    return [text for text in found if "fluid" in text and "\n" in text and _is_python(text)]


def _texts(tree: ast.Module) -> Iterator[str]:
    """The strings in a test, put together where they are sums of strings and of the file's own constants."""
    constants: dict[str, str] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            value = _value(statement.value, constants)
            if value is not None:
                constants[statement.targets[0].id] = value
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        value = _value(node, constants)
        if value is not None:
            yield textwrap.dedent(value)
        else:
            waiting += ast.iter_child_nodes(node)


def _value(node: ast.AST, constants: dict[str, str]) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.FormattedValue):
        return _value(node.value, constants)
    if isinstance(node, ast.JoinedStr):
        parts = [_value(part, constants) for part in node.values]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [_value(node.left, constants), _value(node.right, constants)]
    else:
        return None
    return "".join(part for part in parts if part is not None) if None not in parts else None


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True
