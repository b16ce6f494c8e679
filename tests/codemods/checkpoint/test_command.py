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
        (["model.py", "--for", "model.py:Net", "-o", "new"], "model.py: not a .pdparams: the file is not a pickle"),
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


def of_1_5(folder, **others):
    """A folder of `save_persistables`, and files with other bytes in it."""
    for name, data in others.items():
        (folder / "of_1_5" / name.replace("_DOT_", ".")).write_bytes(data)
    return folder / "of_1_5"


def zipped():
    import io
    import zipfile

    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("fc.w_0", WEIGHT.tobytes())
    return held.getvalue()


ONE = formats().write_one(formats().RawTensor("float32", WEIGHT.shape, WEIGHT.tobytes()))
WHOLE = pickle.dumps({"fc.weight": WEIGHT, "fc.bias": BIAS}, protocol=2)
PROGRAM = b"\n\x10\x08\x00\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"


def test_what_a_migrated_script_has_written_beside_is_passed_over_and_said(folder):
    held = of_1_5(folder, model_DOT_pdparams=WHOLE, model_DOT_pdopt=WHOLE, model_DOT_json=b'{"base_code": {}}',
                  model_DOT_pdmodel=PROGRAM)
    done = call(str(held), "-o", "new.pdparams")
    assert done.exit_code == 0, done.output
    said = "passed over, as save_persistables did not write it: model.json, model.pdmodel, model.pdopt, model.pdparams"
    assert said in done.output
    assert set(pickle.loads((folder / "new.pdparams").read_bytes())) == {
        "n/Net_0/FC_0.w_0", "n/Net_0/FC_0.b_0", "StructuredToParameterName@@"}


def test_a_parameter_is_taken_whatever_it_is_called(folder):
    done = call(str(of_1_5(folder, w_DOT_json=ONE)), "-o", "new.pdparams")
    assert (done.exit_code, "passed over" in done.output) == (0, False)
    np.testing.assert_array_equal(paddle.load("new.pdparams", return_numpy=True)["w.json"], WEIGHT)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"__model__": PROGRAM}, "it is an inference model, of the program __model__: paddle-migrate model OLD -o"),
        ({"model": PROGRAM, "params": ONE * 2}, "it is an inference model, of the program model: paddle-migrate model"),
        ({"fc.w_9": ONE[:-1]}, "fc.w_9 is no parameter that save_persistables wrote, or not a whole one (the file"),
        ({"notes.txt": b"learning rate 0.1"}, "notes.txt is no parameter that save_persistables wrote"),
        ({"fc.w_9": b""}, "fc.w_9 is no parameter"),
        ({"held.zip": zipped()}, "held.zip is no parameter"),
    ],
)  # fmt: skip
def test_a_folder_of_something_else_names_the_file(folder, files, said):
    for name, data in files.items():
        (folder / "of_1_5" / name).write_bytes(data)
    done = call("of_1_5", "-o", "new.pdparams")
    assert done.exit_code == 2
    assert f"Error: of_1_5: {said}" in done.output
    assert not (folder / "new.pdparams").exists()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "the folder has no file that save_persistables wrote\n"),
        ({"m.pdparams": WHOLE}, "no file that save_persistables wrote, but m.pdparams: name one .pdparams\n"),
        ({"m.pdmodel": PROGRAM, "m.pdiparams": ONE}, "it is an inference model, of the program m.pdmodel"),
    ],
)
def test_a_folder_without_a_parameter(folder, files, said):
    (folder / "other").mkdir()
    for name, data in files.items():
        (folder / "other" / name).write_bytes(data)
    done = call("other", "-o", "new.pdparams")
    assert (done.exit_code, (folder / "new.pdparams").exists()) == (2, False)
    assert said in done.output


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"L\x95\x8b\x1c\n\x02", "not a .pdparams"), (b"I\x95\n.", "not a .pdparams"),
        (b"just words", "not a .pdparams: the file is not a pickle of arrays"),
        (b"", "the file is empty"), (zipped(), "an archive"), (b"\x1f\x8b\x08\x00", "an archive"),
        (PROGRAM, "a program, which holds no parameters"),
        (ONE, "one parameter of those that save_persistables writes"),
        (WHOLE[:-1], "the pickle of arrays breaks off"), (WHOLE[: len(WHOLE) // 2], "the pickle of arrays breaks off"),
        (bytes(256) + b"TNUM" + b"\x01" + bytes(7) + b"NAME" + b"\x01" + bytes(7) + b"\xff", "a name is no text"),
        (bytes(256) + b"TNUM\x01", "the file breaks off"), (pickle.dumps({}), "the file holds no parameters"),
    ],
)  # fmt: skip
def test_a_file_of_something_else_says_what_it_is(folder, data, said):
    (folder / "bin.pdparams").write_bytes(data)
    done = call("bin.pdparams", "-o", "new.pdparams")
    assert (done.exit_code, (folder / "new.pdparams").exists()) == (2, False)
    assert "Error: bin.pdparams: " in done.output
    assert said in done.output


def test_no_bytes_are_answered_in_the_words_of_python(folder):
    draw = np.random.RandomState(7)
    for size in (1, 7, 60, 400, 3000):
        for begin in (b"", b"\x80\x02}", bytes(256) + b"TNUM", b"I", b"L", b"\n\x10\x08\x00\x10", bytes(12)):
            for _ in range(8):
                (folder / "bin.pdparams").write_bytes(begin + draw.bytes(size))
                done = call("bin.pdparams", "-o", "new.pdparams")
                assert done.exit_code == 2
                assert "Traceback" not in done.output
                assert not any(words in done.output for words in ("literal", "codec", "unpack", "object", "load key"))
