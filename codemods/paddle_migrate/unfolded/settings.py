"""Lists and dictionaries that a script makes once, and of which it reads single entries alone: they stay what they are
whatever runs."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.facts.scopes import BY_TEXT
from paddle_migrate.unfolded.machine import Machine
from paddle_migrate.unfolded.values import PLAIN, Library

_LEAVING = ("paddle", "numpy")  # libraries that leave a list as it is, but for what draws
_ASKS = ("len", "range", "print", "str", "sum", "min", "max")


class Settings:
    """Of one script."""

    def __init__(self, machine: Machine, tree: ast.Module) -> None:
        self.machine, self.by_text = machine, bool(BY_TEXT.search(machine.text))
        self.above: dict[ast.AST, ast.AST] = {}
        self.uses: dict[str, list[ast.Name]] = {}
        self.taken: set[str] = set()  # names that mean something else in a function
        for node in ast.walk(tree):
            self.above.update(dict.fromkeys(ast.iter_child_nodes(node), node))
            if isinstance(node, ast.Name):
                self.uses.setdefault(node.id, []).append(node)
            self.taken |= {node.arg} if isinstance(node, ast.arg) else set(
                node.names) if isinstance(node, (ast.Global, ast.Nonlocal)) else set()

    def has(self, name: str, value: Any) -> bool:
        """Whether a name that the script gives a list or a dictionary at its top is one of these."""
        uses = self.uses.get(name, [])
        stores = [each for each in uses if not isinstance(each.ctx, ast.Load)]
        if self.by_text or name in self.taken or len(stores) != 1 or not isinstance(value, (list, dict)):
            return False
        return all(self._is_entry(each, value) for each in uses if each not in stores)

    def _is_entry(self, use: ast.Name, value: Any) -> bool:
        node: ast.AST = use
        while isinstance(above := self.above.get(node), ast.Subscript) and above.value is node:
            key = above.slice.value if isinstance(above.slice, ast.Constant) else None
            try:
                value = value[key]
            except (LookupError, TypeError):
                return False
            if not isinstance(above.ctx, ast.Load):
                return False
            node = above
        return node is not use and (isinstance(value, PLAIN) or self._is_only_asked(node))

    def _is_only_asked(self, node: ast.AST) -> bool:
        """Whether it is given to a function that leaves it as it is: Paddle's, NumPy's, or Python's own."""
        above = self.above.get(node)
        above = self.above.get(above) if isinstance(above, ast.keyword) else above
        func: ast.AST | None = above.func if isinstance(above, ast.Call) and above.func is not node else None
        names = list[str]()
        while isinstance(func, ast.Attribute):
            names.append(func.attr)
            func = func.value
        known = self.machine.module.names
        library = known.get(func.id) if isinstance(func, ast.Name) else None
        if isinstance(library, Library):
            return library.name.startswith(_LEAVING) and not {"random", "shuffle"} & {*names, *library.name.split(".")}
        return isinstance(func, ast.Name) and func.id in _ASKS and func.id not in known
