"""``paddle.fluid.incubate.fleet.base.role_maker``: who a process is among those of a training."""

from __future__ import annotations

import os
from typing import Any, NoReturn

import numpy as np
import paddle

from ....._static.trainers import Trainers

__all__ = [
    "GeneralRoleMaker", "MPISymetricRoleMaker", "PaddleCloudRoleMaker", "Role", "RoleMakerBase",
    "UserDefinedCollectiveRoleMaker", "UserDefinedRoleMaker",
]


class Role:
    """What a process does."""

    WORKER, SERVER = 1, 2


class RoleMakerBase:
    """Number ``_current_id`` of the trainers or, as its ``_role`` says, of the servers."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._worker_endpoints: list[str] = []
        self._server_endpoints: list[str] = []
        self._role_is_generated = False
        self._role: int | None = None
        self._current_id, self._worker_num = -1, 0

    def generate_role(self) -> None:
        """Find out, once."""
        if not self._role_is_generated:
            self._generate()
        self._role_is_generated = True

    def _generate(self) -> None:
        """Nothing is left to be found out."""

    def _known(self) -> RoleMakerBase:
        self.generate_role()
        return self

    def is_worker(self) -> bool:
        """Whether this is a trainer."""
        return self._known()._role == Role.WORKER

    def is_server(self) -> bool:
        """Whether this is a server."""
        return self._known()._role == Role.SERVER

    def is_first_worker(self) -> bool:
        """Whether this is the first trainer."""
        return self.is_worker() and self._current_id == 0

    def worker_num(self) -> int:
        """How many trainers there are."""
        return self._known()._worker_num

    def worker_index(self) -> int:
        """Which of the trainers this is."""
        return self._known()._current_id

    def server_index(self) -> int:
        """Which of the servers this is."""
        return self._known()._current_id

    def get_trainer_endpoints(self) -> list[str]:
        """The addresses of the trainers, "host:port"."""
        return self._worker_endpoints

    def get_pserver_endpoints(self) -> list[str]:
        """The addresses of the servers."""
        return self._known()._server_endpoints

    def to_string(self) -> str:
        """All of it in words."""
        return (f"role: {self._role}, current_id: {self._current_id}, worker_endpoints: {self._worker_endpoints}, "
                f"server_endpoints: {self._server_endpoints}")

    def all_gather(self, input: Any) -> Any:
        """Say that this is not there, as in 1.8.5."""
        print("warning: RoleMakerBase does not have all gather.")

    def all_reduce_worker(self, input: Any, output: Any, mode: str = "sum") -> None:
        """Say that this is not there, as in 1.8.5."""
        print("warning: RoleMakerBase does not have all reduce worker.")

    def barrier_worker(self) -> None:
        """Say that this is not there, as in 1.8.5."""
        print("warning: RoleMakerBase does not have barrier worker.")

    def barrier_all(self) -> None:
        """Say that this is not there, as in 1.8.5."""
        print("warning: RoleMakerBase does not have barrier all.")


class MPISymetricRoleMaker(RoleMakerBase):
    """Trainers and servers under MPI: making one raises ``NotImplementedError``."""

    def __init__(self) -> None:
        raise NotImplementedError("MPISymetricRoleMaker: MPI is not there; use PaddleCloudRoleMaker, which reads who a "
                                  "process is from the environment")


class PaddleCloudRoleMaker(RoleMakerBase):
    """Reads the environment, as ``paddle.distributed.launch`` and ``launch_ps`` set it."""

    def __init__(self, is_collective: bool = False) -> None:
        super().__init__()
        self._is_collective = is_collective

    def _generate(self) -> None:
        environment = os.environ
        if self._is_collective:
            self._current_id = int(environment.get("PADDLE_TRAINER_ID", "0"))
            assert environment.get("PADDLE_TRAINING_ROLE", "TRAINER") == "TRAINER"
            endpoints = environment.get("PADDLE_TRAINER_ENDPOINTS")
            assert endpoints is not None, "can't find PADDLE_TRAINER_ENDPOINTS"
            self._worker_endpoints = endpoints.split(",")
            self._worker_num = len(self._worker_endpoints)
            return
        self._server_endpoints = environment["PADDLE_PSERVERS_IP_PORT_LIST"].split(",")
        self._worker_num = int(environment["PADDLE_TRAINERS_NUM"])
        self._role, self._current_id = _role_of(self._server_endpoints)


def _role_of(servers: list[str]) -> tuple[int, int]:
    """The role that the environment gives, and the number. Raises ``ValueError`` for another role."""
    environment = os.environ
    role = environment["TRAINING_ROLE"]
    if role == "TRAINER":
        return Role.WORKER, int(environment["PADDLE_TRAINER_ID"])
    endpoint = f"{environment.get('POD_IP')}:{environment.get('PADDLE_PORT')}"
    if role != "PSERVER" or endpoint not in servers:
        raise ValueError("something wrong with PaddleCloud, please check environment: TRAINING_ROLE must be PSERVER or "
                         f"TRAINER, but is {role}, and POD_IP:PADDLE_PORT, {endpoint}, one of the servers {servers}")
    return Role.SERVER, servers.index(endpoint)


class GeneralRoleMaker(RoleMakerBase):
    """Reads the environment, too; its trainers can wait for each other and add up numbers, over gloo."""

    def __init__(self, **kwargs: Any) -> None:
        """All of ``kwargs`` said how processes of 1.8.5 were to meet; here they meet at the first trainer."""
        super().__init__()
        self._trainers: Any = None

    def _generate(self) -> None:
        environment = os.environ
        self._server_endpoints = environment["PADDLE_PSERVERS_IP_PORT_LIST"].split(",")
        self._worker_endpoints = environment["PADDLE_TRAINER_ENDPOINTS"].split(",")
        self._worker_num = len(self._worker_endpoints)
        if environment["TRAINING_ROLE"] == "PSERVER" and "PADDLE_PSERVER_ID" in environment:
            self._role, self._current_id = Role.SERVER, int(environment["PADDLE_PSERVER_ID"])
        else:
            self._role, self._current_id = _role_of(self._server_endpoints)
        if self._role == Role.WORKER:
            first = self._current_id == 0
            self._trainers = Trainers(self._current_id, self._worker_num, self._worker_endpoints[0], first)

    def all_reduce_worker(self, input: Any, output: Any, mode: str = "sum") -> None:
        """Put the sums, or with ``mode`` the smallest or largest, of the trainers' ``input`` into ``output``."""
        operation = paddle.base.core.ReduceOp
        kinds = {"sum": operation.SUM, "min": operation.MIN, "max": operation.MAX}
        if mode not in kinds:
            raise ValueError(f"unknown mode: {mode}")
        found = self._known()._trainers.reduced(np.asarray(input), kinds[mode])  # type: ignore[attr-defined]
        for place, number in enumerate(found.tolist()):
            output[place] = number

    def barrier_worker(self) -> None:
        """Wait until all trainers are here."""
        if self.is_worker():
            self.all_reduce_worker([0], [0])


