"""How many dimensions variables of a program have, as far as the file shows how they are made."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.instances import method_of_kept
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.passed import passed
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.rules.shapes import ALIKE, DATA, IDS, LAYERS, LISTS, MATRICES, OF_IDS, PAIRS

_ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide)


def has_dimensions(facts: Facts, node: cst.BaseExpression | None, count: int) -> bool:
    """Whether it has so many wherever it is set before: data of a shape that is written out, what layers make of it."""
    return node is not None and _has(facts, node, count, set())


def kept_by(reference: Reference) -> int:
    """How many dimensions of its input `fc` keeps, all behind which it takes for one; 0 where that is not written."""
    kept = reference.argument("num_flatten_dims")
    if kept is None:
        return 1
    return int(kept.value) if isinstance(kept, cst.Integer) and kept.value.isdigit() else 0


def _has(facts: Facts, node: cst.BaseExpression, count: int, seen: set[tuple[int, int]]) -> bool:
    if isinstance(node, cst.Name):
        bindings = facts.origins.bindings(node)
        new = [binding for binding in bindings if (id(binding), count) not in seen]
        seen.update((id(binding), count) for binding in bindings)
        return bool(bindings) and all(_is_bound(facts, binding, count, seen) for binding in new)
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        return isinstance(node.operator, _ARITHMETIC) and all(
            isinstance(side, (cst.Integer, cst.Float)) or _has(facts, side, count, seen) for side in sides
        )
    if isinstance(node, cst.Subscript):
        element = _element(facts, node)
        return element is not None and _has(facts, element, count, seen)
    reference = facts.by_call.get(node) if isinstance(node, cst.Call) else None
    if reference is not None:
        return _is_made(facts, reference, count, seen)
    function = facts.definitions.function(node) or method_of_kept(facts, node)
    asked = (id(function), count) in seen
    returned = facts.definitions.returned(function) if function is not None and not asked else []
    seen.add((id(function), count))
    return bool(returned) and all(_has(facts, value, count, seen) for value in returned)


def _is_bound(facts: Facts, binding: Binding, count: int, seen: set[tuple[int, int]]) -> bool:
    if isinstance(binding.node, cst.Param):
        given = passed(facts, binding.node)
        return bool(given) and all(value is not None and _has(facts, value, count, seen) for value in given)
    if binding.kind == "value" and binding.value is not None:
        return _has(facts, binding.value, count, seen)
    made = facts.by_call.get(binding.node.value) if isinstance(binding.node, cst.Assign) else None
    return made is not None and count == 2 and made.name.rpartition(".")[2] in PAIRS


def _element(facts: Facts, node: cst.Subscript) -> cst.BaseExpression | None:
    """`xs[0]` of a list that is written out and set once."""
    made = facts.origins.only(node.value)
    index = node.slice[0].slice if len(node.slice) == 1 else None
    place = index.value if isinstance(index, cst.Index) else None
    elements = made.elements if isinstance(made, (cst.List, cst.Tuple)) else []
    if not isinstance(place, cst.Integer) or not all(type(each) is cst.Element for each in elements):
        return None
    return elements[place.evaluated_value].value if place.evaluated_value < len(elements) else None


def _is_made(facts: Facts, reference: Reference, count: int, seen: set[tuple[int, int]]) -> bool:
    name = reference.name.rpartition(".")[2]
    made = _MAKERS.get(name)
    if made is not None:
        return made(reference) == count
    if name in MATRICES:
        return count == 2
    call = reference.call
    if reference.beyond or call is None:
        return False
    first = next((arg.value for arg in call.args if not arg.star), None)
    first = reference.argument("input") or reference.argument("x") or first
    if first is None or not (reference.name == IDS or reference.name.startswith(LAYERS)):
        return False
    if name in LISTS and isinstance(first, (cst.List, cst.Tuple)):
        return all(_has(facts, each.value, count, seen) for each in first.elements)
    if name == OF_IDS:
        return _has(facts, first, count - (reference.name == IDS), seen)
    return name in ALIKE and _has(facts, first, count, seen)


def _of_data(reference: Reference) -> int:
    """The sizes of `fluid.data`; those of `layers.data` and the batch's, which 1.8 puts before them."""
    shape = reference.argument("shape")
    if not isinstance(shape, (cst.List, cst.Tuple)):
        return 0
    sizes = [each.value for each in shape.elements if isinstance(each, cst.Element)]
    if len(sizes) != len(shape.elements):
        return 0
    if reference.name == DATA:
        return len(sizes)
    given = reference.argument("append_batch_size") is not None
    return 0 if given or not all(isinstance(each, cst.Integer) for each in sizes) else len(sizes) + 1


def _of_reshape(reference: Reference) -> int:
    shape = reference.argument("shape")
    return len(shape.elements) if isinstance(shape, (cst.List, cst.Tuple)) else 0


def _of_fc(reference: Reference) -> int:
    return kept_by(reference) + 1 if kept_by(reference) else 0


_MAKERS: dict[str, Callable[[Reference], int]] = {"data": _of_data, "fc": _of_fc, "reshape": _of_reshape}
