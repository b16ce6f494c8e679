"""`sum_of_linears([x, y], 8)`, which makes its layers where it is called, as the sum of one layer for each."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_SUM = "written.sum_of_linears"
_NEEDED = ("paddle.nn.Linear", "paddle.flatten", "math.prod")


def with_parted_sums(text: str) -> str:
    """The text itself where it is not seen how many there are, or where something would be done twice."""
    if f"{_SUM.partition('.')[2]}(" not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    helper = reading.helper(_SUM)
    spelled = {reading.called(call): reading.code(call.func) for call in reading.calls_in(helper)} if helper else {}
    if not all(name in spelled for name in _NEEDED):
        return text
    for call in reading.calls:
        new = _parted(reading, call, *(spelled[name] for name in _NEEDED)) if reading.called(call) == _SUM else ""
        if new:
            edits.replace(*reading.source.span(call), f"({new})")
    return edits.result()


def _parted(reading: Reading, call: cst.Call, linear: str, flatten: str, prod: str) -> str:
    inputs, size, axis = argument(call, 0, "inputs"), argument(call, 1, "size"), argument(call, 2, "num_flatten_dims")
    weights, bias = argument(call, 3, "weight_attr"), argument(call, 4, "bias_attr")
    if not isinstance(inputs, (cst.List, cst.Tuple)) or size is None or any(arg.star for arg in call.args) or not all(
            _may_stand_twice(reading, arg.value) for arg in call.args):
        return ""
    tensors = [each.value for each in inputs.elements]
    own = [each.value for each in weights.elements] if isinstance(weights, (cst.List, cst.Tuple)) else [
        weights] * len(tensors)
    if not all(isinstance(each, cst.Name) for each in tensors) or len(own) != len(tensors) or len(tensors) < 2:
        return ""
    first, parts = reading.code(axis) if axis is not None else "1", list[str]()
    for number, tensor in enumerate(tensors):
        attribute, name = own[number], reading.code(tensor)
        words = [f"weight_attr={reading.code(attribute)}"] if attribute is not None else []
        if number + 1 < len(tensors):
            words.append("bias_attr=False")
        elif bias is not None:
            words.append(f"bias_attr={reading.code(bias)}")
        told = ", ".join([f"{prod}({name}.shape[{first}:])", reading.code(size), *words])
        parts.append(f"{linear}({told})({flatten}({name}, start_axis={first}))")
    return " + ".join(parts)


def _may_stand_twice(reading: Reading, node: cst.BaseExpression) -> bool:
    """Whether nothing is done in it but that Paddle's own descriptions are made."""
    return all(reading.called(call).startswith("paddle.") for call in reading.calls_in(node))
