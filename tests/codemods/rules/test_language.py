"""Every word that compat's rules are written with is known to the codemods, and described in compat/RULES.md."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from curves import ROOT
from paddle_migrate.rules.definitions import called
from paddle_migrate.rules.language import RUNTIME_ONLY, Word
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import RuleModule

READ = {word.value for word in Word}
COMPAT = ROOT / "compat" / "paddle_compat"
RULES = sorted(path for tree in ("complex", "fluid") for path in (COMPAT / tree).rglob("*.py"))
BEHIND = ("paddle_compat._runtime.", "paddle_compat._static.")  # the words that are only passed over
PYTHONS = {"classmethod", "property", "staticmethod"}


def module(path: Path) -> RuleModule:
    parts = path.relative_to(COMPAT.parent).with_suffix("").parts
    found = library().module(".".join(part for part in parts if part != "__init__"))
    assert found is not None
    return found


def decorators(path: Path) -> list[str]:
    """The full names of what stands above the functions and classes of a file, but for Python's own."""
    every = [d for node in ast.walk(module(path).tree) for d in getattr(node, "decorator_list", [])]
    names = [called(decorator) for decorator in every]
    named = [(ast.unparse(name), module(path).dotted(name)) for name in names]
    mine = [(text, full) for text, full in named if text not in PYTHONS and not text.endswith((".setter", ".getter"))]
    return [full or text for text, full in mine if not full.startswith(("contextlib.", "functools.", "dataclasses."))]


def defined(path: Path) -> set[str]:
    return {node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.relative_to(COMPAT).as_posix())
def test_every_decorator_of_a_rule_is_a_word(path: Path) -> None:
    unknown = []
    for full in decorators(path):
        home, _, name = full.rpartition(".")
        runtime = home.startswith(BEHIND) and name in RUNTIME_ONLY
        if not runtime and Word.of(full) is None:
            unknown.append(full)
    assert unknown == []


def test_something_is_looked_at() -> None:
    used = [full for path in RULES for full in decorators(path)]
    assert len(used) > 200
    assert {full.rpartition(".")[2] for full in used} >= RUNTIME_ONLY


def test_the_words_that_are_read_are_those_of_compat() -> None:
    assert set(module(COMPAT / "_language.py").exported or []) == READ
    assert not READ & RUNTIME_ONLY


def test_the_others_are_there_for_the_runtime() -> None:
    files = [path for home in ("_runtime", "_static") for path in (COMPAT / home).rglob("*.py")]
    assert {name for path in files for name in defined(path)} >= RUNTIME_ONLY


def test_every_word_is_described() -> None:
    text = (ROOT / "compat" / "RULES.md").read_text(encoding="utf-8")
    assert [name for name in sorted(READ | RUNTIME_ONLY) if not re.search(rf"`[^`]*\b{name}\b", text)] == []
    assert set(re.findall(r"`@(\w+)", text)) <= READ | RUNTIME_ONLY


@pytest.mark.parametrize("name", ["", "dropped", "paddle_compat._language", "paddle_compat._language.other",
                                  "paddle_compat._runtime.mode.in_train_mode", "other._language.dropped"])
def test_other_names_are_no_words(name: str) -> None:
    assert Word.of(name) is None