class UserDefinedRoleMaker(RoleMakerBase):
    """Who the script says: number ``current_id`` of ``worker_num`` trainers, or of the servers."""

    def __init__(self, current_id: int = 0, role: int = Role.WORKER, worker_num: int = 0,
                 server_endpoints: Any = None) -> None:
        super().__init__()
        self._server_endpoints = _endpoints(server_endpoints, "server_endpoints")
        if role not in (Role.WORKER, Role.SERVER):
            raise TypeError("role must be as Role")
        _number(current_id, "current_id", 0)
        if role == Role.SERVER and current_id >= len(server_endpoints):
            raise ValueError(f"current_id is {current_id}, and there are {len(server_endpoints)} servers")
        _number(worker_num, "worker_num", 1)
        self._role, self._current_id, self._worker_num = role, current_id, worker_num


class UserDefinedCollectiveRoleMaker(RoleMakerBase):
    """Who the script says: number ``current_id`` of the trainers at ``worker_endpoints``."""

    def __init__(self, current_id: int = 0, worker_endpoints: Any = None) -> None:
        super().__init__()
        self._worker_endpoints = _endpoints(worker_endpoints, "worker_endpoints")
        _number(current_id, "current_id", 0)
        if current_id >= len(worker_endpoints):
            raise ValueError(f"current_id is {current_id}, and there are {len(worker_endpoints)} trainers")
        self._role, self._current_id, self._worker_num = Role.WORKER, current_id, len(worker_endpoints)

    def is_server(self) -> NoReturn:
        """Raise ``NotImplementedError``, as in 1.8.5: there are no servers."""
        raise NotImplementedError("Please implement this method in child class")

    server_index = is_server


def _endpoints(given: Any, name: str) -> list[str]:
    if not isinstance(given, list):
        raise TypeError(f"{name} must be as string list")
    if not given:
        raise ValueError(f"the length of {name} list must be greater than 0")
    if len(given) != len(set(given)):
        raise ValueError(f"{name} can't have duplicate elements")
    if not all(isinstance(each, str) for each in given):
        raise TypeError(f"every element in {name} list must be as string")
    return given


def _number(given: Any, name: str, least: int) -> None:
    if not isinstance(given, int):
        raise TypeError(f"{name} must be as int")
    if given < least:
        raise ValueError(f"{name} must be greater than {'or equal to ' if least == 0 else ''}0")
