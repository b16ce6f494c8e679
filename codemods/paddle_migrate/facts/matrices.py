"""Which variables of a program have two dimensions, as far as the file shows how they are made."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.shapes import ALIKE, DATA, LAYERS, LISTS, MATRICES, OF_IDS


def is_matrix(facts: Facts, node: cst.BaseExpression | None) -> bool:
    """Whether it is one wherever it is set before: data of a shape that is written out, and what layers make of it."""
    return node is not None and _is_matrix(facts, node, set())


def _is_matrix(facts: Facts, node: cst.BaseExpression, seen: set[int]) -> bool:
    if isinstance(node, cst.Name):
        bindings = facts.origins.bindings(node)
        if not bindings or any(binding.kind != "value" for binding in bindings):
            return False
        new = [binding.value for binding in bindings if id(binding) not in seen]
        seen.update(map(id, bindings))
        return all(value is not None and _is_matrix(facts, value, seen) for value in new)
    reference = facts.by_call.get(node) if isinstance(node, cst.Call) else None
    return reference is not None and _is_made(facts, reference, seen)


def _is_made(facts: Facts, reference: Reference, seen: set[int]) -> bool:
    name = reference.name.rpartition(".")[2]
    made = _MAKERS.get(name)
    if made is not None:
        return made(reference)
    if name in MATRICES:
        return True
    if reference.beyond or not reference.name.startswith(LAYERS) or reference.call is None:
        return False
    first = next((arg.value for arg in reference.call.args if not arg.star), None)
    first = reference.argument("input") or reference.argument("x") or first
    if name in LISTS and isinstance(first, (cst.List, cst.Tuple)):
        return all(_is_matrix(facts, each.value, seen) for each in first.elements)
    return (name in ALIKE or name == OF_IDS) and first is not None and _is_matrix(facts, first, seen)


def _of_data(reference: Reference) -> bool:
    """`fluid.data` of two sizes; `layers.data` of one, before which 1.8 puts the batch's."""
    shape = reference.argument("shape")
    if not isinstance(shape, (cst.List, cst.Tuple)) or reference.argument("lod_level") is not None:
        return False
    sizes = [each.value for each in shape.elements if isinstance(each, cst.Element)]
    if reference.name == DATA:
        return len(sizes) == len(shape.elements) == 2
    batch = reference.argument("append_batch_size")
    return batch is None and len(sizes) == len(shape.elements) == 1 and isinstance(sizes[0], cst.Integer)


def has_one_before(reference: Reference) -> bool:
    """Whether a layer takes its input's dimensions from the second on for one, which is what `fc` does by default."""
    flatten = reference.argument("num_flatten_dims")
    return flatten is None or (isinstance(flatten, cst.Integer) and flatten.value == "1")


def _of_reshape(reference: Reference) -> bool:
    shape = reference.argument("shape")
    return isinstance(shape, (cst.List, cst.Tuple)) and len(shape.elements) == 2


_MAKERS: dict[str, Callable[[Reference], bool]] = {
    "data": _of_data, "fc": has_one_before, "reshape": _of_reshape,
}
