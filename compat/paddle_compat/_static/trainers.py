"""Several processes train one program: they add up their gradients among themselves, over gloo.

This is what 1.8.5's parameter servers and its NCCL rings did to synchronous training. A server process has nothing left
to do: the first one's address is where the trainers meet, and it waits until they are done.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from typing import Any

import paddle

from .._runtime.gradients import dense
from .operators import Block, Operator, variables_in
from .recording import where
from .replaying import Env, Step
from .variables import without_gradient

_SECONDS = 900  # to wait for each other, at most


_joined: list[Trainers] = []


def leave_all() -> None:
    """Tell the others, and the servers, that this process trains no more."""
    for each in _joined:
        each.leave()


class Trainers:
    """The trainers of a run: this one is number ``rank`` of ``count``; they meet at ``endpoint``, "host:port".

    Without a server there, the first trainer ``hosts`` the meeting.
    """

    def __init__(self, rank: int, count: int, endpoint: str, hosts: bool) -> None:
        self.rank, self.count, self.endpoint, self.hosts = rank, count, endpoint, hosts
        self._group: Any = None
        self._store: Any = None
        self._last: list[Any] = []  # what this one gave to the last step, a vector for each dtype
        self._going_on: threading.Thread | None = None

    def group(self) -> Any:
        """What adds up tensors of all; the first call waits for the others."""
        if self._group is None:
            os.environ.setdefault("PADDLE_TRAINER_ID", str(self.rank))
            self._store = meeting(self.endpoint, self.hosts)
            self._group = paddle.base.core.ProcessGroupGloo.create(self._store, self.rank, self.count, 0)
            _joined.append(self)
        return self._group

    def leave(self) -> None:
        """Train no more; a server is told when none does.

        1.8.5's servers took what a trainer had sent last, but for rows of tables, for one step more, and then zeros.
        """
        if self._store is not None and self._going_on is None:
            self._going_on = threading.Thread(target=self._go_on, daemon=True)
            self._going_on.start()

    def wait(self) -> None:
        """Wait until the others train no more, either."""
        self.leave()
        if self._going_on is not None:
            self._going_on.join()

    def part(self) -> None:
        """Close the connections to the others."""
        self._group = self._store = None

    def _go_on(self) -> None:
        try:
            while self._last and self._sum(self._last, 0) is not None:
                self._last = [paddle.zeros_like(each) for each in self._last]
        except Exception as error:
            print(f"paddle.fluid: another trainer is gone: {error}", file=sys.stderr)
        if not self.hosts:
            self._store.add("done", 1)

    def _sum(self, flat: list[Any], here: int) -> list[Any] | None:
        """The sums of all trainers' vectors; ``None`` where none of them is ``here`` any more."""
        totals = [paddle.concat([flat[0], paddle.full([1], here, flat[0].dtype)]), *map(paddle.clone, flat[1:])]
        for each in totals:
            self.group().all_reduce(each, paddle.base.core.ReduceOp.SUM, True)
            if each is totals[0] and not float(each[-1]):
                return None
        return [totals[0][:-1], *totals[1:]]

    def reduced(self, array: Any, operation: Any) -> Any:
        """The arrays of all trainers put together."""
        tensor = paddle.to_tensor(array)
        self.group().all_reduce(tensor, operation, True)
        return tensor.numpy()

    def add(self, tensors: list[Any], rows: list[bool]) -> list[Any]:
        """The means of all trainers' tensors: one sum for all of a dtype. ``rows`` says which are rows of a table."""
        kinds = dict.fromkeys(each.dtype for each in tensors)
        chosen = [[place for place, each in enumerate(tensors) if each.dtype == dtype] for dtype in kinds]
        flat = [paddle.concat([tensors[place].detach().reshape([-1]) for place in places]) for places in chosen]
        found = dict.fromkeys(range(len(tensors)))
        for places, total in zip(chosen, self._sum(flat, 1) or [], strict=True):
            parts = paddle.split(total / self.count, [tensors[place].size for place in places])
            found.update({place: part.reshape(tensors[place].shape) for place, part in zip(places, parts, strict=True)})
        self._last = [_without(each, [(tensors[place].size, rows[place]) for place in places])
                      for each, places in zip(flat, chosen, strict=True)] if any(rows) else flat
        return list(found.values())


