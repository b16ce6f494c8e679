"""Variables that Paddle 1 saved, read into today's programs."""

from __future__ import annotations

import os
import struct
import types
import warnings
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

import numpy as np
import paddle

OLD_DTYPES = {
    0: "bool", 1: "int16", 2: "int32", 3: "int64", 4: "float16", 5: "float32", 6: "float64", 20: "uint8", 21: "int8",
}

COUNT = "@LR_DECAY_COUNTER@"  # the run up to which a schedule of Paddle 1 had come


def read_array(file: BinaryIO) -> Any:
    """The next array in a file that Paddle 1 saved."""
    (levels,) = struct.unpack("<4xQ", file.read(12))
    for _ in range(levels):
        file.seek(struct.unpack("<Q", file.read(8))[0], 1)
    (size,) = struct.unpack("<4xi", file.read(8))
    numbers, number, shift = [], 0, 0
    for byte in file.read(size):  # pairs of a field's mark and its value
        number, shift = number | (byte & 127) << shift, shift + 7
        if byte < 128:
            numbers.append(number)
            number, shift = 0, 0
    fields = list(zip(numbers[::2], numbers[1::2]))
    dtype = np.dtype(next(OLD_DTYPES[value] for mark, value in fields if mark == 8))
    shape = [value for mark, value in fields if mark == 16]
    return np.frombuffer(file.read(int(np.prod(shape)) * dtype.itemsize), dtype).reshape(shape)


def write_array(file: BinaryIO, array: Any) -> None:
    """Write an array as Paddle 1 did."""
    dtype = next(number for number in OLD_DTYPES if OLD_DTYPES[number] == str(array.dtype))
    fields = b""
    for mark, number in [(8, dtype), *((16, size) for size in array.shape)]:
        fields += bytes([mark])
        while number > 127:
            fields, number = fields + bytes([number % 128 + 128]), number >> 7
        fields += bytes([number])
    file.write(struct.pack("<IQIi", 0, 0, 0, len(fields)) + fields + array.tobytes())


def lasting(program: Any) -> list[Any]:
    """The program's variables that stay from run to run and have a name."""
    found = [each for each in program.list_vars() if each.persistable and getattr(each, "has_name", True)]
    if hasattr(program, "lr_scheduler"):  # it sets its rate anew each time
        found = [each for each in found if each.name != getattr(program.lr_scheduler, "_var_name", None)]
    found = [each for each in found if not each.name.startswith("as_many_steps")]  # what loops of Paddle 2.6 count to
    return [each for each in found if not (hasattr(each, "is_same") and each.get_defining_op().has_attr("unfed"))]


def chosen(program: Any, predicate: Callable[[Any], Any] | None) -> set[str]:
    """The names of those that the predicate is for."""
    found = [telling(program, each) for each in lasting(program)]
    if hasattr(program, "lr_scheduler"):  # how far it is was a variable of Paddle 1's
        found.append(types.SimpleNamespace(name=COUNT, shape=(1,), persistable=True))
    return {each.name for each in found if predicate is None or predicate(each)}


def telling(program: Any, variable: Any) -> Any:
    """The variable, which says of a startup program, too, whether it is a parameter."""
    if hasattr(program, "untrained") and getattr(variable, "has_name", True) and variable.name in program.untrained:
        variable.is_parameter = False
    elif hasattr(variable, "all_used_ops"):  # since Paddle 3
        made = any(op.name() == "builtin.set_parameter" for op in variable.all_used_ops())
        variable.is_parameter = variable.is_parameter or made
    return variable


def save_vars(
    executor: Any, dirname: str, main_program: Any = None, vars: Iterable[Any] | None = None,
    predicate: Callable[[Any], Any] | None = None, filename: str | None = None
) -> None:
    """Save variables of a program, each in a file that has its name, or all in one, as Paddle 1 did."""
    program = main_program if main_program is not None else paddle.static.default_main_program()
    names = chosen(program, predicate) if vars is None else {each.name for each in vars}
    holders = {name: paddle.static.global_scope().find_var(name) for name in names}
    tensors = {name: holder.get_tensor() for name, holder in sorted(holders.items()) if holder is not None}
    saved = {name: np.array(tensor) for name, tensor in tensors.items() if tensor._is_initialized()}
    if hasattr(program, "lr_scheduler") and COUNT in holders:
        saved[COUNT] = np.array([program.lr_scheduler.last_epoch - 1])
    for number, (name, array) in enumerate(sorted(saved.items())):
        path = os.path.join(dirname, filename or name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "ab" if filename and number else "wb") as file:
            write_array(file, array)


