"""How the first values of parameters were written in 1.8.5's operators."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle import nn

from .._runtime.random.initializers import law_of
from .describing import Call, writer

_DRAWN = {"uniform": ("uniform_random", "min", "max"), "normal": ("gaussian_random", "mean", "std"),
          "truncated_normal": ("truncated_gaussian_random", "mean", "std")}


@writer("Constant", "ConstantInitializer", "Uniform", "UniformInitializer", "Normal", "NormalInitializer",
        "TruncatedNormal", "TruncatedNormalInitializer", "XavierUniform", "XavierNormal", "KaimingUniform",
        "KaimingNormal", "Assign", "NumpyArrayInitializer", "Bilinear", "BilinearInitializer")
def initial(call: Call) -> None:
    """What fills a variable; half precision was filled in full and cast."""
    initializer, filled = call.operator.kwargs["initializer"], call.result
    wide = filled
    if str(filled.dtype).endswith(".float16"):
        wide = call.like(filled, f"{filled.name}.full", filled.shape)
        wide.dtype = paddle.float32
    attrs: dict[str, Any] = {"shape": list(filled.shape), "dtype": wide.dtype}
    law = law_of(initializer, filled.shape)
    if law is not None:
        kind, *ends = _DRAWN[law[0]]
        attrs.update(zip(ends, law[1:], strict=True), seed=getattr(initializer, "legacy_seed", 0))
    elif isinstance(initializer, nn.initializer.Constant):
        kind, attrs["value"] = "fill_constant", float(initializer._value)
    else:
        kind, values = "assign_value", _values(initializer, filled.shape)
        attrs["int32_values" if values.dtype.kind == "i" else "fp32_values"] = values.reshape(-1).tolist()
    call.add(kind, {}, {"Out": wide}, **attrs)
    if wide is not filled:
        call.add("cast", {"X": wide}, {"Out": filled}, in_dtype=wide.dtype, out_dtype=filled.dtype)


def _values(initializer: Any, shape: tuple[int, ...]) -> Any:
    if isinstance(initializer, nn.initializer.Assign):
        return np.asarray(initializer._value)
    size = shape[-1]
    half = np.ceil(size / 2.0)
    middle = (2 * half - 1 - half % 2) / (2.0 * half)
    place = np.arange(np.prod(shape))
    weights = (1 - abs(place % size / half - middle)) * (1 - abs(place / size % size / half - middle))
    return weights.astype("float32")