def _without(flat: Any, parts: list[tuple[int, bool]]) -> Any:
    """A vector with zeros in its marked parts."""
    return flat * paddle.concat([paddle.full([size], 0 if marked else 1, flat.dtype) for size, marked in parts])


@atexit.register
def _wait_for_all() -> None:
    """Nothing of the meeting may live on: Paddle 3's thread that listens writes into a log that is gone by then, when a
    trainer takes its leave while this process ends, which aborted the process."""
    while _joined:
        last = _joined.pop(0)
        last.wait()
        last.part()


def meeting(endpoint: str, hosts: bool) -> Any:
    """The store at which processes meet."""
    host, _, port = endpoint.rpartition(":")
    return paddle.base.core.TCPStore(host, int(port), hosts, 0, _SECONDS)


def join(program: Any, trainers: Trainers) -> Any:
    """Have a program begin with the parameters of the first trainer and learn from the gradients of all."""
    block = program.global_block()
    for operator in [each for each in block.operators if each.type == "backward"]:
        parameters = [variable for variable in program.all_parameters() if variable.trainable]
        at = block.operators.index(operator) + 1
        block.add(Shared(block, "send", trainers, (list(operator.results),), {}, [], where(), "optimize"), at)
        block.add(Begin(block, "recv", trainers, (parameters,), {}, [], where(), "optimize"), 0)
    return program


class Begin(Operator):
    """Takes over the parameters of the first trainer, before the first step of a scope."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it."""
        trainers, names = self.rule, [each.name for each in variables_in(self.args)]
        done: list[Any] = []

        def step(env: Env) -> None:
            if not any(each is env.scope for each in done):
                done.append(env.scope)
                with paddle.no_grad():
                    for name in names:
                        trainers.group().broadcast(env[name], 0, True)

        return step


class Shared(Operator):
    """Puts the mean of all trainers' gradients in the place of this one's."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it."""
        trainers, pairs = self.rule, [(each.name, without_gradient(each.name)) for each in variables_in(self.args)]

        def step(env: Env) -> None:
            with paddle.no_grad():
                rows = [env[name].is_selected_rows() for name, _ in pairs]
                given = [dense(env[name], env[source]) if of_table else env[name]
                         for (name, source), of_table in zip(pairs, rows, strict=True)]
                env.update(zip((name for name, _ in pairs), trainers.add(given, rows), strict=True))

        return step


class Serve(Operator):
    """Waits until all trainers are done."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that waits, at the meeting of ``endpoints[0]``."""
        return lambda env: serve(**self.kwargs)


def serve(endpoint: str, endpoints: list[str], trainers: int) -> None:
    """Wait for the trainers. The first server is where they meet, and goes last."""
    print(f"paddle.fluid: the parameter server {endpoint} has nothing to do: {trainers} trainers add up their "
          "gradients among themselves. It waits for them.", file=sys.stderr, flush=True)
    first = endpoint == endpoints[0]
    store = meeting(endpoints[0], first)
    _wait(store, "done", trainers, None)
    if first:
        _wait(store, "gone", len(endpoints) - 1, 10.0)
    else:
        store.add("gone", 1)


def _wait(store: Any, key: str, count: int, seconds: float | None) -> None:
    end = None if seconds is None else time.monotonic() + seconds
    while store.add(key, 0) < count and (end is None or time.monotonic() < end):
        time.sleep(0.1)


def server_operator(block: Block, endpoint: str, endpoints: list[str], trainers: int) -> Operator:
    """What a server's program consists of."""
    kwargs = {"endpoint": endpoint, "endpoints": endpoints, "trainers": trainers}
    return Serve(block, "listen_and_serv", None, (), kwargs, [], where())
