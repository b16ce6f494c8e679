"""``paddle.fluid.incubate.fleet.base.fleet_base``: what the fleets have in common."""

from __future__ import annotations

from typing import Any

import paddle

from .... import io
from ....executor import Executor
from .mode import Mode
from .role_maker import MPISymetricRoleMaker, RoleMakerBase, UserDefinedRoleMaker

__all__ = ["DistributedOptimizer", "Fleet", "MPISymetricRoleMaker", "Mode", "RoleMakerBase", "UserDefinedRoleMaker"]


class Fleet:
    """The processes of a training, of which this is one. ``main_program`` is what each has to run."""

    def __init__(self, mode: int) -> None:
        """No process yet; :meth:`init` says which."""
        self._mode, self._is_initialized = mode, False
        self._optimizer: Any = None
        self._role_maker: Any = None
        self._executor: Any = None
        self.startup_program: Any = None
        self.main_program: Any = None
        self._origin_program: Any = None

    def init(self, role_maker: Any = None) -> None:
        """Have ``role_maker`` say which process this is. Raises ``TypeError`` for what is none."""
        self._executor = Executor(paddle.CPUPlace())
        if role_maker is not None and not isinstance(role_maker, RoleMakerBase):
            raise TypeError("role_maker must be an instance of RoleMakerBase")
        self._role_maker = role_maker
        self._role_maker.generate_role()
        self._is_initialized = True

    def is_first_worker(self) -> bool:
        """Whether this is the first trainer."""
        found: bool = self._role_maker.is_first_worker()
        return found

    def worker_index(self) -> int:
        """Which of the trainers this is."""
        found: int = self._role_maker.worker_index()
        return found

    def worker_num(self) -> int:
        """How many trainers there are."""
        found: int = self._role_maker.worker_num()
        return found

    def is_worker(self) -> bool:
        """Whether this is a trainer."""
        found: bool = self._role_maker.is_worker()
        return found

    def is_server(self) -> bool:
        """Whether this is a server."""
        found: bool = self._role_maker.is_server()
        return found

    def worker_endpoints(self, to_string: bool = False) -> Any:
        """The addresses of the trainers: a list, or text with commas."""
        found = self._role_maker.get_trainer_endpoints()
        return ",".join(found) if to_string else found

    def server_endpoints(self, to_string: bool = False) -> Any:
        """The addresses of the servers: a list, or text with commas."""
        found = self._role_maker.get_pserver_endpoints()
        return ",".join(found) if to_string else found

    def server_num(self) -> int:
        """How many servers there are."""
        return len(self.server_endpoints())

    def server_index(self) -> int:
        """Which of the servers this is."""
        found: int = self._role_maker.server_index()
        return found

    def split_files(self, files: list[str]) -> list[str]:
        """The files of this trainer: as many in a row as the others have, or one more."""
        if not isinstance(files, list):
            raise TypeError(f"split_files takes a list of paths, not {type(files)}")
        number, each, over = self.worker_index(), *divmod(len(files), self.worker_num())
        begin = number * each + min(number, over)
        return files[begin : begin + each + (number < over)]

    def all_reduce_worker(self, input: Any, output: Any) -> None:
        """Put the sums of the trainers' ``input``, numbers in a row, into ``output``."""
        self._role_maker.all_reduce_worker(input, output)

    def barrier_worker(self) -> None:
        """Wait until all trainers are here."""
        self._role_maker.barrier_worker()

    def save_inference_model(self, executor: Any, dirname: str, feeded_var_names: Any = None, target_vars: Any = None,
                             main_program: Any = None, export_for_deployment: bool = True) -> None:
        """Save what of a program, by default the one before it was shared, leads to ``target_vars``."""
        io.save_inference_model(dirname, feeded_var_names, target_vars, _checked(executor),
                                self._origin_program if main_program is None else main_program, None, None,
                                export_for_deployment)

    def save_persistables(self, executor: Any, dirname: str, main_program: Any = None,
                          filename: str | None = None) -> None:
        """Save what lasts of a program, by default of the one before it was shared."""
        io.save_persistables(_checked(executor), dirname,
                             self._origin_program if main_program is None else main_program, filename)


def _checked(executor: Any) -> Any:
    if not isinstance(executor, Executor):
        raise TypeError("executor must be as Executor type")
    return executor


class DistributedOptimizer:
    """An optimizer that minimizes for all trainers of a fleet. Raises ``TypeError`` for what is no optimizer."""

    def __init__(self, optimizer: Any, strategy: Any = None) -> None:
        if not hasattr(optimizer, "minimize"):
            raise TypeError("optimizer must be an instance of Optimizer")
        self._optimizer, self._strategy = optimizer, strategy

    def backward(self, loss: Any, startup_program: Any = None, parameter_list: Any = None, no_grad_set: Any = None,
                 callbacks: Any = None) -> Any:
        """The first half of ``minimize``: parameters with their gradients."""
        return self._optimizer.backward(loss, startup_program, parameter_list, no_grad_set, callbacks)

    def apply_gradients(self, params_grads: Any) -> Any:
        """The second half of ``minimize``."""
        return self._optimizer.apply_gradients(params_grads)
