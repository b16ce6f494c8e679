"""`x * np.float32(0.05)` of a tensor in dynamic mode: 1.8.5 made a whole number of each that is no Python float."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.constants import constants_at
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.tensor_dtypes import dtypes_of
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script
from paddle_migrate.text.operations import sides

IN_PROGRAMS = False  # in programs such numbers were counted as they are
_NAMES = ("float16", "float32", "half", "single")
_TYPES = tuple(f"numpy.{name}" for name in _NAMES)
_REDUCING = ("dot", "max", "mean", "min", "prod", "std", "sum", "var")
_SAID = "1.8.5 cut a float32 or float16 of NumPy's off to a whole number beside a tensor, here it is counted as it " \
    "is; float() around it says that this is meant"


def rewrite(script: Script) -> None:
    if not script.references or is_rewritten_program(script):
        return
    arrays = Arrays(script.facts)
    for node in script.source.all(cst.BinaryOperation, cst.AugAssign, cst.Comparison):
        if isinstance(node, cst.Comparison) and len(node.comparisons) != 1:
            continue
        left, right = sides(node)  # type: ignore[arg-type]
        if script.is_skipped(node) or is_written(script.facts, node) or not _is_numpys(Spot(script.facts, right)):
            continue
        if arrays.of(left) == "tensor":
            script.say(node, "PM343", script.source.code(node), _SAID)


def _is_numpys(spot: Spot) -> bool:
    """Whether it may be a number of such a dtype, with a fraction: made so, or of such an array."""
    return any(map(_is_made, values_of(spot.facts).ends(spot)))


def _is_made(end: Spot) -> bool:
    node = end.node
    if isinstance(node, cst.Subscript):
        index = node.slice[0].slice
        return len(node.slice) == 1 and isinstance(index, cst.Index) and _is_array(end.at(node.value))
    if not isinstance(node, cst.Call):
        return False
    name = end.facts.names.resolve(node.func)
    if name in _TYPES:
        numbers = constants_at(end.at(node.args[0].value)) if node.args else (0,)
        return not numbers or any(isinstance(each, float) and not each.is_integer() for each in numbers)
    if name.startswith("numpy.") and name.rpartition(".")[2] in _REDUCING:
        return len(node.args) == 1 and _is_array(end.at(node.args[0].value))
    if not isinstance(node.func, cst.Attribute) or node.args:
        return False
    return node.func.attr.value in _REDUCING and _is_array(end.at(node.func.value))


def _is_array(spot: Spot) -> bool:
    """Whether it may be an array of such numbers: `np.zeros(3, "float32")`, `a.astype(np.float32)`, `loss.numpy()`."""
    arrays = [end for end in values_of(spot.facts).ends(spot) if isinstance(end.node, cst.Call)]
    named = any(_names_dtype(end.at(arg.value)) for end in arrays for arg in end.node.args)  # type: ignore[union-attr]
    return named or any(_is_of_tensor(end.facts, end.node) for end in arrays)  # type: ignore[arg-type]


def _is_of_tensor(facts: Facts, call: cst.Call) -> bool:
    """`x.numpy()` of a tensor that is not known to have whole numbers."""
    func = call.func
    if not isinstance(func, cst.Attribute) or func.attr.value != "numpy" or Arrays(facts).of(func.value) != "tensor":
        return False
    dtypes = dtypes_of(facts, func.value)
    return any(each in ("", *_NAMES) for each in dtypes)


def _names_dtype(dtype: Spot) -> bool:
    named = any(each in _NAMES for each in constants_at(dtype))
    return named or dtype.facts.names.resolve(dtype.node) in _TYPES  # type: ignore[arg-type]
