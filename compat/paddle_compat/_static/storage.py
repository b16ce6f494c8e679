"""Variables of the scope in files: one for each, by its name, or all in one, in 1.8.5's own format."""

from __future__ import annotations

import os
import warnings
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
    listed = program_of(program).list_vars()
    return list(dict.fromkeys(each.name for each in listed if predicate is not None and predicate(each)))


def program_of(program: Any) -> Program:
    """The program that is meant: the main one, or the one inside a compiled one."""
    whole = default_main_program() if program is None else getattr(program, "program", program)
    if not isinstance(whole, Program):
        raise TypeError(f"program should be as Program type or None, not {type(whole)}")
    return whole


def save_vars(executor: Any, dirname: str | None, main_program: Any = None, vars: Any = None, predicate: Any = None,
              filename: str | None = None) -> bytes | None:
    """Save ``vars``, or what ``predicate`` chooses, each in a file of its name, or sorted in ``filename``.

    Without either name the bytes of that one file come back. Raises ``RuntimeError`` for a variable without a value.
    """
    names = chosen(main_program, vars, predicate)
    if not names:
        warnings.warn("the program has no variable to save, and nothing is written",
                      stacklevel=3)
        return None
    if filename is not None or dirname is None:
        whole = b"".join(write_one(raw(held(name))) for name in sorted(names))
        if filename is None:
            return whole
        _write(Path(dirname or "", filename), whole)
        return None
    for name, data in [(name, write_one(raw(held(name)))) for name in names]:
        _write(Path(dirname, name), data)
    return None


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def load_vars(executor: Any, dirname: str | None, main_program: Any = None, vars: Any = None, predicate: Any = None,
              filename: Any = None) -> None:
    """Load what :func:`save_vars` has saved, here or under 1.8.5; the variables need no values before.

    Without ``dirname``, ``filename`` may be the bytes that were saved. Raises ``FileNotFoundError``, or
    ``RuntimeError`` where a file holds another number of variables, or a parameter of another shape.
    """
    names = chosen(main_program, vars, predicate)
    listed = [*program_of(main_program).list_vars(), *(vars or ())]
    sizes = {each.name: tuple(each.shape) for each in listed if isinstance(each, Parameter)}
    if filename is None:
        for name in names:
            (tensor,) = read_in_turn(Path(dirname or "", name).read_bytes())
            put(name, tensor, sizes.get(name))
        return
    data = filename if isinstance(filename, bytes) else Path(dirname or "", filename).read_bytes() if names else b""
    tensors = read_in_turn(data) if names else []
    if len(tensors) != len(names):
        where = "what was given" if isinstance(filename, bytes) else os.path.join(dirname or "", filename)
        raise RuntimeError(f"{where} holds {len(tensors)} variables; {len(names)} are to be loaded")
    for name, tensor in zip(sorted(names), tensors, strict=True):
        put(name, tensor, sizes.get(name))


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


def put(name: str, tensor: RawTensor, shape: tuple[int, ...] | None) -> None:
    """Set the scope's variable of that name. Raises ``RuntimeError`` when a parameter has another shape than that."""
    if shape is not None and shape != tensor.shape:
        raise RuntimeError(f"{name} has the shape {list(shape)}, and the file {list(tensor.shape)}")
    global_scope().var(name).set(as_array(tensor))


def as_array(tensor: RawTensor) -> Any:
    """The ndarray that a file held."""
    return np.frombuffer(tensor.data, tensor.dtype).reshape(tensor.shape).copy()
