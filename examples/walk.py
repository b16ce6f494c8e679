"""Runs scripts one after the other, and keeps each step of their optimizers; or walks them along the steps of another.

Executed beside real PaddlePaddle 1.8.5 too, so nothing here may need more than Python 3.7. As a script it takes one
JSON argument, a list of jobs: ``script``, its ``options``, ``write`` (the file to keep the answer in), and if wanted
``keep`` (everything, not only the losses) and ``follow`` (the file of a path, see ``Walk``).
"""

import contextlib
import io
import json
import re
import runpy
import sys

import numpy as np

# Where the loss is a tensor of shape [1] it prints as `[0.1]`; a 0-D one prints as `0.1`.
LOSS = re.compile(r"loss is: \[?(\d+(?:\.\d*)?(?:e[+-]?\d+)?|nan|inf)")


def nudged(array, nudge):
    """Every number moved by -1, 0 or 1 unit in its last place, by a seed; 0 moves nothing."""
    if not nudge:
        return array
    steps = np.random.RandomState(nudge).randint(-1, 2, array.shape)
    return (array + np.spacing(array) * steps).astype("float32")


class Walk:
    """What each step of an optimizer starts from and leaves.

    With a ``path``, which is what another walk has kept, every step starts from that one's parameters and state, and
    takes that one's gradients once its own are written down: so what it leaves tells of the optimizer alone. A path may
    lack steps; those are walked freely.
    """

    def __init__(self, path=None):
        self.path = path
        self.rows = {} if path is None else {int(step): row for row, step in enumerate(path["steps"])}
        self.count, self.inside = 0, False
        self.kept = {key: [] for key in ("steps", "before", "gradients", "after", "state_before", "state_after")}
        self.names = {}

    def step(self, optimizer, update):
        """One step, which ``update()`` takes."""
        parameters = list(optimizer._parameter_list)
        row = self.rows.get(self.count)
        if self.path is None or row is not None:
            before = pack(parameters)
            if row is not None:
                assert np.array_equal(before, self.path["before"][row]), "the script is not where it was put"
            self.keep(steps=self.count, before=before, gradients=pack([gradient(p) for p in parameters]),
                      state_before=pack(states(optimizer, parameters).values()))
            if row is not None and hasattr(parameters[0], "grad"):  # 1.8.5's parameters have none
                set_gradients(parameters, self.path["gradients"][row])
        result = update()
        state = states(optimizer, parameters)
        if self.path is None or row is not None:
            self.keep(after=pack(parameters), state_after=pack(state.values()))
            sizes = [int(np.prod(value.shape)) for value in state.values()]
            self.names = {"sizes": np.array([int(np.prod(p.shape)) for p in parameters]),
                          "state_names": np.array(list(state)), "state_sizes": np.array(sizes)}
        self.count += 1
        if self.count in self.rows:
            unpack(parameters, self.path["before"][self.rows[self.count]])
            unpack(state.values(), self.path["state_before"][self.rows[self.count]])
        return result

    def keep(self, **found):
        for key, value in found.items():
            self.kept[key].append(value)

    def answer(self):
        """Arrays with a row for each step kept; where the optimizer had no state before its first step, zeros."""
        rows = self.kept
        for key in ("state_before", "state_after"):
            width = max([len(row) for row in rows[key]], default=0)
            rows[key] = [row if len(row) == width else np.zeros(width, "float32") for row in rows[key]]
        return dict(self.names, **{key: np.array(value) for key, value in rows.items()})

    @contextlib.contextmanager
    def hooked(self):
        """Whatever optimizer takes a step in here takes it through ``step``."""
        import paddle

        todays = getattr(getattr(paddle, "optimizer", None), "Optimizer", None)
        if todays is None:
            from paddle.fluid.optimizer import Optimizer as todays
        hooks = [(each, name) for each in family(todays) for name in ("minimize", "step") if name in vars(each)]
        originals = [vars(each)[name] for each, name in hooks]
        for (each, name), original in zip(hooks, originals):  # noqa: B905 (Python 3.7)
            setattr(each, name, self.hook(original))
        try:
            yield
        finally:
            for (each, name), original in zip(hooks, originals):  # noqa: B905
                setattr(each, name, original)

    def hook(self, original):
        def step(optimizer, *args, **others):
            if self.inside:  # one method calls the other
                return original(optimizer, *args, **others)
            self.inside = True
            try:
                return self.step(optimizer, lambda: original(optimizer, *args, **others))
            finally:
                self.inside = False

        return step


@contextlib.contextmanager
def nothing():
    yield


def names_of_a_process():
    """Parameters are counted from zero, as in a process of the script's own: optimizers' states are known by them."""
    import paddle

    here = paddle.utils if hasattr(paddle, "utils") and hasattr(paddle.utils, "unique_name") else paddle.fluid
    return here.unique_name.guard()


def family(cls):
    return [cls] + [each for sub in cls.__subclasses__() for each in family(sub)]


def pack(tensors):
    """All numbers of some tensors, one after the other."""
    arrays = [np.asarray(each if isinstance(each, np.ndarray) else each.numpy()).ravel() for each in tensors]
    return np.concatenate(arrays or [np.zeros(0, "float32")])


def unpack(tensors, numbers):
    start = 0
    for tensor in tensors:
        size = int(np.prod(tensor.shape))
        tensor.set_value(numbers[start : start + size].reshape(tensor.shape))
        start += size


def gradient(parameter):
    """An array; zeros where nothing has come."""
    found = parameter.grad if hasattr(parameter, "grad") else parameter.gradient()
    found = found.numpy() if hasattr(found, "numpy") else found
    return np.zeros(parameter.shape, "float32") if found is None else np.asarray(found)


def set_gradients(parameters, numbers):
    unpack([parameter.grad for parameter in parameters], numbers)
    assert np.array_equal(pack([gradient(p) for p in parameters]), numbers), "the gradients did not take"


def states(optimizer, parameters):
    """The optimizer's tensors, by the number of their parameter and what they are."""
    state = optimizer.state_dict()
    return {
        f"{number} {key[len(parameter.name) + 1 :]}": state[key]
        for number, parameter in enumerate(parameters)
        for key in sorted(state)
        if key.startswith(parameter.name + "_")
    }


def run(script, options, write, keep=False, follow=None):
    """Run a script as ``python script.py`` would; its losses and, with ``keep`` or ``follow``, its steps are kept."""
    printed = io.StringIO()
    walk = Walk(dict(np.load(follow)) if follow else None)
    sys.argv = [script, *options]
    with contextlib.redirect_stdout(printed), walk.hooked() if keep or follow else nothing(), names_of_a_process():
        runpy.run_path(script, run_name="__main__")
    losses = np.array([float(text) for text in LOSS.findall(printed.getvalue())])
    np.savez(write, loss=losses, **(walk.answer() if keep or follow else {}))


if __name__ == "__main__":
    for job in json.loads(sys.argv[1]):
        run(**job)
