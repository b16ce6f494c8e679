"""How many dimensions variables of a program have, as far as the file shows how they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import without_sign
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.rules.shapes import (
    ALIKE,
    DATA,
    IDS,
    LAYERS,
    LISTS,
    LOSSES,
    MATRICES,
    OF_IDS,
    OF_SHAPE,
    PAIRS,
    REDUCED,
)

_MOST = 6  # dimensions, and one
_ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide)


def has_dimensions(facts: Facts, node: cst.BaseExpression | None, count: int) -> bool:
    """Whether it has so many wherever it is set before: data of a shape that is written out, what layers make of it."""
    return node is not None and _has(Spot(facts, node), count, set())


def may_have_dimensions(facts: Facts, node: cst.BaseExpression, count: int) -> bool:
    """Whether it is seen to have so many somewhere, as what is given to a function that a container holds, too."""
    function = facts.source.parent(node, cst.FunctionDef, cst.Lambda)
    runs = facts.once(_run_through_containers) if function is not None else {}
    spots = [Spot(facts, node), *(Spot(facts, node, run.way) for run in runs.get(function, ()))]
    ends = [end for spot in spots for end in values_of(facts).ends(spot)]
    return any(end.node is not None and _is_of(end, end.node, count, set()) for end in ends)


def _run_through_containers(facts: Facts) -> dict[cst.CSTNode | None, list[Spot]]:
    """The file's functions that calls run which do not name them: `functions[0](x)`, `for f in functions: f(x)`."""
    found: dict[cst.CSTNode | None, list[Spot]] = {}
    for call in facts.source.all(cst.Call):
        bound = facts.scopes.find(call.func) if isinstance(call.func, cst.Name) else []
        is_loop = any(isinstance(each.node, (cst.For, cst.CompFor)) for each in bound)
        if is_loop or isinstance(call.func, (cst.Call, cst.Subscript)):
            for run in values_of(facts).called(Spot(facts, call)):
                if run.facts is facts and isinstance(run.node, cst.CSTNode):
                    found.setdefault(run.node, []).append(run)
    return found


def dimensions_of(facts: Facts, node: cst.BaseExpression) -> int:
    """How many it has, where they are as many wherever it is set before; 0 where that is not seen."""
    found = [count for count in range(1, _MOST) if has_dimensions(facts, node, count)]
    return found[0] if len(found) == 1 else 0


