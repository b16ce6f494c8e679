"""Checkpoints of 1.5 and 1.6, whose formats 1.8.5 could still read and write."""

import numpy as np
import pytest

NAMES = ["net/Net_0/Conv2D_0.w_0", "net/Net_0/Conv2D_0.b_0", "net/Net_0/FC_0.w_0", "net/Net_0/FC_0.b_0"]
KEYS = ["conv.weight", "conv.bias", "fc.weight", "fc.bias"]
SHAPES = [[2, 1, 3, 3], [2], [8, 3], [3]]
ARRAYS = {name: np.cos(np.arange(np.prod(shape)) + place).reshape(shape).astype("float32")
          for place, (name, shape) in enumerate(zip(NAMES, SHAPES, strict=True))}

THEY_SAVE = """
import os, tempfile
from paddle.fluid import core
folder = tempfile.mkdtemp()
with fluid.dygraph.guard(fluid.CPUPlace()):
    layer = fluid.dygraph.Layer()
    def variable(name, array):
        attr = fluid.ParamAttr(name=name, initializer=fluid.initializer.NumpyArrayInitializer(array))
        return layer.create_parameter(list(array.shape), attr, str(array.dtype))
    parameters = {name: variable(name, array) for name, array in given.items()}
    core._save_dygraph_dict(os.path.join(folder, "m.pdparams"), parameters)
    velocities = {name: variable(name + "_velocity_0", array * 2) for name, array in given.items()}
    core._save_dygraph_dict(os.path.join(folder, "m.pdopt"), velocities)
for ending in ["pdparams", "pdopt"]:
    data = open(os.path.join(folder, "m." + ending), "rb").read()
    answer[ending] = np.frombuffer(b"?" * 256 + data[256:], "uint8")  # 1.6 left the first bytes as they were
"""

THEY_LOAD = """
import os, tempfile
folder = tempfile.mkdtemp()
for name, data in given.items():
    if name.startswith("file:"):
        os.makedirs(os.path.dirname(os.path.join(folder, name[5:])), exist_ok=True)
        open(os.path.join(folder, name[5:]), "wb").write(data.tobytes())
executor, program = fluid.Executor(fluid.CPUPlace()), fluid.Program()
with fluid.program_guard(program, fluid.Program()):
    block = program.global_block()
    for name, data in given.items():
        if name.startswith("like:"):
            block.create_var(name=name[5:], shape=data.shape, dtype=str(data.dtype), persistable=True)
    fluid.io.load_persistables(executor, folder, program)
    for name in given:
        if name.startswith("like:"):
            answer[name[5:]] = np.array(fluid.global_scope().find_var(name[5:]).get_tensor())
again = tempfile.mkdtemp()
fluid.io.save_persistables(executor, again, program)
for name in list(answer):
    answer["file:" + name] = np.frombuffer(open(os.path.join(again, name), "rb").read(), "uint8")
"""


@pytest.fixture
def make(fluid):
    class Net(fluid.dygraph.Layer):
        def __init__(self, name_scope):
            super().__init__(name_scope)
            self.conv = fluid.dygraph.Conv2D(self.full_name(), num_filters=2, filter_size=3, act="relu")
            self.fc = fluid.dygraph.FC(self.full_name(), size=3)

        def forward(self, x):
            return self.fc(self.conv(x))

    return Net


def step(fluid, model, optimizer):
    loss = fluid.layers.mean(model(fluid.layers.ones([1, 1, 4, 4], "float32")))
    loss.backward()
    optimizer.minimize(loss)


@pytest.mark.oracle
def test_what_1_6_saved_goes_on_here(fluid, harness, make, tmp_path):
    files = harness.ask("checkpoint.of_1_6", THEY_SAVE, ARRAYS)
    for ending, data in files.items():
        (tmp_path / f"m.{ending}").write_bytes(data.tobytes())
    with fluid.dygraph.guard(fluid.CPUPlace()):
        parameters, state = fluid.load_dygraph(str(tmp_path / "m"))
        assert sorted(parameters) == sorted(NAMES)
        model, optimizer = make("net"), fluid.optimizer.Momentum(0.0, 0.5)
        model.set_dict(parameters)
        optimizer.set_dict(state)
        step(fluid, model, optimizer)
        assert list(model.state_dict()) == KEYS
        for (name, array), value in zip(ARRAYS.items(), model.state_dict().values(), strict=True):
            np.testing.assert_array_equal(value.numpy(), array)
            velocity = optimizer.state_dict()[f"{name}_velocity_0"].numpy()
            np.testing.assert_allclose(velocity, array + value.grad.numpy(), rtol=1e-6)  # half of 2 * array


