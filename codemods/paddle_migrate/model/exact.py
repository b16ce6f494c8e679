"""What the old model gives in float64: two that round in another order are apart, and none of them is wrong."""

from __future__ import annotations

import copy
from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from paddle_migrate.checkpoint.tensors import Tensor, formats, tensor
from paddle_migrate.model import arrays, files
from paddle_migrate.model.arrays import Apart
from paddle_migrate.model.checking import CLOSE
from paddle_migrate.model.files import Model
from paddle_migrate.model.program import Program
from paddle_migrate.model.running import Failed, Way, play, there

WORSE = 4.0  # as many times as far as the old model are today's kernels from it: two bits
USELESS = 1e-3  # where the old model itself is so far from it, it tells nothing: a box more, another word
_DTYPES = ("dtype", "in_dtype", "out_dtype")


class Exact:
    """Run where the old model was run, once, when it is asked for; `folder` holds what that gave, in old.npz."""

    def __init__(self, model: Model, old: Way, inputs: Path, folder: Path) -> None:
        self.model, self.old, self.inputs, self.folder = model, old, inputs, folder
        self.results = folder / "exact.npz"

    @cached_property
    def own(self) -> list[Apart] | None:
        """How far the old model is from it, output by output; None where it cannot be had, or tells nothing."""
        try:
            play(self._written(), self.inputs, self.results)
        except (Failed, NotImplementedError):
            return None
        own = arrays.each_apart(self.results, self.folder / "old.npz")
        return own if all(each.share <= USELESS for each in own) else None

    def explains(self, results: Path) -> bool:
        """Whether these are about as near to it as the old model is, which has no more to say of them."""
        beside = self._beside(results)
        return bool(beside) and all(gap.share <= CLOSE or off.difference <= WORSE * own.difference
                                    for gap, own, off in beside)

    def _beside(self, results: Path) -> list[tuple[Apart, Apart, Apart]]:
        """Output by output how far these are from the old model, it from float64, and these from float64."""
        if self.own is None:
            return []
        found = [arrays.each_apart(self.folder / "old.npz", results), self.own,
                 arrays.each_apart(self.results, results)]
        return [*zip(*found, strict=True)] if len({*map(len, found)}) == 1 else []

    def sentences(self, rounded: dict[str, Path]) -> Iterator[str]:
        """Of each of these results by their names that it explains, a sentence for people."""
        for name, results in rounded.items():
            if self.explains(results):
                _, own, off = max(self._beside(results), key=lambda each: each[0].share)
                yield (f"that is rounding: in float64 the same model is {own.difference:.1e} apart from "
                       f"{self.old.name} and {off.difference:.1e} from {name}")

    def _written(self) -> Way:
        place = self.folder / "exact"
        place.mkdir()
        program, tensors = wide(self.model)
        if self.old.how == "fluid":
            files.write_old(place, program, tensors)
            names = ("__model__", "__params__")
        else:
            files.write(place, "exact", program, tensors)
            names = ("exact.pdmodel", "exact.pdiparams")
        return replace(self.old, how=f"{self.old.how} float64", place=place,
                       files=(names[0], there(place, names[1])))


def wide(model: Model) -> tuple[Program, dict[str, Tensor]]:
    """A model's program and parameters in float64. Raises `NotImplementedError` where an operator has no such form."""
    program, codes = copy.deepcopy(model.program), formats().CODES
    for block in program.blocks:
        for var in block.vars.values():
            if var.dtype == "float32":
                var.dtype = "float64"
    for op in program.ops:
        for name in _DTYPES:
            if op.attrs.get(name) == codes["float32"]:
                if op.type == "assign_value":
                    raise NotImplementedError
                op.attrs[name] = codes["float64"]
    return program, {name: _wide(each) for name, each in model.tensors.items()}


def _wide(each: Tensor) -> Tensor:
    if each.dtype != "float32":
        return each
    return tensor("float64", each.shape, array("d", array("f", each.data)).tobytes())
