"""What runs 1.8.5's operators: functions whose parameters are its places and attributes."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .._runtime.tensor_files import DTYPES
from ..fluid import layers
from .operators import kernels_are
from .rows import Row, rows
from .schemas import Schema, schemas

# Attributes that kernels need not heed: they name devices and fused steps of CPUs, or say what is known besides.
_IDLE = frozenset({
    "@ALL_KERNELS_MUST_COMPUTE_RUNTIME_SHAPE@", "exhaustive_search", "epmap", "force_cpu", "force_fp32_output",
    "fused_reshape_Out", "fused_transpose_Out", "grad_inplace", "height_sections", "in_dtype", "infer_flags",
    "input_size", "is_distributed", "is_sparse", "is_test", "max_len", "mkldnn_data_type", "numeric_stable_mode",
    "op_callstack", "op_device", "op_namescope", "op_role", "op_role_var", "out_d", "remote_prefetch", "ring_id",
    "root", "table_names", "trainer_id", "use_calc_stream", "use_cudnn", "use_mkldnn", "use_quantizer",
    "with_quant_attr", "workspace_size_MB",
})
_OF_CPUS = ("fuse_", "Scale_", "scale_")
_FUNCTIONS: dict[str, tuple[Callable[..., Any], list[str]]] = {}


class Kernel:
    """A function, what its parameters are called in the operator, and which outputs its results are."""

    def __init__(self, described: Schema, function: Callable[..., Any], places: dict[str, str],
                 outputs: list[str]) -> None:
        self.function, self.outputs = function, outputs
        self.inputs = [(name, place, described.inputs[place]) for name, place in places.items()
                       if place in described.inputs]
        self.attrs = [(name, place) for name, place in places.items() if place in described.attrs]
        heeded = {place for _, place in self.attrs} | _IDLE
        self.unheeded = {name: default for name, (_, default) in described.attrs.items()
                         if name not in heeded and not name.startswith(_OF_CPUS)}

    def __call__(self, slots: dict[str, list[Any]], attrs: dict[str, Any]) -> dict[str, list[Any]]:
        """The results by their places."""
        given = {name: slots[place] if many else slots[place][0] for name, place, many in self.inputs
                 if slots.get(place)}
        given.update((name, _value(place, attrs[place])) for name, place in self.attrs if place in attrs)
        result = self.function(**given)
        results = result if isinstance(result, tuple) and len(self.outputs) > 1 else (result,)
        return {place: list(value) if type(value) in (list, tuple) else [value]  # an array of tensors is one value
                for place, value in zip(self.outputs, results, strict=False) if value is not None}


def _value(place: str, value: Any) -> Any:
    """Attributes that are dtypes come out as their names."""
    return DTYPES.get(value) if place in ("dtype", "out_dtype") else value


def places_of(row: Row, described: Schema, parameters: list[str]) -> dict[str, str]:
    """The place or attribute of each parameter that has one."""
    inputs, found = list(described.inputs), dict(row.places)
    for name in parameters:
        if name in found:
            continue
        if name in described.attrs:
            found[name] = name
        elif name.capitalize() in described.inputs:
            found[name] = name.capitalize()
        elif name in ("x", "input", "label", "condition") and inputs and inputs[0] not in found.values():
            found[name] = inputs[0]
    return found


def kernel(kinds: str, outputs: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Have the function below, whose parameters are called as places and attributes, run these operators."""

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        for kind in kinds.split():
            _FUNCTIONS[kind] = function, outputs.split()
        return function

    return mark


@functools.cache
def kernel_of(kind: str) -> Kernel | None:
    """What runs that kind of operator, if anything does."""
    described = schemas().get(kind)
    if described is None:
        return None
    if kind in _FUNCTIONS:
        function, outputs = _FUNCTIONS[kind]
        parameters = inspect.signature(function).parameters
        known = {*described.inputs, *described.attrs}
        places = {name: name if name in known else name.capitalize() for name in parameters}
        return Kernel(described, function, places, outputs)
    for row in rows():
        if row.kind == kind:
            function = getattr(layers, row.function)
            places = places_of(row, described, list(inspect.signature(function).parameters))
            return Kernel(described, function, places, row.outputs or [next(iter(described.outputs))])
    return None


kernels_are(kernel_of)
