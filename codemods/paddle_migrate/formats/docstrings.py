"""Examples in docstrings: doctests and code blocks, rewritten like those of a page."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.formats.blocks import restructured, split
from paddle_migrate.formats.documents import Document
from paddle_migrate.script import Script

_LEFT = "an example in a docstring uses it; left as it was"


def rewrite(script: Script) -> None:
    if "fluid" not in script.source.text:
        return
    for statement in script.source.all(cst.Expr):
        node = statement.value
        if isinstance(node, cst.SimpleString) and _has_examples(node) and not script.is_skipped(node):
            _docstring(script, node)


def _has_examples(node: cst.SimpleString) -> bool:
    """Whether it may hold code that reads as it stands: a backslash means something else in a string."""
    plain = "\\" not in node.value or "r" in node.prefix.lower()
    return plain and "fluid" in node.value and (">>> " in node.value or "::" in node.value)


def _docstring(script: Script, node: cst.SimpleString) -> None:
    before = len(node.prefix) + len(node.quote)
    lines = split(node.value[before : -len(node.quote)])
    blocks = list(restructured(_in_line(lines, script.source.indentation(node))))
    document = Document(blocks, script.source.path, script.options, None)
    first, line = script.source.core(node)[0] + before, script.source.line(node)
    for block in blocks:
        old, new = "".join(block.raw), "".join(document.new[block.first])
        start = first + sum(map(len, lines[: block.first - 1]))
        if new != old and node.quote not in new and new.count("\\") == old.count("\\"):
            script.edits.replace(start, start + len(old), new)
    for finding in document.findings:
        at = finding.line + line - 1
        runs = script.source.line_text(at).lstrip().startswith((">>>", "..."))
        if finding.level == "person" and not runs:  # like what is left in a comment
            script.say(at, "PM207", finding.name, _LEFT)
        else:
            script.say(at, finding.code, finding.name, finding.message)


def _in_line(lines: list[str], indentation: str) -> list[str]:
    """The lines, the first as far in as the others, which it stands behind a quotation mark for: what is indented
    beneath `Use::` is told by that."""
    begins_block = lines[0].rstrip().endswith("::")
    return [indentation + lines[0], *lines[1:]] if begins_block else lines
