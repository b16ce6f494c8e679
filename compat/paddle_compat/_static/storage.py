"""Variables of the scope in files: one for each, by its name, or all in one, in 1.8.5's own format."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .._runtime.tensor_files import RawTensor, read_in_turn, write_one
from .programs import Program, default_main_program
from .scopes import Holder, global_scope
from .variables import Parameter, Variable

Choice = Callable[[Variable], bool]


def is_parameter(variable: Variable) -> bool:
    """Whether it is trained."""
    return isinstance(variable, Parameter)


def is_persistable(variable: Variable) -> bool:
    """Whether it lasts from run to run."""
    return variable.persistable and variable.name not in ("feed", "fetch")


def chosen(program: Any, variables: Any, predicate: Choice | None) -> list[str]:
    """The names of ``variables``, or of those of ``program`` of which ``predicate`` is true."""
    if variables is not None:
        return [each if isinstance(each, str) else each.name for each in variables]
    whole = default_main_program() if program is None else getattr(program, "program", program)
    if not isinstance(whole, Program):
        raise TypeError(f"program should be as Program type or None, not {type(whole)}")
    return list(dict.fromkeys(each.name for each in whole.list_vars() if predicate is not None and predicate(each)))


def save_vars(executor: Any, dirname: str, main_program: Any = None, vars: Any = None, predicate: Any = None,
              filename: str | None = None) -> None:
    """Save ``vars``, or what ``predicate`` chooses, each in a file of its name, or sorted in ``filename``.

    Raises ``RuntimeError`` for a variable that has no value.
    """
    names = chosen(main_program, vars, predicate)
    if filename is not None:
        names = sorted(names)
    written = [write_one(raw(held(name))) for name in names]
    folder = Path(dirname or "")
    folder.mkdir(parents=True, exist_ok=True)
    if filename is not None:
        path = folder / filename
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(written))
        return
    for name, data in zip(names, written, strict=True):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def load_vars(executor: Any, dirname: str, main_program: Any = None, vars: Any = None, predicate: Any = None,
              filename: str | None = None) -> None:
    """Load what :func:`save_vars` has saved, here or under 1.8.5; the variables need no values before.

    Raises ``FileNotFoundError``, or ``RuntimeError`` where a file holds another number of variables or another shape.
    """
    names = chosen(main_program, vars, predicate)
    if filename is None:
        for name in names:
            (tensor,) = read_in_turn(Path(dirname, name).read_bytes())
            put(name, tensor)
        return
    tensors = read_in_turn(Path(dirname or "", filename).read_bytes()) if names else []
    if len(tensors) != len(names):
        raise RuntimeError(f"{os.path.join(dirname or '', filename)} holds {len(tensors)} variables; {len(names)} "
                           "are to be loaded")
    for name, tensor in zip(sorted(names), tensors, strict=True):
        put(name, tensor)


def held(name: str) -> Holder:
    """The scope's variable of that name. Raises ``RuntimeError`` when it has no value."""
    holder = global_scope().find_var(name)
    if holder is None or holder.tensor is None:
        raise RuntimeError(f"The variable {name} to be saved has no value: run the startup program first")
    return holder


def raw(holder: Holder) -> RawTensor:
    """What a file holds of a variable."""
    array = np.ascontiguousarray(holder.tensor.numpy())
    return RawTensor(str(array.dtype), array.shape, array.tobytes())


def put(name: str, tensor: RawTensor) -> None:
    """Set the scope's variable of that name. Raises ``RuntimeError`` when it has another shape."""
    array = np.frombuffer(tensor.data, tensor.dtype).reshape(tensor.shape)
    holder = global_scope().var(name)
    if holder.tensor is not None and tuple(holder.tensor.shape) != tensor.shape:
        raise RuntimeError(f"{name} has the shape {list(holder.tensor.shape)}, and the file {list(tensor.shape)}")
    holder.set(array.copy())