@pytest.mark.oracle
def test_one_file_a_parameter_both_ways(fluid, harness, make, tmp_path):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = make("net")
        model.set_dict(ARRAYS)
        model(fluid.layers.ones([1, 1, 4, 4], "float32"))
        fluid.dygraph.save_persistables(model.state_dict(), str(tmp_path))
    files = {name: (tmp_path / name).read_bytes() for name in NAMES}
    given = {f"like:{name}": array for name, array in ARRAYS.items()}
    given |= {f"file:{name}": np.frombuffer(data, "uint8") for name, data in files.items()}
    theirs = harness.ask("checkpoint.of_1_5", THEY_LOAD, given)
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(theirs[name], array)
        assert theirs[f"file:{name}"].tobytes() == files[name]
    parameters, decays = fluid.dygraph.load_persistables(str(tmp_path))
    assert decays == {}
    assert sorted(parameters) == sorted(NAMES)
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(parameters[name], array)


def test_decays_are_saved_beside(fluid, make, tmp_path):
    def decayed():
        return fluid.optimizer.SGD(fluid.dygraph.NaturalExpDecay(0.1, 1, 0.5), name="mine")

    with fluid.dygraph.guard(fluid.CPUPlace()):
        model, optimizer = make("net"), decayed()
        for _ in range(3):
            step(fluid, model, optimizer)
        fluid.dygraph.save_persistables(model.state_dict(), str(tmp_path), [optimizer])
        with pytest.warns(UserWarning, match="without a decay"):
            fluid.dygraph.save_persistables(model.state_dict(), str(tmp_path), fluid.optimizer.SGD(0.1))
        _, decays = fluid.dygraph.load_persistables(str(tmp_path))
        other = decayed()
        other.load(decays)
        step(fluid, model, optimizer)
        step(fluid, model, other)
        assert optimizer.current_step_lr() == other.current_step_lr()
        assert other.current_step_lr() == pytest.approx(0.1 * np.exp(-0.5 * 3))


def test_no_folder(fluid, tmp_path):
    with pytest.raises(OSError, match="nothing"):
        fluid.dygraph.load_persistables(str(tmp_path / "nothing"))


def test_every_dtype_and_broken_files():
    from paddle_compat._runtime.tensor_files import RawTensor, is_many, read_many, read_one, write_one

    for dtype in ["bool", "int8", "uint8", "int16", "int32", "int64", "float16", "float32", "float64"]:
        array = np.arange(600).reshape([2, 300]).astype(dtype)
        tensor = RawTensor(dtype, array.shape, array.tobytes())
        assert read_one(write_one(tensor)) == tensor
    with pytest.raises(ValueError, match="complex64"):
        write_one(RawTensor("complex64", (1,), b"12345678"))
    with pytest.raises(ValueError, match="breaks off"):
        read_one(write_one(tensor)[:-1])
    many = b"?" * 256 + b"TNUM" + (1).to_bytes(8, "little") + b"NAME" + (1).to_bytes(8, "little") + b"w"
    whole = many + write_one(tensor)[12:]
    assert is_many(whole)
    assert read_many(whole) == {"w": tensor}
    with pytest.raises(ValueError, match="breaks off"):
        read_many(whole[:-1])
    with pytest.raises(ValueError, match="NAME is missing"):
        read_many(whole.replace(b"NAME", b"WHAT"))
    with pytest.raises(ValueError, match="unknown type 7"):
        read_many(whole.replace(b"\x08\x06", b"\x08\x07"))
    assert not is_many(b"\x80\x02}q\x00.")
