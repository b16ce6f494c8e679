"""Rewrites are found by themselves, and inside a phase their order changes nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from paddle_migrate import rewrites, rewriting
from paddle_migrate.api import Options, migrate_source

FOLDER = Path(rewrites.__file__).parent
pytestmark = pytest.mark.tool


def test_every_file_in_a_folder_is_a_rewrite_of_that_phase():
    files = {(p.parent.name, p.stem) for p in FOLDER.glob("*/*.py")} - {(p, "__init__") for p in rewrites.PHASES}
    assert {(r.phase, r.name) for r in rewrites.rewrites()} == files
    assert all(callable(r.run) for r in rewrites.rewrites())
    assert [p.name for p in FOLDER.glob("*.py")] == ["__init__.py"]


def test_names_are_given_once():
    names = [r.name for r in rewrites.rewrites()]
    assert len(names) == len(set(names))


def test_what_rewrites_say_of_themselves():
    every = rewrites.rewrites()
    assert {r.name for r in every if r.of_every_mode} == {"gone_names", "pins", "unfollowed"}
    assert [r.name for r in every if r.may_be_in('x = "pip install paddlepaddle==1.8.5"')] == ["pins"]
    assert [r.name for r in every if r.may_be_in("import paddle.utils.Ploter")] == ["gone_names"]
    assert [r.name for r in every if r.may_be_in("import paddle\nflag = true\n")] == ["slips"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.py")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_rewrite_imports_another(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [module for module in modules if module.startswith("paddle_migrate.rewrites.")]


@pytest.fixture(scope="module")
def in_order(programs):
    return [_migrated(text) for text in programs]


def test_the_order_inside_a_phase_changes_nothing(programs, in_order, monkeypatch):
    """Backwards each one runs before, or behind, every other one that it ran behind, or before."""
    order = [r for phase in rewrites.PHASES for r in reversed(rewrites.rewrites()) if r.phase == phase]
    for module in (rewriting, rewrites):
        monkeypatch.setattr(module, "rewrites", lambda: tuple(order))
    changed = [text for text, before in zip(programs, in_order, strict=True) if _migrated(text) != before]
    assert len(programs) > 600
    assert changed == []


def test_the_order_of_the_phases_does(programs, in_order, monkeypatch):
    """Else the test above would hold for a tool that does nothing."""
    backwards = tuple(reversed(rewrites.rewrites()))
    monkeypatch.setattr(rewriting, "rewrites", lambda: backwards)
    assert any(_migrated(text) != before for text, before in zip(programs[:60], in_order[:60], strict=True))


def _migrated(text: str) -> tuple[str, list[object]]:
    result = migrate_source(text, "script.py", Options())
    return result.text, list(result.findings)
