"""The diff of a file, as patch and git apply take it."""

from __future__ import annotations

import difflib
import os
import re

from paddle_migrate.outcome import Outcome
from paddle_migrate.project import files

_LINE = re.compile(r"[^\n]*\n|[^\n]+")  # as patch and git count them


def diff(source: files.Text, outcome: Outcome) -> bytes:
    """A unified diff that patch and git apply take, in the file's own encoding."""
    mark = source.mark.decode()
    old, new = (_LINE.findall(mark + text) for text in (outcome.old, outcome.new))
    lines = list(difflib.unified_diff(old, new, "", ""))[2:]
    body = "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)
    path = outcome.path.lstrip("/")
    before = _quoted("a/" + path) if outcome.old else "/dev/null"
    names = f"--- {before}\n+++ {_quoted('b/' + path)}\n"
    return os.fsencode(names) + source.encode(body)[len(source.mark) :]


def _quoted(name: str) -> str:
    """As git writes a name that could be taken for something else."""
    if re.search(r'[\x00-\x1f"\\\x7f]', name):
        return '"' + re.sub(r'[\x00-\x1f"\\\x7f]', lambda m: f"\\{ord(m[0]):03o}", name) + '"'
    return name + "\t" if " " in name else name
