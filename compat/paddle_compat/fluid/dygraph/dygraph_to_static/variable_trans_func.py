"""``paddle.fluid.dygraph.dygraph_to_static.variable_trans_func``: values of Python as variables of a program."""

from __future__ import annotations

from typing import Any

from paddle.utils import gast

from ...._static import inputs
from ...layers import fill_constant

__all__: list[str] = []

_DTYPES = {bool: "bool", float: "float64", int: "int64"}


def data_layer_not_check(name: str, shape: Any, dtype: Any = "float32", lod_level: int = 0) -> Any:
    """A variable that a run is fed, of any shape and dtype."""
    return inputs.data(name, shape, dtype, lod_level, False)


def create_fill_constant_node(name: str, value: Any) -> Any:
    """The statement that assigns ``value``, a bool, float or int, to ``name`` as a variable; else None."""
    if type(value) not in _DTYPES:
        return None
    dtype = _DTYPES[type(value)]
    return gast.parse(f"{name} = fluid.layers.fill_constant(shape=[1], dtype='{dtype}', value={value})").body[0]


def to_static_variable(x: Any) -> Any:
    """A bool, float or int as a variable; anything else as it is."""
    return fill_constant(shape=[1], dtype=_DTYPES[type(x)], value=x) if type(x) in _DTYPES else x
