"""``paddle.fluid.debugger``: a block as a picture, and as lines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

__all__ = ["draw_block_graphviz", "pprint_block_codes", "pprint_program_codes"]

_MARK = ', color="red", penwidth=3'


def draw_block_graphviz(block: Any, highlights: Any = None, path: str = "./temp.dot") -> None:
    """Write a block's variables and operators to ``path`` for Graphviz; what a pattern of ``highlights`` fits is red.

    1.8.5 ran ``dot`` on the file, too: ``dot -Tpdf temp.dot -o temp.pdf``.
    """

    def mark(name: str) -> str:
        return _MARK if any(re.match(pattern, name) for pattern in highlights or ()) else ""

    lines = ["digraph block {", "  rankdir=TB;"]
    for name, variable in block.vars.items():
        shape = "box" if variable.persistable else "ellipse"
        lines.append(f'  "{name}" [shape={shape}, label="{name}\\n{list(variable.shape)}"{mark(name)}];')
    for number, operator in enumerate(block.ops):
        node = f"{operator.type} {number}"
        lines.append(f'  "{node}" [shape=box, style="rounded,filled", label="{operator.type}"{mark(operator.type)}];')
        lines += [f'  "{name}" -> "{node}";' for name in operator.input_arg_names]
        lines += [f'  "{node}" -> "{name}";' for name in operator.output_arg_names]
    Path(path).write_text("\n".join([*lines, "}", ""]), encoding="utf-8")


def pprint_program_codes(program_desc: Any) -> None:
    """Print the blocks of a program."""
    for block in program_desc.blocks:
        pprint_block_codes(block)


def pprint_block_codes(block_desc: Any, show_backward: bool = False) -> None:
    """Print the variables and the operators of a block; ``show_backward``: the gradients' as well."""
    print(f"# block-{block_desc.idx}")
    for variable in block_desc.vars.values():
        if show_backward or not variable.name.endswith("@GRAD"):
            print(f"  {variable}")
    for operator in block_desc.ops:
        if show_backward or operator.role == "forward":
            print(f"  {operator}")
