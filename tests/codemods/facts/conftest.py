"""Facts of a piece of text, and its expressions by how they are written."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.text.source import Source

HEAD = "import numpy as np\nimport paddle\nimport paddle.fluid as fluid\n"
Read = Callable[[str], "Script"]


class Script:
    """`node("x")`: the last expression that reads so; `node("x", 0)`: the first."""

    def __init__(self, text: str) -> None:
        self.facts = Facts.find(Source(HEAD + text))

    def node(self, code: str, number: int = -1) -> cst.BaseExpression:
        source = self.facts.source
        kinds = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.IfExp, cst.BinaryOperation, cst.List)
        found = [n for n in source.all(*kinds) if source.code(n) == code]
        return sorted(found, key=source.order)[number]

    def function(self, name: str) -> cst.FunctionDef:
        return next(f for f in self.facts.source.all(cst.FunctionDef) if f.name.value == name)

    def owner(self, name: str) -> cst.ClassDef:
        return next(c for c in self.facts.source.all(cst.ClassDef) if c.name.value == name)

    def codes(self, nodes) -> list[str | None]:
        return [None if node is None else self.facts.source.code(node) for node in nodes]


@pytest.fixture
def read() -> Read:
    return Script
