"""Predictors of 1.x over old files, each asked in one of the old ways; what they give goes into a file."""

import json
import sys
import tempfile

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.core import AnalysisConfig, NativeConfig, PaddleTensor, create_paddle_predictor

X = np.arange(6, dtype="float32").reshape(2, 3) / 7


def saved(folder, **named):
    """What the program gives that is saved there."""
    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [None, 3])
        y = fluid.layers.fc(fluid.layers.fc(x, 4, act="relu"), 2, act="softmax")
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(fluid.default_startup_program())
        fluid.io.save_inference_model(folder, ["x"], [y], exe, **named)
        return exe.run(feed={"x": X}, fetch_list=[y])[0]


def config(*files):
    made = AnalysisConfig(*files)
    made.disable_gpu()
    made.disable_glog_info()
    return made


def copied(*files):
    given = PaddleTensor(X)
    given.name = "x"
    (out,) = create_paddle_predictor(config(*files)).run([given])
    return out.as_ndarray()


def not_copied(*files):
    settings = config(*files)
    settings.switch_use_feed_fetch_ops(False)
    predictor = create_paddle_predictor(settings)
    (name,) = predictor.get_input_names()
    predictor.get_input_tensor(name).copy_from_cpu(X)
    predictor.zero_copy_run()
    return predictor.get_output_tensor(predictor.get_output_names()[0]).copy_to_cpu()


def of_the_other_kind(*files):
    settings = NativeConfig()
    if len(files) == 2:
        settings.prog_file, settings.param_file = files
    else:
        (settings.model_dir,) = files
    settings.use_gpu, settings.device = False, 0
    settings.set_cpu_math_library_num_threads(1)
    (given,) = create_paddle_predictor(settings).run([PaddleTensor(X)])
    return given.as_ndarray()


def asked_for_onednn(*files):
    settings = config(*files)
    before = settings.mkldnn_enabled()
    settings.enable_mkldnn()
    return [before, AnalysisConfig(settings).mkldnn_enabled()]


def gone(folder):
    """A model of 1.8.5's with an operator that Paddle 3 has not: the error, or nothing."""
    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [1, 1, 2, 2])
        y = fluid.layers.fc(fluid.layers.pad2d(x, [1, 1, 1, 1]), 2)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(fluid.default_startup_program())
        fluid.io.save_inference_model(folder, ["x"], [y], exe)
    settings = AnalysisConfig(folder)
    settings.disable_glog_info()
    try:
        assert create_paddle_predictor(settings)
    except RuntimeError as error:
        return str(error)
    return ""


def main(out):
    found = {}
    with tempfile.TemporaryDirectory() as apart, tempfile.TemporaryDirectory() as one:
        models = {"files": (apart, {}), "one file": (one, {"model_filename": "model", "params_filename": "params"})}
        for name, (folder, named) in models.items():
            wanted = saved(folder, **named)
            files = [folder + "/model", folder + "/params"] if named else [folder]
            answers = {way.__name__: way(*files) for way in (copied, not_copied, of_the_other_kind)}
            found[name] = {"wanted": wanted.tolist(), "onednn": asked_for_onednn(*files)}
            found[name].update({way: answer.tolist() for way, answer in answers.items()})
    with tempfile.TemporaryDirectory() as folder:
        found["gone"] = gone(folder)
    with open(out, "w") as file:
        json.dump(found, file)


if __name__ == "__main__":
    main(sys.argv[1])
