"""`>>> ` and `... ` with what comes out of them, as Python and back."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from paddle_migrate.formats.blocks import split
from paddle_migrate.text.pytree import first_line, python_tree

_OUTPUT = re.compile(r"#__output_(\d+)__")

_SHOWS = "paddle.device.set_device("  # gives back what it is told, and a session would show it


def is_doctest(code: list[str]) -> bool:
    return any(line.startswith(">>> ") for line in code)


class Doctest:
    """A session's code; its output lines are comments meanwhile."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.code = "".join(self._plain(number, line) for number, line in enumerate(lines))

    def _plain(self, number: int, line: str) -> str:
        if re.match(r">>> +\S|\.\.\.(?=[ \r\n]|\Z)", line):
            return line[4:] if line[3:4] == " " else line[3:]
        end = line[len(line.rstrip("\r\n")) :]
        return f"#__output_{number}__{end}"

    def session(self, new: str) -> list[str]:
        """The session that runs this code, with the output lines where they stood."""
        tree = python_tree(new)
        body = tree.body if tree is not None else []
        inside: set[int] = set()
        for statement in body:
            first = first_line(statement)
            inside.update(range(first + 1, (statement.end_lineno or first) + 1))
        lines: list[str] = []
        before = ""
        for number, line in enumerate(split(new), 1):
            output = _OUTPUT.match(line)
            if output:
                lines.append(self.lines[int(output[1])])
            elif line.strip():
                quiet = "_ = " if line.startswith(_SHOWS) and line not in self.code else ""
                lines.append(f"{'...' if number in inside else '>>>'} {quiet}{line}")
            elif number in inside or before.startswith((" ", "\t")):
                lines.append("..." + line)  # and where the block is gone that such a line ended, so is the line
            before = line
        return self._as_they_were(lines)

    def _as_they_were(self, lines: list[str]) -> list[str]:
        """Lines whose code has not changed are spelled as before."""
        old, new = ([(line[:3], self._plain(n, line)) for n, line in enumerate(each)] for each in (self.lines, lines))
        for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
            lines[block.b : block.b + block.size] = self.lines[block.a : block.a + block.size]
        return lines
