"""Checkpoints both ways: 1.8.5's files here, ours in 1.8.5, and training goes on from either."""

import pickle
import pickletools

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

GIVEN = {
    "images": np.cos(np.arange(5 * 4 * 64, dtype="float32")).reshape([5, 4, 1, 8, 8]),
    "labels": (np.arange(20) * 7 % 10).reshape([5, 4, 1]),
    "weights": (np.sin(np.arange(148) * 1.7) * 0.3).astype("float32"),
}

STEPS = """
def steps(fluid, model, optimizer, given, some):
    losses = []
    for step in some:
        loss = loss_of(fluid, model, given["images"][step], given["labels"][step])
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
    return np.array(losses)
"""

THEY_SAVE = """
import os, tempfile
with fluid.dygraph.guard(fluid.CPUPlace()):
    model = network(fluid, 8, 2, 3)
    model.set_dict(unpack(given["weights"], model.state_dict()))
    optimizer = optimizer_of(fluid, name, model.parameters())
    steps(fluid, model, optimizer, given, [0, 1])
    prefix = os.path.join(tempfile.mkdtemp(), "deep", "mnist")
    fluid.save_dygraph(model.state_dict(), prefix)
    fluid.save_dygraph(optimizer.state_dict(), prefix)
    for ending in ["pdparams", "pdopt"]:
        answer[ending] = np.frombuffer(open(prefix + "." + ending, "rb").read(), "uint8")
    answer["parameters"] = pack(model.state_dict())
    answer["losses"] = steps(fluid, model, optimizer, given, [2, 3, 4])
    answer["after"] = pack(model.state_dict())
"""

THEY_LOAD = """
import os, tempfile
prefix = os.path.join(tempfile.mkdtemp(), "mnist")
for ending in ["pdparams", "pdopt"]:
    open(prefix + "." + ending, "wb").write(given[ending].tobytes())
with fluid.dygraph.guard(fluid.CPUPlace()):
    model = network(fluid, 8, 2, 3)
    optimizer = optimizer_of(fluid, "momentum", model.parameters())
    parameters, state = fluid.load_dygraph(prefix)
    model.set_dict(parameters)
    optimizer.set_dict(state)
    answer["parameters"] = pack(model.state_dict())
    answer["losses"] = steps(fluid, model, optimizer, given, [2, 3, 4])
    answer["state"] = pack(optimizer.state_dict())
"""


@pytest.fixture(scope="module")
def steps(training):
    scope = {"np": np, "loss_of": training.loss_of}
    exec(STEPS, scope)
    return scope["steps"]


@pytest.mark.parametrize("name", ["momentum", "adagrad", "adam"])
@pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning")
def test_their_files_here(fluid, harness, training, steps, tmp_path, name):
    question = f"{training.source}\n{STEPS}\nname = {name!r}\n{THEY_SAVE}"
    theirs = harness.ask(f"checkpoint.{name}", question, GIVEN)
    for ending in ["pdparams", "pdopt"]:
        (tmp_path / f"mnist.{ending}").write_bytes(theirs[ending].tobytes())
    with fluid.dygraph.guard(fluid.CPUPlace()):
        parameters, state = fluid.load_dygraph(str(tmp_path / "mnist"))
        model = training.network(fluid, 8, 2, 3)
        optimizer = training.optimizer_of(fluid, name, model.parameters())
        model.set_dict(parameters)
        optimizer.set_dict(state)
        np.testing.assert_array_equal(training.pack(model.state_dict()), theirs["parameters"])
        losses = steps(fluid, model, optimizer, GIVEN, [2, 3, 4])
        after = training.pack(model.state_dict())
    assert np.abs(losses / theirs["losses"] - 1).max() <= 1e-6
    assert np.abs(after - theirs["after"]).max() <= 1e-6 * np.abs(after).max()


