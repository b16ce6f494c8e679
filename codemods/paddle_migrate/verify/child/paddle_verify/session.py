"""What is known of the run in this process: collects one record for each optimizer step and hands it on."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from .comparing import Comparer
from .names import structured_names
from .records import Writer
from .state import State
from .vectors import Vector, print_of, vector

NUMBER = "_verify_number"


class Session:
    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings
        self.paddle: Any = None
        self.scaled: tuple[Any, Any] = (None, None)
        self.steps = 0
        self.created = 0
        self._losses: list[float] = []
        self._inputs: list[Any] = []
        self._optimizers: list[Any] = []
        self._names: list[str] = []
        self._open: tuple[dict[str, Any], Any, list[Any]] | None = None
        self._ours = False  # whether a value that is being set is set by us
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
        if not self.paddle.dynamic or not hasattr(parameter, "set_value"):
            return
        self._ours = True
        self.sink.parameter(parameter)
        self._ours = False
        self.created += 1
        self.reseed()

    def saw_assignment(self, tensor: Any) -> None:
        """What a script loads or assigns is nudged like what it started with."""
        if self._ours or self._open or not self.paddle.dynamic or not hasattr(tensor, "trainable"):
            return
        self._ours = True
        tensor.set_value(self.sink.nudged(tensor.numpy()))
        self._ours = False

    def saw_input(self, value: Any) -> None:
        numpy = sys.modules["numpy"]
        if isinstance(value, numpy.ndarray) and value.size > 1 and value.dtype.kind in "biuf":
            self._inputs.append(print_of(value))

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
        if not any(known is optimizer for known in self._optimizers):
            self._optimizers.append(optimizer)
        unnamed = [p for p in parameters if number(p) is None]
        new = structured_names(unnamed, self.paddle.layer) if unnamed else {}
        for parameter in unnamed:
            setattr(parameter, NUMBER, (id(parameter), len(self._names)))
            self._names.append(new[id(parameter)])
        keys = [number(p) for p in parameters]
        record = {
            "optimizer": next(i for i, known in enumerate(self._optimizers) if known is optimizer),
            "class": type(optimizer).__name__,
            "losses": self._losses,
            "inputs": self._inputs,
            "keys": keys,
            "names": [self._names[key] for key in keys if key is not None],
            "shapes": [list(p.shape) for p in parameters],
            "starts": [self._value(p) if id(p) in new else None for p in parameters],
            "gradients": [self._gradient(p) for p in parameters],
            "states": {},
        }
        self._open = (record, optimizer, parameters)
        return True

    def forget_step(self) -> None:
        self._open = None

    def end_step(self) -> None:
        assert self._open is not None
        record, optimizer, parameters = self._open
        state = State(self.paddle, optimizer, parameters)
        self.steps += 1
        record["step"] = self.steps
        record["values"] = [self._value(p) for p in parameters]
        for name, kept in state.kept.items():
            record["states"][name] = [None if tensor is None else self._value(tensor) for tensor in kept]
        self._ours = True
        self.sink.step(record, state)
        self._ours = False
        self._losses, self._inputs, self._open = [], [], None
        if self.steps == self.settings["steps"]:
            self._end()
        self.reseed()

    # -- how ---------------------------------------------------------------------------------------------------

    def reseed(self) -> None:
        """Draw the same at the same place, however much either script has drawn before."""
        place = 1_000_003 * self.steps + 7919 * self.created
        self.paddle.seed((self.settings["seed"] + place + self.rank) % (2**31 - 1))

    def _value(self, tensor: Any) -> Vector:
        return vector(self.paddle.value(tensor), self.paddle.epsilon(tensor))

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


def number(parameter: Any) -> int | None:
    """The place among all parameters that this process has trained; a copy of one is another."""
    identity, given = getattr(parameter, NUMBER, (None, None))
    return given if identity == id(parameter) else None


class Log:
    """Lines for the process that watches."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "a", encoding="utf-8")  # noqa: SIM115  (open until the end)

    def __call__(self, **event: Any) -> None:
        self._file.write(json.dumps(event) + "\n")
        self._file.flush()


def flat(parameters: Any) -> list[Any]:
    """Parameters may come in groups."""
    found = []
    for item in parameters:
        found += list(item["params"]) if isinstance(item, dict) else [item]
    return found
