"""Inference models: a program cut down to what its results need, and its parameters, as 1.8.5 saved and read them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .._static import storage
from .._static.executors import Executor
from .._static.format import FORMAT
from .._static.operators import Operator
from .._static.programs import Program, program_guard
from .._static.pruning import needed
from .._static.variables import Variable
from ..fluid import layers
from . import (
    appending,
    block_operators,
    block_writers,
    call_writers,
    detection_writers,
    dygraph_writers,
    initial_writers,
    layer_writers,
    loss_writers,
    network_kernels,
    optimizer_writers,
    sequence_kernels,
    tensor_kernels,
)
from .describing import described
from .messages import FEED, FETCH, message_of, read
from .operators import Native, native

TABLES = (appending, block_operators, block_writers, call_writers, detection_writers, dygraph_writers, initial_writers,
          layer_writers, loss_writers, network_kernels, optimizer_writers, sequence_kernels, tensor_kernels)


def save_inference_model(dirname: str, feeded_var_names: Any, target_vars: Any, executor: Executor,
                         main_program: Any = None, model_filename: str | None = None,
                         params_filename: str | None = None, export_for_deployment: bool = True,
                         program_only: bool = False) -> list[str]:
    """Write what ``target_vars`` need of a program to ``__model__``, and its parameters beside it; the results' names.

    The files are 1.8.5's. Raises ``ValueError`` where names are no strings or targets no variables, and
    ``NotImplementedError`` for an operation that 1.8.5's format is not known to have, with the script's line.
    """
    fed = [feeded_var_names] if isinstance(feeded_var_names, str) else list(feeded_var_names or [])
    if not all(isinstance(name, str) for name in fed):
        raise ValueError("'feed_var_names' should be a list of str.")
    targets = [target_vars] if isinstance(target_vars, Variable) else list(target_vars or [])
    if export_for_deployment and not (targets and all(isinstance(each, Variable) for each in targets)):
        raise ValueError("'target_vars' should be a list of Variable.")
    program = storage.program_of(main_program)
    with program_guard(program):
        targets = [layers.scale(each, 1.0, name=f"save_infer_model/scale_{number}") for number, each
                   in enumerate(targets)]
    names = [each.name for each in targets]
    folder = Path(os.path.normpath(dirname))
    folder.mkdir(parents=True, exist_ok=True)
    model = folder / os.path.basename(model_filename or "__model__")
    if export_for_deployment:
        operators = for_inference(program, fed, names)
        model.write_bytes(data_of(_between(program, operators, fed, names)))
    else:
        operators = natives(_forward(program))
        model = model.with_name(f"{model.name}.main_program")
        model.write_bytes(data_of(operators))
    if program_only:
        warnings.warn("save_inference_model: program_only=True saves the program without its parameters", stacklevel=2)
        return names
    used = program.list_vars() if not export_for_deployment else [
        each for operator in operators for each in [*operator.inputs(), *operator.outputs()]]
    lasting = {each.name: each for each in used if storage.is_persistable(each)}
    storage.save_vars(executor, str(folder), None, list(lasting.values()), None,
                      None if params_filename is None else os.path.basename(params_filename))
    return names


FORMAT.saved = save_inference_model


def _forward(program: Program) -> list[Operator]:
    """The operators of a program without what learns, which are not 1.8.5's here: it says so."""
    operators = program.global_block().operators
    forward = [each for each in operators if each.role == "forward"]
    if len(forward) < len(operators):
        warnings.warn("save_inference_model: with export_for_deployment=False the file has the program without its "
                      "gradients and updates, which 1.8.5's had: call minimize on what is read", stacklevel=3)
    return forward


def data_of(operators: list[Native]) -> bytes:
    """The file of a program of these operators."""
    return bytes(message_of(operators).SerializeToString(deterministic=True))


def natives(operators: Iterable[Operator]) -> list[Native]:
    """Recorded calls in 1.8.5's operators."""
    return [each for operator in operators for each in described(operator)]


def for_inference(program: Program, fed: list[str], targets: list[str]) -> list[Native]:
    """The operators that ``targets`` need of what is ``fed``, as they are in a test."""
    test = program.clone(for_test=True)
    return natives(needed(test.global_block().operators, set(fed), set(targets)))


def _between(program: Program, operators: list[Native], fed: list[str], fetched: list[str]) -> list[Native]:
    """The operators with those before them that take the feed, and those behind that hand on what is fetched."""
    block = program.global_block()
    feed = Variable(block, "feed", type=FEED, persistable=True)
    fetch = Variable(block, "fetch", type=FETCH, persistable=True)
    first = [native(block, "feed", {"X": feed}, {"Out": block.var(name)}, {"col": number})
             for number, name in enumerate(fed)]
    last = [native(block, "fetch", {"X": block.var(name)}, {"Out": fetch}, {"col": number})
            for number, name in enumerate(fetched)]
    return [*first, *operators, *last]


def load_inference_model(dirname: str | None, executor: Executor, model_filename: Any = None,
                         params_filename: Any = None, pserver_endpoints: Any = None) -> list[Any]:
    """What :func:`save_inference_model` wrote, here or under 1.8.5: the program, the names to feed, what to fetch.

    Without ``dirname`` the other two are the bytes themselves. Raises ``ValueError`` when there is no such folder.
    """
    if dirname is None:
        if params_filename is None:
            raise ValueError("load_inference_model: without dirname, params_filename says where the parameters are")
        data = model_filename
    else:
        if not os.path.isdir(dirname):
            raise ValueError(f"There is no directory named '{dirname}'")
        data = Path(dirname, os.path.basename(model_filename or "__model__")).read_bytes()
        params_filename = None if params_filename is None else os.path.basename(params_filename)
    program = read(data)
    block = program.global_block()
    if pserver_endpoints and any(each.has_attr("epmap") for each in block.operators):
        raise NotImplementedError("load_inference_model: there are no parameter servers for pserver_endpoints")
    fed = [each.output("Out")[0] for each in _in_columns(block, "feed")]
    fetched = [each.args[0]["X"][0] for each in _in_columns(block, "fetch")]
    for name in fed:
        block.vars[name].is_data = True
    storage.load_vars(executor, dirname, program, None, storage.is_persistable, params_filename)
    return [program, fed, fetched]


FORMAT.loaded = load_inference_model


def _in_columns(block: Any, kind: str) -> list[Native]:
    return sorted((each for each in block.operators if each.type == kind), key=lambda each: int(each.attr("col")))
