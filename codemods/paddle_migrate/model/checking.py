"""Whether the new model gives what the old one gave."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from pathlib import Path

from paddle_migrate.checkpoint.tensors import Tensor
from paddle_migrate.model import arrays
from paddle_migrate.model.arrays import Apart
from paddle_migrate.model.program import Program, Var
from paddle_migrate.model.running import Failed, Way, play

SMALLEST, ROWS = 2, (2, 3)  # a size that is not known; the rows of two sequences
MOST = 2**24  # numbers of an input that are drawn: a file may say any size
CLOSE, TOLERANCE = 1e-6, 1e-5  # of an output's largest number


@dataclass(frozen=True)
class Compared:
    """How far the results are apart, and who ran the old model and the new one."""

    apart: Apart
    old: Way
    new: Way

    @property
    def close(self) -> bool:
        return self.apart.share <= CLOSE

    @property
    def same(self) -> bool:
        return self.apart.share <= TOLERANCE


def random_inputs(program: Program) -> dict[str, Tensor]:
    """For each input an array; whole numbers stay below the rows of every table that is looked up.

    Raises `ValueError` for one that is too large.
    """
    draw, found = random.Random(0), {}
    tables = [var.dims[0] for op in program.ops if op.type in ("lookup_table", "lookup_table_v2")
              for block in program.blocks for name in op.inputs.get("W", []) if (var := block.vars.get(name))]
    bound = min(tables, default=8)
    for var in program.fed():
        dims = [SMALLEST if size < 0 else size for size in var.dims]
        if var.lod_level:
            dims[0] = sum(ROWS)
            for level in range(var.lod_level):
                rows = ROWS if level == var.lod_level - 1 else (1,) * len(ROWS)
                key = f"{var.name}.lengths" + (f".{level}" if var.lod_level > 1 else "")
                found[key] = arrays.of("int64", (len(rows),), list(rows))
        found[var.name] = _drawn(var, dims, bound, draw)
    return found


def _drawn(var: Var, dims: list[int], bound: int, draw: random.Random) -> Tensor:
    count = math.prod(dims)
    if count > MOST:
        raise ValueError(f"its input {var.name} has {count} numbers, which are too many to be drawn: give it with "
                         "--check-with")
    if "float" in var.dtype:
        return arrays.of(var.dtype, tuple(dims), [draw.uniform(-1, 1) for _ in range(count)])
    return arrays.of(var.dtype, tuple(dims), [draw.randrange(2 if var.dtype == "bool" else max(bound, 1))
                                              for _ in range(count)])


def compare(olds: list[Way], new: Way, inputs: Path, folder: Path) -> Compared:
    """Run both. Raises `Failed` where either cannot be run."""
    reasons = []
    for old in olds:
        try:
            play(old, inputs, folder / "old.npz")
            break
        except Failed as error:
            reasons.append(f"{old.name}: {error}")
    else:
        raise Failed("the old model cannot be run here (" + "; ".join(reasons) + ")")
    try:
        play(new, inputs, folder / "new.npz")
    except Failed as error:
        raise Failed(f"the new model cannot be run ({new.name}: {error})") from None
    return Compared(arrays.apart(folder / "old.npz", folder / "new.npz"), old, new)
