"""What needs the dimension of a value, and how that is told."""

from __future__ import annotations

import os
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.text.parsing import shortened
from paddle_migrate.text.source import Source


@dataclass(frozen=True)
class Need:
    """An expression that would come out otherwise, or fail, without the value's dimension."""

    node: cst.CSTNode
    source: Source
    array: bool = False  # of the array that numpy() gives

    def where(self, script: Source) -> str:
        """The place, as it is told in a finding of the script."""
        code, line = shortened(" ".join(self.source.code(self.node).split())), self.source.line(self.node)
        if self.source is script:
            return f"`{code}` in line {line}"
        return f"`{code}` in {os.path.basename(self.source.path)}:{line}"
