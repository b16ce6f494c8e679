"""Trains a small network of the seed's shape under one fluid, 1.8.5's or ours; executed beside either.

Nothing here may need more than Python 3.7.
"""

# ruff: noqa: B905

import numpy as np

OPTIMIZERS = {
    "sgd": "SGDOptimizer(learning_rate=0.05, parameter_list=p)",
    "momentum": "MomentumOptimizer(learning_rate=0.05, momentum=0.9, parameter_list=p)",
    "adagrad": "AdagradOptimizer(learning_rate=0.05, parameter_list=p)",
    "adam": "AdamOptimizer(learning_rate=0.01, parameter_list=p)",
    "sgd_slow": "SGDOptimizer(learning_rate=0.01, parameter_list=p)",
    "momentum_slow": "MomentumOptimizer(learning_rate=0.01, momentum=0.9, parameter_list=p)",
    "sgd_l2": "SGD(0.05, p, regularization=fluid.regularizer.L2Decay(0.1))",
    "sgd_l1": "SGD(0.05, p, regularization=fluid.regularizer.L1DecayRegularizer(0.01))",
    "sgd_value": "SGD(0.05, p, grad_clip=fluid.clip.GradientClipByValue(0.01))",
    "sgd_norm": "SGD(0.05, p, grad_clip=fluid.clip.GradientClipByNorm(0.1))",
    "sgd_some": "SGD(0.05, p, grad_clip=fluid.clip.GradientClipByNorm(0.1, need_clip=lambda p: 'b_0' in p.name))",
    "momentum_all": (
        "Momentum(0.05, 0.9, p, use_nesterov=True, regularization=fluid.regularizer.L2DecayRegularizer(0.1),"
        " grad_clip=fluid.clip.GradientClipByGlobalNorm(0.5))"
    ),
    "adagrad_start": "Adagrad(0.05, epsilon=1e-4, parameter_list=p, initial_accumulator_value=0.5)",
    "adam_given": "Adam(0.01, beta1=0.8, beta2=0.99, epsilon=1e-3, parameter_list=p, lazy_mode=True)",
}


def network(fluid, size, filters, window):
    class Net(fluid.dygraph.Layer):
        def __init__(self):
            super().__init__()
            Conv2D, Pool2D, Linear = fluid.dygraph.Conv2D, fluid.dygraph.Pool2D, fluid.dygraph.Linear
            padding = window // 2
            self.conv1 = Conv2D(num_channels=1, num_filters=filters, filter_size=window, padding=padding, act="relu")
            self.pool1 = Pool2D(pool_size=2, pool_stride=2, pool_type="max")
            self.conv2 = Conv2D(filters, filters, window, padding=padding, act="relu")
            self.pool2 = Pool2D(pool_size=2, pool_stride=2, pool_type="max")
            self.width = filters * (size // 4) ** 2
            self.fc = Linear(input_dim=self.width, output_dim=10, act="softmax")

        def forward(self, inputs):
            x = self.pool2(self.conv2(self.pool1(self.conv1(inputs))))
            return self.fc(fluid.layers.reshape(x, [x.shape[0], self.width]))

    return Net()


def optimizer_of(fluid, name, parameters):
    return eval("fluid.optimizer." + OPTIMIZERS[name], {"fluid": fluid, "p": parameters})


def pack(state):
    """The arrays of a state one after the other."""
    return np.concatenate([np.asarray(value.numpy(), "float32").ravel() for value in state.values()])


def unpack(vector, state, names=None):
    """``vector`` cut up into arrays named and shaped like the tensors of ``state``, in the order ``names``."""
    arrays, start = {}, 0
    for key in state if names is None else names:
        shape = tuple(state[key].shape)
        size = int(np.prod(shape))
        arrays[key] = vector[start : start + size].reshape(shape).astype("float32")
        start += size
    return arrays


def loss_of(fluid, model, images, labels):
    predict = model(fluid.dygraph.to_variable(images))
    loss = fluid.layers.cross_entropy(predict, fluid.dygraph.to_variable(labels))
    return fluid.layers.mean(loss)


def train(fluid, given, name, shape, end=None):
    """The loss of every step; ``shape`` is the images' size, the number of filters and the size of their window.

    A list ``end`` gets the parameters that it ends with.
    """
    losses = []
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = network(fluid, *shape)
        model.train()
        model.set_dict(unpack(given["weights"], model.state_dict()))
        optimizer = optimizer_of(fluid, name, model.parameters())
        for images, labels in zip(given["images"], given["labels"]):
            loss = loss_of(fluid, model, images, labels)
            losses.append(loss.numpy())
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
        if end is not None:
            end.append(pack(model.state_dict()))
    return np.array(losses)


def whole(walk, training):
    """What a walk of ``examples/walk.py`` keeps of all steps of a training: the end of one is the start of the next."""
    with walk.hooked():
        losses = training()
    kept = walk.answer()
    answer = {key: kept[key] for key in ("sizes", "state_names", "gradients")}
    answer["loss"] = losses.ravel()
    answer["parameters"] = np.concatenate([kept["before"], kept["after"][-1:]])
    answer["states"] = np.concatenate([kept["state_before"], kept["state_after"][-1:]])
    return answer


def apart(walk, path, training):
    """How far the gradients of each step of a walk along a path are off, relative to their tensor's largest element."""
    with walk.hooked():
        training()
    cuts = np.cumsum(path["sizes"])[:-1]
    rows = []
    for got, wanted in zip(walk.answer()["gradients"], path["gradients"]):
        parts = zip(np.split(got, cuts), np.split(wanted, cuts))
        rows.append(max(np.abs(mine - theirs).max() / np.abs(theirs).max() for mine, theirs in parts))
    return np.array(rows)


def in_steps(answer):
    """The path that ``whole`` has packed."""
    parameters, states = answer["parameters"], answer["states"]
    steps = {"before": parameters[:-1], "after": parameters[1:], "state_before": states[:-1], "state_after": states[1:]}
    return dict(answer, steps=np.arange(len(answer["gradients"])), **steps)
