"""``paddle.fluid.dygraph.parallel``: data parallelism as 1.8.5 did it, gradients reduced when the script says so."""

from __future__ import annotations

import os
from typing import Any

import paddle
import paddle.distributed as dist

from ..core import ParallelStrategy
from .layers import Layer

__all__ = ["DataParallel", "ParallelEnv", "prepare_context"]


class ParallelEnv:
    """Which rank this process is, and among how many, as the launcher says in the environment."""

    def __init__(self) -> None:
        self.nranks = int(os.environ.get("PADDLE_TRAINERS_NUM", "1"))
        self.local_rank = int(os.environ.get("PADDLE_TRAINER_ID", "0"))
        self.dev_id = int(os.environ.get("FLAGS_selected_gpus", "0").split(",")[0] or 0)  # noqa: SIM112
        self.trainer_endpoints = os.environ.get("PADDLE_TRAINER_ENDPOINTS", "").split(",")
        self.current_endpoint = os.environ.get("PADDLE_CURRENT_ENDPOINT", "")


Env = ParallelEnv


def prepare_context(strategy: ParallelStrategy | None = None) -> ParallelStrategy:
    """Join the other ranks (NCCL on a GPU, gloo on a CPU) and return the strategy.

    With one process there is nothing to join: 1.8.5 returned ``None`` then, and ``scale_loss`` failed on it.
    """
    if strategy is None:
        strategy, env = ParallelStrategy(), ParallelEnv()
        strategy.nranks, strategy.local_rank = env.nranks, env.local_rank
        strategy.trainer_endpoints, strategy.current_endpoint = env.trainer_endpoints, env.current_endpoint
    if strategy.nranks > 1 and not dist.is_initialized():
        if paddle.get_device() == "cpu":
            # A GPU build would choose NCCL even where it finds no GPU.
            os.environ["PADDLE_DISTRI_BACKEND"] = "gloo"
        dist.init_parallel_env()
    return strategy


class DataParallel(Layer):
    """The same layers in every rank. Nothing is reduced before :meth:`apply_collective_grads`.

    ``state_dict`` and the loading of one are those of ``layers``: keys carry no prefix.
    """

    def __init__(self, layers: Any, strategy: ParallelStrategy | None) -> None:
        super().__init__(layers.full_name() + "_data_parallel")
        self._layers = layers
        self._strategy = ParallelStrategy() if strategy is None else strategy
        self._is_equal = not self._is_data_parallel_mode()

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """Call ``layers``; the first call gives every rank the parameters of rank 0."""
        if not self._is_equal:
            self._broadcast_parameters()
        return self._layers(*inputs, **kwargs)

    def _broadcast_parameters(self) -> None:
        with paddle.no_grad():
            for parameter in self._layers.parameters():
                if parameter.trainable:
                    dist.broadcast(parameter, src=0)
        self._is_equal = True

    def scale_loss(self, loss: Any) -> Any:
        """``loss`` divided by the number of ranks."""
        if not self._is_data_parallel_mode():
            return loss
        return loss / paddle.to_tensor([self._strategy.nranks], dtype="float32")

    def apply_collective_grads(self) -> None:
        """Replace every gradient by its sum over the ranks; one all-reduce for all gradients of a dtype."""
        if not self._is_data_parallel_mode():
            return
        by_dtype: dict[Any, list[Any]] = {}
        for parameter in self._layers.parameters():
            if parameter.trainable and parameter.grad is not None:
                by_dtype.setdefault(parameter.dtype, []).append(parameter.grad)
        with paddle.no_grad():
            for gradients in by_dtype.values():
                _all_reduce_together(gradients)

    def _is_data_parallel_mode(self) -> bool:
        return self._strategy.nranks > 1

    def state_dict(self, destination: Any = None, include_sublayers: bool = True,
                   structured_name_prefix: str = "") -> Any:
        """The wrapped layers' ``state_dict``."""
        return self._layers.state_dict(destination=destination, include_sublayers=include_sublayers,
                                       structured_name_prefix=structured_name_prefix)

    def set_dict(self, stat_dict: dict[str, Any], include_sublayers: bool = True,
                 use_structured_name: bool = True) -> None:
        """The wrapped layers' ``set_dict``."""
        self._layers.set_dict(stat_dict, include_sublayers=include_sublayers,
                              use_structured_name=use_structured_name)

    def load_dict(self, stat_dict: dict[str, Any], include_sublayers: bool = True,
                  use_structured_name: bool = True) -> None:
        """The wrapped layers' ``load_dict``."""
        self._layers.load_dict(stat_dict, include_sublayers=include_sublayers,
                               use_structured_name=use_structured_name)


def _all_reduce_together(gradients: list[Any]) -> None:
    flat = paddle.concat([gradient.reshape([-1]) for gradient in gradients])
    dist.all_reduce(flat)
    parts = paddle.split(flat, [gradient.size for gradient in gradients])
    for gradient, part in zip(gradients, parts):
        paddle.assign(part.reshape(gradient.shape), output=gradient)
