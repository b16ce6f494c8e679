"""What Paddle 1's predictors did, over today's `paddle.inference`: settings, files of models, runs in one call."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import paddle


def model_files(model: str, params: str = "") -> list[str]:
    """The files of a model by its folder or by the two of Paddle 1: today's that stand beside them, where they do."""
    folder, file = os.path.split(model) if params else (model, "__model__")
    name, ending = os.path.splitext(file)
    names = [name, "model", "inference"] if name == "__model__" else [name]
    for path in [os.path.join(folder, each) for each in names if ending not in (".json", ".pdmodel")]:
        for made in (".json", ".pdmodel"):
            if os.path.exists(path + made):
                weights = path + ".pdiparams"
                return [path + made, weights if os.path.exists(weights) else ""]
    return [model, params] if params else [model]


def set_model(config: Any, *files: str) -> None:
    """Give the settings a model by its folder, or by its two files."""
    found = model_files(*files)
    config.set_model(*found)
    if found[0].endswith(".json"):
        config.enable_new_executor()  # without it enable_memory_optim() fails for such


def predictor_config(*files: str) -> Any:
    """The settings of a predictor, without oneDNN until it is asked for."""
    config = paddle.inference.Config()
    config.disable_mkldnn()
    if files:
        set_model(config, *files)
    return config


def run_tensors(predictor: Any, tensors: list[Any], by_name: bool = False) -> list[Any]:
    """What a predictor gives for tensors with names and the lengths of sequences, as such tensors."""
    names = predictor.get_input_names()
    for name, tensor in zip([each.name for each in tensors] if by_name else names, tensors):
        handle = predictor.get_input_handle(name)
        handle.copy_from_cpu(tensor.as_ndarray())
        if f"{name}_lengths" in names:  # of today's files, whose sequences have no other
            predictor.get_input_handle(f"{name}_lengths").copy_from_cpu(np.diff(tensor.lod[-1]).astype("int64"))
        else:
            handle.set_lod(tensor.lod)
    predictor.run()
    found = []
    for name in predictor.get_output_names():
        handle = predictor.get_output_handle(name)
        found.append(paddle.base.core.PaddleTensor(handle.copy_to_cpu(), name, handle.lod()))
    return found
