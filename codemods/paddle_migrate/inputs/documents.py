"""Code blocks in Markdown and reStructuredText; the prose around them stays as it is."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from paddle_migrate.api import Result
from paddle_migrate.inputs.pieces import Piece, migrate_pieces
from paddle_migrate.inputs.shell import migrate_commands
from paddle_migrate.project import Project
from paddle_migrate.script import Options

_FENCED = re.compile(
    r"^(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[\w+-]*)[^\n]*\n"
    r"(?P<body>.*?)^[ \t]*(?P=fence)[`~]*[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
_DIRECTIVE = re.compile(
    r"^(?P<indent>[ \t]*)\.\. (?:code-block|code|sourcecode)::[ \t]*(?P<language>\w*)[ \t]*\n"
    r"(?:[ \t]+:[^\n]*\n)*(?:[ \t]*\n)+"
    r"(?P<body>(?:(?P=indent)[ \t]+[^\n]*(?:\n|\Z)|[ \t]*\n)+)",
    re.MULTILINE,
)
_PYTHON = ("python", "py", "python3", "")
_SHELL = ("bash", "sh", "shell", "console", "")


def migrate_markdown(
    text: str, filename: str = "<stdin>", options: Options | None = None, project: Project | None = None
) -> Result:
    """Migrate the fenced code blocks of a Markdown text."""
    return _migrate_blocks(text, filename, options or Options(), list(_FENCED.finditer(text)), project)


def migrate_restructured(
    text: str, filename: str = "<stdin>", options: Options | None = None, project: Project | None = None
) -> Result:
    """Migrate the code blocks of a reStructuredText."""
    return _migrate_blocks(text, filename, options or Options(), list(_DIRECTIVE.finditer(text)), project)


def _migrate_blocks(
    text: str, filename: str, options: Options, blocks: list[re.Match[str]], project: Project | None
) -> Result:
    python = [b for b in blocks if b["language"].lower() in _PYTHON and "paddle" in text]
    pieces = [Piece(textwrap.dedent(b["body"]), "", text.count("\n", 0, b.start("body")) + 1) for b in python]
    new_texts, findings = migrate_pieces(pieces, filename, options, strict=False)
    changes = {
        b.span("body"): _indented(new, b["body"])
        for b, piece, new in zip(python, pieces, new_texts, strict=True)
        if new != piece.text
    }
    for block in blocks:
        if block["language"].lower() in _SHELL and block.span("body") not in changes:
            first = text.count("\n", 0, block.start("body")) + 1
            new, found = migrate_commands(block["body"], Path(filename), options, project, first)
            findings += found
            if new != block["body"]:
                changes[block.span("body")] = new
    result = text
    for (start, end), new in sorted(changes.items(), reverse=True):
        result = result[:start] + new + result[end:]
    return Result(result, findings, result != text)


def _indented(new: str, old: str) -> str:
    """The new code at the old code's indentation."""
    indents = [len(line) - len(line.lstrip(" \t")) for line in old.splitlines() if line.strip()]
    margin = min(indents, default=0)
    first = next((line for line in old.splitlines() if line.strip()), "")
    return textwrap.indent(new, first[:margin]) if margin else new
