"""The names that a script has without writing them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import Waiting
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule


class Stars:
    """Answers for imports of everything from `modules`; no layer has an old form."""

    def __init__(self, modules: Iterable[str]) -> None:
        self._modules = [module for module in modules if is_legacy(module)]

    def star(self, name: str) -> str:
        for module in self._modules:
            found, beyond = library().legacy(f"{module}.{name}")
            if isinstance(found, Rule) and not beyond:
                return f"{module}.{name}"
        return ""

    def waiting(
        self, machine: Machine, name: str, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
    ) -> Waiting | None:
        return None