@pytest.fixture
def ours(fluid, training, tmp_path):
    """A pair that we saved, from numbers that are the same on every machine; and what it holds."""
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = training.network(fluid, 8, 2, 3)
        model.set_dict(training.unpack(GIVEN["weights"], model.state_dict()))
        optimizer = training.optimizer_of(fluid, "momentum", model.parameters())
        loss = training.loss_of(fluid, model, GIVEN["images"][0], GIVEN["labels"][0])
        loss.backward()
        optimizer.minimize(loss)
        model.set_dict(training.unpack(GIVEN["weights"], model.state_dict()))
        for tensor in optimizer.state_dict().values():
            tensor.set_value(np.cos(np.arange(tensor.size, dtype="float32")).reshape(tensor.shape))
        fluid.save_dygraph(model.state_dict(), str(tmp_path / "sub" / "mnist"))
        fluid.save_dygraph(optimizer.state_dict(), str(tmp_path / "sub" / "mnist"))
    return tmp_path / "sub" / "mnist"


def test_our_files_there(fluid, harness, training, steps, ours):
    """The record is stamped with our files' bytes: it stays fresh as long as we write what 1.8.5 has read."""
    files = {e: np.frombuffer(ours.with_suffix(f".{e}").read_bytes(), "uint8") for e in ["pdparams", "pdopt"]}
    theirs = harness.ask("checkpoint.ours", f"{training.source}\n{STEPS}\n{THEY_LOAD}", {**GIVEN, **files})
    np.testing.assert_array_equal(theirs["parameters"], GIVEN["weights"])
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = training.network(fluid, 8, 2, 3)
        optimizer = training.optimizer_of(fluid, "momentum", model.parameters())
        parameters, state = fluid.load_dygraph(str(ours))
        model.set_dict(parameters)
        optimizer.set_dict(state)
        losses = steps(fluid, model, optimizer, GIVEN, [2, 3, 4])
        after = training.pack(optimizer.state_dict())
    assert np.abs(losses / theirs["losses"] - 1).max() <= 1e-6
    assert np.abs(after - theirs["state"]).max() <= 1e-6 * np.abs(after).max()


def test_the_file_is_185s_format(ours):
    for ending in [".pdparams", ".pdopt"]:
        data = ours.with_suffix(ending).read_bytes()
        operations = [(operation.name, argument) for operation, argument, _ in pickletools.genops(data)]
        assert operations[0] == ("PROTO", 2)
        named = {argument.split()[0] for name, argument in operations if name == "GLOBAL"}
        assert named <= {"numpy.core.multiarray", "numpy", "_codecs"}
        content = pickle.loads(data)
        table = content.pop("StructuredToParameterName@@")
        assert list(table) == list(content)
        assert all(type(value) is np.ndarray for value in content.values())
    assert table["conv2d_0.w_0_velocity_0"] == "conv2d_0.w_0_velocity_0"


def test_endings_and_the_name_table(fluid, ours):
    for path in [ours, ours.with_suffix(".pdparams"), ours.with_suffix(".pdopt")]:
        parameters, state = fluid.load_dygraph(str(path))
        assert "StructuredToParameterName@@" not in parameters
        assert "conv2d_0.w_0_velocity_0" in state
    parameters, _ = fluid.load_dygraph(str(ours), keep_name_table=True)
    assert parameters["StructuredToParameterName@@"]["conv1.weight"] == "conv2d_0.w_0"
    ours.with_suffix(".pdopt").unlink()
    assert fluid.load_dygraph(str(ours))[1] is None


def test_what_cannot_be_saved_or_loaded(fluid, tmp_path):
    with fluid.dygraph.guard():
        layer = fluid.dygraph.Linear(1, 1)
        with pytest.raises(AssertionError, match="empty"):
            fluid.save_dygraph({}, str(tmp_path / "x"))
        with pytest.raises(AssertionError, match="prefix"):
            fluid.save_dygraph(layer.state_dict(), f"{tmp_path}/")
        with pytest.raises(RuntimeError, match="not exists"):
            fluid.load_dygraph(str(tmp_path / "nothing"))


