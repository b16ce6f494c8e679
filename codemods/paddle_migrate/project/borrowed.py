"""Legacy names that a file takes from another module of its project: `from utils import fluid`, `utils.fluid`.

Such a module loses them when it is migrated. So the file is given imports of its own for them, and is then migrated
like any other: what it no longer needs goes, what is left to a person still has its import.
"""

from __future__ import annotations

import ast
import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paddle_migrate.findings import Finding
from paddle_migrate.project.members import Member, bound, members
from paddle_migrate.project.project import Project
from paddle_migrate.project.statements import bindings
from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.text.commas import without
from paddle_migrate.text.pytree import nodes, python_tree
from paddle_migrate.text.skipping import SKIP, SKIP_FILE

Change = tuple[int, int, str]  # the text that comes in place of [start, end)


@dataclass(frozen=True)
class OwnImports:
    """A file's text with imports of its own, and where each line of it was before."""

    text: str
    findings: list[Finding]
    old_lines: list[int]

    def old_line(self, line: int) -> int:
        return self.old_lines[min(line, len(self.old_lines)) - 1] if line else 0


def with_own_imports(text: str, path: Path, project: Project) -> OwnImports | None:
    """The file with its own imports of what came through other modules; None when nothing legacy does."""
    if not project.hands_on(path, text.encode("utf-8", "surrogateescape")) or SKIP_FILE.search(text):
        return None
    tree = python_tree(text)
    return _Borrowed(text, path, project, tree).result() if tree is not None else None


class _Borrowed:
    def __init__(self, text: str, path: Path, project: Project, tree: ast.Module) -> None:
        self.text, self.path, self.project, self.tree = text, path, project, tree
        self.changes: list[Change] = []
        self.findings: list[Finding] = []
        self.own: dict[str, str] = {}  # names that the file gets for what it reached through modules
        self.starts = [0, *(m.end() for m in re.finditer(r"\r\n|\n|\r", text))]
        self.newline = "\r\n" if "\r\n" in text else "\n"

    def result(self) -> OwnImports | None:
        for node in nodes(self.tree):
            if isinstance(node, ast.ImportFrom) and not self._is_skipped(node):
                module = "." * node.level + (node.module or "")
                if module.partition(".")[0] != "paddle":
                    self._star(node, module) if node.names[0].name == "*" else self._names(node, module)
        for member in members(self.tree, self.path, self.project):
            if not self._is_skipped(member.node) and not self._is_skipped(member.statement):
                self._member(member)
        if not self.findings:
            return None
        pieces = list(_old_offsets(self.text, sorted(self.changes)))
        new = "".join(piece for piece, _ in pieces)
        return OwnImports(new, self.findings, self._old_lines(pieces))

    def _old_lines(self, pieces: list[tuple[str, int]]) -> list[int]:
        """The old line of each new one."""
        lines: list[int] = []
        fresh = True
        for piece, at in pieces:
            for part in re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", piece):
                if fresh:
                    lines.append(bisect.bisect_right(self.starts, at))
                fresh = part[-1] in "\r\n"
                at += len(part)
        return lines or [1]

    def _is_skipped(self, node: ast.stmt | ast.expr) -> bool:
        line = self.text[self.starts[node.lineno - 1] :].splitlines()[0]
        return SKIP.search(line) is not None

    def _star(self, node: ast.ImportFrom, module: str) -> None:
        brought = self.project.star(self.path, module)
        if not brought:
            return
        own = set(bindings(self.tree))
        read = {n.id for n in nodes(self.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        found = {name: meaning for name, meaning in brought.items() if name in read and name not in own}
        if found := {n: m for n, m in found.items() if self._counts(n, m)}:
            self._insert(node, module, found)

    def _names(self, node: ast.ImportFrom, module: str) -> None:
        meanings = [self.project.meaning(self.path, module, alias.name) for alias in node.names]
        gone = {
            alias.asname or alias.name: meaning
            for alias, meaning in zip(node.names, meanings, strict=True)
            if meaning and self._counts(alias.asname or alias.name, meaning)
        }
        if not gone:
            return
        kept = [a for a in node.names if (a.asname or a.name) not in gone]
        if kept:
            self._take_out([a not in kept for a in node.names], node)
        self._insert(node, module, gone, instead=not kept)

    def _member(self, member: Member) -> None:
        """`fluid.layers` for `utils.fluid.layers`, with an import of its own beside that of utils."""
        node, meaning = member.node, member.meaning
        if not self._counts(ast.unparse(node), meaning):
            return
        name = self._own_name(member)
        self.changes.append((*self._span(node), name))
        if name not in self.own:
            self.own[name] = meaning
            self._insert(member.statement, member.module, {name: meaning})

    def _own_name(self, member: Member) -> str:
        """A name that means this and nothing else in the file: one that it has, one that was just given, a new one."""
        last = member.meaning.rpartition(".")[2]
        for name in (last, f"paddle_{last}", f"legacy_{last}"):
            if self.own.get(name) == member.meaning or (name not in self.own and name not in bound(self.tree)):
                return name
        raise AssertionError("one name can mean only one thing")

    def _counts(self, name: str, meaning: str) -> bool:
        """Plain `paddle` is a legacy name only where fluid is reached through it."""
        reached = (n for n in nodes(self.tree) if isinstance(n, ast.Attribute) and n.attr == "fluid")
        return meaning != "paddle" or any(ast.unparse(each.value) == name for each in reached)

    def _insert(self, node: ast.stmt, module: str, names: dict[str, str], instead: bool = False) -> None:
        start, end = self._span(node)
        first = self.starts[node.lineno - 1]
        before = self.text[first:start]
        behind = re.match(r"[ \t]*(?:#[^\r\n]*)?(?:\r|\n|\Z)", self.text[end:])
        between = self.newline + before if not before.strip() and behind else "; "
        lines = between.join(_import(name, meaning) for name, meaning in names.items())
        self.changes.append((start, end if instead else start, lines if instead else lines + between))
        for name, meaning in names.items():
            short = meaning.removeprefix("paddle.")
            self.findings.append(
                Finding(node.lineno, "PM115", short, f"{name} came through {module}; imported here itself")
            )

    def _take_out(self, goes: list[bool], node: ast.ImportFrom) -> None:
        spans = [self._span(alias) for alias in node.names]
        gone = [number for number, each in enumerate(goes) if each]
        self.changes += [(start, end, "") for start, end in without(self.text, spans, gone)]

    def _span(self, node: ast.stmt | ast.expr | ast.alias) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno, node.end_col_offset)

    def _offset(self, line: int, column: int) -> int:
        """`ast` counts columns in bytes."""
        start = self.starts[line - 1]
        return start + len(self.text[start : start + column].encode()[:column].decode(errors="ignore"))


def _import(name: str, meaning: str) -> str:
    parent, _, last = meaning.rpartition(".")
    if not parent or meaning == LEGACY:
        return f"import {meaning}" + (f" as {name}" if name != meaning else "")
    return f"from {parent} import {last}" + (f" as {name}" if name != last else "")


def _old_offsets(text: str, changes: list[Change]) -> Iterator[tuple[str, int]]:
    """The pieces of the new text, each with the offset in the old one that it comes from or stands at."""
    at = 0
    for start, end, new in changes:
        yield text[at:start], at
        for line in new.splitlines(keepends=True):
            yield line, start
        at = end
    yield text[at:], at
