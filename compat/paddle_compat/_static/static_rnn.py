"""StaticRNN: a block that is repeated for each step of tensors [steps, ...]."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import paddle
from paddle.utils import unique_name

from .blocks import Nested, body, checked, nested, written_around
from .forms import fill_constant_batch_size_like
from .operators import Block
from .programs import default_main_program
from .replaying import Env, Step
from .trials import SIZES
from .variables import Variable


class Recurrent(Nested):
    """Runs its block once for each step. Its arguments are the inputs and the first states; ``kwargs`` has the names
    that these have in the block, those of the new states, and those of what is put together as its results."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it."""
        inputs, inits = ([variable.name for variable in each] for each in self.args)
        kwargs = self.kwargs
        results = [variable.name for variable in self.results[: len(kwargs["outputs"])]]
        handed = frozenset([*kwargs["states"], *kwargs["outputs"]])
        run, own = body(self.inner, wanted | handed), [name for name in handed if name in self.inner.vars]

        def step(env: Env) -> None:
            states = [env[name] for name in inits]
            kept: list[list[Any]] = [[] for _ in results]
            whole = {name: env[name] for name in inputs}  # whose names a step may have for its part
            for rows in zip(*(paddle.unbind(each) for each in whole.values()), strict=True):
                env.update(zip(kwargs["steps"], rows, strict=True))
                env.update(zip(kwargs["before"], states, strict=True))
                run(env)
                states = [env[name] for name in kwargs["states"]]
                for parts, name in zip(kept, kwargs["outputs"], strict=True):
                    parts.append(env[name])
            for name in own:
                env.pop(name, None)
            env.update(whole)
            for name, parts in zip(results, kept, strict=True):
                env[name] = paddle.stack(parts)

        return step

    @property
    def needed(self) -> list[str]:
        """The names that its results depend on whatever its block does."""
        return []

    def reach(self, reached: set[str]) -> None:
        """Add what its block is handed, where a gradient reaches what it hands on."""
        kwargs = self.kwargs
        for result, inner in zip(self.results, kwargs["outputs"], strict=False):
            if result.name in reached:
                reached.add(inner)
        for before, after, init in zip(kwargs["before"], kwargs["states"], self.args[1], strict=True):
            if before in reached:
                reached.update([after, *_open(init)])
        for name, whole in zip(kwargs["steps"], self.args[0], strict=True):
            if name in reached:
                reached.update(_open(whole))


def _open(variable: Variable) -> list[str]:
    return [] if variable.set_stop_gradient else [variable.name]


