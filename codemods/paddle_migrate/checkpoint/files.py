"""A checkpoint in any of the forms that 1.5 to 1.8 wrote, and today's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paddle_migrate.checkpoint import pickles
from paddle_migrate.checkpoint.tensors import Tensor, formats
from paddle_migrate.project import files

_TABLE = "StructuredToParameterName@@"


def read(path: Path) -> dict[str, Tensor]:
    """The tensors by the keys of the file: names of parameters in 1.5 and 1.6, keys of `state_dict` since.

    Raises `ValueError` for what is no checkpoint, `OSError` for what cannot be read.
    """
    if path.is_dir():
        return _folder(path)
    data = path.read_bytes()
    if formats().is_many(data):
        return dict(formats().read_many(data))
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


def _folder(path: Path) -> dict[str, Tensor]:
    """What `save_persistables` of 1.5 wrote; the decays of optimizers in it are pickles and left unread."""
    held = [f for f in sorted(path.rglob("*")) if f.is_file() and not f.name.startswith(".")]
    names = {f.relative_to(path).as_posix(): f for f in held}
    return {n: _one(n, f.read_bytes()) for n, f in names.items() if not n.startswith("optimizers/")}


def _one(name: str, data: bytes) -> Tensor:
    found = formats().read_in_turn(data)
    if len(found) > 1:
        raise ValueError(f"{name} holds {len(found)} tensors without their names; where it belongs to an inference "
                         "model: paddle-migrate model OLD -o NEW.pdparams")
    return found[0]


def write(path: Path, tensors: dict[str, Tensor], names: dict[str, str]) -> None:
    """For `paddle.load`, in one step; `names` are what the parameters were called. Raises `SourceError`."""
    values: dict[str, Any] = {**tensors, _TABLE: names}
    files.write(path, pickles.dump(values), follow=False)
