"""What the files of the running script name."""

from __future__ import annotations

import ast
import functools
import linecache
import re
import sys
from collections.abc import Iterator
from types import FrameType

from .warn import is_ours


def script_names(wanted: frozenset[str]) -> bool:
    """Whether a file whose code is being run, ours and Python's own apart, names one of these."""
    return any(_names_in(file, wanted) for file in dict.fromkeys(_files()))


def _files() -> Iterator[str]:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if not is_ours(module) and module.partition(".")[0] not in sys.stdlib_module_names:
            yield frame.f_code.co_filename
        frame = frame.f_back


@functools.cache
def _names_in(file: str, wanted: frozenset[str]) -> bool:
    text = "".join(linecache.getlines(file))
    if not re.search(rf"\b(?:{'|'.join(wanted)})\b", text):
        return False
    try:
        tree = ast.parse(text)
    except SyntaxError:  # a file that is not Python's
        return False
    return any(_name_of(node) in wanted for node in ast.walk(tree))


def _name_of(node: ast.AST) -> str | None:
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.alias):
        return node.name
    return node.id if isinstance(node, ast.Name) else None