def save_persistables(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Save all that lasts of a program, each in a file that has its name, or all in one."""
    save_vars(executor, dirname, main_program, filename=filename)


def save_params(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Save the parameters of a program, each in a file that has its name, or all in one."""
    program = main_program if main_program is not None else paddle.static.default_main_program()
    found = [each for each in program.global_block().all_parameters() if getattr(each, "is_parameter", True)]
    save_vars(executor, dirname, vars=found, filename=filename)


def load_program_state(model_path: Any, var_list: Iterable[Any] | None = None) -> Any:
    """The arrays that a program saved, by their names: of model_path.pdparams and .pdopt, or of Paddle 1's files."""
    if var_list is not None and os.path.isfile(model_path):
        with open(model_path, "rb") as file:
            return {name: read_array(file) for name in sorted(each.name for each in var_list)}
    base, ending = os.path.splitext(model_path)
    path = base if ending in (".pdparams", ".pdopt", ".pdmodel") else model_path
    together = os.path.join(path, "model")  # as this script saves what was a folder of files
    path = together if os.path.exists(together + ".pdparams") else path
    parts = [each for each in (path + ".pdparams", path + ".pdopt") if os.path.exists(each)]
    files = parts or [os.path.join(folder, each) for folder, _, names in os.walk(path) for each in names]
    state = {os.path.relpath(each, path): paddle.load(each, return_numpy=True) for each in files}
    state = {name: array for part in state.values() for name, array in part.items()} if parts else state
    if not parts and not os.path.exists(path):
        raise ValueError(f"{model_path}: no file that a program was saved in")
    if var_list is not None:
        return {each.name: state[each.name] for each in var_list if each.name in state}
    return state


def load_vars(
    executor: Any, dirname: str, main_program: Any = None, vars: Iterable[Any] | None = None,
    predicate: Callable[[Any], Any] | None = None, filename: str | None = None
) -> None:
    """Load variables of a program by their names: from what the script has saved, or from Paddle 1's files."""
    program = main_program if main_program is not None else paddle.static.default_main_program()
    given = chosen(program, predicate) if vars is None else vars
    load_named(program, dirname, {each if isinstance(each, str) else each.name for each in given}, filename)


def load_named(program: Any, dirname: str, named: Iterable[str], filename: str | None = None) -> None:
    """Load these of a program: from what the script has saved, or from Paddle 1's files, one for each or all in one."""
    names, saved = sorted(named), os.path.join(dirname, filename or "model")
    if not names:
        warnings.warn(f"{dirname}: no variable of the program is loaded from it", stacklevel=2)
    if os.path.exists(saved + ".pdparams"):
        arrays = paddle.static.load_program_state(saved)
    elif filename:
        with open(saved, "rb") as file:
            arrays = {name: read_array(file) for name in names}
            if file.read(1):
                raise ValueError(f"{file.name} holds more than {', '.join(names)}")
    else:
        arrays = {name: paddle.load(os.path.join(dirname, name), return_numpy=True) for name in names}
    set_variables(program, {name: arrays[name] for name in names})


def set_variables(program: Any, arrays: Any) -> None:
    """Give the program's variables these arrays, by their names."""
    shapes = {each.name: list(each.shape) for each in lasting(program)}
    for name, array in arrays.items():
        if hasattr(program, "lr_scheduler") and name == COUNT:
            program.lr_scheduler.step(int(array.item()) + 1)
            continue
        shape = shapes.get(name, list(array.shape))
        if np.squeeze(array).shape != tuple(size for size in shape if size != 1):  # Paddle 1's had more that are 1
            raise ValueError(f"{name} is {list(array.shape)} in the files, and {shape} in the program")
        tensor = paddle.static.global_scope().var(name).get_tensor()
        is_on_gpu = tensor._is_initialized() and tensor._place().is_gpu_place()
        place = paddle.CUDAPlace(tensor._place().gpu_device_id()) if is_on_gpu else paddle.CPUPlace()
        tensor.set(array.reshape(shape), place)


def set_program_state(program: Any, state_dict: Any) -> None:
    """Give the program's variables those of the arrays that have their names."""
    names = {each.name for each in lasting(program)}
    if hasattr(program, "lr_scheduler"):
        names.add(COUNT)
    set_variables(program, {name: array for name, array in state_dict.items() if name in names})


def save(program: Any, model_path: str) -> None:
    """Save the variables of a program that Paddle 3 cannot write itself, as Python runs in it."""
    for part, ending in (("param", ".pdparams"), ("opt", ".pdopt")):
        state = {name: np.array(tensor) for name, tensor in program.state_dict(part).items()}
        if hasattr(program, "lr_scheduler") and part == "opt":
            state[COUNT] = np.array([program.lr_scheduler.last_epoch - 1])
        paddle.save(state, model_path + ending)


def save_counted(program: Any, model_path: str) -> None:
    """Save a program as Paddle does, and beside its optimizer's variables the count of its schedule."""
    paddle.static.save(program, model_path)
    if hasattr(program, "lr_scheduler"):
        path = model_path + ".pdopt"
        state = paddle.load(path, return_numpy=True) if os.path.exists(path) else {}
        paddle.save({**state, COUNT: np.array([program.lr_scheduler.last_epoch - 1])}, path)


def save_lasting(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Save all that lasts of a program, in model.pdparams and model.pdopt, or behind the name that is given."""
    program = main_program if main_program is not None else paddle.static.default_main_program()
    save_counted(program, os.path.join(dirname, filename or "model"))


def load(program: Any, model_path: str, executor: Any = None, var_list: Iterable[Any] | None = None) -> None:
    """Load the variables of a program: of today's files all, of those of Paddle 1 in a folder what it has."""
    base, ending = os.path.splitext(model_path)
    path = base if ending in (".pdparams", ".pdopt", ".pdmodel") else model_path
    is_whole, names = os.path.exists(path + ".pdparams"), {each.name for each in lasting(program)}
    if hasattr(program, "lr_scheduler"):
        names.add(COUNT)
    together = path if is_whole else os.path.join(path, "model")  # as this script saves what was a folder of files
    if os.path.exists(together + ".pdparams"):
        state = paddle.static.load_program_state(together)
    elif var_list is not None and os.path.isfile(path):
        with open(path, "rb") as file:
            state = {name: read_array(file) for name in sorted(each.name for each in var_list)}
    elif os.path.exists(path):
        files = [os.path.join(folder, each) for folder, _, found in os.walk(path) for each in found]
        state = {os.path.relpath(each, path): paddle.load(each, return_numpy=True) for each in files}
    else:
        raise FileNotFoundError(path + ".pdparams")
    parameters = {each.name for each in program.global_block().all_parameters()} if is_whole else set()
    wanted = parameters & names | names & state.keys()
    if not wanted:
        warnings.warn(f"{path}: no variable of the program is loaded from it", stacklevel=2)
    set_variables(program, {name: state[name] for name in wanted})


def load_persistables(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Load all that lasts of a program: of today's files, or of Paddle 1's."""
    program = main_program if main_program is not None else paddle.static.default_main_program()
    names = {each.name for each in lasting(program)}
    if hasattr(program, "lr_scheduler"):
        names.add(COUNT)
    parameters = {each.name for each in program.global_block().all_parameters()}
    path = os.path.join(dirname, filename or "model")
    if os.path.exists(f"{path}.pdparams"):
        state = paddle.static.load_program_state(path)
        set_variables(program, {each: state[each] for each in names if each in parameters or each in state})
        return
    saved = [each for each in names if filename or each in parameters or os.path.exists(os.path.join(dirname, each))]
    load_named(program, dirname, saved, filename)


def load_params(executor: Any, dirname: str, main_program: Any = None, filename: str | None = None) -> None:
    """Load the parameters of a program: of today's files, or of Paddle 1's."""
    program = main_program if main_program is not None else paddle.static.default_main_program()
    found = program.global_block().all_parameters()
    load_named(program, dirname, [each.name for each in found if getattr(each, "is_parameter", True)], filename)
