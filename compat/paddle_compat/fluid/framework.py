"""``paddle.fluid.framework``: the modes, the device lists and the classes of variables."""

from __future__ import annotations

import contextlib
import os
from typing import Any

import paddle
from paddle.base.framework import EagerParamBase

from .._runtime.mode import in_train_mode, set_train_mode
from .._static import name_scopes, operators, programs, variables
from .._static.mode import false_while_recording, of_programs, recording
from .core import CPUPlace, CUDAPinnedPlace, CUDAPlace, get_cuda_device_count, is_compiled_with_cuda
from .wrapped_decorator import wrap_decorator

__all__ = [
    "ComplexVariable",
    "Program",
    "Variable",
    "cpu_places",
    "cuda_pinned_places",
    "cuda_places",
    "default_main_program",
    "default_startup_program",
    "device_guard",
    "in_dygraph_mode",
    "is_compiled_with_cuda",
    "name_scope",
    "program_guard",
]

ParamBase = EagerParamBase
grad_var_name = variables.named_gradient
_get_var = programs.variable_of
switch_main_program, switch_startup_program = programs.switch_main_program, programs.switch_startup_program
Block, Operator = operators.Block, operators.Operator
EMPTY_VAR_NAME, TEMP_VAR_NAME, GRAD_VAR_SUFFIX, ZERO_VAR_SUFFIX = "@EMPTY@", "@TEMP@", "@GRAD", "@ZERO"
CONTROL_DEP_VAR_PREFIX = "@DEPENDENCY"


def convert_np_dtype_to_dtype_(np_dtype: Any) -> Any:
    """Paddle's dtype for one of NumPy's, its name or its Python type."""
    if isinstance(np_dtype, paddle.dtype):
        return np_dtype
    return paddle.base.framework.convert_np_dtype_to_dtype_(np_dtype=np_dtype)


@of_programs(programs.Program)
class Program(paddle.static.Program):
    """A program, which is recorded and replayed."""


@of_programs(programs.default_main_program)
def default_main_program() -> Any:
    """The program that calls are recorded in."""
    return paddle.static.default_main_program()


@of_programs(programs.default_startup_program)
def default_startup_program() -> Any:
    """The program that makes the parameters of the main program."""
    return paddle.static.default_startup_program()


@of_programs(programs.program_guard)
def program_guard(main_program: Any, startup_program: Any = None) -> Any:
    """Record what the block builds into ``main_program``, and its parameters into ``startup_program``."""
    return paddle.static.program_guard(main_program, startup_program)


@of_programs(programs.device_guard)
def device_guard(device: Any = None) -> Any:
    """Have operators of the block run on ``device``."""
    return paddle.static.device_guard(device=device)


@of_programs(name_scopes.name_scope)
def name_scope(prefix: str | None = None) -> Any:
    """Have operators of the block know that they were made in the scope ``prefix``."""
    return paddle.static.name_scope(prefix=prefix)


class _OfEitherMode(type):
    """Tensors and a program's variables are both what 1.8.5 called a variable."""

    def __instancecheck__(cls, thing: Any) -> bool:
        return isinstance(thing, cls.kinds)  # type: ignore[attr-defined]

    def __eq__(cls, other: object) -> bool:
        """``type(x) == Parameter``."""
        return other is cls or other in cls.kinds  # type: ignore[attr-defined]

    __hash__ = type.__hash__


class Variable(paddle.Tensor, metaclass=_OfEitherMode):
    """A tensor of dygraph mode, or a variable of a static program."""

    kinds = (paddle.Tensor, variables.Variable)


class Parameter(EagerParamBase, metaclass=_OfEitherMode):
    """A parameter of dygraph mode, or of a static program."""

    kinds = (EagerParamBase, variables.Parameter)


@false_while_recording
def in_dygraph_mode() -> bool:
    """Whether code runs eagerly. Paddle starts so since 2.0; 1.8.5 did only inside ``dygraph.guard``."""
    return paddle.in_dynamic_mode()


class _Tracer:
    """What scripts knew of the tracer: whether the program trains, which ``no_grad`` interrupts."""

    @property
    def _train_mode(self) -> bool:
        return in_train_mode()

    @_train_mode.setter
    def _train_mode(self, train: bool) -> None:
        set_train_mode(train)


_tracer = _Tracer()


def _dygraph_tracer() -> Any:
    """The tracer; ``None`` where calls are recorded."""
    return _tracer if in_dygraph_mode() else None


def _dygraph_guard(tracer: Any) -> Any:
    """Record the calls of the block, where ``tracer`` is ``None``; else change nothing."""
    return recording() if tracer is None else contextlib.nullcontext()


def _not_in_dygraph(func: Any) -> Any:
    """``func``, which raises ``AssertionError`` in dygraph mode: a decorator."""
    assert not in_dygraph_mode(), f"{func.__name__} is of programs: call it outside dygraph mode"
    return func


def _only_in_dygraph(func: Any) -> Any:
    """``func``, which raises ``AssertionError`` where calls are recorded: a decorator."""
    assert in_dygraph_mode(), (f"{func.__name__} is of dygraph mode: call it inside fluid.dygraph.guard()")
    return func


dygraph_not_support, dygraph_only = wrap_decorator(_not_in_dygraph), wrap_decorator(_only_in_dygraph)


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


class ComplexVariable:
    """A complex tensor as 1.8.5 had it: a pair of real tensors of one shape and one dtype, in dynamic mode.

    ``to_variable`` makes it of a complex array, and ``paddle.complex`` has its functions; it has no operators. Its
    gradients are those of the parts. ``paddle.complex(z.real, z.imag)`` is today's complex tensor.
    Raises ``ValueError`` for parts that do not fit (1.8.5: ``AssertionError``).
    """

    def __init__(self, real: Any, imag: Any) -> None:
        if (list(real.shape), real.dtype) != (list(imag.shape), imag.dtype):
            raise ValueError(f"ComplexVariable: real is {real.dtype} {list(real.shape)}, imag {imag.dtype} "
                             f"{list(imag.shape)}; give two parts of one shape and one dtype")
        self.real = real
        self.imag = imag

    @property
    def dtype(self) -> str:
        """"complex64" for parts of float16 or float32, else "complex128"."""
        return "complex64" if self.real.dtype in (paddle.float16, paddle.float32) else "complex128"

    @property
    def shape(self) -> Any:
        """The shape of both parts."""
        return self.real.shape

    @property
    def name(self) -> dict[str, str]:
        """The names of both parts: ``{"real": …, "imag": …}``. Set it to one name, which each part gets with its own
        behind a dot, or to a pair of names."""
        return {"real": self.real.name, "imag": self.imag.name}

    @name.setter
    def name(self, name: str | tuple[str, str] | list[str]) -> None:
        names = [f"{name}.real", f"{name}.imag"] if isinstance(name, str) else name
        if not isinstance(names, (tuple, list)) or len(names) != 2:
            raise ValueError(f"ComplexVariable.name is a string or two of them, not {name!r}")
        self.real.name, self.imag.name = names

    def numpy(self) -> Any:
        """A complex array."""
        return self.real.numpy() + 1j * self.imag.numpy()

    def __repr__(self) -> str:
        return f"REAL: {self.real}IMAG: {self.imag}"
