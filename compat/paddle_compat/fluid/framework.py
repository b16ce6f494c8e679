"""``paddle.fluid.framework``: the modes, the device lists and the classes of variables."""

from __future__ import annotations

import os
from typing import Any

import paddle
from paddle.base.framework import EagerParamBase

from .._rule import gone
from ._not_yet import not_yet
from .core import CPUPlace, CUDAPinnedPlace, CUDAPlace, get_cuda_device_count, is_compiled_with_cuda

__all__ = [
    "ComplexVariable",
    "Program",
    "Variable",
    "cpu_places",
    "cuda_pinned_places",
    "cuda_places",
    "default_main_program",
    "default_startup_program",
    "in_dygraph_mode",
    "is_compiled_with_cuda",
    "name_scope",
    "program_guard",
]

ComplexVariable = gone("fluid.framework.ComplexVariable", why="Paddle has complex tensors since 2.0",
                       do="Write paddle.complex(real, imag), x.real() and x.imag(), and paddle.matmul, paddle.kron and "
                          "their like for 1.8's paddle.complex.")
Variable = paddle.Tensor
Parameter = EagerParamBase
ParamBase = EagerParamBase
Program = paddle.static.Program
program_guard = paddle.static.program_guard
name_scope = paddle.static.name_scope
default_main_program = paddle.static.default_main_program
default_startup_program = paddle.static.default_startup_program


def in_dygraph_mode() -> bool:
    """Whether code runs eagerly. Paddle starts so since 2.0; 1.8.5 did only inside ``dygraph.guard``."""
    return paddle.in_dynamic_mode()


def cpu_places(device_count: int | None = None) -> list[Any]:
    """``device_count`` CPU places; by default as many as ``CPU_NUM`` says, or one."""
    count = int(os.environ.get("CPU_NUM", "1")) if device_count is None else device_count
    return [CPUPlace()] * count


def cuda_places(device_ids: list[int] | None = None) -> list[Any]:
    """The CUDA places of these ids; by default of ``FLAGS_selected_gpus`` or all devices.

    Where there is no CUDA device: one CPU place, with one warning.
    """
    if device_ids is None:
        chosen = os.environ.get("FLAGS_selected_gpus")  # noqa: SIM112
        device_ids = [int(i) for i in chosen.split(",")] if chosen else list(range(get_cuda_device_count()))
    return [CUDAPlace(i) for i in device_ids or [0]]


def cuda_pinned_places(device_count: int | None = None) -> list[Any]:
    """``device_count`` places of page-locked memory; by default as many as ``CPU_NUM`` says, or one."""
    count = int(os.environ.get("CPU_NUM", "1")) if device_count is None else device_count
    return [CUDAPinnedPlace() for _ in range(count)]


__getattr__ = not_yet(__name__)
