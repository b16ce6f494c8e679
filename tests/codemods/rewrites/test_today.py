"""What is written names only what the installed Paddle has."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator

import pytest
from paddle_migrate.api import migrate_source

OF_PADDLE_3 = {
    "paddle.pir.IrMapping",
    *(f"paddle.pir.{name}" for name in ("get_current_insertion_point", "set_insertion_point",
                                        "set_insertion_point_after", "set_insertion_point_to_block_end")),
    "paddle._C_ops._run_python_op",
    "paddle.static.MetaTensor",
}  # what is written asks first which Paddle's programs these are
# what a fleet has once its optimizer minimizes
MADE_LATER = {f"paddle.distributed.fleet.fleet.origin_{each}_program" for each in ("main", "startup")}


def unknown(text: str) -> set[str]:
    """The names of Paddle's in a program, as `paddle.nn.Linear`, that the installed one does not have."""
    return {name for name in _named(ast.parse(text)) if not _exists(name)}


def _named(tree: ast.Module) -> Iterator[str]:
    imports: dict[str, str] = {}
    others: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.partition(".")[0] == "paddle")
            imports.update((a.asname or a.name.partition(".")[0], a.name if a.asname else "") for a in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imports.update((a.asname or a.name, f"{node.module}.{a.name}") for a in node.names)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            others.add(node.id)
        elif isinstance(node, ast.arg):
            others.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            others.add(node.name)
    meanings = {name: full or name for name, full in imports.items() if name not in others}
    yield from (full for full in imports.values() if full.startswith("paddle.") and not full.endswith(".*"))
    for node in ast.walk(tree):
        name = ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""
        first, _, rest = name.partition(".")
        full = meanings.get(first, "") + ("." + rest if rest else "")
        if name.replace(".", "").isidentifier() and full.partition(".")[0] == "paddle":
            yield full


def _exists(name: str) -> bool:
    parts = name.split(".")
    found: object = importlib.import_module(parts[0])
    for number, part in enumerate(parts[1:], 2):
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = importlib.import_module(".".join(parts[:number]))
            except ImportError:
                return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        "import paddle\npaddle.nn.functional.relu(paddle.abs(x)).no_matter\n",
        "import paddle.nn.functional as F\ny = F.relu(x)\ny.no_such\n",
        "from paddle import nn as n\nclass A(n.Layer):\n    pass\n",
        "import paddle\ndef f(paddle):\n    paddle.no_such\n",
        "import other as paddle\npaddle.no_such\n",
    ],
)
def test_names_that_are_there(text):
    assert unknown(text) == set()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import paddle\nx = paddle.nn.no_such(1)\n", "paddle.nn.no_such"),
        ("import paddle.nn.functional as F\nF.no_such\n", "paddle.nn.functional.no_such"),
        ("from paddle import no_such\n", "paddle.no_such"),
        ("import paddle.no_such\n", "paddle.no_such"),
    ],
)
def test_names_that_are_not(text, name):
    assert name in unknown(text)


def test_what_is_written_is_there(programs):
    wrong, whole = {}, 0
    for text in programs:
        result = migrate_source(text)
        if result.left or result.failed or not result.changed:
            continue
        whole += 1
        compile(result.text, "migrated", "exec", dont_inherit=True)
        if new := unknown(result.text) - unknown(text) - OF_PADDLE_3 - MADE_LATER:
            wrong[text] = new
    assert whole > 250
    assert wrong == {}
