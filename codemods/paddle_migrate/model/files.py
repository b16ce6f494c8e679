"""A model's files: which they are, what they hold, and writing new ones."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path

from paddle_migrate.checkpoint.tensors import Tensor, formats
from paddle_migrate.model import program as programs
from paddle_migrate.model.program import Program, Var


@dataclass
class Model:
    """What was read; `parameters` is None where each has a file of its name in `folder`."""

    folder: Path
    file: Path
    parameters: Path | None
    program: Program
    tensors: dict[str, Tensor]

    @property
    def modern(self) -> bool:
        """Whether it is of 2.x, whose names of files end so."""
        return self.file.suffix == ".pdmodel"

    @property
    def name(self) -> str:
        return os.path.splitext(self.file.name.strip("_"))[0]  # as migrated scripts do

    @property
    def bytes(self) -> int:
        return sum(len(tensor.data) for tensor in self.tensors.values())


def read(old: Path, model_file: str | None, params_file: str | None) -> Model:
    """The model in a folder, or of the file that is its program, or of the two files `old.pdmodel`, `old.pdiparams`.

    Raises `ValueError` where that is none, or its parts do not fit together, `OSError` where it cannot be read.
    """
    file = _program_file(old, model_file)
    program = programs.read(_bytes(file))
    lasting = program.lasting()
    parameters = _parameters_file(file, params_file, lasting)
    tensors = _together(parameters, lasting) if parameters else _one_by_one(file.parent, lasting)
    for var in lasting:
        _fits(var, tensors[var.name])
    return Model(file.parent, file, parameters, program, tensors)


def _program_file(old: Path, named: str | None) -> Path:
    if not old.is_dir():
        file = old if old.exists() else old.with_name(f"{old.name}.pdmodel")
        if file.suffix == ".json" or (not file.exists() and old.with_name(f"{old.name}.json").exists()):
            raise ValueError("it is a model of Paddle 3 already, from which there is no way back: convert the model "
                             "that it was made of")
        if not file.exists():
            raise ValueError(f"there is no such folder, and no file {file}")
        return file
    if named is not None:
        return old / named
    usual = [old / "__model__", *sorted(old.glob("*.pdmodel"))]
    found = [file for file in usual if file.is_file()]
    if not found:
        if any(old.glob("*.json")):
            raise ValueError("it has no __model__ and no .pdmodel; a .json is Paddle 3's already, from which there is "
                             "no way back")
        raise ValueError("it has no __model__ and no .pdmodel; name the file of the program with --model-file")
    if len(found) > 1:
        raise ValueError(f"it has several models: {', '.join(file.name for file in found[:4])}; name one with "
                         "--model-file")
    return found[0]


def _bytes(file: Path) -> bytes:
    if not file.is_file():  # or a pipe, which would be waited for
        raise ValueError(f"there is no file {file}")
    return file.read_bytes()


def _parameters_file(model: Path, named: str | None, lasting: list[Var]) -> Path | None:
    """The one file of all parameters; None where each has one, or there are none."""
    if named is not None:
        return model.parent / named
    if not lasting:
        return None
    beside = model.with_suffix(".pdiparams")
    if model.suffix == ".pdmodel" and beside.is_file():
        return beside
    if all(_own_file(model.parent, var.name).is_file() for var in lasting):
        return None
    others = [file for file in sorted(model.parent.iterdir()) if file.is_file() and file.name != model.name
              and not file.name.startswith(".") and file.suffix != ".info"]
    if len(others) == 1:
        return others[0]
    usual = [file for file in others if file.name in ("__params__", "params", "weights")]
    if len(usual) == 1:
        return usual[0]
    missing = next(var.name for var in lasting if not _own_file(model.parent, var.name).is_file())
    raise ValueError(f"its parameter {missing} has no file; where all are in one file, name it with --params-file")


def _own_file(folder: Path, name: str) -> Path:
    """Raises `ValueError` for a name that leads out of the folder."""
    file = folder / name
    if "\0" in name or not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder)):
        raise ValueError(f"its parameter {name!r} would lie outside of its folder")
    return file


def _together(file: Path, lasting: list[Var]) -> dict[str, Tensor]:
    data = _bytes(file)
    if not lasting and not data:
        return {}
    try:
        tensors = formats().read_in_turn(data)
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from None
    if len(tensors) != len(lasting):
        raise ValueError(f"{file.name} holds {len(tensors)} tensors, and the program has {len(lasting)} parameters")
    return {var.name: tensor for var, tensor in zip(lasting, tensors, strict=True)}


def _one_by_one(folder: Path, lasting: list[Var]) -> dict[str, Tensor]:
    found = {}
    for var in lasting:
        try:
            (found[var.name],) = formats().read_in_turn(_bytes(_own_file(folder, var.name)))
        except ValueError as error:
            raise ValueError(f"{var.name}: {error}") from None
    return found


def _fits(var: Var, tensor: Tensor) -> None:
    same = len(var.dims) == len(tensor.shape) and all(
        one in (-1, other) for one, other in zip(var.dims, tensor.shape, strict=True))
    if not same or var.dtype != tensor.dtype:
        raise ValueError(f"its parameter {var.name} is {var.dtype} {var.dims} in the program and {tensor.dtype} "
                         f"{list(tensor.shape)} in the file")


def write(folder: Path, name: str, program: Program, tensors: dict[str, Tensor]) -> None:
    """The two files that Paddle 2.6 loads."""
    (folder / f"{name}.pdmodel").write_bytes(programs.write(program))
    write_tensors(folder / f"{name}.pdiparams", {var.name: tensors[var.name] for var in program.lasting()})


def write_old(folder: Path, program: Program, tensors: dict[str, Tensor]) -> None:
    """The two files that 1.8.5 loads."""
    (folder / "__model__").write_bytes(programs.write(program))
    write_tensors(folder / "__params__", {var.name: tensors[var.name] for var in program.lasting()})


def write_tensors(file: Path, tensors: dict[str, Tensor]) -> None:
    """All in one file, in the order of their names; of none there is no file: no Paddle loads one that is empty."""
    if not tensors:
        return
    with open(file, "wb") as out:
        for name in sorted(tensors):
            out.write(formats().write_one(tensors[name]))


def numbers(model: Model) -> int:
    """How many numbers the parameters are."""
    return sum(math.prod(tensor.shape) for tensor in model.tensors.values())
