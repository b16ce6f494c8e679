"""Runs scripts that build programs, one after the other, and keeps what each training step starts from and leaves.

Executed beside real PaddlePaddle 1.8.5 too, so nothing here may need more than Python 3.7. As a script it takes one
JSON argument, a list of jobs: ``script``, its ``options``, ``write`` (the file to keep the answer in), and if wanted
``nudge`` (of the weights that all start from, see ``walk.nudged``) and ``follow`` (the file of another's steps: each
of ours then starts from the parameters and the state that it has).
"""

import contextlib
import io
import json
import runpy
import sys

import numpy as np
from walk import LOSS, nudged

SPREAD = 0.1  # of the weights that all start from; vectors (biases, statistics) keep what the startup program gives
STATES = ("_velocity_0",)  # of which optimizers a program may have here: SGD, Momentum


class Walk:
    """Around the executor: what a run changes of its program's parameters is a training step."""

    def __init__(self, static, nudge=0, path=None):
        self.static, self.nudge, self.path = static, nudge, path
        self.created, self.started, self.sizes = [], False, []
        self.kept = {key: [] for key in ("before", "after", "state_before", "state_after")}

    def run(self, original, executor, program, *args, **others):
        names = self.parameters(program)
        if names and not self.started and self.read(names) is not None:
            self.start(names)
        before, state = self.read(names), self.read(self.states(names))
        result = original(executor, program, *args, **others)
        after = self.read(names)
        if before is not None and not np.array_equal(before, after):
            self.keep(before=before, after=after, state_before=state, state_after=self.read(self.states(names)))
            step = len(self.kept["before"])
            if self.path is not None and step < len(self.path["before"]):
                self.write(names, self.path["before"][step])
                self.write(self.states(names), self.path["state_before"][step])
        return result

    def keep(self, **found):
        for key, value in found.items():
            self.kept[key].append(value)

    def start(self, names):
        numbers = np.random.RandomState(0)
        for name in names:
            array = np.array(self.tensor(name))
            if array.ndim > 1:
                array = nudged(numbers.uniform(-SPREAD, SPREAD, array.shape).astype("float32"), self.nudge)
                self.write([name], array.ravel())
        self.started, self.sizes = True, [np.array(self.tensor(name)).size for name in names]

    def parameters(self, program):
        """The names of a program's parameters, in the order in which they were made; what counts is none."""
        program = getattr(program, "_program", None) or program or self.static.default_main_program()
        every = program.global_block().all_parameters()
        names = [each.name for each in every if "int" not in str(each.dtype).lower()]
        return sorted(names, key=self.created.index) if set(names) <= set(self.created) else names

    def states(self, names):
        found = [name + state for name in names for state in STATES]
        return [name for name in found if self.static.global_scope().find_var(name) is not None]

    def tensor(self, name):
        return self.static.global_scope().find_var(name).get_tensor()

    def read(self, names):
        """All numbers of these, one after the other; None where they have none yet."""
        holders = [self.static.global_scope().find_var(name) for name in names]
        if any(each is None or not each.get_tensor()._is_initialized() for each in holders):
            return None
        return np.concatenate([np.array(each.get_tensor()).ravel() for each in holders] or [np.zeros(0, "float32")])

    def write(self, names, numbers):
        start = 0
        for name in names:
            tensor = self.tensor(name)
            shape = np.array(tensor).shape
            size = int(np.prod(shape))
            tensor.set(numbers[start : start + size].reshape(shape), self.static.CPUPlace())
            start += size

    @contextlib.contextmanager
    def hooked(self, helper):
        """Every run of an executor goes through ``run``. What makes parameters, ``helper``, is listened to where
        there is one: a program of Paddle 3 lists them in no order."""
        run, create = self.static.Executor.run, getattr(helper, "create_parameter", None)

        def listened(*args, **others):
            made = create(*args, **others)
            if made is not None:  # bias_attr=False
                self.created.append(made.name)
            return made

        self.static.Executor.run = lambda executor, program=None, *args, **others: self.run(
            run, executor, program, *args, **others)
        if helper is not None:
            helper.create_parameter = listened
        try:
            yield
        finally:
            self.static.Executor.run = run
            if helper is not None:
                helper.create_parameter = create


def places(script):
    """Where a script of that kind finds executors and scopes, what makes its parameters, and a guard of names."""
    import paddle

    with open(script, encoding="utf-8") as file:
        if "fluid" in file.read():
            import paddle.fluid as fluid

            return fluid, None, fluid.unique_name.guard
    paddle.enable_static()
    paddle.static.CPUPlace = paddle.CPUPlace
    return paddle.static, paddle.base.layer_helper_base.LayerHelperBase, paddle.utils.unique_name.guard


def run(script, options, write, nudge=0, follow=None):
    """Run a script as ``python script.py`` would; its losses and its steps are kept."""
    static, helper, names = places(script)
    walk = Walk(static, nudge, dict(np.load(follow)) if follow else None)
    printed = io.StringIO()
    sys.argv = [script, *options]
    with contextlib.redirect_stdout(printed), walk.hooked(helper), names(), static.scope_guard(static.Scope()), \
            static.program_guard(static.Program(), static.Program()):
        runpy.run_path(script, run_name="__main__")
    losses = np.array([float(text) for text in LOSS.findall(printed.getvalue())])
    kept = {key: np.array(value) for key, value in walk.kept.items()}
    np.savez(write, loss=losses, sizes=np.array(walk.sizes), **kept)


if __name__ == "__main__":
    for job in json.loads(sys.argv[1]):
        run(**job)
