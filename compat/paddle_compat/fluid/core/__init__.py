"""``paddle.fluid.core``: places, device counts, and the private names that real scripts use all the same."""

from __future__ import annotations

from typing import Any

import paddle
from paddle.base.core import (  # type: ignore[attr-defined]  # noqa: F401
    _erase_process_pids,
    _set_process_pids,
    _set_process_signal_handler,
)

from ..._later.operators import OPS as ops  # noqa: F401
from ..._runtime.ahead import told
from ..._runtime.flags import FLAGS, Flags
from ..._runtime.warn import warn_once
from ..._static.readers import EOFException
from ..._static.scopes import LoDTensor, LoDTensorArray, Scope
from . import VarDesc
from ._predictors import (
    AnalysisConfig,
    NativeConfig,
    PaddleBuf,
    PaddleDType,
    PaddleTensor,
    create_paddle_predictor,
)

__all__ = [
    "AnalysisConfig",
    "CPUPlace",
    "CUDAPinnedPlace",
    "CUDAPlace",
    "EOFException",
    "EnforceNotMet",
    "LoDTensor",
    "LoDTensorArray",
    "NativeConfig",
    "PaddleBuf",
    "PaddleDType",
    "PaddleTensor",
    "ParallelStrategy",
    "Scope",
    "Tensor",
    "VarBase",
    "VarDesc",
    "create_paddle_predictor",
    "get_cuda_device_count",
    "is_compiled_with_cuda",
]

CPUPlace = paddle.CPUPlace
EnforceNotMet = paddle.base.core.EnforceNotMet
VarBase = paddle.Tensor
Tensor = LoDTensor
Place = paddle.base.core.Place


def from_dlpack(dlpack: Any) -> LoDTensor:
    """The tensor that another framework has handed over."""
    return LoDTensor(paddle.utils.dlpack.from_dlpack(dlpack))


def grad_var_suffix() -> str:
    """What the names of gradients end with."""
    return "@GRAD"


def loaded_var_suffix() -> str:
    """What the names of parameters end with that a ``StaticModelRunner`` has loaded."""
    return "@LOADED"


def is_compiled_with_cuda() -> bool:
    """Whether this Paddle was built with CUDA; says nothing about the machine."""
    return paddle.is_compiled_with_cuda()


def get_cuda_device_count() -> int:
    """How many CUDA devices Paddle sees; 0 in a CPU build."""
    return paddle.device.cuda.device_count()


def globals() -> Flags:
    """Paddle's flags by name, to be read and set."""
    return FLAGS


def _throw_error_if_process_failed() -> None:
    """Raise ``EnforceNotMet`` where one of the processes of ``_set_process_pids`` has failed."""
    try:
        paddle.base.core._throw_error_if_process_failed()
    except Exception as error:
        raise told(error, "FatalError: {}") from None


def _set_eager_deletion_mode(threshold: float, fraction: float, fast_mode: bool) -> None:
    """When 1.8.5 gave memory back; it changes no number, and nothing here."""


class _PlaceMeta(type):
    def __instancecheck__(cls, place: Any) -> bool:
        return isinstance(place, cls.today)  # type: ignore[attr-defined]


class CUDAPlace(metaclass=_PlaceMeta):
    """GPU number ``id``. Where Paddle has no CUDA device, the CPU, with one warning that says so."""

    today = paddle.CUDAPlace

    def __new__(cls, id: int) -> Any:
        if get_cuda_device_count() > 0:
            return paddle.CUDAPlace(id)
        warn_once(f"CUDAPlace({id}): Paddle finds no CUDA device here, so the CPU is used instead.")
        return paddle.CPUPlace()


class CUDAPinnedPlace(metaclass=_PlaceMeta):
    """Page-locked host memory. Where Paddle has no CUDA device, the CPU, with one warning that says so."""

    today = paddle.CUDAPinnedPlace

    def __new__(cls) -> Any:
        if get_cuda_device_count() > 0:
            return paddle.CUDAPinnedPlace()
        warn_once("CUDAPinnedPlace(): Paddle finds no CUDA device here, so the CPU is used instead.")
        return paddle.CPUPlace()


class ParallelStrategy:
    """Which rank this process is, and among how many: what ``prepare_context`` fills in."""

    def __init__(self) -> None:
        self.nranks = 1
        self.local_rank = 0
        self.trainer_endpoints: list[str] = []
        self.current_endpoint = ""
