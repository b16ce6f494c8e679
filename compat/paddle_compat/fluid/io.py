"""``paddle.fluid.io``: readers, and the variables of static programs in files."""

from __future__ import annotations

from typing import Any

import paddle

from .._language import dropped
from .._native.models import load_inference_model, save_inference_model
from .._static import states, storage
from .._static.mode import of_programs
from .._static.states import load_program_state, set_program_state
from .._static.storage import load_vars, save_vars
from .._static.variables import Parameter
from .dataloader import BatchSampler, Dataset
from .reader import DataLoader, PyReader, default_collate_fn

__all__ = [
    "BatchSampler", "ComposeNotAligned", "DataLoader", "Dataset", "PyReader", "batch", "buffered", "cache", "chain",
    "compose", "default_collate_fn", "firstn", "get_program_parameter", "get_program_persistable_vars", "load",
    "load_inference_model", "load_params", "load_persistables", "load_program_state", "load_vars", "map_readers",
    "multiprocess_reader", "save", "save_inference_model", "save_params", "save_persistables", "save_vars",
    "set_program_state", "shuffle", "xmap_readers",
]

batch = paddle.batch
buffered = paddle.reader.buffered
cache = paddle.reader.cache
chain = paddle.reader.chain
compose = paddle.reader.compose
firstn = paddle.reader.firstn
map_readers = paddle.reader.map_readers
multiprocess_reader = paddle.reader.multiprocess_reader
shuffle = paddle.reader.shuffle
xmap_readers = paddle.reader.xmap_readers
ComposeNotAligned = paddle.reader.ComposeNotAligned


@of_programs(states.save)
def save(program: Any, model_path: str) -> None:
    """Write parameters to ``model_path + ".pdparams"``, what optimizers keep to ``".pdopt"``."""
    return paddle.static.save(program, model_path)


@of_programs(states.load)
def load(program: Any, model_path: str, executor: Any = None, var_list: Any = None) -> None:
    """Set a program's variables to what :func:`save` has saved."""
    return paddle.static.load(program=program, model_path=model_path, executor=executor, var_list=var_list)


def save_params(executor: Any, dirname: str | None, main_program: Any = None, filename: str | None = None) -> Any:
    """Save the parameters of a program, each in a file of its name, or all in ``filename``."""
    parameter = storage.is_parameter
    return save_vars(executor, dirname, main_program, None, parameter, filename)


def save_persistables(executor: Any, dirname: str | None, main_program: Any = None, filename: str | None = None) -> Any:
    """Save what lasts of a program: parameters, and what optimizers and layers keep."""
    lasts = storage.is_persistable
    return save_vars(executor, dirname, main_program, None, lasts, filename)


def load_params(executor: Any, dirname: str | None, main_program: Any = None, filename: Any = None) -> None:
    """Load what :func:`save_params` has saved, here or under 1.8.5."""
    parameter = storage.is_parameter
    load_vars(executor, dirname, main_program, None, parameter, filename)


def load_persistables(executor: Any, dirname: str | None, main_program: Any = None, filename: Any = None) -> None:
    """Load what :func:`save_persistables` has saved, here or under 1.8.5."""
    lasts = storage.is_persistable
    load_vars(executor, dirname, main_program, None, lasts, filename)


@dropped(executor="no program is run for it")
def get_parameter_value(para: Any, executor: Any) -> Any:
    """The array of a parameter of a program."""
    assert storage.is_parameter(para), f"{para.name} is no parameter"
    return storage.held(para.name).tensor.numpy()


def get_parameter_value_by_name(name: str, executor: Any, program: Any = None) -> Any:
    """The same by its name."""
    return get_parameter_value(storage.program_of(program).global_block().var(name), executor)


def get_program_parameter(program: Any) -> list[Any]:
    """The parameters of a program."""
    found = []
    for each in program.list_vars():
        if storage.is_parameter(each):
            found.append(each)
    return found


def get_program_persistable_vars(program: Any) -> list[Any]:
    """What lasts of a program."""
    found = []
    for each in program.list_vars():
        if storage.is_persistable(each):
            found.append(each)
    return found


def is_parameter(var: Any) -> bool:
    """Whether a variable of a program is a parameter."""
    return isinstance(var, Parameter)


def is_persistable(var: Any) -> bool:
    """Whether a variable of a program lasts from run to run."""
    return bool(var.persistable)


def is_belong_to_optimizer(var: Any) -> bool:
    """Whether a variable of a program lasts and is no parameter."""
    return is_persistable(var) and not is_parameter(var) and not var.need_check_feed
