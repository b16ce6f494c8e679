"""What became known of each old-form layer: where it was made, through which calls, and what it was called with."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from paddle_migrate.interpreter.values import Shape

Place = tuple[int, int, int, int]  # line, column in bytes, last line, last column: as `ast` counts them
Arguments = tuple[list[Any], dict[str, Any]]  # of a call, by place and by name


@dataclass
class View:
    """One call on the way to a layer's constructor, seen from the function that holds the call.

    `function` is the line of its `def`, None at the module's top. `run` tells the runs of the function apart, `values`
    are the whole numbers that the text of a name or of an argument had there.
    """

    site: Place | None
    function: Place | None
    run: int
    values: dict[str, int] = field(default_factory=dict[str, int])


@dataclass
class Made:
    """One old-form layer. `views` begins with the constructor's call; `inputs` are the shapes of its arguments,
    one tuple for each call of the layer."""

    short: str
    views: list[View]
    inputs: list[tuple[Shape | None, ...]] = field(default_factory=list[tuple[Shape | None, ...]])
    args: dict[str, Any] = field(default_factory=dict[str, Any])  # by the old form's parameter names
    explored: str = ""  # made only with another argument than the script gives: "layers=101"
    listed: bool = False  # called with a list; the shapes are those of its items

    @property
    def site(self) -> Place | None:
        return self.views[0].site


def place(node: ast.expr | ast.stmt) -> Place:
    return (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
