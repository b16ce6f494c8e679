"""A file as it would be with its helpers in it, which stand in a module since an earlier run: so they are known like
those of a script of its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass

from paddle_migrate.project.helper_modules import ENDING, definitions, imports
from paddle_migrate.text.pytree import nodes, python_tree, read_in

IMPORTS_HELPERS = re.compile(ENDING.encode() + rb" import\b")


@dataclass(frozen=True)
class _Part:
    """An import of helpers, the line in which it stands, and what stands there instead."""

    line: int
    statement: str
    text: str


@dataclass(frozen=True)
class WithHelpers:
    """The file's text, and how it becomes the file again."""

    text: str
    parts: list[_Part]

    def old_line(self, line: int) -> int:
        for part in self.parts:
            added = part.text.count("\n") - part.statement.count("\n")
            if line > part.line + part.text.count("\n") - 1:
                line -= added
            elif line > part.line:
                line = part.line
        return line

    def without(self, text: str) -> str | None:
        """A new text with the imports in it again; None where what stands there is no longer the same."""
        for part in self.parts:
            if text.count(part.text) != 1:
                return None
            text = text.replace(part.text, part.statement)
        return text


def with_helpers(text: str, module_of: Callable[[str], str | None]) -> WithHelpers | None:
    """None where the file imports none, or something in it has the name of what they need; `module_of`: the text of the
    module of helpers that a name means in the file, where it is one."""
    tree = python_tree(text) if f"{ENDING} import" in text else None  # as this tool writes it
    lines = text.splitlines(keepends=True)
    parts: list[_Part] = []
    for node in tree.body if tree is not None else ():
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(ENDING):
            module = module_of("." * node.level + (node.module or ""))
            statement = "".join(lines[node.lineno - 1 : node.end_lineno])
            if module is not None and statement.endswith("\n"):
                block = _block(module, {each.name: each.asname or each.name for each in node.names}, _bound(tree))
                if block is not None:
                    parts.append(_Part(node.lineno, statement, block))
    new = text
    for part in parts:
        new = new.replace(part.statement, part.text, 1)
    return WithHelpers(new, parts) if parts else None


def _bound(tree: ast.Module | None) -> dict[str, set[str]]:
    """What each name of the file stands for: a module, or nothing that is known."""
    found: dict[str, set[str]] = {}
    for node in nodes(tree) if tree is not None else ():
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            before = "" if isinstance(node, ast.Import) else f"{node.module}."
            for alias in node.names:
                root = alias.name.partition(".")[0]
                whole = alias.name if alias.asname or before else root
                found.setdefault(alias.asname or root, set()).add(before + whole)
        else:
            name = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
            name = node.name if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else name
            found.setdefault(name, set()).add("")
    return found


def _block(module: str, names: dict[str, str], own: dict[str, set[str]]) -> str | None:
    """What the file would have of the module, by the names that it gives to it."""
    known = definitions(module)
    wanted = [name for name in names if name in known]
    for name in wanted:  # it grows
        wanted += [each for each in known if each not in wanted and each in read_in(known[name])]
    texts = [known[name] for name in known if name in wanted]
    needed = {line: name for line, name in imports(module).items()
              if any(name in read_in(text) for text in texts)}
    if any(own.get(name, set()) - {line.split()[1]} for line, name in needed.items()):
        return None
    joined = "\n\n".join(["\n".join(["", *needed, ""]), *texts])
    for name, given in names.items():
        joined = re.sub(rf"\b{name}\b", given, joined) if name != given else joined
    return joined
