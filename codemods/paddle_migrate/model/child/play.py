"""Run a model on given inputs, with real 1.8.5, under compat or with today's Paddle (from Python 3.7 on).

argv: how it is loaded (fluid, static, either with float64 for inputs of that, inference and what to set there), its
folder or prefix, its two files' names, inputs.npz, outputs.npz.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any

import numpy as np


def lengths_of(held: Any, name: str) -> list[list[int]]:
    """Level by level how many there are of each sequence."""
    levels = sorted(key for key in held if key == name + ".lengths" or key.startswith(name + ".lengths."))
    return [[int(each) for each in held[key]] for key in levels]


def fluid(folder: str, files: Any, given: Any) -> Any:
    import paddle.fluid as fluid

    place = fluid.CPUPlace()
    executor = fluid.Executor(place)
    program, fed, fetched = fluid.io.load_inference_model(folder, executor, files[0], files[1])
    feed = {name: given(name, lambda array, rows: fluid.create_lod_tensor(array, rows, place)) for name in fed}
    return executor.run(program, feed=feed, fetch_list=fetched, return_numpy=False)


def static(prefix: str, files: Any, given: Any) -> Any:
    import paddle

    paddle.enable_static()
    place = paddle.CPUPlace()
    guard = getattr(getattr(paddle, "pir_utils", None), "OldIrGuard", None)
    with guard() if guard and files[0] else contextlib.nullcontext():
        executor = paddle.static.Executor(place)
        if files[0]:
            program, fed, fetched = paddle.static.io.load_inference_model(
                prefix, executor, model_filename=files[0], params_filename=files[1])
        else:
            program, fed, fetched = paddle.static.load_inference_model(prefix, executor)
        feed = {name: given(name, lambda array, rows: paddle.base.create_lod_tensor(array, rows, place))
                for name in fed}
        return executor.run(program, feed=feed, fetch_list=fetched, return_numpy=False)


def inference(prefix: str, files: Any, given: Any, setting: str = "") -> Any:
    import paddle.inference

    places = [f"{prefix}/{name}" for name in files if name] if files[0] else [f"{prefix}.json", f"{prefix}.pdiparams"]
    program, *parameters = [place for place in places if os.path.exists(place)]
    config = paddle.inference.Config(program, *(parameters or [""]))
    config.disable_gpu()
    config.disable_glog_info()
    if setting:
        getattr(config, setting)(*{"switch_ir_optim": [False]}.get(setting, []))
    predictor = paddle.inference.create_predictor(config)
    for name in predictor.get_input_names():
        handle = predictor.get_input_handle(name)

        def with_rows(array: Any, rows: Any, handle: Any = handle) -> Any:
            handle.set_lod([[0, *np.cumsum(level).tolist()] for level in rows])
            return array

        handle.copy_from_cpu(given(name, with_rows))
    predictor.run()
    return [predictor.get_output_handle(name).copy_to_cpu() for name in predictor.get_output_names()]


def main(how: str, place: str, files: str, inputs: str, outputs: str) -> None:
    with np.load(inputs, allow_pickle=False) as read:
        held = {key: read[key] for key in read.files}

    way, *setting = how.split()
    if setting == ["float64"]:
        setting = []
        held = {key: each.astype("float64") if each.dtype == "float32" else each for key, each in held.items()}

    def given(name: str, with_rows: Any) -> Any:
        rows = lengths_of(held, name)
        return with_rows(held[name], rows) if rows else held[name]

    run: Any = {"fluid": fluid, "static": static, "inference": inference}[way]
    results = run(place, json.loads(files), given, *setting)
    arrays: Any = {str(number): np.array(each) for number, each in enumerate(results)}
    np.savez(outputs, **arrays)


if __name__ == "__main__":
    main(*sys.argv[1:])
