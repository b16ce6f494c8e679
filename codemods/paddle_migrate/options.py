"""What a run is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Half = Literal["", "static", "dynamic"]  # of a file of both modes; empty: all of a file
IfUnknown = Literal["", "static", "dynamic"]  # the mode of what shows none; empty: it stays unknown


@dataclass(frozen=True)
class Options:
    """What the result is for: the Paddle version, how data-parallel scripts are started, whether what is left to a
    person gets a comment above it, whether scripts may be run to find out what their text does not tell, whether
    the text is excerpts that stand in a page, each for itself, whether each change is to say who made it, whether
    static graphs are rewritten, too, whether they become layers and a loop, whether a cross entropy is given
    logits in place of their softmax, which rewrites alone are wanted, or are not, by patterns of names, and of
    functions those of which line alone, which half of a file of both modes is rewritten now, the other one being left
    for another pass, the mode of what shows none, and whether nothing counts but that programs become a loop."""

    target: Literal["2.6", "3"] = "2.6"
    launcher: Literal["spawn", "launch"] = "spawn"
    annotate: bool = False
    trace: bool = False
    excerpts: bool = False
    why: bool = False
    programs: bool = True
    dygraph: bool = False
    fold_softmax: bool = False
    only: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    line: int = 0
    half: Half = ""
    mode: IfUnknown = ""
    loop: bool = False
