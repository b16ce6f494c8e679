"""Runs what builds a program."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.unfolded.calling import call
from paddle_migrate.unfolded.expressions import attribute, value_of
from paddle_migrate.unfolded.machine import Machine
from paddle_migrate.unfolded.statements import assign, execute, run_import


class Building(Machine):
    def value(self, node: ast.expr) -> Any:
        return value_of(self, node)

    def attribute(self, owner: Any, name: str) -> Any:
        return attribute(self, owner, name)

    def call(self, function: Any, args: list[Any], words: dict[str, Any]) -> Any:
        return call(self, function, args, words)

    def assign(self, target: ast.expr, value: Any, is_inner: bool = False) -> None:
        assign(self, target, value, is_inner)

    def execute(self, body: list[ast.stmt]) -> None:
        execute(self, body)

    def bring(self, node: ast.Import | ast.ImportFrom) -> None:
        run_import(self, node)
