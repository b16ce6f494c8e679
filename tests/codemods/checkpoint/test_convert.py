"""The parameters of the 1.6 dialect's models find their places in the migrated models, read off the text alone."""

from __future__ import annotations

import importlib.util
import struct
import textwrap
from pathlib import Path

import numpy as np
import paddle
import paddle_compat
import pytest
from paddle_compat._runtime import names_of_1_6
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.checkpoint.convert import convert
from paddle_migrate.checkpoint.files import read
from paddle_migrate.checkpoint.tensors import formats, tensor

_SPEC = importlib.util.spec_from_file_location("texts_of_1_6", Path(__file__).parents[1] / "unsized" / "texts.py")
texts = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(texts)

TRACED = {"config_file", "loaded_arrays"}
FROM_DATA = {"config_file"}  # which layers there are is in a file that only a run reads


def of_1_6(arrays):
    """The bytes of 1.6's `.pdparams`."""
    parts = [b"?" * 256, b"TNUM", struct.pack("<Q", len(arrays))]
    for name, array in sorted(arrays.items()):
        raw = formats().RawTensor(str(array.dtype), array.shape, array.tobytes())
        parts += [b"NAME", struct.pack("<Q", len(name)), name.encode(), formats().write_one(raw)[12:]]
    return b"".join(parts)


def run(text):
    names = {"__name__": "script"}
    exec(compile(text, "script.py", "exec"), names)
    paddle.disable_static()
    return names


def models(names):
    return {name: value for name, value in names.items() if isinstance(value, paddle.nn.Layer)}


@pytest.mark.parametrize("name", sorted(set(texts.NAMES) - FROM_DATA))
def test_every_parameter_goes_to_its_place(name, tmp_path):
    script, saved = tmp_path / "model.py", tmp_path / "old.pdparams"
    script.write_text(texts.in_1_6(name), encoding="utf-8")
    paddle_compat.install()
    old = models(run(texts.in_1_6(name)))
    new = models(run(migrate_source(texts.in_1_6(name), str(script), Options(trace=name in TRACED)).text))
    assert old
    for which, model in old.items():
        arrays = {names_of_1_6.in_1_6(p.name): p.numpy() for p in model.state_dict().values()}
        saved.write_bytes(of_1_6(arrays))
        done = convert(read(saved), script, type(model).__name__)
        assert list(done.tensors) == list(new[which].state_dict())
        assert done.problems == []
        for (key, value), parameter in zip(done.tensors.items(), new[which].state_dict().values(), strict=True):
            assert list(value.shape) == list(parameter.shape)
            assert value.data == arrays[done.sources[key]].tobytes()
        wanted = {key: key.replace("_2.weight", "._w1") if key == "both_2.weight" else key for key in done.tensors}
        for key, value in done.tensors.items():
            assert value.data == model.state_dict()[wanted[key]].numpy().tobytes()


def test_layers_that_only_a_run_knows_are_an_error(tmp_path):
    script = tmp_path / "model.py"
    script.write_text(texts.in_1_6("config_file"), encoding="utf-8")
    names = ["Conv2D_0.w_0", "FC_0.w_0", "FC_0.b_0"]
    entries = {f"configured/Configured_0/{name}": tensor("float32", (1,), b"1234") for name in names}
    with pytest.raises(ValueError, match=r"no place for configured/Configured_0/Conv2D_0\.w_0"):
        convert(entries, script, "Configured")


MODEL = """
import paddle.fluid as fluid
from paddle.fluid.dygraph import BatchNorm, Conv2D, FC, GroupNorm, PRelu


class Net(fluid.dygraph.Layer):
    def __init__(self, name_scope):
        super(Net, self).__init__(name_scope)
        scope = self.full_name()
        {body}

    def forward(self, x):
        return x
"""


@pytest.fixture
def converted(tmp_path):
    """What becomes of entries, given by key and shape, for a model with these lines in its constructor."""

    def convert_them(body, shapes, class_name="Net"):
        script = tmp_path / "model.py"
        script.write_text(MODEL.replace("{body}", textwrap.dedent(body).strip().replace("\n", "\n        ")))
        entries = {
            name: tensor("float32", tuple(shape), np.arange(np.prod(shape), dtype="float32").tobytes())
            for name, shape in shapes.items()
        }
        done = convert(entries, script, class_name)
        return {key: (list(value.shape), done.sources[key]) for key, value in done.tensors.items()}

    return convert_them


