"""Excerpts of a program: what they are taken from, and those that end in a header with a comment for its body."""

from __future__ import annotations

import ast
import re

from paddle_migrate.formats.blocks import split
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.text.parsing import python_error
from paddle_migrate.text.pytree import python_tree

_BODY = "__body__"
_HEADER = re.compile(r"(?P<margin>[ \t]*)[^\s#].*:[ \t]*(?:#.*)?$")


def with_body(code: str) -> str:
    """The code, with a statement behind the comment; as it is where it is Python, or is not so either."""
    lines = split(code)
    last = next((n for n in range(len(lines) - 1, -1, -1) if lines[n].split("#")[0].strip()), -1)
    header = _HEADER.match(lines[last].rstrip()) if last >= 0 else None
    if header is None or python_error(code) is None:
        return code
    comment = next((re.match(r"[ \t]*", line) for line in lines[last + 1 :] if line.strip()), None)
    if comment is None or len(comment[0]) <= len(header["margin"]):
        return code
    whole = "".join(lines).rstrip("\n") + f"\n{comment[0]}{_BODY}\n"
    return whole if python_error(whole) is None else code


def without_body(code: str) -> str:
    """The same without that statement."""
    return re.sub(rf"^[ \t]*{_BODY}\n", "", code, flags=re.MULTILINE)


def imported_names(program: str) -> list[str]:
    """The names under which a program imports fluid and what is in it; none of what is not Python."""
    tree = python_tree(program) if "fluid" in program else None
    found: list[str] = []
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            home = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            found += [a.asname or a.name.split(".")[0] for a in node.names if is_legacy(home + a.name)]
    return found
