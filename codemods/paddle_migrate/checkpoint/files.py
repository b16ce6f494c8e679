"""A checkpoint in any of the forms that 1.5 to 1.8 wrote, and today's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paddle_migrate.checkpoint import kinds, pickles
from paddle_migrate.checkpoint.tensors import Tensor, formats
from paddle_migrate.findings import listed
from paddle_migrate.project import files

_TABLE = "StructuredToParameterName@@"
_NAMED = 5


def read(path: Path) -> dict[str, Tensor]:
    """The tensors by the keys of the file: names of parameters in 1.5 and 1.6, keys of `state_dict` since.

    Raises `ValueError` for what is no checkpoint, `OSError` for what cannot be read.
    """
    held = _folder(path) if path.is_dir() else _file(path)
    if not held:
        raise ValueError("the file holds no parameters")
    return held


def _file(path: Path) -> dict[str, Tensor]:
    data = path.read_bytes()
    if formats().is_many(data):
        return dict(formats().read_many(data))
    kinds.refuse(data)
    held = pickles.load(data)
    if not isinstance(held, dict):
        raise ValueError("the file holds no dict of parameters")
    held.pop(_TABLE, None)
    other = [str(key) for key, value in held.items() if not isinstance(value, formats().RawTensor)]
    if other:
        if path.suffix == ".pdopt":
            raise ValueError("a .pdopt holds what an optimizer keeps, which loads as it is; convert the .pdparams")
        raise ValueError(f"the file is no checkpoint of a model: {', '.join(other[:3])} is no array")
    return held


def passed_over(path: Path) -> list[str]:
    """The files of a folder that are read by none: what a migrated script has written there since."""
    return [name for name, file in _files(path).items() if kinds.is_todays(file)] if path.is_dir() else []


def _folder(path: Path) -> dict[str, Tensor]:
    """What `save_persistables` of 1.5 wrote; the decays of optimizers in it are pickles and left unread."""
    names, others = _files(path), passed_over(path)
    mine = {name: file for name, file in names.items() if name not in others}
    for name, file in (mine or names).items():
        if kinds.is_program(kinds.beginning(file)):
            raise ValueError(f"it is an inference model, of the program {name}: {kinds.MODEL}")
    if not mine:
        more = f", but {listed(others, _NAMED)}: name one .pdparams" if others else ""
        raise ValueError(f"the folder has no file that save_persistables wrote{more}")
    return {name: _one(name, file.read_bytes()) for name, file in mine.items()}


def _files(path: Path) -> dict[str, Path]:
    """By their names in the folder."""
    held = {f.relative_to(path).as_posix(): f for f in sorted(path.rglob("*")) if f.is_file() and f.name[0] != "."}
    return {name: file for name, file in held.items() if not name.startswith("optimizers/")}


def _one(name: str, data: bytes) -> Tensor:
    try:
        found = formats().read_in_turn(data)
    except ValueError as error:
        raise ValueError(f"{name} is no parameter that save_persistables wrote, or not a whole one ({error}): take it "
                         "out of the folder, or fetch it again") from None
    if len(found) > 1:
        raise ValueError(f"{name} holds {len(found)} tensors without their names; where it belongs to an inference "
                         "model: paddle-migrate model OLD -o NEW.pdparams")
    return found[0]


def write(path: Path, tensors: dict[str, Tensor], names: dict[str, str]) -> None:
    """For `paddle.load`, in one step; `names` are what the parameters were called. Raises `SourceError`."""
    values: dict[str, Any] = {**tensors, _TABLE: names}
    files.write(path, pickles.dump(values), follow=False)
