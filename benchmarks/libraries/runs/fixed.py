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
        value, last = draws.uniform(-1, 1, tensor.shape), name.rpartition(".")[2]
        near_1 = "variance" in last or (last == "weight" and len(tensor.shape) == 1)
        value = 1 + value / 2 if near_1 else value * scale
        tensor.set_value(value.astype("float32"))
    return layer


def steps(layer, optimizer, loss_of, count=3):
    """The losses of some steps, the first step's gradients, and what the parameters have become."""
    found = {}
    for step in range(count):
        loss = loss_of(step)
        loss.backward()
        found[f"loss/{step}"] = loss.numpy()
        if step == 0:
            found.update(gradients(layer))
        optimizer.step()
        optimizer.clear_grad()
    found.update({"parameter/" + name: value.numpy() for name, value in layer.state_dict().items()})
    return found


def gradients(layer):
    return {"gradient/" + name: each.grad if isinstance(each.grad, np.ndarray) else each.grad.numpy()
            for name, each in layer.named_parameters() if each.grad is not None}


def enable_static():
    """What starts a program since 2.0; before, there was nothing else."""
    import paddle

    getattr(paddle, "enable_static", lambda: None)()


def program(build, feeds, scale=0.2):
    """What a program computes: ``build`` says what is fetched, in every step, from parameters that are set first."""
    import paddle.fluid as fluid

    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start), fluid.unique_name.guard():
        wanted = build()
    exe, scope, found = fluid.Executor(fluid.CPUPlace()), fluid.Scope(), {}
    with fluid.scope_guard(scope):
        exe.run(start)
        draws = np.random.RandomState(0)
        names = sorted(each.name for each in main.all_parameters())
        for name in names:
            tensor = scope.find_var(name).get_tensor()
            tensor.set(draws.uniform(-scale, scale, np.array(tensor).shape).astype("float32"), fluid.CPUPlace())
        for step, feed in enumerate(feeds):
            values = exe.run(main, feed=feed, fetch_list=wanted, return_numpy=False)
            found.update({f"fetched{place}/{step}": np.array(value) for place, value in enumerate(values)})
        found.update({f"parameter/{name}": np.array(scope.find_var(name).get_tensor()) for name in names})
    return found
