"""Models that are saved from a program, and loaded."""

from __future__ import annotations

import os
from typing import Any

import paddle

from paddle_migrate.written.copies import in_program
from paddle_migrate.written.feeders import fed_first, has_lengths
from paddle_migrate.written.program_variables import variable


def save_inference_model(
    dirname: str, feeded_var_names: Any, target_vars: Any, executor: Any, main_program: Any = None,
    model_filename: str | None = None, params_filename: str | None = None, export_for_deployment: bool = True,
    **more: Any
) -> Any:
    """Save what the targets need of the program, to be fed under these names, and its parameters."""
    program = main_program or paddle.static.default_main_program()
    names = [feeded_var_names] if isinstance(feeded_var_names, str) else feeded_var_names
    path = os.path.join(dirname, os.path.splitext((model_filename or "model").strip("_"))[0])
    if not export_for_deployment:  # all of the program
        return paddle.static.save(program, path)
    feeds = fed_first([variable(program, name) for name in names])
    paddle.static.save_inference_model(path, feeds, in_program(program, target_vars), executor, program=program)


def save_sequence_model(
    dirname: str, feeded_var_names: Any, target_vars: Any, executor: Any, main_program: Any = None,
    model_filename: str | None = None, params_filename: str | None = None, export_for_deployment: bool = True,
    **more: Any
) -> Any:
    """Save as `save_inference_model` does; behind what is named, the lengths of its sequences are fed."""
    program = main_program or paddle.static.default_main_program()
    names = [feeded_var_names] if isinstance(feeded_var_names, str) else list(feeded_var_names)
    names += [f"{name}_lengths" for name in names if has_lengths(program, name)]
    save_inference_model(dirname, names, target_vars, executor, program, model_filename,
                         export_for_deployment=export_for_deployment)


def load_inference_model(
    dirname: str, executor: Any, model_filename: str | None = None, params_filename: str | None = None
) -> Any:
    """The program that `save_inference_model` saved, the names to feed, and what to fetch."""
    path = os.path.join(dirname, os.path.splitext((model_filename or "model").strip("_"))[0])
    return paddle.static.load_inference_model(path, executor)


def load_sequence_model(
    dirname: str, executor: Any, model_filename: str | None = None, params_filename: str | None = None
) -> Any:
    """As `load_inference_model`; the names to feed are those of sequences, without their lengths'."""
    program, names, fetched = load_inference_model(dirname, executor, model_filename)
    lengths = [f"{name}_lengths" for name in names if f"{name}_lengths" in names]
    return [program, [name for name in names if name not in lengths], fetched]
