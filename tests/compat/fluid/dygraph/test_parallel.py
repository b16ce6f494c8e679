"""Data parallelism: what the wrapper does in one process, and two gloo ranks against 1.8.5 on the joined batches."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import paddle_compat
import pytest
from parity import AMPLIFIED, CLOSE, NUDGES
from walk import nudged

COMPAT = Path(paddle_compat.__file__).parents[1]
STEPS = 10

GIVEN = {
    "images": np.cos(np.arange(STEPS * 8 * 64) * 0.37).astype("float32").reshape([STEPS, 8, 1, 8, 8]),
    "labels": (np.arange(STEPS * 8) * 7 % 10).reshape([STEPS, 8, 1]),
    "weights": (np.sin(np.arange(148) * 1.7) * 0.3).astype("float32"),
}

# One rank's script, as a user of 1.8.5 writes it. The ranks start from different weights: the first forward makes
# them equal. Rank r of n takes every n-th sample, so the ranks' batches together are the whole one.
RANK = """
import os, sys
sys.path.insert(0, {oracle!r})
import numpy as np
import paddle
import paddle.fluid as fluid
from training import loss_of, network, optimizer_of, pack, unpack

given = np.load({folder!r} + "/given.npz")
place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) if {gpu!r} else fluid.CPUPlace()
with fluid.dygraph.guard(place):
    strategy = fluid.dygraph.parallel.prepare_context()
    model = network(fluid, 8, 2, 3)
    rank, ranks = strategy.local_rank, strategy.nranks
    model.set_dict(unpack(given["weights"] + rank, model.state_dict()))
    model = fluid.dygraph.parallel.DataParallel(model, strategy)
    optimizer = optimizer_of(fluid, {name!r}, model.parameters())
    for step in range(len(given["images"])):
        images, labels = given["images"][step][rank::ranks], given["labels"][step][rank::ranks]
        loss = model.scale_loss(loss_of(fluid, model, images, labels))
        loss.backward()
        before = np.concatenate([p.grad.numpy().ravel() for p in model.parameters()])
        model.apply_collective_grads()
        after = np.concatenate([p.grad.numpy().ravel() for p in model.parameters()])
        optimizer.minimize(loss)
        model.clear_gradients()
    np.savez({folder!r} + "/rank%d.npz" % rank, parameters=pack(model.state_dict()), before=before, after=after,
             keys=np.array(list(model.state_dict())), loss=loss.numpy())
"""

# The network as 1.6 wrote it: there is nothing to share out before the first forward, nor to give to the optimizer.
OF_1_6 = """
def of_1_6(fluid, *sizes):
    class Net(fluid.dygraph.Layer):
        def __init__(self, name_scope):
            super().__init__(name_scope)
            D, scope = fluid.dygraph, self.full_name()
            self.conv1 = D.Conv2D(scope, num_filters=2, filter_size=3, padding=1, act="relu")
            self.pool1 = D.Pool2D(scope, pool_size=2, pool_stride=2, pool_type="max")
            self.conv2 = D.Conv2D(scope, 2, 3, padding=1, act="relu")
            self.pool2 = D.Pool2D(scope, pool_size=2, pool_stride=2, pool_type="max")
            self.fc = D.FC(scope, size=10, act="softmax")

        def forward(self, inputs):
            return self.fc(self.pool2(self.conv2(self.pool1(self.conv1(inputs)))))

    return Net("net")


