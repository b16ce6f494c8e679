"""Code in Markdown and reStructuredText; the prose around it stays as it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from paddle_migrate.findings import Finding
from paddle_migrate.formats.blocks import Block, markdown, restructured, split
from paddle_migrate.formats.doctests import Doctest, is_doctest
from paddle_migrate.formats.excerpts import imported_names, with_body, without_body
from paddle_migrate.formats.magics import Magics, imports_fluid, names_fluid, speaks_of_fluid
from paddle_migrate.formats.pieces import Piece, migrate_pieces
from paddle_migrate.formats.shell import migrate_programs
from paddle_migrate.formats.skips import is_skipped
from paddle_migrate.options import Options
from paddle_migrate.outcome import Result
from paddle_migrate.project.project import Project
from paddle_migrate.rewrites import Function
from paddle_migrate.rewriting import may_be_old
from paddle_migrate.rules.pins import Pins
from paddle_migrate.text.parsing import python_error
from paddle_migrate.text.pytree import python_tree

_PYTHON = ("python", "py", "python3", "pycon", "ipython", "ipython3", "code-cell", "")
_SHELL = ("bash", "sh", "shell", "console", "zsh", "")
_HEAD, _TAIL = "before all", "behind all"
_LISTS = ("text", "txt", "yaml", "yml", "dockerfile", "docker")
_SLIP = re.compile(r"^[ \t]*from[ \t]+paddle[\w.]*[ \t]+as[ \t]", re.MULTILINE)  # `import` was meant


def migrate_markdown(
    text: str,
    filename: str = "<stdin>",
    options: Options | None = None,
    project: Project | None = None,
    also: tuple[Function, ...] = (),
) -> Result:
    """Migrate the code blocks of a Markdown text."""
    return migrate_document(text, filename, options or Options(), project, markdown, also)


def migrate_restructured(
    text: str,
    filename: str = "<stdin>",
    options: Options | None = None,
    project: Project | None = None,
    also: tuple[Function, ...] = (),
) -> Result:
    """Migrate the code blocks of a reStructuredText."""
    return migrate_document(text, filename, options or Options(), project, restructured, also)


def migrate_document(
    text: str,
    filename: str,
    options: Options,
    project: Project | None,
    find: Callable[[list[str]], Iterator[Block]],
    also: tuple[Function, ...] = (),
    context: str = "",
) -> Result:
    """Migrate the code that `find` finds, and the pins in commands, in it and in the prose. `context`: the program that
    excerpts without an import are taken from."""
    if "paddle" not in context + text.lower() or is_skipped(text):
        return Result(text)
    blocks = list(find(split(text)))
    skipped = {n for b in blocks if b.skipped for n in range(b.first, b.first + len(b.raw))}
    pins = Pins(text, options, prose=True, skipped=skipped).lift_commands().report()
    lines = split(pins.result())
    blocks = [b for b in find(lines) if not b.skipped]
    document = Document(blocks, filename, options, project, also, context)
    for block in reversed(blocks):
        new = document.new[block.first]
        if new != block.raw:
            lines[block.first - 1 : block.first - 1 + len(block.raw)] = new
    result = "".join(lines)
    return Result(result, sorted([*pins.findings, *document.findings]), result != text)


class Document:
    """The blocks' new lines, by the number of their first line, and what is to be said of them."""

    def __init__(
        self,
        blocks: list[Block],
        filename: str,
        options: Options,
        project: Project | None,
        also: tuple[Function, ...] = (),
        context: str = "",
    ) -> None:
        self.filename, self.options, self.project, self.also = filename, options, project, also
        self.context = context
        self.new = {block.first: block.raw for block in blocks}
        self.findings: list[Finding] = []
        self._python([block for block in blocks if block.language in _PYTHON])
        for block in blocks:
            if block.language in (*_SHELL, *_LISTS) and block.kind != "found" and self.new[block.first] is block.raw:
                self._commands(block)

    def _python(self, blocks: list[Block]) -> None:
        magics = Magics(lambda command, _: command)
        pieces: list[Piece] = []
        kept: list[Block] = []
        sessions: dict[int, Doctest] = {}
        for block in blocks:
            code = "".join(block.code)
            if is_doctest(block.code):
                sessions[block.first] = Doctest(block.code)
                code = sessions[block.first].code
            elif block.kind == "named":
                code = with_body(magics.hide(code))
            if block.kind == "named" or is_doctest(block.code) or _is_code(code):
                kept.append(block)
                pieces.append(Piece(code, "", block.first))
            elif imports_fluid(code):
                self._unreadable(block, code)
        new_texts: list[str] = []
        for together in _programs(pieces):
            new_texts += self._program(together)
        for block, piece, new in zip(kept, pieces, new_texts, strict=True):
            if new != piece.text:
                session = sessions.get(block.first)
                lines = session.session(new) if session else split(magics.show(without_body(new)))
                self.new[block.first] = block.with_code(lines)
            if speaks_of_fluid(piece.text) or _SLIP.search(piece.text):
                self._unreadable(block, piece.text)

    def _program(self, pieces: list[Piece]) -> list[str]:
        """The new texts of pieces that are one program."""
        head = self._head(pieces)
        if not any(may_be_old(piece.text) for piece in (*head, *pieces)):
            return [piece.text for piece in pieces]
        options = replace(self.options, excerpts=True)
        texts, findings, _ = migrate_pieces(
            [*head, *pieces, *_tail(pieces)], self.filename, options, strict=False, also=self.also
        )
        self.findings += [f for f in findings if not f.place]
        return texts[len(head) : len(head) + len(pieces)]

    def _head(self, pieces: list[Piece]) -> list[Piece]:
        """What an excerpt leaves out. `fluid` without an import is what it always was, and stays without one."""
        if any(names_fluid(piece.text) for piece in pieces):
            return []
        names = imported_names(self.context)
        if any(re.search(rf"(?<![\w.]){name}\b[.(]", piece.text) for name in names for piece in pieces):
            return [Piece(self.context, _HEAD)]
        uses = any(speaks_of_fluid(piece.text) for piece in pieces)
        return [Piece("import paddle.fluid as fluid\n", _HEAD)] if uses else []

    def _unreadable(self, block: Block, code: str) -> None:
        error = python_error(code)
        if error is not None:
            line = block.first + max(error.line - 1, 0)
            self.findings.append(Finding(line, "PM338", "code block", f"left as it was: {error}"))

    def _commands(self, block: Block) -> None:
        text = "".join(block.raw)
        items = Pins(text, self.options, block.first).lift_items()
        new, found = migrate_programs(items.result(), Path(self.filename), self.options, self.project, block.first)
        self.findings += [*items.findings, *found]
        self.new[block.first] = split(new) if new != text else block.raw


def _programs(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """Pieces that are one program: what imports Paddle once more is to be read by itself."""
    together: list[Piece] = []
    imported: set[str] = set()
    for piece in pieces:
        imports = {
            line.strip() for line in split(piece.text) if imports_fluid(line) and not line.startswith((" ", "\t"))
        }
        if imports & imported:
            yield together
            together, imported = [], set()
        together.append(piece)
        imported |= imports
    yield together


def _tail(pieces: list[Piece]) -> list[Piece]:
    """A use of fluid that keeps its import for a piece that cannot be read."""
    unread = any(speaks_of_fluid(piece.text) and python_error(piece.text) is not None for piece in pieces)
    return [Piece("fluid\n", _TAIL)] if unread else []


def _is_code(text: str) -> bool:
    """Whether text that nothing says is Python is: more than names, numbers and strings."""
    if not re.search(r"[=(]|\bimport\b", text):
        return False
    tree = python_tree(text)
    plain = (ast.Name, ast.Attribute, ast.Constant, ast.Tuple)
    return tree is not None and any(
        not isinstance(node, ast.Expr) or not isinstance(node.value, plain) for node in tree.body
    )
