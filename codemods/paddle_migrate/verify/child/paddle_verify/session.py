"""What is known of the run in this process: collects one record for each optimizer step and hands it on."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from .comparing import Comparer
from .log import Log
from .names import structured_names
from .programs import Held, Scoped, Training
from .records import Writer
from .state import State, accumulators
from .vectors import Vector, prints_of, vector

NUMBER = "_verify_number"


class Session:
    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings
        self.paddle: Any = None
        self.reader: Any = None  # tells what of a program trains
        self.scaled: tuple[Any, Any] = (None, None)
        self.steps = 0
        self.created = 0
        self._losses: list[float] = []
        self._inputs: list[Any] = []
        self._optimizers: list[Any] = []
        self._names: list[str] = []
        self._open: Open | None = None
        self._ours = False  # whether a value that is being set is set by us
        self._held: dict[tuple[int, str], Held] = {}
        self._sink: Any = None

    @property
    def rank(self) -> int:
        return int(os.environ.get("PADDLE_TRAINER_ID", "0"))

    @property
    def sink(self) -> Any:
        """Made when it is first needed: before that, a process may not know its rank."""
        if self._sink is None:
            folder, role = Path(self.settings["folder"]), self.settings["role"]
            log = Log(folder / f"{role}.{self.rank}.log")
            if role == "old":
                self._sink = Writer(folder, self.rank, log, self.settings["room"])
            else:
                self._sink = Comparer(folder, self.rank, log, self.settings["rtol"], self.settings["nudge"])
        return self._sink

    # -- what the hooks saw ----------------------------------------------------------------------------------

    def saw_parameter(self, parameter: Any) -> None:
        if not self.paddle.dynamic and parameter is not None:
            self.reader.makes(parameter)
        if not self.paddle.dynamic or not hasattr(parameter, "set_value"):
            return
        self._ours = True
        self.sink.parameter(parameter)
        self._ours = False
        self.created += 1
        self.reseed()

    def saw_start(self, scope: Any, names: list[str]) -> None:
        """A run has given parameters their first values."""
        self._ours = True
        self.sink.started([self._in_scope(scope, name) for name in names])
        self._ours = False
        self.created += len(names)
        self.reseed()

    def saw_assignment(self, tensor: Any) -> None:
        """What a script loads or assigns is nudged like what it started with."""
        if self._ours or self._open or not self.paddle.dynamic or not hasattr(tensor, "trainable"):
            return
        self._ours = True
        tensor.set_value(self.sink.nudged(tensor.numpy()))
        self._ours = False

    def saw_input(self, value: Any) -> None:
        if not self._open:
            self._inputs += prints_of([value])

    def saw_loss(self, loss: Any) -> None:
        if not self.paddle.dynamic or self._open:
            return
        if loss is self.scaled[0]:
            loss = self.scaled[1]
        self._losses.append(float(self.paddle.value(loss).astype("float64").sum()))
        self.scaled = (None, None)

    def begin_step(self, optimizer: Any, given: Any) -> bool:
        """Whether this is a step of its own, and not one inside another or the building of a static graph."""
        if self._open or not self.paddle.dynamic:
            return False
        parameters = flat(given or getattr(optimizer, "_parameter_list", None) or [])
        parameters = [p for p in parameters if not p.stop_gradient and getattr(p, "trainable", True)]
        unnamed = [p for p in parameters if number(p) is None]
        names = structured_names(unnamed, self.paddle.layer) if unnamed else {}
        opened = self._begin(optimizer, self.paddle, parameters, {id(p): names[id(p)] for p in unnamed})
        opened.record["class"] = type(optimizer).__name__
        opened.record["gradients"] = [self._gradient(p) for p in parameters]
        return True

    def end_step(self) -> None:
        assert self._open is not None
        self._end_with(accumulators(self._open.of, self._open.parameters))

    def begin_run(self, training: Training, scope: Any, fed: list[Any]) -> bool:
        """Whether this run of a program that trains is a step of its own."""
        if self._open:
            return False
        self._inputs = prints_of(fed)
        parameters = [self._in_scope(scope, name) for name in training.parameters]
        opened = self._begin(training.program, Scoped(), parameters, {id(p): p.name for p in parameters})
        opened.record["class"] = training.kind
        return True

    def cannot_follow(self, call: str) -> None:
        self.sink.log(event="unfollowed", what=call)

    def saw_fed(self, values: list[Any]) -> None:
        """What a run took from a reader of its own."""
        if self._open:
            self._open.record["inputs"] += prints_of(values)

    def end_run(self, training: Training, scope: Any, losses: list[Any], gradients: dict[str, Any]) -> None:
        """`losses` and `gradients` by the name of the parameter are arrays; no gradient is None, one that could not be
        had is not there."""
        assert self._open is not None
        self._losses += [float(loss.astype("float64").mean()) for loss in losses]
        self._open.record["losses"] = self._losses
        found = [gradients.get(name, False) for name in training.parameters]
        shapes = self._open.record["shapes"]
        self._open.record["gradients"] = [of_one_place(*pair) for pair in zip(found, shapes)]  # noqa: B905  (Python 3.7)
        kept = {}
        for name, of in training.states.items():
            there = [self._in_scope(scope, of[each]) if each in of else None for each in training.parameters]
            kept[name] = [each if each is not None and each.is_set else None for each in there]
        self._end_with(kept)

    def forget_step(self) -> None:
        if self._open is not None:
            for parameter in self._open.new:
                delattr(parameter, NUMBER)
        self._open = None

    # -- how ---------------------------------------------------------------------------------------------------

    def _begin(self, of: Any, paddle: Any, parameters: list[Any], names: dict[int, str]) -> Open:
        """`of`: the optimizer, or the program that has it; `names` of the parameters not seen so far, by `id`."""
        if not any(known is of for known in self._optimizers):
            self._optimizers.append(of)
        new = [p for p in parameters if number(p) is None]
        for parameter in new:
            setattr(parameter, NUMBER, (id(parameter), len(self._names)))
            self._names.append(names[id(parameter)])
        keys = [number(p) for p in parameters]
        self._open = Open(of, paddle, parameters, new, record={
            "optimizer": next(i for i, known in enumerate(self._optimizers) if known is of),
            "losses": self._losses,
            "inputs": self._inputs,
            "keys": keys,
            "names": [self._names[key] for key in keys if key is not None],
            "shapes": [list(p.shape) for p in parameters],
            "states": {},
        })
        before = {id(p): self._value(p) for p in new}
        self._open.record["starts"] = [before.get(id(p)) for p in parameters]
        return self._open

    def _end_with(self, kept: dict[str, list[Any]]) -> None:
        """`kept`: what the optimizer keeps of each parameter."""
        assert self._open is not None
        record, parameters = self._open.record, self._open.parameters
        state = State(self._open.paddle, parameters, kept)
        self.steps += 1
        record["step"] = self.steps
        record["values"] = [self._value(p) for p in parameters]
        for name, tensors in kept.items():
            record["states"][name] = [None if tensor is None else self._value(tensor) for tensor in tensors]
        self._ours = True
        self.sink.step(record, state)
        self._ours = False
        self._losses, self._inputs, self._open = [], [], None
        if self.steps == self.settings["steps"]:
            self._end()
        self.reseed()

    def reseed(self) -> None:
        """Draw the same at the same place, however much either script has drawn before."""
        place = 1_000_003 * self.steps + 7919 * self.created
        self.paddle.seed((self.settings["seed"] + place + self.rank) % (2**31 - 1))

    def _in_scope(self, scope: Any, name: str) -> Held:
        return self._held.setdefault((id(scope), name), Held(scope, name))

    def _value(self, tensor: Any) -> Vector:
        paddle = self._open.paddle if self._open else self.paddle
        return vector(paddle.value(tensor), paddle.epsilon(tensor))

    def _gradient(self, parameter: Any) -> Vector | None:
        gradient = self.paddle.gradient(parameter)
        return None if gradient is None else vector(gradient, self.paddle.epsilon(parameter))

    def _end(self) -> None:
        """End this process, once the other ranks need it no more."""
        self.sink.close()
        folder, role = Path(self.settings["folder"]), self.settings["role"]
        (folder / f"{role}.{self.rank}.ended").touch()
        patience = time.monotonic() + 20
        while time.monotonic() < patience:
            if len(list(folder.glob(f"{role}.*.ended"))) >= self.settings["ranks"]:
                break
            time.sleep(0.02)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


class Open:
    """A step that has begun; `new` are the parameters of which it is the first."""

    def __init__(self, of: Any, paddle: Any, parameters: list[Any], new: list[Any], record: dict[str, Any]) -> None:
        self.of, self.paddle, self.parameters, self.new, self.record = of, paddle, parameters, new, record


def of_one_place(gradient: Any, shape: list[int]) -> Any:
    """Several places have the same, and it is fetched from each: one below the other."""
    if not hasattr(gradient, "dtype"):
        return gradient
    return vector(gradient[: shape[0]] if shape else gradient)


def number(parameter: Any) -> int | None:
    """The place among all parameters that this process has trained; a copy of one is another."""
    identity, given = getattr(parameter, NUMBER, (None, None))
    return given if identity == id(parameter) else None


def flat(parameters: Any) -> list[Any]:
    """Parameters may come in groups."""
    found = []
    for item in parameters:
        found += list(item["params"]) if isinstance(item, dict) else [item]
    return found
