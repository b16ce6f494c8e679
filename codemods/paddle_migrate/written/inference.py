"""What Paddle 1's predictors did, over today's `paddle.inference`: settings, files of models, runs in one call."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

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


def predictor_config(*files: str) -> Any:
    """The settings of a predictor, without oneDNN until it is asked for."""
    config = paddle.inference.Config(*(model_files(*files) if files else ()))
    config.disable_mkldnn()
    return config


def run_predictor(predictor: Any, arrays: Iterable[Any]) -> list[Any]:
    """What a predictor gives for these arrays."""
    for name, array in zip(predictor.get_input_names(), arrays):
        predictor.get_input_handle(name).copy_from_cpu(array)
    predictor.run()
    return [predictor.get_output_handle(name).copy_to_cpu() for name in predictor.get_output_names()]


def run_tensors(predictor: Any, tensors: Iterable[Any], by_name: bool = False) -> list[Any]:
    """What a predictor gives for tensors with names and the lengths of sequences, as such tensors."""
    for name, tensor in zip(predictor.get_input_names(), tensors):
        handle = predictor.get_input_handle(tensor.name if by_name else name)
        handle.copy_from_cpu(tensor.as_ndarray())
        handle.set_lod(tensor.lod)
    predictor.run()
    found = []
    for name in predictor.get_output_names():
        handle = predictor.get_output_handle(name)
        found.append(paddle.base.core.PaddleTensor(handle.copy_to_cpu(), name, handle.lod()))
    return found
