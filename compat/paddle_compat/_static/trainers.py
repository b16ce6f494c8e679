"""Several processes train one program: they add up their gradients among themselves, over gloo.

This is what 1.8.5's parameter servers and its NCCL rings did to synchronous training. A server process has nothing left
to do: the first one's address is where the trainers meet, and it waits until they are done.
"""

from __future__ import annotations

import atexit
import os
import sys
import time
from typing import Any

import paddle

from .._runtime.gradients import dense
from .operators import Block, Operator, variables_in
from .recording import where
from .replaying import Env, Step

_SECONDS = 900  # to wait for each other, at most


_joined: list[Trainers] = []


def leave_all() -> None:
    """Tell the servers that this process trains no more."""
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

    def group(self) -> Any:
        """What adds up tensors of all; the first call waits for the others."""
        if self._group is None:
            os.environ.setdefault("PADDLE_TRAINER_ID", str(self.rank))
            self._store = meeting(self.endpoint, self.hosts)
            self._group = paddle.base.core.ProcessGroupGloo.create(self._store, self.rank, self.count, 0)
            _joined.append(self)
        return self._group

    def leave(self) -> None:
        """Tell a server that waits that this trainer is done."""
        if self._store is not None and not self.hosts:
            self._store.add("done", 1)
        self._store = None

    def add(self, tensors: list[Any]) -> list[Any]:
        """The means of all trainers' tensors: one sum for all of a dtype."""
        found = dict.fromkeys(range(len(tensors)))
        for dtype in dict.fromkeys(each.dtype for each in tensors):
            places = [place for place, each in enumerate(tensors) if each.dtype == dtype]
            flat = paddle.concat([tensors[place].detach().reshape([-1]) for place in places])
            self.group().all_reduce(flat, paddle.base.core.ReduceOp.SUM, True)
            parts = paddle.split(flat / self.count, [tensors[place].size for place in places])
            found.update({place: part.reshape(tensors[place].shape) for place, part in zip(places, parts, strict=True)})
        return list(found.values())


atexit.register(leave_all)


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
        trainers, pairs = self.rule, [(each.name, each.name.removesuffix("@GRAD")) for each in variables_in(self.args)]

        def step(env: Env) -> None:
            with paddle.no_grad():
                given = [dense(env[name], env[source]) if env[name].is_selected_rows() else env[name]
                         for name, source in pairs]
                env.update(zip((name for name, _ in pairs), trainers.add(given), strict=True))

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