class StaticRNN:
    """``with rnn.step():`` is repeated for each part of what ``rnn.step_input`` is given, [steps, ...].

    ``rnn()`` has what ``rnn.step_output`` was given at the steps, [steps, ...].
    """

    BEFORE_RNN_BLOCK, IN_RNN_BLOCK, AFTER_RNN_BLOCK = range(3)

    def __init__(self, name: str | None = None) -> None:
        checked(name, "name", (str, type(None)), "fluid.layers.StaticRNN")
        self.name = unique_name.generate("static_rnn") if name is None else name
        self.status = StaticRNN.BEFORE_RNN_BLOCK
        self.seq_len: int | None = None
        self.inputs: list[tuple[Variable, Variable]] = []  # whole, and in the block
        self.memories: dict[str, list[Any]] = {}  # by its name: first, before the step, behind it
        self.outputs: list[Variable] = []
        self._outputs: list[Variable] = []

    @contextlib.contextmanager
    def step(self) -> Iterator[None]:
        """Record the ``with`` block as a step."""
        self.status = StaticRNN.IN_RNN_BLOCK
        args: tuple[list[Any], list[Any]] = ([], [])
        names: dict[str, list[str]] = {"steps": [], "before": [], "states": [], "outputs": []}
        with nested(Recurrent, "recurrent", args, self.outputs, **names):
            yield
            for init, before, after in self.memories.values():
                if after is None:
                    raise AssertionError(f"{init.name} should be updated in every step.")
                args[1].append(init)
                names["before"].append(before.name)
                names["states"].append(after.name)
            for whole, inner in self.inputs:
                args[0].append(whole)
                names["steps"].append(inner.name)
            names["outputs"] += [each.name for each in self._outputs]
        self.status = StaticRNN.AFTER_RNN_BLOCK

    def memory(self, init: Any = None, shape: Any = None, batch_ref: Any = None, init_value: float = 0.0,
               init_batch_dim_idx: int = 0, ref_batch_dim_idx: int = 1) -> Any:
        """A state: ``init``, or ``shape`` full of ``init_value``, at first, then what ``update_memory`` says.

        Dimension ``init_batch_dim_idx`` of ``shape`` is as long as ``ref_batch_dim_idx`` of ``batch_ref``, where an
        input of the step stands for the whole of it.
        """
        self._inside("memory")
        for value, name, kind in ((init, "init", Variable), (shape, "shape", (list, tuple)),
                                  (batch_ref, "batch_ref", Variable)):
            checked(value, name, (kind, type(None)) if isinstance(kind, type) else (*kind, type(None)),
                    "fluid.layers.StaticRNN.memory")
        if init is None:
            if shape is None or batch_ref is None:
                raise ValueError("StaticRNN.memory: give init, or shape and batch_ref")
            whole = next((whole for whole, inner in self.inputs if inner is batch_ref), batch_ref)
            with written_around():
                init = fill_constant_batch_size_like(whole, list(shape), whole.dtype, init_value, ref_batch_dim_idx,
                                                     init_batch_dim_idx)
        before = self._in_block(f"{self.name}@mem", init, init.shape, init.trials)
        self.memories[before.name] = [init, before, None]
        return before

    def _in_block(self, name: str, like: Variable, shape: Any, trials: Any) -> Variable:
        block: Block = default_main_program().current_block()
        made = block.create_var(name=unique_name.generate(name), dtype=like.dtype, shape=shape)
        made.trials = trials
        return made

    def step_input(self, x: Any) -> Any:
        """The part of ``x`` [steps, ...] at the step."""
        self._inside("step_input")
        checked(x, "x", Variable, "fluid.layers.StaticRNN.step_input")
        if self.seq_len is None:
            self.seq_len = x.shape[0]
        elif x.shape[0] != -1 and self.seq_len != x.shape[0]:
            raise ValueError("Static RNN only take fix seq_len input")
        made = self._in_block(f"{x.name}@step", x, x.shape[1:], tuple(trial[1:] for trial in x.trials))
        self.inputs.append((x, made))
        return made

    def step_output(self, o: Any) -> None:
        """Have this result of every step."""
        self._inside("step_output")
        checked(o, "o", Variable, "fluid.layers.StaticRNN.step_output")
        assert self.seq_len is not None, "step_input should be invoked before step_output"
        with written_around() as block:
            made = block.create_var(name=unique_name.generate(f"{self.name}.tmp"), dtype=o.dtype,
                                    shape=[self.seq_len, *o.shape])
            made.trials = tuple((size if self.seq_len == -1 else self.seq_len, *trial)
                                for size, trial in zip(SIZES[0], o.trials, strict=False))
        self.outputs.append(made)
        self._outputs.append(o)

    def output(self, *outputs: Any) -> None:
        """Several of :meth:`step_output`."""
        for each in outputs:
            self.step_output(each)

    def update_memory(self, mem: Any, var: Any) -> None:
        """Let the state ``mem`` be ``var`` at the next step."""
        checked(mem, "mem", Variable, "fluid.layers.StaticRNN.update_memory")
        checked(var, "var", Variable, "fluid.layers.StaticRNN.update_memory")
        self.memories[mem.name][2] = var

    def _inside(self, method: str) -> None:
        if self.status != StaticRNN.IN_RNN_BLOCK:
            raise ValueError(f"You must invoke {method} in rnn block")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What was output: one variable, or a list of several."""
        if self.status != StaticRNN.AFTER_RNN_BLOCK:
            raise ValueError("call the StaticRNN for its outputs behind its block, not inside")
        if not self.outputs:
            raise ValueError("RNN has no output")
        return self.outputs[0] if len(self.outputs) == 1 else self.outputs
