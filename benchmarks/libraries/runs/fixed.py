"""What the cases share: numbers that depend on no Paddle's random generator, and steps of training.

Runs under CPython 3.7 and Paddle 2.0.2 as well.
"""

import numpy as np


def floats(*shape, seed=0, scale=1.0):
    return np.random.RandomState(seed).uniform(-scale, scale, shape).astype("float32")


def integers(*shape, below, seed=0):
    return np.random.RandomState(seed).randint(0, below, shape).astype("int64")


def fill(layer, scale=0.2, seed=0):
    """Set every float that ``layer`` keeps: scales near 1, variances from 0.5 to 1.5, all else within ``scale``."""
    draws = np.random.RandomState(seed)
    state = layer.state_dict()
    for name in sorted(state):
        tensor = state[name]
        if tensor.numpy().dtype.kind != "f":
            continue
        value = draws.uniform(-1, 1, tensor.shape)
        last = name.rpartition(".")[2]
        if "variance" in last or (last == "weight" and len(tensor.shape) == 1):
            value = 1 + value / 2
        else:
            value = value * scale
        tensor.set_value(value.astype("float32"))
    return layer


def steps(layer, optimizer, loss_of, count=3):
    """The losses of some steps, the first step's gradients, and what the parameters have become."""
    found = {}
    for step in range(count):
        loss = loss_of(step)
        loss.backward()
        found["loss/%d" % step] = loss.numpy()
        if step == 0:
            found.update(gradients(layer))
        optimizer.step()
        optimizer.clear_grad()
    found.update({"parameter/" + name: value.numpy() for name, value in layer.state_dict().items()})
    return found


def gradients(layer):
    return {"gradient/" + name: each.grad if isinstance(each.grad, np.ndarray) else each.grad.numpy()
            for name, each in layer.named_parameters() if each.grad is not None}