given ="""


@pytest.fixture
def alone(fluid, training):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        strategy = fluid.dygraph.parallel.prepare_context()
        layers = training.network(fluid, 8, 2, 3)
        yield layers, fluid.dygraph.parallel.DataParallel(layers, strategy)


def test_one_process_is_prepared_too(fluid):
    strategy = fluid.dygraph.parallel.prepare_context()
    assert (strategy.nranks, strategy.local_rank) == (1, 0)
    assert isinstance(strategy, fluid.dygraph.parallel.ParallelStrategy)


def test_alone_the_wrapper_changes_nothing(fluid, training, alone):
    layers, model = alone
    images, labels = GIVEN["images"][0], GIVEN["labels"][0]
    loss = training.loss_of(fluid, model, images, labels)
    assert model.scale_loss(loss) is loss
    loss.backward()
    before = layers.fc.weight.grad.numpy()
    model.apply_collective_grads()
    np.testing.assert_array_equal(layers.fc.weight.grad.numpy(), before)
    assert loss.numpy().tolist() == training.loss_of(fluid, layers, images, labels).numpy().tolist()


def test_keys_are_those_of_the_layers(alone):
    layers, model = alone
    assert list(model.state_dict()) == list(layers.state_dict())
    assert len(model.parameters()) == len(layers.parameters())
    wanted = {key: value.numpy() + 1 for key, value in layers.state_dict().items()}
    model.set_dict(wanted)
    np.testing.assert_array_equal(layers.fc.bias.numpy(), wanted["fc.bias"])
    model.load_dict({key: value + 1 for key, value in wanted.items()})
    np.testing.assert_array_equal(layers.fc.bias.numpy(), wanted["fc.bias"] + 1)


def test_the_wrappers_name(fluid):
    with fluid.dygraph.guard():
        layer = fluid.dygraph.Linear(1, 1)
        strategy = fluid.dygraph.parallel.ParallelStrategy()
        assert fluid.dygraph.parallel.DataParallel(layer, strategy).full_name() == "linear_0_data_parallel_0"


def test_no_strategy_is_one_process(fluid):
    """What 1.8.5's ``prepare_context`` returned for one process, and failed on later."""
    with fluid.dygraph.guard():
        model = fluid.dygraph.parallel.DataParallel(fluid.dygraph.Linear(1, 1), None)
        loss = fluid.layers.mean(model(fluid.layers.ones([1, 1], "float32")))
        assert model.scale_loss(loss) is loss


def test_the_environment_says_which_rank(fluid, monkeypatch):
    said = {
        "PADDLE_TRAINERS_NUM": "4", "PADDLE_TRAINER_ID": "2", "FLAGS_selected_gpus": "3",
        "PADDLE_TRAINER_ENDPOINTS": "a:1,b:2", "PADDLE_CURRENT_ENDPOINT": "b:2",
    }
    for key, value in said.items():
        monkeypatch.setenv(key, value)
    env = fluid.dygraph.parallel.Env()
    assert (env.nranks, env.local_rank, env.dev_id) == (4, 2, 3)
    assert (env.trainer_endpoints, env.current_endpoint) == (["a:1", "b:2"], "b:2")
    assert fluid.dygraph.parallel.Env is fluid.dygraph.ParallelEnv
    for key in said:
        monkeypatch.delenv(key)
    env = fluid.dygraph.ParallelEnv()
    assert (env.nranks, env.local_rank, env.dev_id, env.trainer_endpoints) == (1, 0, 0, [""])


def launch(folder, script, ranks=2, timeout=300):
    """Run ``script`` as ``python -m paddle.distributed.launch`` does, with the hook installed."""
    (folder / "sitecustomize.py").write_text(f"import site\nsite.addsitedir({str(COMPAT)!r})\n")
    (folder / "rank.py").write_text(script)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PADDLE_", "FLAGS_"))}
    environment["PYTHONPATH"] = str(folder)
    command = [sys.executable, "-m", "paddle.distributed.launch", "--nproc_per_node", str(ranks),
               "--log_dir", str(folder / "log"), str(folder / "rank.py")]
    command = command if ranks > 1 else [sys.executable, str(folder / "rank.py")]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=timeout,
                          check=False)


def logs(folder):
    return "".join(path.read_text(errors="replace") for path in sorted((folder / "log").glob("workerlog.*")))


def script(harness, folder, name, gpu=False):
    return RANK.format(oracle=str(Path(harness.__file__).parent), folder=str(folder), name=name, gpu=gpu)


def on_the_joined_batches(harness, training, name):
    """1.8.5's parameters after one process trained on the joined batches, and how far others may be off: ten times what
    a nudge of the starting weights does to them, at least 1e-6."""
    given = {**GIVEN, "weights": np.array([nudged(GIVEN["weights"], nudge) for nudge in (0, *NUDGES)])}
    question = (
        f"{training.source}\nends = []\nfor w in given['weights']:\n"
        f"    train(fluid, dict(given, weights=w), {name!r}, (8, 2, 3), ends)\nanswer['ends'] = np.array(ends)\n"
    )
    theirs, *moved = harness.ask(f"parallel.{name}", question, given)["ends"]
    return theirs, max(CLOSE, AMPLIFIED * max(np.abs(each - theirs).max() for each in moved))