def is_variable(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one variable for sure, of seen dimensions, and no list of some."""
    ends = values_of(facts).ends(Spot(facts, node), _is_slice)  # of which a list gives a list
    return bool(ends) and all(isinstance(end.node, cst.Call) and dimensions_of(end.facts, end.node) for end in ends)


def _is_slice(spot: Spot) -> bool:
    node = spot.node
    return isinstance(node, cst.Subscript) and any(isinstance(each.slice, cst.Slice) for each in node.slice)


def has_known_first(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether its first size is a number wherever it is made: of data and of what is filled, where that is written."""
    return all(sizes and isinstance(sizes[0], cst.Integer) for sizes in _sizes(facts, node))


def is_of_one(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it has one element wherever it is made, where that is written."""
    return all(sizes and all(isinstance(size, cst.Integer) and size.value == "1" for size in sizes)
               for sizes in _sizes(facts, node))


def _sizes(facts: Facts, node: cst.BaseExpression) -> Iterator[list[cst.BaseExpression]]:
    """The shape that is written wherever it is made; an empty one where none is."""
    for end in values_of(facts).ends(Spot(facts, node)):
        made = end.facts.by_call.get(end.node) if isinstance(end.node, cst.Call) else None
        told = made is not None and (made.name == DATA or made.name.rpartition(".")[2] in OF_SHAPE)
        shape = made.argument("shape") if made is not None and told else None
        yield [each.value for each in shape.elements] if isinstance(shape, (cst.List, cst.Tuple)) else []


def kept_by(reference: Reference) -> int:
    """How many dimensions of its input `fc` keeps, all behind which it takes for one; 0 where that is not written."""
    kept = reference.argument("num_flatten_dims")
    if kept is None:
        return 1
    return int(kept.value) if isinstance(kept, cst.Integer) and kept.value.isdigit() else 0


def keeps_one(reference: Reference) -> bool:
    """Whether a call of `fc` shows that it keeps one dimension of its input."""
    call = reference.call
    return call is not None and not any(arg.star for arg in call.args) and kept_by(reference) == 1


def _has(spot: Spot, count: int, seen: set[tuple[Spot, int]]) -> bool:
    """Each end of the value has; a circle comes back to what is asked already, or takes dimensions away each time."""
    if (spot, count) in seen:
        return True
    if count > _MOST:
        return False
    seen.add((spot, count))
    ends = values_of(spot.facts).ends(spot)
    return all(end.node is not None and _is_of(end, end.node, count, seen) for end in ends)


def _is_of(spot: Spot, node: cst.CSTNode | Part, count: int, seen: set[tuple[Spot, int]]) -> bool:
    if isinstance(node, Part):
        made = spot.facts.by_call.get(node.of) if isinstance(node.of, cst.CSTNode) else None
        return made is not None and count == 2 and made.name.rpartition(".")[2] in PAIRS
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        return isinstance(node.operator, _ARITHMETIC) and all(
            isinstance(side, (cst.Integer, cst.Float)) or _has(spot.at(side), count, seen) for side in sides
        )
    reference = spot.facts.by_call.get(node)
    return reference is not None and _is_made(spot, reference, count, seen)


def _is_made(spot: Spot, reference: Reference, count: int, seen: set[tuple[Spot, int]]) -> bool:
    module, _, name = reference.name.rpartition(".")
    if module not in (LEGACY, LAYERS.rstrip(".")):
        return False
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
    if name in LOSSES:  # the loss of each label has as many as this and what is classified
        label = reference.argument("label") or first
        return _has(spot.at(first), count, seen) or _has(spot.at(label), count, seen)
    if first is None or not (reference.name == IDS or reference.name.startswith(LAYERS)):
        return False
    if name in LISTS and isinstance(first, (cst.List, cst.Tuple)):
        return all(_has(spot.at(each.value), count, seen) for each in first.elements)
    if name == OF_IDS:
        return _has(spot.at(first), count - (reference.name == IDS), seen)
    gone = 0 if name in ALIKE else _gone(reference, name)
    return gone is not None and _has(spot.at(first), count + gone, seen)


def _gone(reference: Reference, name: str) -> int | None:
    """How many dimensions of its input are taken away, fewer than none where it has more, where that is written."""
    if name in REDUCED:
        return _reduced(reference)
    if name == "sequence_mask":
        return -1
    axes = reference.argument("axes") if name in ("squeeze", "unsqueeze") else None
    count = len(axes.elements) if isinstance(axes, (cst.List, cst.Tuple)) else 1 if isinstance(axes, cst.Integer) else 0
    return (count if name == "squeeze" else -count) if count else None


def _reduced(reference: Reference) -> int | None:
    """How many dimensions a reduction takes away, where that is written."""
    dim, kept = reference.argument("dim"), reference.argument("keep_dim")
    if kept is not None and not (isinstance(kept, cst.Name) and kept.value in ("True", "False")):
        return None
    dims = [each.value for each in dim.elements] if isinstance(dim, cst.List) else [dim]
    if not all(each is not None and isinstance(without_sign(each), cst.Integer) for each in dims):
        return None
    return 0 if isinstance(kept, cst.Name) and kept.value == "True" else len(dims)


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
    given = reference.argument("append_batch_size")
    if given is not None:
        return len(sizes) if isinstance(given, cst.Name) and given.value == "False" else 0
    return 0 if not all(isinstance(each, cst.Integer) for each in sizes) else len(sizes) + 1


def _of_shape(reference: Reference) -> int:
    shape = reference.argument("shape")
    return len(shape.elements) if isinstance(shape, (cst.List, cst.Tuple)) else 0


def _of_fc(reference: Reference) -> int:
    return kept_by(reference) + 1 if kept_by(reference) else 0


_MAKERS: dict[str, Callable[[Reference], int]] = {
    "data": _of_data, "fc": _of_fc, **dict.fromkeys(OF_SHAPE, _of_shape)}
