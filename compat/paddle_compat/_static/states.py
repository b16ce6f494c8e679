"""``fluid.save`` and its like: the parameters of a program, and what its optimizers keep, in two pickles."""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from .._runtime.pickles import for_old_numpy
from .._runtime.tensor_files import read_in_turn
from .._runtime.warn import warn_once
from .format import FORMAT
from .programs import Program
from .scopes import global_scope
from .storage import as_array, held, is_parameter, is_persistable, load_vars
from .variables import Variable

_ENDINGS = (".pdparams", ".pdopt", ".pdmodel")


def save(program: Program, model_path: str) -> None:
    """Write parameters to ``model_path + ".pdparams"``, what optimizers keep to ``".pdopt"``, as 1.8.5 did.

    The program's forward half goes to ``".pdmodel"``, which nothing reads back; where a call is no operator of 1.8.5's,
    a warning says that it is left out. Raises ``AssertionError`` for a path that ends in a slash.
    """
    assert os.path.basename(model_path), (
        f"The input model_path MUST be format of dirname/filename, but received {model_path!r}")
    os.makedirs(os.path.dirname(model_path) or ".", exist_ok=True)
    for ending, chosen in ((".pdparams", is_parameter), (".pdopt", is_optimizers)):
        arrays = {each.name: held(each.name).tensor.numpy() for each in program.list_vars() if chosen(each)}
        Path(model_path + ending).write_bytes(for_old_numpy(pickle.dumps(arrays, protocol=2)))
    try:
        message = FORMAT.message(program.clone(for_test=True))
    except NotImplementedError as error:
        warn_once(f"fluid.save: there is no .pdmodel beside the parameters: {error}")
        return
    Path(f"{model_path}.pdmodel").write_bytes(message.SerializeToString(deterministic=True))


def is_optimizers(variable: Variable) -> bool:
    """Whether an optimizer keeps it."""
    return is_persistable(variable) and not is_parameter(variable) and not variable.need_check_feed


def load(program: Program, model_path: str, executor: Any = None, var_list: Any = None) -> None:
    """Set a program's variables to what :func:`save`, or one of ``io.save_…``, has saved, here or under 1.8.5.

    ``var_list`` is needed for a file that holds several without their names, and ``executor`` for files of
    ``io.save_…``. Raises ``AssertionError`` for a variable that is missing, ``ValueError`` for a missing argument,
    ``RuntimeError`` for a parameter of another shape.
    """
    prefix = _prefix(model_path)
    if not os.path.exists(f"{prefix}.pdparams"):
        _load_files(program, model_path, executor, var_list)
        return
    variables = list(program.list_vars())
    _set(filter(is_parameter, variables), f"{prefix}.pdparams")
    kept = list(filter(is_optimizers, variables))
    if kept:
        assert os.path.exists(f"{prefix}.pdopt"), f"Optimizer file [{prefix}.pdopt] not exits"
        _set(kept, f"{prefix}.pdopt")


def _prefix(path: str) -> str:
    return next((path.removesuffix(ending) for ending in _ENDINGS if path.endswith(ending)), path)


def _set(variables: Iterable[Variable], path: str) -> None:
    arrays = _read(path)
    for each in variables:
        assert each.name in arrays, f"Can not find [{each.name}] in model file [{path}]"
        array = arrays[each.name]
        if is_parameter(each) and tuple(array.shape) != tuple(each.shape):  # counts of auc() have two shapes
            raise RuntimeError(f"{each.name} has the shape {list(each.shape)}, and {path} {list(array.shape)}")
        global_scope().var(each.name).set(array)


def _read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = pickle.loads(Path(path).read_bytes(), encoding="latin1")
    return found


def _load_files(program: Program, path: str, executor: Any, var_list: Any) -> None:
    if executor is None:
        raise ValueError("load: files of save_params, save_persistables and save_vars are read by an executor: give "
                         "executor")
    if os.path.isdir(path):
        there = [each for each in program.list_vars() if os.path.isfile(os.path.join(path, each.name))]
        load_vars(executor, path, program, there)
        return
    if var_list is None:
        raise ValueError("load: one file of save_params, save_persistables or save_vars has no names: give var_list, "
                         "in the order in which they were saved")
    names = {each.name for each in program.list_vars()}
    for each in var_list:
        if each.name not in names:
            raise LookupError(f"loaded var [{each.name}] is not in program variable list")
    load_vars(executor, os.path.dirname(path), program, var_list, None, os.path.basename(path))


def load_program_state(model_path: str, var_list: Any = None) -> dict[str, Any]:
    """The arrays by name that :func:`save`, or one of ``io.save_…``, has saved, here or under 1.8.5.

    ``var_list`` is needed for a file that holds several without their names: ``ValueError`` without it. Raises
    ``RuntimeError`` for files that are none.
    """
    prefix = _prefix(model_path)
    if os.path.exists(f"{prefix}.pdparams"):
        found = _read(f"{prefix}.pdparams")
        if os.path.exists(f"{prefix}.pdopt"):
            found.update(_read(f"{prefix}.pdopt"))
        return found
    if var_list is None and os.path.isfile(model_path):
        raise ValueError("load_program_state: one file has no names: give var_list, in the order of saving")
    try:
        if os.path.isfile(model_path):
            names = sorted(each if isinstance(each, str) else each.name for each in var_list)
            return dict(zip(names, map(as_array, read_in_turn(Path(model_path).read_bytes())), strict=True))
        files = {path.relative_to(model_path).as_posix(): path for path in sorted(Path(model_path).rglob("*"))
                 if path.is_file()}
        chosen = files if var_list is None else {each.name: files[each.name] for each in var_list}
        return {name: as_array(read_in_turn(path.read_bytes())[0]) for name, path in chosen.items()}
    except (ValueError, KeyError) as error:
        raise RuntimeError("Failed to load model file, please make sure model file is saved with the following APIs: "
                           f"save_params, save_persistables, save_vars ({error})") from error


def set_program_state(program: Program, state_dict: dict[str, Any]) -> None:
    """Set what lasts of a program, which has been started, to the arrays of its names; warns of what is left over.

    Raises ``AssertionError`` for a variable without a value and for another shape or dtype.
    """
    used = set()
    for each in filter(is_persistable, program.list_vars()):
        holder = global_scope().find_var(each.name)
        missing = f"{each.name} has no value yet: run the startup program before its state is set"
        assert holder is not None, missing
        assert holder.tensor is not None, missing
        if each.name in state_dict:
            now, new = holder.tensor.numpy(), np.asarray(state_dict[each.name])
            for what, old, other in (("shape", now.shape, new.shape), ("dtype", now.dtype, new.dtype)):
                assert old == other, f"{each.name}: {what} {old} in the program, {other} in the state that is loaded"
            holder.set(new)
            used.add(each.name)
    unused = [name for name in state_dict if name not in used]
    if unused:
        warnings.warn(f"of the state, what the program does not have is left out: {' '.join(unused)}", stacklevel=2)