def loaded(path):
    with np.load(path) as arrays:
        return dict(arrays)


@pytest.mark.slow
@pytest.mark.numeric
@pytest.mark.oracle
@pytest.mark.parametrize("name", ["sgd", "momentum"])
def test_two_ranks_are_one_process_on_the_joined_batches(harness, training, tmp_path, name):
    theirs, allowed = on_the_joined_batches(harness, training, name)
    np.savez(tmp_path / "given.npz", **GIVEN)
    done = launch(tmp_path, script(harness, tmp_path, name, gpu=True))
    assert done.returncode == 0, done.stdout + done.stderr + logs(tmp_path)
    first, second = [loaded(tmp_path / f"rank{rank}.npz") for rank in [0, 1]]
    assert first["parameters"].tobytes() == second["parameters"].tobytes()
    difference = np.abs(first["parameters"] - theirs).max()
    print(f"{name}: two ranks after {STEPS} steps differ by {difference:.2e} from 1.8.5 on the joined batches")
    assert difference <= allowed
    assert not np.array_equal(first["before"], second["before"])
    np.testing.assert_array_equal(first["after"], second["after"])
    np.testing.assert_allclose(first["after"], first["before"] + second["before"], rtol=1e-6, atol=1e-9)
    assert first["keys"][0] == "conv1.weight"


@pytest.mark.slow
@pytest.mark.oracle
def test_two_ranks_with_layers_of_1_6(harness, training, tmp_path):
    theirs, allowed = on_the_joined_batches(harness, training, "sgd")
    np.savez(tmp_path / "given.npz", **GIVEN)
    text = script(harness, tmp_path, "sgd").replace("given =", OF_1_6, 1)
    text = text.replace("model = network(", "model = of_1_6(").replace("+ rank, model.state", "+ rank, sized.state")
    text = text.replace("    model = of_1_6", "    sized = network(fluid, 8, 2, 3)\n    model = of_1_6")
    text = text.replace("optimizer_of(fluid, 'sgd', model.parameters())", "fluid.optimizer.SGD(0.05)")
    done = launch(tmp_path, text)
    assert done.returncode == 0, done.stdout + done.stderr + logs(tmp_path)
    first, second = [loaded(tmp_path / f"rank{rank}.npz") for rank in [0, 1]]
    assert first["parameters"].tobytes() == second["parameters"].tobytes()
    assert np.abs(first["parameters"] - theirs).max() <= allowed
    assert first["keys"][0] == "conv1.weight"


@pytest.mark.slow
@pytest.mark.oracle
def test_the_same_script_alone(harness, training, tmp_path):
    theirs, allowed = on_the_joined_batches(harness, training, "sgd")
    np.savez(tmp_path / "given.npz", **GIVEN)
    done = launch(tmp_path, script(harness, tmp_path, "sgd"), ranks=1)
    assert done.returncode == 0, done.stderr
    assert np.abs(loaded(tmp_path / "rank0.npz")["parameters"] - theirs).max() <= allowed


@pytest.mark.slow
def test_a_failing_rank_ends_the_job_with_its_error(tmp_path):
    failing = """
import numpy as np
import paddle.fluid as fluid
with fluid.dygraph.guard(fluid.CPUPlace()):
    strategy = fluid.dygraph.parallel.prepare_context()
    model = fluid.dygraph.parallel.DataParallel(fluid.dygraph.Linear(2, 2), strategy)
    for step in range(3):
        loss = model.scale_loss(fluid.layers.mean(model(fluid.layers.ones([1, 2], "float32"))))
        loss.backward()
        if step == 1 and strategy.local_rank == 1:
            raise ValueError("rank 1 has had enough")
        model.apply_collective_grads()
"""
    done = launch(tmp_path, failing, timeout=120)
    assert done.returncode != 0
    assert "rank 1 has had enough" in done.stdout + done.stderr + logs(tmp_path)
