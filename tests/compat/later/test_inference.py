"""1.x's inference on models in 1.x's files: ``core.AnalysisConfig``, ``create_paddle_predictor`` and their tensors."""

import numpy as np
import paddle
import pytest

X = np.arange(6, dtype="float32").reshape(2, 3) / 7


@pytest.fixture(scope="module", params=[None, "params"])
def model(fluid, request, tmp_path_factory):
    """A folder with a model, parameters in files of their own or in one, and what the program gives."""
    folder = str(tmp_path_factory.mktemp("model"))
    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [None, 3])
        y = fluid.layers.fc(fluid.layers.fc(x, 4, act="relu"), 2, act="softmax")
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(fluid.default_startup_program())
        named = {} if request.param is None else {"model_filename": "model", "params_filename": "params"}
        fluid.io.save_inference_model(folder, ["x"], [y], exe, **named)
        (out,) = exe.run(feed={"x": X}, fetch_list=[y])
    return folder, named, out


def config(fluid, model):
    folder, named, _ = model
    made = fluid.core.AnalysisConfig(*([f"{folder}/model", f"{folder}/params"] if named else [folder]))
    made.disable_gpu()
    made.disable_glog_info()
    return made


def test_tensors_that_are_copied(fluid, model):
    from paddle.fluid.core import PaddleTensor, create_paddle_predictor

    given = PaddleTensor(X)
    given.name = "x"
    (out,) = create_paddle_predictor(config(fluid, model)).run([given])
    np.testing.assert_allclose(out.as_ndarray(), model[2], rtol=1e-6)


def test_tensors_that_are_not(fluid, model):
    settings = config(fluid, model)
    settings.switch_use_feed_fetch_ops(False)
    predictor = fluid.core.create_paddle_predictor(settings)
    (name,) = predictor.get_input_names()
    predictor.get_input_tensor(name).copy_from_cpu(X)
    predictor.zero_copy_run()
    out = predictor.get_output_tensor(predictor.get_output_names()[0]).copy_to_cpu()
    np.testing.assert_allclose(out, model[2], rtol=1e-6)


def test_settings_of_the_other_kind(fluid, model):
    folder, named, out = model
    settings = fluid.core.NativeConfig()
    if named:
        settings.prog_file, settings.param_file = f"{folder}/model", f"{folder}/params"
    else:
        settings.model_dir = folder
    settings.use_gpu, settings.device = False, 0
    settings.set_cpu_math_library_num_threads(1)
    (given,) = fluid.core.create_paddle_predictor(settings).run([fluid.core.PaddleTensor(X)])
    np.testing.assert_allclose(given.as_ndarray(), out, rtol=1e-6)


def test_onednn_is_asked_for(fluid, model):
    settings = config(fluid, model)
    assert not settings.mkldnn_enabled()
    settings.enable_mkldnn()
    assert fluid.core.AnalysisConfig(settings).mkldnn_enabled()


def test_an_operator_that_is_gone(fluid, tmp_path):
    """A model of 1.8.5's with an operator that Paddle 3 has not: the error names what converts it."""
    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [1, 1, 2, 2])
        y = fluid.layers.fc(fluid.layers.pad2d(x, [1, 1, 1, 1]), 2)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(fluid.default_startup_program())
        fluid.io.save_inference_model(str(tmp_path), ["x"], [y], exe)
    settings = fluid.core.AnalysisConfig(str(tmp_path))
    settings.disable_glog_info()
    if paddle.__version__.startswith("2."):
        assert fluid.core.create_paddle_predictor(settings)
        return
    with pytest.raises(RuntimeError, match="paddle-migrate model OLD -o NEW"):
        fluid.core.create_paddle_predictor(settings)