def test_the_optimizers_dictionary_is_left_as_it_was(fluid, training, ours):
    _, state = fluid.load_dygraph(str(ours))
    keys = list(state)
    with fluid.dygraph.guard():
        model = training.network(fluid, 8, 2, 3)
        optimizer = training.optimizer_of(fluid, "momentum", model.parameters())
        optimizer.set_dict(state)
        loss = training.loss_of(fluid, model, GIVEN["images"][0], GIVEN["labels"][0])
        loss.backward()
        optimizer.minimize(loss)
    assert list(state) == keys


SAVED = ["a", "b.pdparams", "c.pdopt"]
LOADED = ["a", "a.pdparams", "a.pdopt", "b", "b.pdparams", "b.pdparams.pdparams", "c.pdopt", "c.pdopt.pdparams"]
ENDINGS = f"""
import os, tempfile
with tempfile.TemporaryDirectory() as folder, fluid.dygraph.guard(fluid.CPUPlace()):
    state = fluid.dygraph.Linear(2, 3).state_dict()
    for name in {SAVED}:
        fluid.save_dygraph(state, os.path.join(folder, name))
    answer["files"] = np.array(sorted(os.listdir(folder)))
    for name in {LOADED}:
        try:
            answer[name] = np.array(list(fluid.load_dygraph(os.path.join(folder, name))[0]))
        except RuntimeError:
            answer[name] = np.array("there is no such file")
"""


@pytest.mark.oracle
def test_endings_same_as_185(fluid, harness):
    theirs, ours = harness.ask("checkpoint.endings", ENDINGS), {}
    exec(ENDINGS, {"fluid": fluid, "np": np, "answer": ours})
    assert {key: value.tolist() for key, value in ours.items()} == {k: v.tolist() for k, v in theirs.items()}


def test_migrated_endings_same_as_185(harness, tmp_path, monkeypatch):
    from paddle_migrate.api import migrate_source

    theirs = harness.ask("checkpoint.endings", ENDINGS)
    script = "import paddle.fluid as fluid\nstate = fluid.dygraph.Linear(2, 3).state_dict()\n"
    script += "layer = fluid.dygraph.Linear(2, 3)\n"
    script += "".join(f"fluid.save_dygraph(layer.state_dict(), {name!r})\n" for name in SAVED)
    names = [name for name in LOADED if theirs[name].ndim]
    script += "loaded = [{}]\n".format(", ".join(f"fluid.load_dygraph({name!r})[0]" for name in names))
    monkeypatch.chdir(tmp_path)
    scope = {}
    exec(migrate_source(script).text, scope)
    assert sorted(path.name for path in tmp_path.iterdir()) == theirs["files"].tolist()
    assert [list(state) for state in scope["loaded"]] == [theirs[name].tolist() for name in names]


def test_migrated_what_is_saved_is_found_out_when_it_runs(tmp_path):
    import paddle
    from paddle_migrate.api import migrate_source

    text = migrate_source(
        "import paddle.fluid as fluid\n"
        "def save(thing, path):\n    fluid.save_dygraph(thing.state_dict(), path)\n"
        "def load(path):\n    return fluid.load_dygraph(path)\n"
    ).text
    assert "fluid" not in text
    scope = {}
    exec(compile(text, "script.py", "exec"), scope)
    model = paddle.nn.Sequential(paddle.nn.Linear(2, 3), paddle.nn.LayerNorm(3))
    optimizer = paddle.optimizer.Momentum(parameters=model.parameters())
    path = str(tmp_path / "m")
    scope["save"](model, path)
    assert scope["load"](path)[1] is None
    model(paddle.ones([2, 2])).sum().backward()
    optimizer.step()
    scope["save"](optimizer, path)
    for ending in ("", ".pdparams", ".pdopt"):
        parameters, state = scope["load"](path + ending)
        assert list(parameters) == list(model.state_dict())
        assert list(state) == list(optimizer.state_dict())
