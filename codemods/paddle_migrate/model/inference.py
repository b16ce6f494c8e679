"""Whether `paddle.inference` gives what the new model gives where nothing is set, and else what to set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from paddle_migrate.model import arrays
from paddle_migrate.model.checking import CLOSE, TOLERANCE
from paddle_migrate.model.exact import Exact
from paddle_migrate.model.running import Failed, Way, play

CALLS = {"disable_mkldnn": "config.disable_mkldnn()", "switch_ir_optim": "config.switch_ir_optim(False)"}


class Tried(NamedTuple):
    """What one setting gives: how far apart it is, whether that is next to nothing, and what is wrong with it."""

    difference: float
    close: bool
    trouble: str


def found(new: Way, inputs: Path, folder: Path, exact: Exact) -> tuple[str, bool]:
    """A sentence for people, and whether nothing more is to be said of it.

    `folder` holds what the new model gave, in new.npz, and gets what this gives, in inference.npz.
    """
    first = _tried(new, "", inputs, folder, exact)
    if not first.trouble:
        return f"paddle.inference is {first.difference:.1e} apart from it at most", first.close
    for setting, call in CALLS.items():
        if not _tried(new, setting, inputs, folder, exact).trouble:
            return f"for paddle.inference on a CPU call {call}: without it {first.trouble}", True
    return f"paddle.inference cannot be used for it: {first.trouble}", True


def _tried(new: Way, setting: str, inputs: Path, folder: Path, exact: Exact) -> Tried:
    given = folder / "inference.npz"
    try:
        play(replace(new, how=" ".join(["inference", setting])), inputs, given)
    except Failed as error:
        return Tried(0.0, False, f"it ends with {error}")
    apart = arrays.apart(folder / "new.npz", given)
    close = apart.share <= CLOSE
    right = close or (apart.share <= TOLERANCE if exact.own is None else exact.explains(given))
    return Tried(apart.difference, close, "" if right else f"it is {apart.difference:.1e} apart")
