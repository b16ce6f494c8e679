"""``paddle.fluid.dygraph``: the guard, modes, and tensors from arrays."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle

from ..._language import dropped, known
from ..._runtime import arrays, indexing, parameters, tensors_of_2, whole_numbers
from ..._runtime.complex_pairs import pairs_of_arrays
from ..._runtime.gradients import gradients_replaced
from ..._runtime.mode import set_train_mode
from ..._runtime.open_tensors import open_to_attributes
from ..._runtime.scales import scales_asked_for
from ..._runtime.shared_memory import memory_shared
from ..._runtime.told_names import named_as_told
from ..._static.mode import MODE, eagerly, false_while_recording, in_programs, recording, turn_on
from ..._static.programs import Program, present
from ..._static.recording import record
from ..._static.variables import Variable
from ..core import get_cuda_device_count
from ..wrapped_decorator import wrap_decorator

__all__ = [
    "disable_dygraph",
    "disable_imperative",
    "enable_dygraph",
    "enable_imperative",
    "enabled",
    "grad",
    "guard",
    "no_grad",
    "to_variable",
]


indexing.patch_indexing()
tensors_of_2.patch_tensors()
arrays.patch_tensors()
whole_numbers.patch_tensors()


@contextlib.contextmanager
def guard(place: Any = None) -> Iterator[None]:
    """Run the block eagerly on ``place``, with layer names counted afresh and training mode on; then restore.

    ``place``: a ``CPUPlace`` or ``CUDAPlace``; ``None`` is the first GPU if there is one, else the CPU.
    """
    was_static, device = not paddle.in_dynamic_mode(), paddle.get_device()
    paddle.disable_static()
    was_training = set_train_mode(True)
    paddle.set_device(_device(place))
    try:
        # New programs, so that a random_seed set outside does not count inside, as in 1.8.5.
        with eagerly(), present(Program(), Program()), \
                paddle.utils.unique_name.guard(), parameters.afresh(), indexing.in_guard():
            yield
    finally:
        paddle.set_device(device)
        set_train_mode(was_training)
        if was_static:
            paddle.enable_static()


def _device(place: Any) -> str:
    if place is None:
        return "gpu:0" if get_cuda_device_count() > 0 else "cpu"
    return f"gpu:{place.get_device_id()}" if isinstance(place, paddle.CUDAPlace) else "cpu"


_open_guards: list[contextlib.AbstractContextManager[None]] = []


def enable_dygraph(place: Any = None) -> None:
    """Enter :func:`guard` until :func:`disable_dygraph`; a second call changes nothing."""
    if not _open_guards:
        _open_guards.append(guard(place))
        _open_guards[0].__enter__()


def disable_dygraph() -> None:
    """Leave what :func:`enable_dygraph` entered and go to static mode, where 1.8.5 came from."""
    while _open_guards:
        _open_guards.pop().__exit__(None, None, None)
    turn_on()


enable_imperative = enable_dygraph
disable_imperative = disable_dygraph


@false_while_recording
def enabled() -> bool:
    """Whether code runs eagerly."""
    return paddle.in_dynamic_mode()


def _switched(func: Any) -> Any:
    """``func`` with its calls recorded in the present program, wherever it is called: a decorator."""

    def recorded(*args: Any, **kwargs: Any) -> Any:
        with recording():
            return func(*args, **kwargs)

    return recorded


switch_to_static_graph = wrap_decorator(_switched)


def _switch_tracer_mode_guard_(is_train: bool = True) -> Any:
    """``with base._switch_tracer_mode_guard_(is_train=False):``, by which ``no_grad`` did its work."""
    return paddle.enable_grad() if is_train else paddle.no_grad()


def no_grad(func: Any = None) -> Any:
    """``with no_grad():``, ``@no_grad`` or ``@no_grad()``: nothing inside is recorded for the gradient."""
    if known(func is None):
        return paddle.no_grad()
    return paddle.no_grad()(func)


@scales_asked_for
@dropped(backward_strategy="Paddle has its own order of summation since 2.0")
def grad(outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: bool | None = None,
         create_graph: bool = False, only_inputs: bool = True, allow_unused: bool = False,
         no_grad_vars: Any = None, backward_strategy: Any = None) -> Any:
    """The gradients of ``outputs`` with respect to ``inputs``, a list as long as ``inputs``."""
    return paddle.grad(outputs=outputs, inputs=inputs, grad_outputs=grad_outputs, retain_graph=retain_graph,
                       create_graph=create_graph, only_inputs=only_inputs, allow_unused=allow_unused,
                       no_grad_vars=no_grad_vars)


def _constant(value: Any, name: str | None = None, zero_copy: bool | None = None) -> Any:
    """``value`` as a variable of the program: what 1.8.5's translator made of it in a static graph."""
    assert MODE.translating, "to_variable is of dygraph mode: call it inside fluid.dygraph.guard()"
    return value if isinstance(value, (paddle.Tensor, Variable)) else record(paddle.assign, (value,), {}, "assign")


@in_programs(_constant)
@named_as_told
@gradients_replaced
@pairs_of_arrays
@open_to_attributes
@memory_shared
@dropped(name="tensors are named by Paddle since 2.0",
         zero_copy="the array is copied since 2.0; 1.8.5 could share its memory")
def to_variable(value: Any, name: str | None = None, zero_copy: bool | None = None) -> Any:
    """A tensor of an ndarray's shape and dtype, ``stop_gradient=True``; a tensor comes back as it is.

    Of a complex ndarray, a ``ComplexVariable``: two such tensors.
    Raises ``TypeError`` for anything else, lists and numbers too.
    """
    if isinstance(value, paddle.Tensor):
        return value
    if not isinstance(value, np.ndarray):
        raise TypeError(f"to_variable takes an ndarray or a Tensor, not {type(value)}")
    return paddle.to_tensor(data=value)
