"""Whether `paddle.inference` gives what the new model gives where nothing is set, and else what to set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from paddle_migrate.model import arrays
from paddle_migrate.model.checking import TOLERANCE
from paddle_migrate.model.running import Failed, Way, play

CALLS = {"disable_mkldnn": "config.disable_mkldnn()", "switch_ir_optim": "config.switch_ir_optim(False)"}


def found(new: Way, inputs: Path, folder: Path) -> str:
    """A sentence for people; `folder` holds what the new model gave, in new.npz."""
    difference, trouble = _tried(new, "", inputs, folder)
    if not trouble:
        return f"paddle.inference is {difference:.1e} apart from it at most"
    for setting, call in CALLS.items():
        if not _tried(new, setting, inputs, folder)[1]:
            return f"for paddle.inference on a CPU call {call}: without it {trouble}"
    return f"paddle.inference cannot be used for it: {trouble}"


def _tried(new: Way, setting: str, inputs: Path, folder: Path) -> tuple[float, str]:
    """The largest difference, and what is wrong."""
    given = folder / "inference.npz"
    try:
        play(replace(new, how=" ".join(["inference", setting])), inputs, given)
    except Failed as error:
        return 0.0, f"it ends with {error}"
    difference, largest = arrays.apart(folder / "new.npz", given)
    wrong = difference > TOLERANCE * max(1.0, largest)
    return difference, f"it is {difference:.1e} apart" if wrong else ""
