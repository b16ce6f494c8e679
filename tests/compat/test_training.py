"""Training gives 1.8.5's numbers: losses step by step, and one step from 1.8.5's own weights and state."""

import numpy as np
import pytest
from sklearn.datasets import load_digits

pytestmark = [
    pytest.mark.oracle,
    # Paddle 2.6's own Adagrad says this of itself.
    pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning"),
]

STEPS = 48


def batches(size, batch, steps):
    """The handwritten digits, each pixel repeated until the images have ``size`` pixels a side."""
    digits = load_digits()
    images = np.kron(digits.images / 16.0, np.ones([1, size // 8, size // 8]))
    margin = (size - images.shape[1]) // 2
    images = np.pad(images, [(0, 0), (margin, margin), (margin, margin)]).astype("float32")
    count = batch * steps
    return {
        "images": images[:count].reshape(steps, batch, 1, size, size),
        "labels": digits.target[:count].reshape(steps, batch, 1).astype("int64"),
    }


def weights(size, filters, window):
    """Weights as a new network has them, from NumPy so that both sides get the same."""
    random = np.random.RandomState(0)
    conv1 = random.normal(0, (2 / window**2) ** 0.5, filters * window**2)
    conv2 = random.normal(0, (2 / (filters * window**2)) ** 0.5, filters**2 * window**2)
    width = filters * (size // 4) ** 2
    fc = random.uniform(-1, 1, width * 10) * (6 / (width + 10)) ** 0.5
    parts = [conv1, np.zeros(filters), conv2, np.zeros(filters), fc, np.zeros(10)]
    return np.concatenate(parts).astype("float32")


def question(training, name, given, **shape):
    return f"{training.source}\nanswer.update(train(fluid, given, {name!r}, **{shape!r}))\n"


@pytest.fixture(scope="module")
def seed_sized():
    """Batches and weights for the network of seed script 002: images of 28 x 28, 20 filters of 5 x 5."""
    return {**batches(28, 16, STEPS), "weights": weights(28, 20, 5)}


@pytest.fixture(scope="module")
def small():
    """The same network made small, so that every step's weights can be recorded."""
    return {**batches(8, 16, STEPS), "weights": weights(8, 2, 3)}


@pytest.mark.parametrize("name", ["sgd", "momentum"])
def test_losses_over_48_steps(fluid, harness, training, seed_sized, name):
    shape = {"size": 28, "filters": 20, "window": 5, "keep": False}
    theirs = harness.ask(f"training.losses.{name}", question(training, name, seed_sized, **shape), seed_sized)
    ours = training.train(fluid, seed_sized, name, **shape)
    assert ours["losses"].shape == theirs["losses"].shape == (STEPS, 1)
    difference = np.abs(ours["losses"] / theirs["losses"] - 1).max()
    print(f"{name}: largest relative difference of the loss over {STEPS} steps {difference:.2e}")
    assert difference <= 1e-6
    assert theirs["losses"][-1] < theirs["losses"][0]


@pytest.mark.parametrize("name", ["sgd", "momentum"])
def test_losses_of_the_same_network_in_the_dialect_of_1_6(fluid, harness, training, seed_sized, name):
    shape = {"size": 28, "filters": 20, "window": 5, "keep": False}
    theirs = harness.ask(f"training.losses.{name}", question(training, name, seed_sized, **shape), seed_sized)
    losses = []
    with fluid.dygraph.guard(fluid.CPUPlace()):
        keys = training.network(fluid, 28, 20, 5).state_dict()
        model = old_network(fluid)("mnist")
        model.train()
        model.set_dict(training.unpack(seed_sized["weights"], keys))
        optimizer = fluid.optimizer.SGDOptimizer(0.05) if name == "sgd" else fluid.optimizer.Momentum(0.05, 0.9)
        for images, labels in zip(seed_sized["images"], seed_sized["labels"], strict=True):
            loss = training.loss_of(fluid, model, images, labels)
            losses.append(loss.numpy())
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
    difference = np.abs(np.array(losses) / theirs["losses"] - 1).max()
    print(f"{name}: largest relative difference of the loss over {STEPS} steps {difference:.2e}")
    assert difference <= 1e-6


def old_network(fluid):
    """``training.network`` as a user of 1.6 wrote it."""
    layers = fluid.dygraph

    class Net(layers.Layer):
        def __init__(self, name_scope):
            super().__init__(name_scope)
            scope = self.full_name()
            self.conv1 = layers.Conv2D(scope, num_filters=20, filter_size=5, padding=2, act="relu")
            self.pool1 = layers.Pool2D(scope, pool_size=2, pool_stride=2, pool_type="max")
            self.conv2 = layers.Conv2D(scope, num_filters=20, filter_size=5, padding=2, act="relu")
            self.pool2 = layers.Pool2D(scope, pool_size=2, pool_stride=2, pool_type="max")
            self.fc = layers.FC(scope, size=10, act="softmax")

        def forward(self, inputs):
            return self.fc(self.pool2(self.conv2(self.pool1(self.conv1(inputs)))))

    return Net


@pytest.mark.parametrize("name", ["sgd", "momentum", "adagrad", "adam"])
def test_every_step_from_their_own_state(fluid, harness, training, small, name):
    check_steps(fluid, harness, training, small, name)


@pytest.mark.parametrize(
    "name",
    ["sgd_l2", "sgd_l1", "sgd_value", "sgd_norm", "sgd_some", "momentum_all", "adagrad_start", "adam_given"],
)
def test_regularizers_clips_and_arguments(fluid, harness, training, small, name):
    few = {key: value if key == "weights" else value[:6] for key, value in small.items()}
    check_steps(fluid, harness, training, few, name)


def check_steps(fluid, harness, training, given, name):
    theirs = harness.ask(f"training.steps.{name}", question(training, name, given), given)
    differences = []
    for step in range(len(given["images"])):
        got, wanted = one_step(fluid, training, given, name, theirs, step)
        differences += [np.abs(got[key] - value).max() / np.abs(value).max() for key, value in wanted.items()]
    worst = np.max(differences)
    print(f"{name}: largest difference after one step, relative to the parameter's scale {worst:.2e}")
    assert worst <= 1e-6


def one_step(fluid, training, given, name, theirs, step):
    """Our parameters after one step from 1.8.5's before it, and 1.8.5's own."""
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = training.network(fluid, 8, 2, 3)
        optimizer = training.optimizer_of(fluid, name, model.parameters())
        own = model.state_dict()
        model.set_dict(training.unpack(theirs["parameters"][step], own))
        if step and "states" in theirs:
            tensors = state_like(fluid, training, given, name)
            optimizer.set_dict(training.unpack(theirs["states"][step - 1], tensors, theirs["state_names"]))
        loss = training.loss_of(fluid, model, given["images"][step], given["labels"][step])
        loss.backward()
        optimizer.minimize(loss)
        got = {key: value.numpy() for key, value in own.items()}
        return got, training.unpack(theirs["parameters"][step + 1], own)


def state_like(fluid, training, given, name):
    """What the optimizer's state looks like once it has one."""
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = training.network(fluid, 8, 2, 3)
        optimizer = training.optimizer_of(fluid, name, model.parameters())
        loss = training.loss_of(fluid, model, given["images"][0], given["labels"][0])
        loss.backward()
        optimizer.minimize(loss)
        return optimizer.state_dict()