def test_names_that_were_given(converted):
    body = """
    attr = fluid.ParamAttr(name='kernel')
    self.first = FC(scope, 3, param_attr=attr, bias_attr=fluid.ParamAttr(name='shift'))
    self.second = FC(scope, 3, param_attr=fluid.ParamAttr(name='kernel'))
    self.third = FC(scope, 3, bias_attr=fluid.ParamAttr(name='shift'))
    self.fourth = FC(scope, 3, param_attr=fluid.ParamAttr(name='kernel'), bias_attr=False)
    self.norm = BatchNorm(scope, 3, moving_mean_name='m', moving_variance_name='v')
    """
    net = "n/Net_0/"
    shapes = {
        f"{net}FC_0.kernel": [2, 3], f"{net}FC_0.shift": [3], f"{net}FC_1.kernel": [3, 3], f"{net}FC_1.b_0": [3],
        f"{net}FC_2.w_0": [3, 3], f"{net}FC_2.shift": [3], f"{net}FC_3.kernel": [3, 3], f"{net}BatchNorm_0.w_0": [3],
        f"{net}BatchNorm_0.b_0": [3], f"{net}BatchNorm_0.m": [3], f"{net}BatchNorm_0.v": [3],
    }
    assert converted(body, shapes) == {
        "first.weight": ([2, 3], f"{net}FC_0.kernel"), "first.bias": ([3], f"{net}FC_0.shift"),
        "second.weight": ([3, 3], f"{net}FC_1.kernel"), "second.bias": ([3], f"{net}FC_1.b_0"),
        "third.weight": ([3, 3], f"{net}FC_2.w_0"), "third.bias": ([3], f"{net}FC_2.shift"),
        "fourth.weight": ([3, 3], f"{net}FC_3.kernel"), "norm.weight": ([3], f"{net}BatchNorm_0.w_0"),
        "norm.bias": ([3], f"{net}BatchNorm_0.b_0"),
        "norm._mean": ([3], f"{net}BatchNorm_0.m"), "norm._variance": ([3], f"{net}BatchNorm_0.v"),
    }


def test_literal_scopes_and_own_parameters_and_shapes_of_today(converted):
    body = """
    self.conv = Conv2D('stem', 2, 3, bias_attr=False)
    self.again = Conv2D('stem', 2, 3, bias_attr=False)
    self.slope = PRelu(scope, 'channel')
    self.each = PRelu(scope, mode='element')
    self.plain = GroupNorm(scope, 2)
    self.scale = self.create_parameter(attr=None, shape=[1], dtype='float32')
    """
    shapes = {
        "stem/Conv2D_0.w_0": [2, 1, 3, 3], "stem/Conv2D_1.w_0": [2, 2, 3, 3], "a/b/Net_3/PRelu_0.w_0": [1, 2, 1, 1],
        "a/b/Net_3/PRelu_1.w_0": [1, 2, 4, 4], "a/b/Net_3.w_0": [1],
    }
    assert converted(body, shapes) == {
        "scale": ([1], "a/b/Net_3.w_0"), "conv.weight": ([2, 1, 3, 3], "stem/Conv2D_0.w_0"),
        "again.weight": ([2, 2, 3, 3], "stem/Conv2D_1.w_0"), "slope.weight": ([1, 2, 1, 1], "a/b/Net_3/PRelu_0.w_0"),
        "each.weight": ([1, 2, 4, 4], "a/b/Net_3/PRelu_1.w_0"),
    }


def test_todays_keys_stay(converted):
    body = "self.fc = FC(scope, 3)\nself.slope = PRelu(scope, 'all')"
    shapes = {"fc.weight": [2, 3], "fc.bias": [3], "slope.weight": [1], "other.weight": [2]}
    assert converted(body, shapes) == {
        "fc.weight": ([2, 3], "fc.weight"), "fc.bias": ([3], "fc.bias"), "slope.weight": ([1], "slope.weight"),
        "other.weight": ([2], "other.weight"),
    }


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        ({"n/Net_0/FC_0.w_0": [2, 3], "n/Net_0/FC_0.b_0": [3]}, "nothing for second, .* called n/Net_0/FC_1"),
        ({"n/Net_0/FC_0.w_0": [2, 3], "n/Net_0/FC_1.w_0": [3, 3], "n/Net_0/BatchNorm_0.w_0": [1]}, "no place for n/N"),
        ({"n/Net_0/FC_0.w_0": [2, 3], "n/Net_1/FC_0.w_0": [2, 3]}, "several models of the class Net"),
        ({"n/Net_0/FC_0.a": [2, 3], "n/Net_0/FC_0.b": [3], "n/Net_0/FC_0.c": [3]}, "first has no place for"),
        ({"n/Net_0/FC_0.w_0": [2], "n/Net_0/FC_1.w_0": [2], "n/Net_0.w_0": [1]}, "does not tell which is which"),
    ],
)
def test_what_does_not_fit_is_an_error(converted, shapes, words):
    with pytest.raises(ValueError, match=words):
        converted("self.first = FC(scope, 3)\nself.second = FC(scope, 3)", shapes)


def test_another_class_or_a_migrated_script_is_an_error(converted):
    with pytest.raises(ValueError, match="has no class Other"):
        converted("self.fc = FC(scope, 3)", {"fc.weight": [1]}, "Other")
    with pytest.raises(ValueError, match="--for takes the old script"):
        converted("self.fc = None", {"fc.weight": [1]})
