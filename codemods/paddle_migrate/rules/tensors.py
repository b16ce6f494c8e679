"""What functions of `fluid.layers` do with the tensors that they are given, by their short names."""

from __future__ import annotations

TAKE_LISTS = frozenset({"concat", "meshgrid", "multiplex", "stack", "sum", "sums"})
# a tensor without a dimension is as good for these as one with one
TAKE_ANY_SHAPE = frozenset({"reshape", "Print", "is_empty", "has_inf", "has_nan", "isfinite"})
# Functions of tensors that are as good for the numbers that get_lr() works with.
OF_NUMBERS = {
    "elementwise_min": "min", "elementwise_max": "max", "abs": "abs", "ceil": "math.ceil", "floor": "math.floor",
    "exp": "math.exp", "sqrt": "math.sqrt", "cos": "math.cos", "sin": "math.sin",
}
