"""`paddle-migrate checkpoint OLD --for model.py:MNIST -o NEW`."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import numpy as np
import paddle
import pytest
from click.testing import CliRunner
from paddle_migrate.checkpoint.tensors import formats
from paddle_migrate.cli import main

MODEL = """
import paddle.fluid as fluid
open('ran', 'w')


class Net(fluid.dygraph.Layer):
    def __init__(self, name_scope):
        super(Net, self).__init__(name_scope)
        self.fc = fluid.dygraph.FC(self.full_name(), size=2)

    def forward(self, x):
        return self.fc(x)
"""
WEIGHT, BIAS = np.arange(6, dtype="float32").reshape(3, 2), np.array([1, 2], "float32")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "old.pdparams").write_bytes(pickle.dumps({"fc.weight": WEIGHT, "fc.bias": BIAS}, protocol=2))
    (tmp_path / "of_1_5" / "n" / "Net_0").mkdir(parents=True)
    for name, array in {"w_0": WEIGHT, "b_0": BIAS}.items():
        raw = formats().RawTensor("float32", array.shape, array.tobytes())
        (tmp_path / "of_1_5" / "n" / "Net_0" / f"FC_0.{name}").write_bytes(formats().write_one(raw))
    return tmp_path


def call(*words):
    return CliRunner().invoke(main, ["checkpoint", *words])


def test_a_folder_of_1_5(folder):
    (folder / "of_1_5" / "optimizers").mkdir()
    (folder / "of_1_5" / "optimizers" / "None").write_bytes(b"not read")
    done = call("of_1_5", "--for", "model.py:Net", "-o", "new.pdparams", "-v")
    assert done.exit_code == 0, done.output
    assert "fc.weight [3, 2]  <- n/Net_0/FC_0.w_0\n" in done.output
    assert "new.pdparams: 2 parameters, 2 of them renamed" in done.output
    layer = paddle.nn.Sequential(("fc", paddle.nn.Linear(3, 2)))
    layer.set_state_dict(paddle.load("new.pdparams"))
    np.testing.assert_array_equal(layer.state_dict()["fc.weight"].numpy(), WEIGHT)
    np.testing.assert_array_equal(layer.state_dict()["fc.bias"].numpy(), BIAS)
    assert not (folder / "ran").exists()


def test_keys_of_1_8_stay(folder):
    done = call("old.pdparams", "--for", "model.py:Net", "-o", "new.pdparams")
    assert done.exit_code == 0, done.output
    assert done.output == "new.pdparams: 2 parameters, 0 of them renamed\n"
    assert list(pickle.loads((folder / "new.pdparams").read_bytes())) == [
        "fc.weight", "fc.bias", "StructuredToParameterName@@"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["old.pdparams", "--for", "model.py", "-o", "new"], "not a script and a class"),
        (["old.pdparams", "--for", "nothing.py:Net", "-o", "new"], "not a script and a class"),
        (["nothing", "--for", "model.py:Net", "-o", "new"], "does not exist"),
        (["old.pdparams", "--for", "model.py:Net"], "Missing option"),
        (["old.pdparams", "--for", "model.py:Other", "-o", "new"], "has no class Other"),
        (["model.py", "--for", "model.py:Net", "-o", "new"], "model.py: the file is not a pickle of arrays"),
        (["evil.pdparams", "--for", "model.py:Net", "-o", "new"], "nothing of it was run"),
        (["state.pdopt", "--for", "model.py:Net", "-o", "new"], "a .pdopt holds what an optimizer keeps"),
        (["list", "--for", "model.py:Net", "-o", "new"], "holds no dict"),
        (["old.pdparams", "--for", "broken.py:Net", "-o", "new"], "cannot be read as Python"),
        (["old.pdparams", "--for", "today.py:Net", "-o", "new"], "takes the old script, before it was migrated"),
    ],
)
def test_wrong_use_says_what_is_wrong_and_writes_nothing(folder, words, said):
    class Evil:
        def __reduce__(self):
            return os.mkdir, ("ran",)

    (folder / "evil.pdparams").write_bytes(pickle.dumps({"fc.weight": Evil()}))
    (folder / "state.pdopt").write_bytes(pickle.dumps({"LR_Scheduler": {"last_lr": 0.1}}))
    (folder / "list").write_bytes(pickle.dumps([1]))
    (folder / "broken.py").write_text("import paddle.fluid\nclass Net(:\n")
    (folder / "today.py").write_text("import paddle.nn as nn\nclass Net(nn.Layer):\n    def __init__(self):\n"
                                     "        self.pool, self.fc = nn.MaxPool2D(2), nn.Linear(3, 2)\n")
    done = call(*words)
    assert done.exit_code == 2
    assert said in done.output
    assert "Traceback" not in done.output
    assert not (folder / "new").exists()
    assert not (folder / "ran").exists()


def test_neither_paddle_nor_numpy_is_needed(folder):
    blocked = "import sys; sys.modules['numpy'] = sys.modules['paddle'] = None"
    code = f"{blocked}\nfrom paddle_migrate.cli import main\nmain()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code, "checkpoint", "of_1_5", "--for", "model.py:Net", "-o", "new.pdparams"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (folder / "new.pdparams").exists()


def test_without_a_class_the_keys_stay(folder):
    done = call("of_1_5", "-o", "new.pdparams")
    assert done.exit_code == 0, done.output
    assert "new.pdparams: 2 parameters, 0 of them renamed" in done.output
    np.testing.assert_array_equal(paddle.load("new.pdparams", return_numpy=True)["n/Net_0/FC_0.w_0"], WEIGHT)


def test_tensors_without_names_are_not_dropped(folder):
    place = folder / "of_1_5" / "all"
    one = formats().RawTensor("float32", BIAS.shape, BIAS.tobytes())
    place.write_bytes(formats().write_one(one) * 2)
    done = call("of_1_5", "-o", "new.pdparams")
    assert done.exit_code == 2
    assert "all holds 2 tensors without their names" in done.output
    assert not (folder / "new.pdparams").exists()
