"""Nodes that are made quickly are those that LibCST makes."""

from __future__ import annotations

import threading
from pathlib import Path

import libcst as cst
import pytest
from paddle_migrate.text import quick_nodes
from paddle_migrate.text.quick_nodes import quickly_made

EVERYWHERE = sorted(Path(quick_nodes.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", EVERYWHERE, ids=lambda path: path.name)
def test_the_tree_is_the_same(path: Path) -> None:
    text = path.read_text()
    with quickly_made():
        tree = cst.parse_module(text)
    assert tree.code == text
    assert tree.deep_equals(cst.parse_module(text))


def test_nodes_stay_frozen_and_classes_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick_nodes.sys, "_current_frames", lambda: {0: None})
    kind = cst.Name
    with quickly_made():
        assert cst.Name is not kind  # type: ignore[comparison-overlap]
    with pytest.raises(cst.ParserSyntaxError), quickly_made():
        cst.parse_module("x = (")
    assert cst.Name is kind
    with quickly_made():
        tree = cst.parse_module("x")
    name = cst.ensure_type(cst.ensure_type(tree.body[0], cst.SimpleStatementLine).body[0], cst.Expr).value
    assert type(name) is cst.Name
    with pytest.raises(AttributeError):
        name.value = "y"  # type: ignore[misc]


def test_beside_another_thread_nothing_is_replaced() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        kind = cst.Name
        with quickly_made():
            assert cst.Name is kind
    finally:
        done.set()
        thread.join()
